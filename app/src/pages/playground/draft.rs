use std::sync::Arc;

use crate::diagnostic::Diagnostic;
use crate::fix::{Choice, apply_choice};
use crate::format::Parsed;
use crate::pages::document::{MarkedLine, marked_lines};
use crate::read_as::ReadAs;
use crate::scan::Blocks;
use crate::text::Text;
use crate::ui::size::counted;

/// A text that is being written, as it was read last.
pub struct Draft {
    pub text: Arc<Text>,
    read_as: Option<ReadAs>,
    /// The first ones, as many as a page counts.
    blocks: Vec<Parsed>,
    count: usize,
}

impl Draft {
    pub fn read(source: &str, read_as: Option<ReadAs>) -> Self {
        let text = Arc::new(Text::new(source));
        let (blocks, count) = {
            let found = Blocks::of(&text, read_as);
            (found.read(0..found.len().min(Blocks::BATCH)), found.len())
        };
        Self { text, read_as, blocks, count }
    }

    /// Returns the lines with what is marked in them.
    pub fn lines(&self) -> Vec<MarkedLine> {
        marked_lines(&self.text, &self.blocks.iter().collect::<Vec<_>>())
    }

    /// Returns the issues in order of the text, each with the block that it is about.
    pub fn issues(&self) -> impl Iterator<Item = (&Parsed, &Diagnostic)> {
        self.blocks.iter().flat_map(|block| block.diagnostics.iter().map(move |found| (block, found)))
    }

    /// Returns the text with fixes made, by their name.
    pub fn fixed(&self, fix: &str) -> Option<String> {
        let choice = Choice::of(fix)?;
        Some(apply_choice(&self.text, self.read_as, &choice).text.source().to_owned())
    }

    /// `5.1 Review Report, 3 issues`.
    pub fn said(&self) -> String {
        if self.text.source().trim().is_empty() {
            return "Nothing is written yet.".to_owned();
        }
        let what = match (self.blocks.as_slice(), self.count) {
            ([], _) => return "No format was recognized.".to_owned(),
            ([block], 1) => block.spec.labelled(),
            (_, count) => counted(count as u64, "block"),
        };
        let issues = match self.issues().count() {
            0 => "no issues".to_owned(),
            count => counted(count as u64, "issue"),
        };
        let counted = if self.blocks.len() < self.count { " in the first of them" } else { "" };
        format!("{what}, {issues}{counted}")
    }
}

#[cfg(test)]
mod tests {
    use super::Draft;

    const REVIEW: &str = "# Review Report: x\n\n## Verdict: APPROVED\n\n## Score: 9/10\n\n## Summary\n\nFine.\n\n\
                          ## Findings\n\nNone.\n";

    #[test]
    fn a_draft_says_what_it_is() {
        assert_eq!(Draft::read(" \n", None).said(), "Nothing is written yet.");
        assert_eq!(Draft::read("Hello", None).said(), "No format was recognized.");
        let said = Draft::read(REVIEW, None).said();
        assert!(said.starts_with("5.1 Review Report, ") && said.contains("issue"), "{said}");
    }

    #[test]
    fn lines_are_as_written_with_their_marks() {
        let draft = Draft::read(REVIEW, None);
        let lines = draft.lines();
        let written = lines.iter().map(|line| line.pieces.iter().map(|(words, _)| words.as_str()).collect());
        let written: Vec<String> = written.collect();
        assert_eq!(written, REVIEW.lines().collect::<Vec<_>>());
        let marked = lines.iter().filter(|line| line.worst.is_some()).count();
        assert!(marked > 0 && lines.iter().any(|line| line.pieces.iter().any(|(_, mark)| mark.is_some())));
    }

    #[test]
    fn one_fix_or_all_are_made() {
        let draft = Draft::read(REVIEW, None);
        let fixed = draft.fixed("all").unwrap();
        assert!(fixed.contains("## Score: 90%"), "{fixed}");
        assert_eq!(draft.fixed("nothing").as_deref(), Some(REVIEW));
        assert_eq!(draft.fixed(""), None);
    }
}
