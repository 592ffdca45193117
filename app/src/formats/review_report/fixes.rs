//! Which findings the rows of Fixes Applied close. A row names its file alone, so its words have to say the rest.

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use super::{Finding, FixApplied};

/// Words that any fix and any finding may share.
const COMMON: &[&str] = &[
    "about", "added", "after", "also", "because", "been", "before", "changed", "code", "could", "does",
    "each", "every", "file", "fixed", "from", "function", "have", "instead", "into", "line", "made",
    "missing", "more", "must", "only", "removed", "should", "some", "than", "that", "their", "them", "then",
    "there", "they", "this", "updated", "used", "value", "when", "where", "which", "will", "with", "without",
    "would", "변경", "수정", "추가", "코드", "파일", "함수",
];

static COMMON_STEMS: LazyLock<HashSet<String>> =
    LazyLock::new(|| COMMON.iter().filter_map(|word| stem(word)).collect());

/// Of a longer cell, what comes behind these words says nothing more.
const MOST_WORDS: usize = 200;

/// The open grave findings of a report by their files, with the fixes there.
pub(super) struct Fixes<'r> {
    by_file: HashMap<&'r str, InFile>,
}

#[derive(Default)]
struct InFile {
    findings: usize,
    /// What these findings say, but for the words of the file's name.
    said: HashSet<String>,
    /// The fixes that refer to one of these findings, and what they say.
    fixes: usize,
    fixed: HashSet<String>,
}

impl<'r> Fixes<'r> {
    pub(super) fn of(applied: &'r [FixApplied], open: impl Iterator<Item = &'r Finding>) -> Self {
        let mut by_file: HashMap<_, InFile> = HashMap::new();
        if applied.is_empty() {
            return Self { by_file };
        }
        for finding in open {
            let place = by_file.entry(file_of(finding)).or_default();
            place.findings += 1;
            place.said.extend(said_by(finding));
        }
        for (file, place) in &mut by_file {
            for word in words(file) {
                place.said.remove(&word);
            }
        }
        for FixApplied { file, fix, .. } in applied {
            let (Some(file), Some(fix)) = (file.as_deref(), fix.as_deref()) else { continue };
            let Some(place) = by_file.get_mut(file) else { continue };
            let says = words(fix);
            if says.iter().any(|word| place.said.contains(word)) {
                place.fixes += 1;
                place.fixed.extend(says);
            }
        }
        Self { by_file }
    }

    /// Returns whether a finding is closed. Fewer fixes than findings in a file don't say which of the findings is open,
    /// and close none.
    pub(super) fn close(&self, finding: &Finding) -> bool {
        self.by_file.get(file_of(finding)).is_some_and(|place| {
            let is_fixed = |word: &String| place.said.contains(word) && place.fixed.contains(word);
            place.fixes >= place.findings && said_by(finding).any(|word| is_fixed(&word))
        })
    }
}

fn file_of(finding: &Finding) -> &str {
    finding.file.as_deref().unwrap_or_default()
}

/// Returns what a fix may refer to: the words of a finding, its number as `#3`, and its line as `@40`.
fn said_by(finding: &Finding) -> impl Iterator<Item = String> {
    let texts = [&finding.description, &finding.suggestion].into_iter().flatten();
    // The numbers in its words are of other findings.
    let said = texts.flat_map(|text| words(text)).filter(|word| !word.starts_with(['#', '@']));
    let number = finding.number.map(|number| format!("#{number}"));
    said.chain(number).chain(finding.line.map(|line| format!("@{}", line.start)))
}

/// Returns the words of a text that tell it from others, without their endings, and the findings and lines that it names.
fn words(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut before = String::new();
    let pieces = text.split(|letter: char| !letter.is_alphanumeric() && letter != '#');
    for piece in pieces.filter(|piece| !piece.is_empty()).take(MOST_WORDS) {
        let number = piece.trim_start_matches('#');
        let is_number = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
        match before.as_str() {
            _ if is_number && piece.starts_with('#') => words.push(format!("#{number}")),
            "finding" | "issue" if is_number => words.push(format!("#{number}")),
            "line" if is_number => words.push(format!("@{number}")),
            _ => words.extend(stem(number).filter(|stem| !COMMON_STEMS.contains(stem))),
        }
        before = piece.to_lowercase();
    }
    words
}

/// Returns the beginning of a word, which its forms share. A short word says too little, unless it is an abbreviation or of a
/// script in which two signs are a word.
fn stem(word: &str) -> Option<String> {
    let is_syllabic = |letter: char| matches!(letter, '\u{3040}'..='\u{9fff}' | '\u{ac00}'..='\u{d7a3}');
    if word.chars().any(is_syllabic) {
        let beginning: String = word.chars().take(2).collect();
        return (beginning.chars().count() == 2).then_some(beginning);
    }
    let is_abbreviation = word.len() == 3 && word.bytes().all(|byte| byte.is_ascii_uppercase());
    let lower = word.to_lowercase();
    if is_abbreviation || lower.chars().count() < 4 {
        return is_abbreviation.then_some(lower);
    }
    let endings = ["ing", "ed", "es", "e", "s", "y"];
    let without = endings.iter().find_map(|ending| lower.strip_suffix(ending));
    let stem = without.filter(|stem| stem.chars().count() >= 3).unwrap_or(&lower);
    Some(stem.chars().take(6).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(fix: &str, expected: bool) {
        let file = Some("src/store/session.rs".to_owned());
        let finding = Finding {
            number: Some(3),
            file: file.clone(),
            line: Some(super::super::Lines { start: 40, end: 41 }),
            description: Some(
                "A write in SQL is logged before it is on the disk, as #7; 저장이 늦다.".to_owned(),
            ),
            suggestion: Some(
                "Wait for the commit, because the file can be lost; 이 파일을 닫는다.".to_owned(),
            ),
            ..Finding::default()
        };
        let applied = [FixApplied { file, fix: Some(fix.to_owned()), ..FixApplied::default() }];
        let fixes = Fixes::of(&applied, std::iter::once(&finding));
        assert_eq!(fixes.close(&finding), expected, "{fix}");
    }

    #[test]
    fn a_fix_refers_to_a_finding_by_its_number_line_or_words() {
        for fix in [
            "Waits for it", "COMMITTED first", "Fixed #3", "Finding 3 is closed", "issue #3", "Line 40",
            "Writes later", "Uses bound SQL", "저장한다",
        ] {
            check(fix, true);
        }
    }

    #[test]
    fn a_fix_of_something_else_in_the_file_closes_nothing() {
        for fix in [
            "Documented the session store",
            "Added comments before it",
            "finding 4",
            "#7",
            "3",
            "",
            "Sorted the imports of all files",
            "Renamed a variable because of its length",
            "문서를 썼다",
            "이 파일에 주석을 추가",
            "für die Sitzung",
        ] {
            check(fix, false);
        }
    }
}
