//! What the contract says of the summary and of paths.

use super::ReviewReport;
use super::rules::{ABSOLUTE_PATH, SUMMARY_LENGTH};
use crate::format::prelude::*;
use crate::reading::counted;

pub(super) fn check(report: &ReviewReport, sink: &mut Sink) {
    report_paths("findings", report.findings.iter().map(|finding| finding.file.as_deref()), sink);
    report_paths("fixesApplied", report.fixes_applied.iter().map(|fixed| fixed.file.as_deref()), sink);
    let summary = sink.coverage.span_of("summary".into());
    if let Some((summary, place)) = report.summary.as_deref().zip(summary) {
        report_length(summary, place, sink);
    }
}

/// Reports files that are named by their place on one machine.
fn report_paths<'f>(list: &'static str, files: impl Iterator<Item = Option<&'f str>>, sink: &mut Sink) {
    let places = sink.coverage.spans_of(list, "file");
    for (index, file) in (0..).zip(files) {
        let Some(file) = file.filter(|file| is_absolute(file)) else { continue };
        let Some(place) = places.get(&index) else { continue };
        let message = format!("`{file}` is no path from the project's root");
        let absolute = Diagnostic::new(&ABSOLUTE_PATH, *place, message);
        sink.report(absolute.field(FieldPath::part(list, index, "file").to_string()).found(file));
    }
}

/// `/home/me/a.rs`, `~/a.rs`, `C:\a.rs`.
fn is_absolute(file: &str) -> bool {
    let has_drive =
        matches!(file.as_bytes(), [letter, b':', b'\\' | b'/', ..] if letter.is_ascii_alphabetic());
    has_drive || file.starts_with('/') || file.starts_with("~/")
}

fn report_length(summary: &str, place: Span, sink: &mut Sink) {
    let count = count_sentences(summary);
    if !(2..=3).contains(&count) {
        let message = format!("the summary has {}, not two or three", counted(count, "sentence"));
        sink.report(Diagnostic::new(&SUMMARY_LENGTH, place, message).field("summary"));
    }
}

/// Words with a period that ends no sentence.
const ABBREVIATIONS: [&str; 6] = ["e.g", "i.e", "vs", "cf", "approx", "nr"];
/// Lines that begin with one of these are items of a list.
const BULLETS: [&str; 3] = ["- ", "* ", "+ "];

/// Counts the sentences of paragraphs. A list counts as one, since its items are often no sentences.
fn count_sentences(summary: &str) -> usize {
    let (mut count, mut paragraph, mut is_list) = (0, String::new(), false);
    for line in summary.lines().map(str::trim) {
        let number = line.trim_start_matches(|digit: char| digit.is_ascii_digit());
        let is_numbered = number.len() < line.len() && number.starts_with(". ");
        if is_numbered || BULLETS.iter().any(|bullet| line.starts_with(bullet)) {
            count += count_in_paragraph(&paragraph) + usize::from(!is_list && paragraph.is_empty());
            (is_list, paragraph) = (true, String::new());
        } else if line.is_empty() {
            count += count_in_paragraph(&paragraph);
            (is_list, paragraph) = (false, String::new());
        } else if !is_list {
            paragraph.push_str(line);
            paragraph.push(' ');
        }
    }
    count + count_in_paragraph(&paragraph)
}

/// A sentence ends with its mark, before a blank or at the end; behind `e.g.` it goes on in lower case.
fn count_in_paragraph(words: &str) -> usize {
    let words = words.trim_end_matches(|edge: char| !edge.is_alphanumeric());
    let ends = words.match_indices(['.', '!', '?', '。']).filter(|(at, mark)| {
        let rest = words.get(at + mark.len()..).unwrap_or_default();
        let before = words.get(..*at).unwrap_or_default();
        if *mark == "." && ABBREVIATIONS.iter().any(|word| ends_in(before, word)) {
            return false;
        }
        let behind = rest.trim_start_matches(['*', '_', ')', '"', '`']);
        behind.starts_with(char::is_whitespace) && !behind.trim_start().starts_with(char::is_lowercase)
    });
    ends.count() + usize::from(!words.is_empty())
}

/// Looks at so many bytes as the word has: all that is before would take a time that grows with its square.
fn ends_in(before: &str, word: &str) -> bool {
    let Some((rest, last)) = before.len().checked_sub(word.len()).and_then(|at| before.split_at_checked(at))
    else {
        return false;
    };
    last.eq_ignore_ascii_case(word) && (rest.is_empty() || rest.ends_with([' ', '(']))
}

#[cfg(test)]
mod tests {
    use super::{count_sentences, is_absolute};

    #[test]
    fn sentences_are_counted() {
        for (words, count) in [
            ("", 0),
            ("Fine", 1),
            ("Fine. Two files, e.g. a.rs, are new.", 2),
            ("**One.** Two! Three?", 3),
            ("A lock is missing (e.g. Mutex). Add it.", 2),
            ("One line\nof two. And another.", 2),
            ("A title without a period\n\nA sentence.", 2),
            ("Three things are wrong:\n- The lock.\n- The sum. And more.\n- The name.\n\nFix them.", 2),
            ("1. One.\n2. Two.\n3. Three.\n4. Four.", 1),
            ("Fine (E.g. this). Done.", 2),
            ("Sievs. One.", 2),
            ("Version 1.2.3 of a.rs is read. It is new.", 2),
        ] {
            assert_eq!(count_sentences(words), count, "{words}");
        }
    }

    #[test]
    fn paths_of_one_machine_are_absolute() {
        assert!(["/src/a.rs", "~/a.rs", "C:\\a.rs"].into_iter().all(is_absolute));
        assert!(!["src/a.rs", "./a.rs", "a:b", "a.rs:3"].into_iter().any(is_absolute));
    }
}
