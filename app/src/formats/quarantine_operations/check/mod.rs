//! Contradictions between what an operation says in one place and in another.

mod list;
mod payloads;

use super::rules::SUBCOMMAND_AGAINST_HEADING;
use super::words::Subcommand;
use super::{QuarantineOperations, Shape};
use crate::format::prelude::*;
use crate::reading::{Contradictions, Number, Word};

/// What is related to a contradiction.
const AGAINST: &str = "against this";

pub(super) fn check(report: &QuarantineOperations, block: &Block<'_>, sink: &mut Sink) {
    let mut found = Contradictions::of(block, sink);
    subcommand(report, &mut found);
    match report.shape {
        Shape::List => list::check(report, block, &mut found),
        Shape::Record | Shape::Release => payloads::check(report, &mut found),
    }
}

fn subcommand(report: &QuarantineOperations, found: &mut Contradictions<'_>) {
    let expected = match report.shape {
        Shape::Record => Subcommand::Quarantine,
        Shape::Release => Subcommand::Release,
        Shape::List => Subcommand::List,
    };
    let stated = report.subcommand.as_ref().and_then(|subcommand| subcommand.known);
    if let Some(stated) = stated.filter(|stated| *stated != expected) {
        let (expected, stated) = (expected.as_str(), stated.as_str());
        let message = format!("the heading speaks of `{expected}`, and the subcommand is `{stated}`");
        found.report(&SUBCOMMAND_AGAINST_HEADING, "subcommand", message, None);
    }
}

/// `7 days`, `24 hours`, `604800 s`, `6d 9h 29m`, `604800`.
pub(super) fn seconds(written: &str) -> Option<i64> {
    let mut rest = written;
    let mut sum = 0.0;
    let mut has_unit = false;
    while let Some((number, range)) = Number::find(rest) {
        let before = rest.get(..range.start)?;
        let after = rest.get(range.end..)?;
        // Marks between two lengths of time offer a choice, as a template does.
        if !before.trim_matches([' ', ',']).is_empty() && has_unit {
            return None;
        }
        let unit = after.trim_start();
        let unit = unit.get(..unit.find(|edge: char| !edge.is_alphabetic()).unwrap_or(unit.len()))?;
        let size = match unit.to_ascii_lowercase().as_str() {
            "w" | "week" | "weeks" => 604_800.0,
            "d" | "day" | "days" => 86_400.0,
            "h" | "hour" | "hours" | "hr" | "hrs" => 3_600.0,
            "m" | "min" | "minute" | "minutes" => 60.0,
            "s" | "sec" | "second" | "seconds" => 1.0,
            // A number alone counts seconds, as Redis does.
            "" if !has_unit && after.trim().is_empty() => 1.0,
            _ => return None,
        };
        has_unit = true;
        sum += number.0 * size;
        rest = after.trim_start().get(unit.len()..)?;
    }
    has_unit.then_some(sum as i64).filter(|sum| *sum >= 0)
}

#[cfg(test)]
mod tests {
    use super::seconds;

    fn check(written: &str, expected: Option<i64>) {
        assert_eq!(seconds(written), expected, "{written}");
    }

    #[test]
    fn durations_are_read() {
        check("7 days", Some(604_800));
        check("1 week", Some(604_800));
        check("6d 9h 29m", Some(552_540));
        check("604800", Some(604_800));
        check("604800 s", Some(604_800));
    }

    #[test]
    fn other_words_are_no_duration() {
        for written in ["", "a while", "{7 days | 24 hours}", "3 chains"] {
            check(written, None);
        }
    }
}
