//! Rules as tables: name, id, severity, clause, and why it matters.

use super::Rule;

/// Rules that several formats share, declared beside the code that reports them.
#[derive(Debug)]
pub struct RuleSet {
    /// As manuals name it: `tables`.
    pub name: &'static str,
    pub title: &'static str,
    pub rules: &'static [&'static Rule],
    /// What the rules are about, and an example for each.
    pub manual: &'static str,
}

/// Declares a static for each row, and `ALL` with all of them in the order of the manual.
macro_rules! rules {
    ($($name:ident $id:literal $severity:ident $clause:literal $summary:literal)*) => {
        $crate::diagnostic::rules! { @each $($name $id $severity $clause $summary)* }

        /// All rules of the room, in the order of its manual.
        pub(super) static ALL: &[&$crate::diagnostic::Rule] = &[$(&$name),*];
    };
    (@each $($name:ident $id:literal $severity:ident $clause:literal $summary:literal)*) => {
        $(pub static $name: $crate::diagnostic::Rule = $crate::diagnostic::Rule {
            id: $id,
            severity: $crate::diagnostic::Severity::$severity,
            summary: $summary,
            clause: $clause,
        };)*
    };
}

/// Declares a static for each row, and the set of all of them: its static, name, title and page come first.
macro_rules! rule_set {
    ($set:ident $set_name:literal $title:literal $page:literal:
        $($name:ident $id:literal $severity:ident $clause:literal $summary:literal)*) => {
        $crate::diagnostic::rules! { @each $($name $id $severity $clause $summary)* }

        pub static $set: $crate::diagnostic::RuleSet = $crate::diagnostic::RuleSet {
            name: $set_name,
            title: $title,
            rules: &[$(&$name),*],
            manual: $crate::named::manual!($page),
        };
    };
}

pub(crate) use {rule_set, rules};
