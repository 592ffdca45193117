//! Takes an outcome apart: `Success — 18 files, APPROVED 92% (1d50f9e)`.

use std::ops::Range;

use super::commits::{commits, is_hash};

/// Between the status and what it is about.
const SEPARATORS: [&str; 10] = [" → ", " — ", " – ", " -- ", " - ", ": ", "; ", ", ", " (", "—"];
/// A longer beginning is no status but a sentence.
const MOST_STATUS_WORDS: usize = 3;

/// Signs that are all of a status.
const SIGNS: [(&str, bool); 6] =
    [("✅", true), ("✔", true), ("✓", true), ("❌", false), ("✗", false), ("✘", false)];

/// Returns whether a cell that is a single sign means success.
pub(super) fn sign(cell: &str) -> Option<bool> {
    let bare = cell.trim().trim_end_matches('\u{fe0f}');
    SIGNS.iter().find(|(sign, _)| *sign == bare).map(|(_, success)| *success)
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Outcome {
    /// The first words, where they are set apart: `Success`, `❌ FAILED`.
    pub status: Option<Range<usize>>,
    pub success: Option<bool>,
    pub metrics: Option<Range<usize>>,
    pub commits: Vec<String>,
    /// All hashes are in one pair of parentheses at the end.
    pub is_closed_by_commits: bool,
}

/// Whether a cell begins with a status.
pub(super) fn is_stated(cell: &str) -> bool {
    let (read, _) = begin(cell);
    read.success.is_some() || read.status.and_then(|status| cell.get(status)).is_some_and(is_other_status)
}

/// Words that are used as a status and decide neither way.
fn is_other_status(status: &str) -> bool {
    let word = first_word(status);
    ["complete", "completed", "partial", "degraded", "report", "score"].contains(&word.as_str())
}

pub(super) fn outcome(written: &str) -> Outcome {
    let (mut read, mut rest) = begin(written);
    // Other tables use such signs as well, so they don't identify a registry.
    if let Some(success) = sign(written) {
        let status = rest.start..rest.end;
        return Outcome { success: Some(success), status: Some(status), ..read };
    }
    let found = commits(written.get(rest.clone()).unwrap_or_default());
    read.commits = found.hashes;
    read.is_closed_by_commits = found.are_closing;
    if let Some(closing) = found.closing {
        rest.end = rest.start + closing;
    }
    let metrics = written.get(rest.clone()).unwrap_or_default();
    let kept = if found.closing.is_none() { without_closing_hashes(metrics) } else { without_marks(metrics) };
    let lead = kept.len() - kept.trim_start().len();
    read.metrics = (!kept.trim().is_empty()).then(|| rest.start + lead..rest.start + kept.len());
    read
}

/// What an outcome begins with, and where the rest of it begins.
fn begin(written: &str) -> (Outcome, Range<usize>) {
    let mut read = Outcome::default();
    let end = written.trim_end().len();
    let start = written.len() - written.trim_start().len();
    let mut rest = start..end.max(start);
    let separator = separator(written);
    let status_end = separator.map_or(rest.end, |(at, _)| at.max(start));
    let status = written.get(start..status_end).unwrap_or_default();
    let is_status = (1..=MOST_STATUS_WORDS).contains(&status.split_whitespace().count())
        && status.contains(char::is_alphabetic);
    if is_status {
        read.success = decided(status);
        read.status = Some(start..status_end);
        // A parenthesis is part of what follows, a dash is not.
        let after = separator.map_or(0, |(_, mark)| if mark == " (" { 1 } else { mark.len() });
        rest.start = (status_end + after).min(rest.end);
    }
    (read, rest)
}

/// Returns the first separator and its position, preferring the longest at that position.
fn separator(written: &str) -> Option<(usize, &'static str)> {
    let may_begin = |byte: u8| matches!(byte, b' ' | b':' | b';' | b',' | 0xe2);
    let mut starts = written.bytes().enumerate().filter(|(_, byte)| may_begin(*byte));
    starts.find_map(|(at, _)| {
        let rest = written.get(at..)?;
        let begun = SEPARATORS.into_iter().filter(|mark| rest.starts_with(mark));
        begun.max_by_key(|mark| mark.len()).map(|mark| (at, mark))
    })
}

fn without_marks(metrics: &str) -> &str {
    metrics.trim_end_matches([' ', ',', ';', '—', '–'])
}

/// Strips hashes such as `` `1a2b3c4` `` from the end, with the marks in front of them.
fn without_closing_hashes(metrics: &str) -> &str {
    let mut kept = metrics;
    loop {
        kept = without_marks(kept);
        let closing = kept.strip_suffix('`').and_then(|open| open.rsplit_once('`'));
        match closing.filter(|(_, hash)| is_hash(hash)) {
            Some((before, _)) => kept = before,
            None => return kept,
        }
    }
}

/// Success or failure, where the first word says so.
fn decided(status: &str) -> Option<bool> {
    match first_word(status).as_str() {
        "success" | "succeeded" | "successful" | "successfully" => Some(true),
        "failed" | "failure" | "fail" | "failing" => Some(false),
        _ => None,
    }
}

fn first_word(status: &str) -> String {
    let mut words =
        status.split(|character: char| !character.is_alphabetic()).filter(|word| !word.is_empty());
    words.next().unwrap_or_default().to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::outcome;

    fn check(written: &str, success: Option<bool>, metrics: Option<&str>, commits: &[&str]) {
        let read = outcome(written);
        assert_eq!(read.success, success, "{written}");
        assert_eq!(read.metrics.map(|range| &written[range]), metrics, "{written}");
        assert_eq!(read.commits, commits, "{written}");
    }

    #[test]
    fn outcomes_are_taken_apart() {
        check(
            "Success — 4 files, APPROVED 95% (1a2b3c4)",
            Some(true),
            Some("4 files, APPROVED 95%"),
            &["1a2b3c4"],
        );
        check(
            "Success - 2 files (tests) (1a2b3c4, 5d6e7f8)",
            Some(true),
            Some("2 files (tests)"),
            &["1a2b3c4", "5d6e7f8"],
        );
        check("❌ FAILED — 3 of 5 steps", Some(false), Some("3 of 5 steps"), &[]);
        check("Success (`1a2b3c4`)", Some(true), None, &["1a2b3c4"]);
        check("Success — 3 files, `1a2b3c4`", Some(true), Some("3 files"), &["1a2b3c4"]);
        check("Success", Some(true), None, &[]);
        check(
            "Failed: no tests, commit 1a2b3c4",
            Some(false),
            Some("no tests, commit 1a2b3c4"),
            &["1a2b3c4"],
        );
    }

    #[test]
    fn other_words_decide_nothing() {
        check("Complete — Score 28/100", None, Some("Score 28/100"), &[]);
        check("Partial success — 2 of 3", None, Some("2 of 3"), &[]);
        check("18 files were changed in a hurry", None, Some("18 files were changed in a hurry"), &[]);
        check("", None, None, &[]);
        check("(", None, Some("("), &[]);
    }
}
