//! Headings and labels that say something of all findings below them: their rank or their file.

use std::sync::LazyLock;

use super::entry::Trust;
use crate::formats::review_report::part::{section_name, with_section_name};
use crate::formats::review_report::{FindingSeverity, severity};
use crate::reading::{
    WordList, clean, last_word, location, may_name_file, uncommented, unquoted, with_normal,
};

#[derive(Clone, Debug)]
pub(super) struct Group {
    pub rank: Option<FindingSeverity>,
    pub file: Option<String>,
    pub trust: Trust,
}

impl Group {
    /// As trusted as what it stands in, where that is less.
    pub fn no_less_than(self, outer: &Self) -> Self {
        Self { trust: if outer.trust == Trust::Late { Trust::Late } else { self.trust }, ..self }
    }
}

/// What is longer is a sentence.
const LONGEST_NAME: usize = 200;

/// The rank that a group's heading names: `Critical (must fix)`, `🔴 High Priority Issues (2)`, `Minor`.
pub(super) fn rank_of(heading: &str) -> Option<FindingSeverity> {
    if may_rank(heading) { with_section_name(heading, |name| rank_in(name, heading)) } else { None }
}

/// Whether a heading ends as one that ranks does, told without reading it.
fn may_rank(heading: &str) -> bool {
    let word = last_word(uncommented(heading));
    let ends_name = || severity::is_rank(word) || is_ranked(&word.to_ascii_lowercase()) || is_number(word);
    // What stands in brackets in front may hold a parenthesis of its own.
    !is_sentence(heading) && (heading.contains('[') || word.is_empty() || ends_name())
}

/// As [`rank_of`], where the name that [`with_section_name`] gives is known.
pub(super) fn rank_in(name: &str, heading: &str) -> Option<FindingSeverity> {
    let is_rank = is_group(name) && !is_sentence(heading);
    is_rank
        .then(|| severity::known(name).unwrap_or_else(|| FindingSeverity::Other(other_rank(name, heading))))
}

/// The rank of another scale as its heading has it: `Minor` of `🟡 Minor Issues (2)`, all of `Important (should fix)`.
fn other_rank(name: &str, heading: &str) -> String {
    let cleaned = clean(heading);
    let names_findings = name.split(' ').any(|word| is_noun(word.trim_end_matches(':')));
    if !names_findings {
        return cleaned;
    }
    let rank = name.split(' ').next().unwrap_or(name);
    let mut words = cleaned.split(|edge: char| !edge.is_alphanumeric());
    words.find(|word| word.eq_ignore_ascii_case(rank)).unwrap_or(rank).to_owned()
}

fn is_sentence(heading: &str) -> bool {
    uncommented(heading).len() > LONGEST_NAME
}

/// A rank, and nothing besides but what it ranks.
fn is_group(name: &str) -> bool {
    let mut words = name.split(' ').map(|word| word.trim_end_matches(':'));
    words.next().is_some_and(severity::is_rank)
        && words.all(|word| {
            is_ranked(word) || matches!(word, "/" | "&") || severity::is_rank(word) || is_number(word)
        })
}

/// What stands beside a rank in a group's heading.
fn is_ranked(word: &str) -> bool {
    is_noun(word) || matches!(word, "priority" | "severity" | "level" | "and")
}

fn is_number(word: &str) -> bool {
    word.bytes().all(|digit| digit.is_ascii_digit())
}

fn is_noun(word: &str) -> bool {
    matches!(word, "issues" | "findings" | "issue" | "finding" | "concerns" | "problems" | "bugs" | "items")
}

/// A rank without the noun that says that it is of findings.
pub(super) fn is_rank_alone(heading: &str) -> bool {
    let name = section_name(heading);
    !["issue", "finding", "problem", "concern", "bug", "observation", "defect", "violation"]
        .iter()
        .any(|noun| name.contains(noun))
}

/// The file that a heading names and nothing else: `` `src/a.rs` ``, `File: src/a.rs`, `1. src/a.rs (2 issues)`.
pub(super) fn names_file(heading: &str) -> Option<String> {
    if !may_name_file(heading) {
        return None;
    }
    let bare = heading.trim_matches(|edge: char| edge.is_whitespace() || edge == ':' || edge == '*');
    let bare = bare.strip_prefix("File:").or_else(|| bare.strip_prefix("파일:")).unwrap_or(bare);
    let bare = bare
        .split_once(". ")
        .filter(|(number, _)| number.parse::<u32>().is_ok())
        .map_or(bare, |(_, name)| name);
    let name = bare.split_once(" (").map_or(bare, |(name, _)| name);
    // A path has no space in it, and what holds none is not worth a copy.
    let words = name.trim_matches(|edge: char| !edge.is_alphanumeric());
    if !may_name_file(name) || words.contains(' ') {
        return None;
    }
    let name = unquoted(
        name.trim_start_matches(|first: char| !first.is_alphanumeric() && !"./`*_@".contains(first)),
    );
    let name = unquoted(name.trim_end_matches(':'));
    let found = location(&name);
    found.file.filter(|file| *file == name && found.lines.is_none())
}

/// Names what is no finding: `Notes`, `Files reviewed`, `What was checked`.
pub(super) fn is_aside(heading: &str) -> bool {
    const ASIDES: [&str; 28] = [
        "recommendations",
        "recommended actions",
        "action items",
        "priority actions",
        "note",
        "notes",
        "files reviewed",
        "reviewed files",
        "files checked",
        "checked",
        "what was checked",
        "scope",
        "method",
        "methodology",
        "context",
        "background",
        "next steps",
        "tests run",
        "verification",
        "legend",
        "summary",
        "references",
        "statistics",
        "totals",
        "metrics",
        "참고",
        "비고",
        "다음 단계",
    ];
    static LAST_WORDS: LazyLock<WordList> =
        LazyLock::new(|| WordList::of(ASIDES.iter().filter_map(|name| name.rsplit(' ').next())));
    let word = last_word(heading);
    heading.len() <= LONGEST_NAME
        && (word.is_empty() || LAST_WORDS.has(word))
        && with_normal(heading, |name| ASIDES.contains(&name.trim_end_matches(':').trim_end()))
}
