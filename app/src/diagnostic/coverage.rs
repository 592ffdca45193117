//! Which byte of a block became what.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::{fmt, ptr};

use crate::text::{ByteBlock, Span};

/// What became of a piece of a block. Every byte of a block is in exactly one.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
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

impl From<&'static str> for FieldPath {
    fn from(name: &'static str) -> Self {
        Self::name(name)
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

impl From<FieldPath> for String {
    fn from(path: FieldPath) -> Self {
        path.to_string()
    }
}

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    pub span: Span,
    pub role: Role,
}

/// Which byte of a block became what, in order of the text and without overlap once finished.
///
/// A text of many rows has several pieces for each, so a piece takes sixteen bytes: the names of fields are kept once,
/// and what no field claims between two pieces is not kept at all.
#[derive(Clone, Debug, Default)]
pub struct Coverage {
    pieces: Vec<Packed>,
    /// The names and parts of the fields.
    names: Vec<&'static str>,
    /// What the pieces cover from end to end; empty until they do.
    block: Span,
    /// Behind the last piece there is prose.
    ends_in_prose: bool,
}

#[derive(Copy, Clone, Debug)]
struct Packed {
    span: Span,
    /// `NO_ROW` for a field that is no row of a list.
    row: u32,
    /// An index into the names, `PROSE` or `MARKUP`; with `BEHIND_PROSE` where the gap before it is prose and no markup.
    name: u16,
    /// An index into the names, or `NO_PART`.
    part: u16,
}

const NO_ROW: u32 = u32::MAX;
const NO_PART: u16 = u16::MAX;
const BEHIND_PROSE: u16 = 1 << 15;
const PROSE: u16 = BEHIND_PROSE - 1;
const MARKUP: u16 = BEHIND_PROSE - 2;

impl Coverage {
    /// Makes room for so many pieces.
    pub fn reserve(&mut self, count: usize) {
        self.pieces.reserve(count);
        self.names.reserve(count);
    }

    pub fn push(&mut self, span: Span, role: Role) {
        let (name, row, part) = match role {
            Role::Field(FieldPath { name, row, part }) => {
                let is_of_row = row.is_some();
                let name = self.index_of(name, is_of_row);
                let part = part.map_or(NO_PART, |part| self.index_of(part, is_of_row));
                (name, row.unwrap_or(NO_ROW), part)
            }
            Role::Prose => (PROSE, NO_ROW, NO_PART),
            Role::Markup => (MARKUP, NO_ROW, NO_PART),
        };
        self.pieces.push(Packed { span, row, name, part });
    }

    /// A format has some dozens of names. Those of rows come again and again; the others occur once, and are looked for only
    /// where many are kept.
    fn index_of(&mut self, name: &'static str, is_of_row: bool) -> u16 {
        const MANY: usize = 128;
        let count = self.names.len();
        let known = if is_of_row || count >= MANY { self.names.as_slice() } else { &[] };
        known.iter().position(|known| ptr::eq(*known, name)).unwrap_or_else(|| {
            self.names.push(name);
            count
        }) as u16
    }

    /// The pieces in order of the text once finished, until then in the order in which they were read.
    pub fn pieces(&self) -> impl Iterator<Item = Piece> + Clone {
        let mut at = self.block.start;
        let is_finished = !self.block.is_empty();
        let end = Packed {
            span: Span::empty_at(self.block.end),
            row: NO_ROW,
            name: if self.ends_in_prose { MARKUP | BEHIND_PROSE } else { MARKUP },
            part: NO_PART,
        };
        self.pieces.iter().copied().chain(is_finished.then_some(end)).flat_map(move |piece| {
            let role = if piece.name & BEHIND_PROSE == 0 { Role::Markup } else { Role::Prose };
            let gap = Piece { span: Span::new(at, piece.span.start), role };
            at = piece.span.end;
            let is_gap = is_finished && !gap.span.is_empty();
            let is_piece = !is_finished || !piece.span.is_empty();
            [is_gap.then_some(gap), is_piece.then(|| self.unpacked(piece))].into_iter().flatten()
        })
    }

    fn unpacked(&self, piece: Packed) -> Piece {
        let name = |index: u16| self.names.get(usize::from(index)).copied();
        let role = match piece.name & !BEHIND_PROSE {
            PROSE => Role::Prose,
            MARKUP => Role::Markup,
            index => Role::Field(FieldPath {
                name: name(index).unwrap_or_default(),
                row: (piece.row != NO_ROW).then_some(piece.row),
                part: name(piece.part),
            }),
        };
        Piece { span: piece.span, role }
    }

    /// How many pieces were read so far; [`Self::truncate`] goes back to them.
    pub fn count(&self) -> usize {
        self.pieces.len()
    }

