use app::diagnostic::{Diagnostic, Rule, Severity};
use serde::Serialize;

use super::rules::{FAILED_VERDICT, LOW_SCORE, MISSING_FORMAT, NO_FORMAT, NO_SCORE};

/// What makes a check fail, counted by its reason.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub(in crate::cli) struct Failures {
    pub errors: u32,
    pub warnings: u32,
    /// Documents whose own verdict is a failure.
    pub verdicts: u32,
    /// Blocks whose content disproves their state.
    pub contradictions: u32,
    /// Scores that are too low, or missing.
    pub scores: u32,
    /// Files without the expected format.
    pub missing: u32,
    /// Files of no format.
    pub unknown: u32,
}

impl Failures {
    /// Counts an error under its reason. What was asked for fails in any case, other errors only if errors do.
    pub fn add(&mut self, found: &Diagnostic) {
        if found.severity != Severity::Error {
            return;
        }
        let is = |rules: &[&Rule]| rules.iter().any(|rule| rule.id == found.rule.id);
        *match () {
            () if is(&[&FAILED_VERDICT]) => &mut self.verdicts,
            () if is(&[&LOW_SCORE, &NO_SCORE]) => &mut self.scores,
            () if is(&[&MISSING_FORMAT]) => &mut self.missing,
            () if is(&[&NO_FORMAT]) => &mut self.unknown,
            () => &mut self.errors,
        } += 1;
    }

    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Describes the reasons, or returns `None` if errors are the only one.
    pub fn describe(&self) -> Option<String> {
        if (Self { errors: 0, ..*self }).is_empty() {
            return None;
        }
        let counted = [
            (self.errors, "error"),
            (self.warnings, "warning"),
            (self.verdicts, "failed verdict"),
            (self.contradictions, "contradicted state"),
            (self.scores, "score too low or missing"),
            (self.missing, "file without the expected format"),
            (self.unknown, "file of no format"),
        ];
        let reasons = counted.iter().filter(|(count, _)| *count > 0);
        let reasons: Vec<String> = reasons.map(|(count, noun)| many(*count, noun)).collect();
        Some(format!("fails: {}", reasons.join(", ")))
    }
}

/// The plural is that of the first noun: `2 files of no format`.
fn many(count: u32, noun: &str) -> String {
    let (head, rest) = match noun.find(" of ").or(noun.find(" without ")).or(noun.find(" too ")) {
        Some(at) => noun.split_at(at),
        None => (noun, ""),
    };
    if count == 1 { format!("1 {noun}") } else { format!("{count} {head}s{rest}") }
}

#[cfg(test)]
mod tests {
    use super::Failures;

    #[test]
    fn reasons_other_than_errors_are_named() {
        assert_eq!(Failures { errors: 3, ..Failures::default() }.describe(), None);
        let failures =
            Failures { errors: 1, verdicts: 2, scores: 2, missing: 1, unknown: 2, ..Failures::default() };
        let expected = "fails: 1 error, 2 failed verdicts, 2 scores too low or missing, 1 file without the expected \
            format, 2 files of no format";
        assert_eq!(failures.describe().as_deref(), Some(expected));
    }
}
