use app::nearest::Nearest;
use app::text::Text;
use serde::Serialize;

use super::visible::visible;
use crate::cli::check::{BaselineUse, Failures};

/// The result of a check.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Summary {
    pub files: u32,
    pub blocks: u32,
    pub errors: u32,
    pub warnings: u32,
    pub infos: u32,
    /// Issues that `--fix` can fix.
    pub fixable: u32,
    /// Issues that `--fix` has fixed.
    pub fixed: u32,
    /// Files and folders that could not be read.
    pub unread: u32,
    /// Files in which no format was recognized.
    pub unknown: Vec<String>,
    /// The formats that some of them resemble.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub hints: Vec<Hint>,
    /// Files in which formats were recognized only in code fences, where they are examples.
    pub examples: Vec<Example>,
    /// What makes the check fail.
    pub failures: Failures,
    /// Files that state no score, where there is a least one.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub unscored: Vec<String>,
    /// Issues that the baseline has.
    pub known: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub baseline: Option<BaselineUse>,
}

/// The format that a file without a known format resembles.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Hint {
    pub file: String,
    pub format: &'static str,
    pub message: String,
}

/// The first example of a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Example {
    pub file: String,
    pub line: u32,
    pub format: &'static str,
}

/// How many of these files are named.
const NAMED: usize = 3;

impl Summary {
    /// Describes the result in a sentence, which names no file.
    pub fn result(&self) -> String {
        let mut text = match (self.errors, self.warnings + self.infos) {
            (0, 0) if self.blocks == 0 => "no report recognized".to_owned(),
            (0, 0) if self.known > 0 => "no new issues".to_owned(),
            (0, 0) => "no issues".to_owned(),
            _ => self.counts(),
        };
        match self.blocks {
            0 => text.push_str(&format!(" in {}", many(self.files, "file"))),
            blocks => {
                text.push_str(&format!(" in {} of {}", many(blocks, "block"), many(self.files, "file")))
            }
        }
        if self.fixed > 0 {
            text.insert_str(0, &format!("{} fixed; ", many(self.fixed, "issue")));
        } else if self.fixable > 0 {
            text.push_str(&format!("; --fix fixes {}", self.fixable));
        }
        text
    }

    /// Describes the result for a person, with files that were not checked.
    pub fn describe(&self) -> String {
        let mut text = self.result();
        for line in self.describe_unknown() {
            text.push('\n');
            text.push_str(&line);
        }
        for Example { file, line, format } in self.examples.iter().take(NAMED) {
            text.push_str(&format!(
                "\n{file}: the {format} at line {line} is in a code fence; examples are not checked"
            ));
        }
        if let Some(more @ 1..) = self.examples.len().checked_sub(NAMED) {
            text.push_str(&format!("\nonly examples in {} more", many(more as u32, "file")));
        }
        if !self.unscored.is_empty() {
            text.push_str(&format!("\nno score in {}", named(&self.unscored)));
        }
        let baseline = self.baseline.as_ref().map(|baseline| baseline.describe(self.known));
        for line in baseline.into_iter().flatten().chain(self.failures.describe()) {
            text.push('\n');
            text.push_str(&line);
        }
        text
    }

    /// Adds a file without a known format.
    pub fn add_unknown(&mut self, file: &str, text: &Text) {
        self.unknown.push(file.to_owned());
        let hint = |nearest: Nearest| Hint {
            file: file.to_owned(),
            format: nearest.spec.id,
            message: nearest.message(),
        };
        self.hints.extend(Nearest::of(text).map(hint));
    }

    /// Describes the files without a known format, one line each. Empty if there are none.
    pub fn describe_unknown(&self) -> Vec<String> {
        if self.unknown.is_empty() {
            return Vec::new();
        }
        let hints = self.hints.iter().take(NAMED);
        let hints = hints.map(|Hint { file, message, .. }| format!("{file}: {}", visible(message)));
        std::iter::once(format!("no known format in {}", named(&self.unknown))).chain(hints).collect()
    }

    fn counts(&self) -> String {
        let counted = [(self.errors, "error"), (self.warnings, "warning"), (self.infos, "info")];
        let parts: Vec<_> =
            counted.iter().filter(|(count, _)| *count > 0).map(|(count, noun)| many(*count, noun)).collect();
        parts.join(", ")
    }
}

/// Names the first files, and counts the others.
fn named(files: &[String]) -> String {
    let names = files.iter().take(NAMED).map(|file| visible(file)).collect::<Vec<_>>().join(", ");
    match files.len().saturating_sub(NAMED) {
        0 => names,
        more => format!("{names} and {more} more"),
    }
}

pub(super) fn many(count: u32, noun: &str) -> String {
    if count == 1 { format!("1 {noun}") } else { format!("{count} {noun}s") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_summary_is_one_sentence() {
        let summary = Summary {
            files: 3,
            blocks: 1,
            errors: 2,
            warnings: 1,
            infos: 3,
            fixable: 2,
            ..Summary::default()
        };
        assert_eq!(summary.describe(), "2 errors, 1 warning, 3 infos in 1 block of 3 files; --fix fixes 2");
        let fine = Summary { files: 1, blocks: 1, ..Summary::default() };
        assert_eq!(fine.describe(), "no issues in 1 block of 1 file");
    }

    #[test]
    fn a_report_in_a_code_fence_is_an_example() {
        let example = Example { file: "a.md".to_owned(), line: 3, format: "Review Report" };
        let summary = Summary { files: 1, examples: vec![example], ..Summary::default() };
        let expected = "no report recognized in 1 file\n\
            a.md: the Review Report at line 3 is in a code fence; examples are not checked";
        assert_eq!(summary.describe(), expected);
    }

    #[test]
    fn the_first_files_of_no_format_are_named() {
        let unknown = ["a", "b", "c", "d", "e"].map(str::to_owned).to_vec();
        let summary = Summary { files: 5, unknown, ..Summary::default() };
        let expected = "no report recognized in 5 files\nno known format in a, b, c and 2 more";
        assert_eq!(summary.describe(), expected);
    }
}
