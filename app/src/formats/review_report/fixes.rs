//! Which findings the rows of Fixes Applied close. A row names its file alone, so its words have to say the rest.

use std::collections::HashMap;

use super::{Finding, FixApplied};

/// Words that any fix and any finding may share.
const COMMON: &[&str] = &[
    "added", "after", "also", "been", "before", "changed", "code", "does", "each", "every", "file", "fixed",
    "fixes", "from", "have", "instead", "into", "line", "made", "missing", "more", "must", "only", "removed",
    "should", "some", "than", "that", "them", "then", "there", "they", "this", "updated", "used", "when",
    "where", "which", "will", "with", "without",
];

/// The fixes of a report that speak of one of its grave findings.
pub(super) struct Fixes<'r> {
    by_file: HashMap<&'r str, Vec<&'r str>>,
    /// How many grave findings are open in each file, but for these fixes.
    open: HashMap<&'r str, usize>,
}

impl<'r> Fixes<'r> {
    pub(super) fn of(applied: &'r [FixApplied], open: impl Iterator<Item = &'r Finding>) -> Self {
        let mut by_file: HashMap<_, Vec<_>> = HashMap::new();
        let mut in_file: HashMap<_, Vec<_>> = HashMap::new();
        for finding in open {
            in_file.entry(finding.file.as_deref().unwrap_or_default()).or_default().push(finding);
        }
        for applied in applied {
            let (Some(file), Some(fix)) = (applied.file.as_deref(), applied.fix.as_deref()) else { continue };
            if in_file.get(file).is_some_and(|findings| findings.iter().any(|finding| is_of(fix, finding))) {
                by_file.entry(file).or_default().push(fix);
            }
        }
        let open = in_file.into_iter().map(|(file, findings)| (file, findings.len())).collect();
        Self { by_file, open }
    }

    /// Returns whether a finding is closed. Fewer fixes than findings in a file leave one of these open, and don't say
    /// which.
    pub(super) fn close(&self, finding: &Finding) -> bool {
        let file = finding.file.as_deref().unwrap_or_default();
        self.by_file.get(file).is_some_and(|fixes| {
            Some(&fixes.len()) >= self.open.get(file) && fixes.iter().any(|fix| is_of(fix, finding))
        })
    }
}

/// Returns whether a fix in the file of a finding speaks of it: by its number, its line, or a word that isn't part of
/// the file's name.
fn is_of(fix: &str, finding: &Finding) -> bool {
    let said =
        [&finding.description, &finding.suggestion].map(|text| words(text.as_deref().unwrap_or_default()));
    let in_path = words(finding.file.as_deref().unwrap_or_default());
    let fix = words(fix);
    let is_telling = |word: &&String| {
        let is_known = |other: &String| is_same(word, other);
        !COMMON.contains(&word.as_str())
            && !in_path.iter().any(is_known)
            && said.iter().flatten().any(is_known)
    };
    let names = |noun: &str, number: Option<u32>| {
        let number = number.map(|number| number.to_string());
        fix.windows(2).any(|pair| is_same(&pair[0], noun) && Some(&pair[1]) == number.as_ref())
    };
    names("finding", finding.number)
        || names("issue", finding.number)
        || names("line", finding.line.map(|line| line.start))
        || fix.iter().any(|word| is_telling(&word))
}

fn words(text: &str) -> Vec<String> {
    let words = text.split(|letter: char| !letter.is_alphanumeric());
    words.filter(|word| !word.is_empty()).map(str::to_lowercase).collect()
}

/// Returns whether two words differ in their endings at most. Short ones say too little, except in scripts whose letters
/// are syllables or words.
fn is_same(one: &str, other: &str) -> bool {
    let shared = one.chars().zip(other.chars()).take_while(|(one, other)| one == other).count();
    let shorter = one.chars().count().min(other.chars().count());
    let least = if one.is_ascii() { 4 } else { 2 };
    shared >= least.max(shorter.saturating_sub(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(fix: &str, expected: bool) {
        let finding = Finding {
            number: Some(3),
            file: Some("src/store/session.rs".to_owned()),
            line: Some(super::super::Lines { start: 40, end: 41 }),
            description: Some("A write is acknowledged before it is on the disk; 저장이 늦다.".to_owned()),
            suggestion: Some("Wait for the commit.".to_owned()),
            ..Finding::default()
        };
        assert_eq!(is_of(fix, &finding), expected, "{fix}");
    }

    #[test]
    fn a_fix_speaks_of_a_finding_by_its_number_line_or_words() {
        for fix in
            ["Waits for it", "COMMITTED first", "Finding #3 is closed", "issue 3", "Line 40", "저장한다"]
        {
            check(fix, true);
        }
    }

    #[test]
    fn a_fix_of_something_else_in_the_file_closes_nothing() {
        for fix in
            ["Documented the session store", "Added comments before it", "finding 4", "3", "", "문서를 썼다"]
        {
            check(fix, false);
        }
    }
}
