//! Contradictions between what an operation says in one place and in another.

mod list;
mod payloads;

use super::rules::{SUBCOMMAND_AGAINST_HEADING, TTL_AGAINST_AUTO_RELEASE};
use super::words::{Answer, Subcommand};
use super::{QuarantineOperations, Shape};
use crate::block::Block;
use crate::diagnostic::{Diagnostic, FieldPath, Rule, Sink};
use crate::reading::{Number, Word};
use crate::text::Span;

pub(super) fn check(report: &QuarantineOperations, block: &Block<'_>, sink: &mut Sink) {
    let mut check = Check { report, start: Span::empty_at(block.span.start), sink };
    subcommand(&mut check);
    ttl(&mut check);
    match report.shape {
        Shape::List => list::check(&mut check, block),
        Shape::Record | Shape::Release => payloads::check(&mut check),
    }
}

struct Check<'c> {
    report: &'c QuarantineOperations,
    /// Where what has no place of its own is reported.
    start: Span,
    sink: &'c mut Sink,
}

impl Check<'_> {
    fn place(&self, path: FieldPath) -> Option<Span> {
        self.sink.coverage.span_of(path)
    }

    /// Reports two values that contradict each other, at the first of them.
    fn report(&mut self, rule: &'static Rule, path: FieldPath, message: String, other: Option<FieldPath>) {
        let (place, related) = (self.place(path), other.and_then(|other| self.place(other)));
        self.report_at(rule, path, place.as_ref(), message, related.as_ref());
    }

    /// As [`Self::report`], where the places are known: to look for those of many rows one by one takes long.
    fn report_at(
        &mut self,
        rule: &'static Rule,
        path: FieldPath,
        place: Option<&Span>,
        message: String,
        related: Option<&Span>,
    ) {
        let place = place.copied().unwrap_or(self.start);
        let mut diagnostic = Diagnostic::new(rule, place, message).field(path.to_string());
        if let Some(related) = related {
            diagnostic = diagnostic.related(*related, "against this");
        }
        self.sink.report(diagnostic);
    }
}

fn subcommand(check: &mut Check<'_>) {
    let expected = match check.report.shape {
        Shape::Record => Subcommand::Quarantine,
        Shape::Release => Subcommand::Release,
        Shape::List => Subcommand::List,
    };
    let said = check.report.subcommand.as_ref().and_then(|subcommand| subcommand.known);
    if let Some(said) = said.filter(|said| *said != expected) {
        let message = format!(
            "the heading speaks of `{}`, and the subcommand is `{}`",
            expected.as_str(),
            said.as_str()
        );
        check.report(&SUBCOMMAND_AGAINST_HEADING, FieldPath::name("subcommand"), message, None);
    }
}

/// Seven days, or one with auto-release.
fn ttl(check: &mut Check<'_>) {
    let report = check.report;
    let auto_release = report.auto_release.as_ref().and_then(|answer| answer.known);
    let Some((auto_release, ttl)) = auto_release.zip(report.ttl.as_deref().and_then(seconds)) else { return };
    let (expected, in_words) = match auto_release {
        Answer::Yes => (86_400, "24 hours with auto-release"),
        Answer::No => (604_800, "7 days without auto-release"),
    };
    if ttl != expected {
        let message = format!(
            "a quarantine lasts {in_words}, and the TTL is `{}`",
            report.ttl.as_deref().unwrap_or_default()
        );
        let other = FieldPath::name("autoRelease");
        check.report(&TTL_AGAINST_AUTO_RELEASE, FieldPath::name("ttl"), message, Some(other));
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
        check("24 hours", Some(86_400));
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
