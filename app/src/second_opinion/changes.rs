//! Which findings of a report a later report of the same scope still has.

use super::{MOST_FINDINGS, PlacedFinding, findings_of, pair};
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
    /// A report has more than [`MOST_FINDINGS`], and those are not compared.
    pub is_cut: bool,
}

impl Changes {
    pub fn of(earlier: &Text, later: &Text) -> Self {
        let (known, found) = (all_findings(earlier), all_findings(later));
        let is_cut = known.len().max(found.len()) > MOST_FINDINGS;
        let mut changes = Self { is_cut, ..Self::default() };
        for row in pair::rows(known, found) {
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
}
