//! A room's rules as a table: name, id, severity, clause, and why it matters.

/// Makes a static of each row, and `ALL` of all of them in the order of the manual.
macro_rules! rules {
    ($($name:ident $id:literal $severity:ident $clause:literal $summary:literal)*) => {
        $(pub(super) static $name: $crate::diagnostic::Rule = $crate::diagnostic::Rule {
            id: $id,
            severity: $crate::diagnostic::Severity::$severity,
            summary: $summary,
            clause: $clause,
        };)*

        /// All rules of the room, in the order of its manual.
        pub(super) static ALL: &[&$crate::diagnostic::Rule] = &[$(&$name),*];
    };
}

pub(crate) use rules;