    pub fn truncate(&mut self, count: usize) {
        self.pieces.truncate(count);
    }

    pub fn extend(&mut self, other: &Self) {
        other.pieces().for_each(|piece| self.push(piece.span, piece.role));
    }

    fn fields(&self) -> impl Iterator<Item = (FieldPath, Span)> {
        self.pieces.iter().filter_map(|piece| match self.unpacked(*piece).role {
            Role::Field(path) => Some((path, piece.span)),
            Role::Prose | Role::Markup => None,
        })
    }

    /// Where a field's value is.
    pub fn span_of(&self, path: FieldPath) -> Option<Span> {
        self.fields().find(|(field, _)| *field == path).map(|(_, span)| span)
    }

    /// Whether a span is part of what was read into a list.
    pub fn holds_within(&self, name: &str, span: Span) -> bool {
        self.fields().any(|(path, field)| path.name == name && field.contains(span))
    }

    /// Where a part of each row of a list is, in one pass.
    pub fn spans_of(&self, name: &str, part: &str) -> BTreeMap<u32, Span> {
        let mut spans = BTreeMap::new();
        for (field, span) in self.fields() {
            if let FieldPath { name: of, row: Some(row), part: Some(own) } = field
                && of == name
                && own == part
            {
                spans.entry(row).or_insert(span);
            }
        }
        spans
    }

    /// From the first to the last piece of a list's row.
    pub fn row_span(&self, name: &str, row: u32) -> Option<Span> {
        let of_row = |(path, _): &(FieldPath, Span)| path.name == name && path.row == Some(row);
        self.fields().filter(of_row).map(|(_, span)| span).reduce(Span::to)
    }

    /// As [`Self::row_span`], for all rows of a list in one pass.
    pub fn row_spans(&self, name: &str) -> BTreeMap<u32, Span> {
        // The pieces of a row were read one behind the other, so that there are hardly more runs than rows.
        let mut runs: Vec<(u32, Span)> = Vec::new();
        for (FieldPath { name: of, row, .. }, span) in self.fields() {
            let Some(row) = row.filter(|_| of == name) else { continue };
            match runs.last_mut() {
                Some((last, run)) if *last == row => *run = run.to(span),
                _ => runs.push((row, span)),
            }
        }
        let mut rows: BTreeMap<u32, Span> = BTreeMap::new();
        for (row, run) in runs {
            rows.entry(row).and_modify(|span| *span = span.to(run)).or_insert(run);
        }
        rows
    }

    /// Makes the pieces cover `block` from end to end: a piece inside another parts it, and bytes that no parser
    /// claimed are markup where they hold no word, and prose where they do.
    pub fn finish(&mut self, source: &str, block: Span) {
        let mut pieces = std::mem::take(&mut self.pieces);
        let place = |piece: &Packed| (piece.span.start, Reverse(piece.span.end));
        if !pieces.is_sorted_by_key(place) {
            pieces.sort_by_key(place);
        }
        let parted = Vec::with_capacity(pieces.len() + 8);
        let mut finished = Finished { source, at: block.start, is_behind_prose: false, pieces: parted };
        let mut around: Vec<Packed> = Vec::new();
        for piece in pieces {
            if piece.span.is_empty() || !block.contains(piece.span) {
                continue;
            }
            while let Some(outer) = around.last().filter(|outer| outer.span.end <= piece.span.start).copied()
            {
                finished.fill(outer.span.end, Some(outer));
                around.pop();
            }
            finished.fill(piece.span.start, around.last().copied());
            around.push(piece);
        }
        while let Some(outer) = around.pop() {
            finished.fill(outer.span.end, Some(outer));
        }
        finished.fill(block.end, None);
        self.pieces = finished.pieces;
        self.ends_in_prose = finished.is_behind_prose;
        self.block = block;
    }
}

/// The pieces up to a place.
struct Finished<'s> {
    source: &'s str,
    at: u32,
    /// The gap before this place is prose.
    is_behind_prose: bool,
    pieces: Vec<Packed>,
}

impl Finished<'_> {
    /// Up to `end` goes on what is around; without it the bytes are a gap, and the next piece knows whether it is prose.
    fn fill(&mut self, end: u32, around: Option<Packed>) {
        if end <= self.at {
            return;
        }
        let span = Span::new(self.at, end);
        match around {
            Some(piece) => {
                let mark = if std::mem::take(&mut self.is_behind_prose) { BEHIND_PROSE } else { 0 };
                self.pieces.push(Packed { span, name: piece.name | mark, ..piece });
            }
            None => self.is_behind_prose = has_words(self.source, span),
        }
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
