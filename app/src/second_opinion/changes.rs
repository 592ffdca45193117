//! Which findings of a report a later report of the same scope still has.

use super::pair::Paired;
use super::{PlacedFinding, findings_of};
use crate::scan;
use crate::text::Text;

/// What became of findings between two reports.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Changes {
    /// Only the later report has them.
    pub new: Vec<PlacedFinding>,
    /// Both have them: as the earlier report has it, and as the later one has it.
    pub unchanged: Vec<(PlacedFinding, PlacedFinding)>,
    /// Only the earlier report has them.
    pub fixed: Vec<PlacedFinding>,
    /// Too many differ to compare each with each, so that some may be new and fixed which both have.
    pub is_cut: bool,
}

impl Changes {
    pub fn of(earlier: &Text, later: &Text) -> Self {
        let Paired { rows, is_cut } = Paired::of(&all_findings(earlier), &all_findings(later));
        let mut changes = Self { is_cut, ..Self::default() };
        for row in rows {
            match (row.review, row.critique) {
                (Some(known), Some(found)) => changes.unchanged.push((known, found)),
                (None, Some(found)) => changes.new.push(found),
                (Some(known), None) => changes.fixed.push(known),
                (None, None) => {}
            }
        }
        changes
    }

    pub fn is_empty(&self) -> bool {
        self.new.is_empty() && self.unchanged.is_empty() && self.fixed.is_empty()
    }
}

fn all_findings(text: &Text) -> Vec<PlacedFinding> {
    scan::read(text).iter().flat_map(|block| findings_of(text, block)).collect()
}

#[cfg(test)]
mod tests {
    use std::ops::Range;

    use super::Changes;
    use crate::text::Text;

    fn report(findings: &[(&str, &str, &str)]) -> Text {
        let mut text =
            "# Review Report: Session store\n\n## Verdict: NEEDS CHANGES\n## Score: 60%\n\n### Findings\n\n\
                        | # | Severity | File | Finding |\n|---|---|---|---|\n"
                .to_owned();
        for (number, (severity, file, finding)) in (1..).zip(findings) {
            text.push_str(&format!("| {number} | {severity} | {file} | {finding} |\n"));
        }
        Text::new(text)
    }

    #[test]
    fn a_finding_is_new_fixed_or_unchanged() {
        let earlier = report(&[
            ("high", "src/session.rs:10", "The lock is held while it waits"),
            ("low", "src/names.rs:3", "The name says nothing"),
        ]);
        let later = report(&[
            ("medium", "src/session.rs:12", "The lock is still held while it waits"),
            ("critical", "src/key.rs:1", "The key is logged"),
        ]);
        let changes = Changes::of(&earlier, &later);
        let words = |findings: &[super::PlacedFinding]| {
            findings.iter().map(|placed| placed.finding.words.clone()).collect::<Vec<_>>()
        };
        assert_eq!(words(&changes.new), ["The key is logged"]);
        assert_eq!(words(&changes.fixed), ["The name says nothing"]);
        assert_eq!(changes.unchanged.len(), 1);
        assert!(Changes::of(&earlier, &earlier).new.is_empty());
        assert!(!Changes::of(&earlier, &earlier).is_empty() && !changes.is_cut);
    }

    /// A finding for each number, in a file and at a line.
    fn numbered(numbers: Range<u32>, place: impl Fn(u32) -> String) -> Text {
        let rows: Vec<_> = numbers
            .map(|number| (place(number), format!("The lock {number} is held while it waits")))
            .collect();
        let rows: Vec<_> = rows.iter().map(|(file, words)| ("low", file.as_str(), words.as_str())).collect();
        report(&rows)
    }

    fn counts(Changes { new, unchanged, fixed, is_cut }: &Changes) -> (usize, usize, usize, bool) {
        (new.len(), unchanged.len(), fixed.len(), *is_cut)
    }

    #[test]
    fn all_findings_are_compared_however_many_there_are() {
        let place = |number: u32| format!("src/a{number}.rs:{number}");
        let (earlier, later) = (numbered(1..251, place), numbered(121..271, place));
        assert_eq!(counts(&Changes::of(&earlier, &later)), (20, 130, 120, false));
        assert_eq!(counts(&Changes::of(&later, &earlier)), (120, 130, 20, false));
    }

    #[test]
    fn of_many_that_differ_those_with_the_same_words_are_the_same() {
        let at = |first: u32| numbered(0..300, move |number| format!("src/a.rs:{}", first + number));
        assert_eq!(counts(&Changes::of(&at(1), &at(1_000))), (0, 300, 0, true));
    }
}
