//! Which quarantine is about which session, chain or format.

use super::{Period, Quarantined};

/// A type and an id, as a quarantine names its target.
pub trait Targeted {
    fn target(&self) -> (&str, &str);

    fn is_of_session(&self, name: &str) -> bool {
        self.target() == ("session", name)
    }

    /// A chain is named by its id on Harmony's pages, or by its title, since orchestrators have ids of their own.
    fn is_of_chain(&self, id: &str, title: Option<&str>) -> bool {
        let (target_type, target_id) = self.target();
        target_type == "chain" && (target_id == id || title == Some(target_id))
    }

    /// A format is named by its id, its slug or its name, however the words of it are joined.
    fn is_of_format(&self, names: [&str; 3]) -> bool {
        let (target_type, target_id) = self.target();
        target_type == "format" && is_name_of_format(names, target_id)
    }
}

/// Returns whether a name is one of a format's: its id, its slug or its name, however the words of it are joined.
pub fn is_name_of_format(names: [&str; 3], name: &str) -> bool {
    let letters = |name: &str| name.to_lowercase().replace([' ', '-', '_'], "");
    names.iter().any(|known| letters(known) == letters(name))
}

impl Targeted for Quarantined {
    fn target(&self) -> (&str, &str) {
        (&self.record.target_type, &self.record.target_id)
    }
}

impl Targeted for Period {
    fn target(&self) -> (&str, &str) {
        (&self.target_type, &self.target_id)
    }
}

impl Period {
    /// Returns whether the target was quarantined at a time.
    pub fn includes(&self, at_ms: i64) -> bool {
        self.from_ms <= at_ms && self.until_ms.is_none_or(|until_ms| at_ms < until_ms)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(target_type: &str, target_id: &str) -> Period {
        let (target_type, target_id) = (target_type.to_owned(), target_id.to_owned());
        Period { target_type, target_id, reason: None, from_ms: 10, until_ms: Some(20) }
    }

    #[test]
    fn targets_are_known_by_their_names() {
        assert!(of("session", "night").is_of_session("night"));
        assert!(!of("chain", "night").is_of_session("night"));
        assert!(of("chain", "7-1").is_of_chain("7-1", None));
        assert!(of("chain", "Checkout refunds").is_of_chain("7-1", Some("Checkout refunds")));
        assert!(!of("chain", "7-10").is_of_chain("7-1", Some("checkout")));
        for name in ["5.1", "review-report", "Review Report", "ReviewReport"] {
            assert!(of("format", name).is_of_format(["5.1", "review-report", "Review Report"]), "{name}");
        }
        assert!(!of("format", "5.11").is_of_format(["5.1", "review-report", "Review Report"]));
    }

    #[test]
    fn a_period_ends_before_its_end() {
        let period = of("session", "night");
        assert_eq!([9, 10, 19, 20].map(|at| period.includes(at)), [false, true, true, false]);
    }
}
