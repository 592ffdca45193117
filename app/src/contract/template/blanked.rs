//! A document of a built-in format, made from its example: the parser says which words are which field, and each change is kept
//! only if what results still has no deviation.

use serde_json::Value;

use super::super::paths::{at, states};
use super::only_block;
use super::value::in_words;
use crate::declaration::{FieldType, PlacedField};
use crate::diagnostic::{FieldPath, Piece, Role};
use crate::format::Spec;
use crate::text::{Span, Text};

pub fn document(spec: &'static Spec) -> String {
    let mut draft = Draft { spec, placed: spec.placed_fields(), source: spec.example.to_owned() };
    draft.cut_lists();
    draft.drop_rows();
    draft.blank_words();
    draft.source
}

struct Draft {
    spec: &'static Spec,
    placed: Vec<PlacedField>,
    source: String,
}

impl Draft {
    /// Takes a document in place of the last one if it has no deviation and states the same fields.
    fn take(&mut self, changed: String) -> bool {
        let value =
            |source: &str| only_block(&Text::new(source), self.spec.id).map(|block| block.value.json());
        let is_good =
            value(&changed).zip(value(&self.source)).is_some_and(|(new, old)| self.is_as_whole(&new, &old));
        if is_good {
            self.source = changed;
        }
        is_good
    }

    /// Returns whether a value states what another does, and listed words where only those are allowed.
    fn is_as_whole(&self, new: &Value, old: &Value) -> bool {
        self.placed.iter().all(|PlacedField { path, spec }| {
            let is_listed = |value: &&Value| match (spec.kind, value) {
                (FieldType::Enum(words), Value::String(word)) => words.contains(&word.as_str()),
                _ => true,
            };
            (states(new, path) || !states(old, path)) && at(new, path).iter().all(is_listed)
        })
    }

    fn replace(&mut self, span: Span, words: &str) -> bool {
        let mut changed = self.source.clone();
        changed.replace_range(span.range(), words);
        self.take(changed)
    }

    /// Returns the pieces of the block, last first, so that a change leaves the places of the others.
    fn pieces(&self) -> Vec<Piece> {
        let block = only_block(&Text::new(&self.source), self.spec.id);
        let mut pieces: Vec<Piece> =
            block.iter().flat_map(|block| block.coverage.pieces().collect::<Vec<_>>()).collect();
        pieces.reverse();
        pieces
    }

    /// Leaves one entry of each list in JSON.
    fn cut_lists(&mut self) {
        let Ok(mut json) = serde_json::from_str::<Value>(&self.source) else { return };
        let mut pointers = Vec::new();
        long_lists(&json, "", &mut pointers);
        for pointer in pointers {
            let mut changed = json.clone();
            if let Some(list) = changed.pointer_mut(&pointer).and_then(Value::as_array_mut) {
                list.truncate(1);
            }
            if self.take(format!("{changed:#}\n")) {
                json = changed;
            }
        }
    }

    /// Leaves one row of each table and list.
    fn drop_rows(&mut self) {
        let mut rows: Vec<(&'static str, u32)> = Vec::new();
        for piece in self.pieces() {
            if let Role::Field(FieldPath { name, row: Some(row @ 1..), .. }) = piece.role
                && !rows.contains(&(name, row))
            {
                rows.push((name, row));
            }
        }
        for (name, row) in rows {
            let text = Text::new(&self.source);
            let Some(block) = only_block(&text, self.spec.id) else { return };
            let Some(span) = block.coverage.row_span(name, row) else { continue };
            let lines = text.lines();
            let last = lines.line(lines.line_of(span.end.saturating_sub(1).max(span.start)));
            let first = lines.line(lines.line_of(span.start));
            self.replace(Span::new(first.start, last.end), "");
        }
    }

    /// Puts the name of each field in the place of its words.
    fn blank_words(&mut self) {
        let mut blanked: Vec<FieldPath> = Vec::new();
        for Piece { span, role } in self.pieces() {
            let Role::Field(path) = role else { continue };
            if !is_words(&self.placed, path) {
                continue;
            }
            let name = path.part.unwrap_or(path.name);
            let name = in_words(name.rsplit('.').next().unwrap_or(name));
            // The white space around a value belongs to what is next to it.
            let span = span.trim(&self.source);
            // Of the parts of a text all but one go. An answer in JSON has its texts in quotes, and some contracts want more
            // than one sentence.
            let candidates =
                [name.clone(), format!("\"{name}\""), format!("{name} in a sentence. And in another.")];
            if blanked.contains(&path) && self.replace(span, "") {
                continue;
            }
            if candidates.iter().any(|words| self.replace(span, words)) {
                blanked.push(path);
            }
        }
    }
}

/// Finds the lists of several entries, the inner ones first.
fn long_lists(value: &Value, at: &str, found: &mut Vec<String>) {
    match value {
        Value::Object(members) => {
            for (name, member) in members {
                long_lists(member, &format!("{at}/{}", name.replace('~', "~0").replace('/', "~1")), found);
            }
        }
        Value::Array(items) => {
            if let Some(first) = items.first() {
                long_lists(first, &format!("{at}/0"), found);
            }
            found.extend((items.len() > 1).then(|| at.to_owned()));
        }
        _ => {}
    }
}

fn is_words(placed: &[PlacedField], FieldPath { name, row, part }: FieldPath) -> bool {
    let path = match (row, part) {
        (_, None) => name.to_owned(),
        (Some(_), Some(part)) => format!("{name}[].{part}"),
        (None, Some(part)) => format!("{name}.{part}"),
    };
    let field = placed.iter().find(|field| field.path == path);
    field.is_some_and(|field| match field.spec.kind {
        FieldType::Text | FieldType::Markdown => true,
        FieldType::List(items) => matches!(items, FieldType::Text | FieldType::Markdown),
        _ => false,
    })
}
