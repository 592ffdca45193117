//! Which byte of a block became what.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::fmt;

use serde::Serialize;

use crate::text::{ByteBlock, Span};

/// What became of a piece of a block. Every byte of a block is in exactly one.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase", tag = "role", content = "field")]
pub enum Role {
    /// A value of this field.
    Field(FieldPath),
    /// Free text that the contract allows and the viewer shows as prose.
    Prose,
    /// Markup that carries no content: table rules, heading marks, blank lines.
    Markup,
}

/// The place of a value in the JSON: `verdict`, `findings[2]`, `findings[2].file`.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct FieldPath {
    pub name: &'static str,
    pub row: Option<u32>,
    pub part: Option<&'static str>,
}

impl FieldPath {
    pub const fn name(name: &'static str) -> Self {
        Self { name, row: None, part: None }
    }

    pub const fn row(name: &'static str, row: u32) -> Self {
        Self { name, row: Some(row), part: None }
    }

    pub const fn part(name: &'static str, row: u32, part: &'static str) -> Self {
        Self { name, row: Some(row), part: Some(part) }
    }
}

impl fmt::Display for FieldPath {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name)?;
        if let Some(row) = self.row {
            write!(formatter, "[{row}]")?;
        }
        if let Some(part) = self.part {
            write!(formatter, ".{part}")?;
        }
        Ok(())
    }
}

impl Serialize for FieldPath {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Piece {
    pub span: Span,
    #[serde(flatten)]
    pub role: Role,
}

/// Which byte of a block became what, in order of the text and without overlap once finished.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Coverage {
    pub pieces: Vec<Piece>,
}

impl Coverage {
    /// Where a field's value stands.
    pub fn span_of(&self, path: FieldPath) -> Option<Span> {
        self.pieces.iter().find(|piece| piece.role == Role::Field(path)).map(|piece| piece.span)
    }

    /// Whether a span is part of what was read into a list.
    pub fn holds_within(&self, name: &str, span: Span) -> bool {
        let is_of_list = |role: Role| matches!(role, Role::Field(path) if path.name == name);
        self.pieces.iter().any(|piece| is_of_list(piece.role) && piece.span.contains(span))
    }

    /// Where a part of each row of a list stands, in one pass.
    pub fn spans_of(&self, name: &str, part: &str) -> BTreeMap<u32, Span> {
        let mut spans = BTreeMap::new();
        for piece in &self.pieces {
            if let Role::Field(FieldPath { name: of, row: Some(row), part: Some(own) }) = piece.role
                && of == name
                && own == part
            {
                spans.entry(row).or_insert(piece.span);
            }
        }
        spans
    }

    /// From the first to the last piece of a list's row.
    pub fn row_span(&self, name: &str, row: u32) -> Option<Span> {
        let of_row = |piece: &&Piece| matches!(piece.role, Role::Field(path) if path.name == name && path.row == Some(row));
        self.pieces.iter().filter(of_row).map(|piece| piece.span).reduce(Span::to)
    }

    /// As [`Self::row_span`], for all rows of a list in one pass.
    pub fn row_spans(&self, name: &str) -> BTreeMap<u32, Span> {
        // The pieces of a row were read one behind the other, so that there are hardly more runs than rows.
        let mut runs: Vec<(u32, Span)> = Vec::new();
        for piece in &self.pieces {
            let Role::Field(FieldPath { name: of, row: Some(row), .. }) = piece.role else { continue };
            if of != name {
                continue;
            }
            match runs.last_mut() {
                Some((last, run)) if *last == row => *run = run.to(piece.span),
                _ => runs.push((row, piece.span)),
            }
        }
        let mut rows: BTreeMap<u32, Span> = BTreeMap::new();
        for (row, run) in runs {
            rows.entry(row).and_modify(|span| *span = span.to(run)).or_insert(run);
        }
        rows
    }

    /// Makes the pieces cover `block` from end to end: a piece inside another parts it, and what no parser spoke
    /// of is markup where it holds no word, and prose where it does.
    pub fn finish(&mut self, source: &str, block: Span) {
        self.pieces.retain(|piece| !piece.span.is_empty() && block.contains(piece.span));
        self.pieces.sort_by_key(|piece| (piece.span.start, Reverse(piece.span.end)));
        let mut finished =
            Finished { source, at: block.start, pieces: Vec::with_capacity(self.pieces.len() * 2) };
        let mut around: Vec<Piece> = Vec::new();
        for piece in std::mem::take(&mut self.pieces) {
            while let Some(outer) = around.last().filter(|outer| outer.span.end <= piece.span.start).copied()
            {
                finished.fill(outer.span.end, Some(outer.role));
                around.pop();
            }
            finished.fill(piece.span.start, around.last().map(|outer| outer.role));
            around.push(piece);
        }
        while let Some(outer) = around.pop() {
            finished.fill(outer.span.end, Some(outer.role));
        }
        finished.fill(block.end, None);
        self.pieces = finished.pieces;
    }
}

/// The pieces up to a place.
struct Finished<'s> {
    source: &'s str,
    at: u32,
    pieces: Vec<Piece>,
}

impl Finished<'_> {
    fn fill(&mut self, end: u32, role: Option<Role>) {
        if end <= self.at {
            return;
        }
        let span = Span::new(self.at, end);
        let unspoken = || if has_words(self.source, span) { Role::Prose } else { Role::Markup };
        let role = role.unwrap_or_else(unspoken);
        self.pieces.push(Piece { span, role });
        self.at = end;
    }
}

fn has_words(source: &str, span: Span) -> bool {
    // Nearly all words begin in ASCII, and most behind a mark or two.
    let first = ByteBlock::at(source.as_bytes(), span.start as usize)
        .map_or(ByteBlock::COUNT, ByteBlock::before_letter);
    if first < ByteBlock::COUNT.min(span.len() as usize) {
        return true;
    }
    let text = span.slice(source);
    text.bytes().any(|byte| byte.is_ascii_alphanumeric())
        || !text.is_ascii() && text.contains(char::is_alphanumeric)
}
