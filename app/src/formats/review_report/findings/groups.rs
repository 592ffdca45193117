//! Headings and labels that give all findings below them their rank or their file.

use std::sync::LazyLock;

use crate::formats::review_report::section_kind::section_name;
use crate::formats::review_report::{FindingSeverity, severity};
use crate::reading::{
    Lexicon, clean, is_finding_noun, is_rank, location, may_name_file, normal, uncommented, unquoted,
};

/// Headings of what is no finding: `Notes`, `Files reviewed`, `What was checked`.
static ASIDES: LazyLock<Lexicon<()>> = LazyLock::new(|| {
    Lexicon::words(
        "recommendations, recommended actions, action items, priority actions, note, notes, files reviewed, \
         reviewed files, files checked, checked, what was checked, scope, method, methodology, context, \
         background, next steps, tests run, verification, legend, summary, references, statistics, totals, \
         metrics, 참고, 비고, 다음 단계",
    )
});

/// What is longer is a sentence.
const LONGEST_NAME: usize = 200;

/// The rank that a group's heading names: `Critical (must fix)`, `🔴 High Priority Issues (2)`, `Minor`.
pub(super) fn rank_of(heading: &str) -> Option<FindingSeverity> {
    if uncommented(heading).len() > LONGEST_NAME {
        return None;
    }
    let name = section_name(heading);
    let mut words = name.split(' ').map(|word| word.trim_end_matches(':'));
    let rank = words.next().filter(|first| is_rank(first))?;
    let is_beside_rank = |word: &str| {
        is_group_noun(word)
            || matches!(word, "priority" | "severity" | "level" | "and" | "/" | "&")
            || is_rank(word)
            || word.bytes().all(|digit| digit.is_ascii_digit())
    };
    if !words.clone().all(is_beside_rank) {
        return None;
    }
    // A rank of another scale is kept as its heading has it: `Minor` of `🟡 Minor Issues (2)`, all of `Important (…)`.
    let mut other = || {
        let cleaned = clean(heading);
        if !words.any(is_group_noun) {
            return cleaned;
        }
        let mut written = cleaned.split(|edge: char| !edge.is_alphanumeric());
        written.find(|word| word.eq_ignore_ascii_case(rank)).unwrap_or(rank).to_owned()
    };
    Some(severity::known(&name).unwrap_or_else(|| FindingSeverity::Other(other())))
}

fn is_group_noun(word: &str) -> bool {
    is_finding_noun(word) || word == "items"
}

/// Whether a section's name that ranks has no noun for findings.
pub(super) fn is_rank_alone(name: &str) -> bool {
    !name.split(' ').any(is_finding_noun)
}

/// The file that a heading names and nothing else: `` `src/a.rs` ``, `File: src/a.rs`, `1. src/a.rs (2 issues)`.
pub(super) fn names_file(heading: &str) -> Option<String> {
    if !may_name_file(heading) {
        return None;
    }
    let bare = heading.trim_matches(|edge: char| edge.is_whitespace() || edge == ':' || edge == '*');
    let bare = bare.strip_prefix("File:").or_else(|| bare.strip_prefix("파일:")).unwrap_or(bare);
    let numbered = bare.split_once(". ").filter(|(number, _)| number.parse::<u32>().is_ok());
    let bare = numbered.map_or(bare, |(_, name)| name);
    let name = bare.split_once(" (").map_or(bare, |(name, _)| name);
    if name.trim_matches(|edge: char| !edge.is_alphanumeric()).contains(' ') {
        return None;
    }
    let is_lead = |first: char| !first.is_alphanumeric() && !"./`*_@".contains(first);
    let name = unquoted(unquoted(name.trim_start_matches(is_lead)).trim_end_matches(':'));
    let found = location(&name);
    found.file.filter(|file| *file == name && found.lines.is_none())
}

/// Whether a heading or label announces something else than findings.
pub(super) fn is_aside(heading: &str) -> bool {
    heading.len() <= LONGEST_NAME && ASIDES.has(normal(heading).trim_end_matches(':').trim_end())
}
