//! The heading of a document: how the declaration writes it, and the identifier in it.

use crate::block::Block;
use crate::diagnostic::{FieldPath, Sink};
use crate::format::Spec;
use crate::markdown::TitledHeading;
use crate::reading::{HEADING_FORM, Scope};
use crate::recognition::{IDENTIFIER, Opener, identifier, is_of_word, word_around};
use crate::text::Span;

pub(super) struct Heading {
    /// The word with the identifier.
    pub identifier: Option<Span>,
    /// How the declaration begins the heading, with this identifier.
    pub opener: String,
    /// Nothing is lost if the heading is written so.
    keeps_all: bool,
}

impl Heading {
    pub fn read(spec: &'static Spec, block: &Block<'_>) -> Self {
        let declared = spec.openers.iter().find_map(Opener::heading);
        let names = declared.map_or(&[][..], |heading| heading.names);
        let wanted = declared.and_then(|heading| heading.contract.first()).copied().unwrap_or_default();
        let identifier = identifier_in(block, names);
        let found = identifier.map(|span| span.slice(block.text.source()));
        let (opener, keeps_all) = match (wanted.split_once(IDENTIFIER), found) {
            (Some((before, after)), Some(found)) => {
                (format!("{before}{}{after}", without_neighbors(found, before, after)), true)
            }
            (slot, found) => (wanted.to_owned(), slot.is_none() && found.is_none()),
        };
        Self { identifier, opener, keeps_all }
    }

    /// Removes the edits of the heading that were reported since, if they would lose a part of it.
    pub fn take_back_fixes(&self, before: usize, sink: &mut Sink) {
        let reported = sink.diagnostics.iter_mut().skip(before);
        reported
            .filter(|found| !self.keeps_all && found.rule == &HEADING_FORM)
            .for_each(|found| found.fix = None);
    }

    /// Records what the identifier was read as.
    pub fn record(&self, field: Option<&'static str>, sink: &mut Sink) {
        match (self.identifier, field) {
            (Some(span), Some(field)) => sink.field(FieldPath::name(field), span),
            (Some(span), None) => sink.prose(span),
            (None, _) => {}
        }
    }
}

fn identifier_in(block: &Block<'_>, names: &[&str]) -> Option<Span> {
    let body = Scope::of(block);
    let alone = || TitledHeading::alone(body.text, body.outline, body.range().start);
    let headings = body.titled_heading().into_iter().chain(alone());
    headings.map(|heading| heading.name).find_map(|name| {
        let written = name.slice(block.text.source());
        let found = names.iter().find_map(|form| identifier(form, written))?;
        if written.get(found.clone()).is_some_and(|found| found.starts_with('{')) {
            // The brace at the end of a slot is none of the name.
            let start = name.start + found.start as u32;
            return Some(Span::new(start, start + IDENTIFIER.len() as u32));
        }
        let word = word_around(written, found);
        Some(name.skip(word.start).take(word.len()))
    })
}

/// Returns what of a word replaces the identifier in `before{id}after`: `2026-041` of `INC-2026-041` in `INC-{id}`.
pub fn without_neighbors<'w>(word: &'w str, before: &str, after: &str) -> &'w str {
    let before = before.get(before.trim_end_matches(is_of_word).len()..).unwrap_or_default();
    let after = after.get(..after.len() - after.trim_start_matches(is_of_word).len()).unwrap_or_default();
    let head = word.get(..before.len()).is_some_and(|head| head.eq_ignore_ascii_case(before));
    let rest = if head { word.get(before.len()..).unwrap_or(word) } else { word };
    let end = rest.len().saturating_sub(after.len());
    let tail = rest.get(end..).is_some_and(|tail| tail.eq_ignore_ascii_case(after));
    if tail { rest.get(..end).unwrap_or(rest) } else { rest }
}

#[cfg(test)]
mod tests {
    use super::without_neighbors;

    #[test]
    fn a_word_goes_where_its_identifier_was() {
        for (word, before, after, expected) in [
            ("INC-2026-041", "# INC-", ": ", "2026-041"),
            ("inc-7", "# INC-", ": ", "7"),
            ("2026-047", "# INC-", ": ", "2026-047"),
            ("INC-7", "# Incident ", ": ", "INC-7"),
            ("7-eu", "# Incident ", "-eu (", "7"),
        ] {
            assert_eq!(without_neighbors(word, before, after), expected);
        }
    }
}
