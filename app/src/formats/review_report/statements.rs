//! Fixes and flags in sentences, or under labels, below a heading that leaves no doubt of what they are.
//!
//! A sentence counts as an entry only where it names what was done, or what has to be decided.

use std::sync::LazyLock;

use super::report_sections::{NamedSection, ReportSections};
use super::sentence_kind::{SentenceKind, classify_sentence};
use crate::markdown::{KeyValue, Kind};
use crate::reading::{ColumnName, Lexicon, location, with_normal};
use crate::text::Span;

/// A label with fewer words behind it states a fact of the run: `Mode: fix`, `Total: 3`.
const FEWEST_WORDS: usize = 3;

/// Labels that describe the run.
static FACTS: LazyLock<Lexicon<()>> = LazyLock::new(|| {
    Lexicon::words(
        "mode, status, date, reviewer, reviewed by, agent, learning, learnings, fresh eye, next step, \
         next steps, total",
    )
});

/// What a section states beside tables and lists.
#[derive(Clone, Copy, Debug)]
pub(super) enum Statement {
    Entry(Span),
    /// The values of two labels that are called as the columns are.
    Pair([Option<Span>; 2]),
    /// May be an entry, or none.
    Unsure(Span),
}

/// Reads the paragraphs of a section, up to a line that parts them from its last words. `columns` are those of the table
/// that they replace.
pub(super) fn statements(
    sections: &ReportSections<'_>,
    named: &NamedSection,
    columns: &[ColumnName; 2],
    are_fixes: bool,
) -> Vec<Statement> {
    let mut found = Vec::new();
    let sentence = |written: Span| match classify_sentence(&sections.read(written), are_fixes) {
        SentenceKind::Entry => Some(Statement::Entry(written)),
        SentenceKind::Unsure => Some(Statement::Unsure(written)),
        SentenceKind::Nothing => None,
    };
    for (_, node) in sections.nodes(named.section.body.clone()) {
        let line = node.span.trim(sections.text.source());
        match node.kind {
            Kind::Rule if !found.is_empty() => break,
            Kind::FenceMark(_) => found.push(Statement::Unsure(line)),
            Kind::Prose { text } => found.extend(sentence(text)),
            Kind::KeyValue(pair) => {
                let column = with_normal(&sections.read(pair.key), |key| {
                    columns.iter().position(|column| is_called(column, key))
                });
                match (column, found.last_mut()) {
                    (Some(1), Some(Statement::Pair([_, second @ None]))) => *second = Some(pair.value),
                    (Some(0), _) => found.push(Statement::Pair([Some(pair.value), None])),
                    (Some(_), _) => found.push(Statement::Pair([None, Some(pair.value)])),
                    (None, _) if is_fact(sections, pair) => {}
                    (None, _) => found.extend(sentence(line)),
                }
            }
            _ => {}
        }
    }
    found
}

fn is_called(column: &ColumnName, key: &str) -> bool {
    column.name.eq_ignore_ascii_case(key) || column.synonyms.contains(&key)
}

/// Whether a label describes the run, and not an entry.
fn is_fact(sections: &ReportSections<'_>, pair: KeyValue) -> bool {
    let key = sections.read(pair.key);
    let is_short = sections.read(pair.value).split_whitespace().count() < FEWEST_WORDS;
    (is_short && location(&key).file.is_none()) || FACTS.meaning(&key).is_some()
}
