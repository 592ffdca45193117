//! Fixes and flags that are told in sentences, below a heading that leaves no doubt of what they are.

use super::layout::{Layout, NamedSection};
use crate::markdown::{KeyValue, Kind};
use crate::reading::{ColumnName, head, is_placeholder, location, says_nothing, with_normal};
use crate::text::Span;

/// A sentence that denies is seldom longer before it does.
const LONGEST_DENIAL: usize = 200;
/// A label with fewer words behind it states a fact of the run: `Mode: fix`, `Total: 3`.
const FEWEST_WORDS: usize = 3;

/// The paragraphs of a section that tell of something: of a fix, or of what a person is needed for. `columns` are
/// those of the table that they stand for.
pub(super) fn entries(layout: &Layout<'_>, named: &NamedSection, columns: &[ColumnName]) -> Vec<Span> {
    let opens = |label: Option<KeyValue>| label.is_none_or(|pair| opens_entry(layout, pair, columns));
    let told = paragraphs(layout, named).filter(|(_, label)| opens(*label)).map(|(told, _)| told);
    told.filter(|told| tells(&layout.read_span(*told))).collect()
}

/// The first words of a section that do not say that there is nothing.
pub(super) fn unread(layout: &Layout<'_>, named: &NamedSection) -> Option<Span> {
    let says_something = |(told, label): &(Span, Option<KeyValue>)| {
        let words = layout.read_span(*told);
        let is_said = |pair: KeyValue| !says_nothing(&layout.read_span(pair.value));
        !says_nothing(&words) && !is_placeholder(&words) && label.is_none_or(is_said)
    };
    paragraphs(layout, named).find(says_something).map(|(told, _)| told)
}

/// What is neither in a table nor in a list, and the labels of it.
fn paragraphs(layout: &Layout<'_>, named: &NamedSection) -> impl Iterator<Item = (Span, Option<KeyValue>)> {
    layout.nodes(named.section.body.clone()).filter_map(|(_, node)| match node.kind {
        Kind::Prose { text } => Some((text, None)),
        Kind::KeyValue(pair) => Some((node.span.trim(layout.text.source()), Some(pair))),
        _ => None,
    })
}

/// Whether a label is what an entry is about, and neither the name of a column nor a fact of the run.
fn opens_entry(layout: &Layout<'_>, pair: KeyValue, columns: &[ColumnName]) -> bool {
    let key = layout.read_span(pair.key);
    let is_column = |key: &str| {
        let mut names = columns.iter();
        names.any(|column| column.name.eq_ignore_ascii_case(key) || column.synonyms.contains(&key))
    };
    let value = layout.read_span(pair.value);
    let is_told = value.split_whitespace().count() >= FEWEST_WORDS || location(&key).file.is_some();
    is_told && !with_normal(&key, is_column)
}

/// Whether words tell of something, and neither announce it, nor hold its place, nor say that there is nothing.
fn tells(words: &str) -> bool {
    !words.trim_end().ends_with(':') && !is_placeholder(words) && !says_nothing(words) && !may_deny(words)
}

fn may_deny(words: &str) -> bool {
    let denies = |word: &str| {
        let is_short_for_not = word.ends_with("n't") || word.ends_with("n’t");
        let word = word.trim_matches('\'');
        let denying =
            ["no", "not", "none", "nothing", "nobody", "never", "without", "only", "skipped", "neither"];
        is_short_for_not || denying.contains(&word)
    };
    let is_edge = |edge: char| !(edge.is_alphanumeric() || matches!(edge, '\'' | '’'));
    with_normal(head(words, LONGEST_DENIAL), |words| words.split(is_edge).any(denies))
}

#[cfg(test)]
mod tests {
    use super::tells;

    #[test]
    fn what_may_deny_tells_nothing() {
        for words in ["Legal must choose how long logs are kept.", "Renamed the lock in `src/a.rs`"] {
            assert!(tells(words), "{words}");
        }
        for words in [
            "These need a person:",
            "{List of fixes}",
            "The run was in review-only mode.",
            "All is well; a person is not needed.",
            "There weren't any.",
            "None of them.",
        ] {
            assert!(!tells(words), "{words}");
        }
    }
}
