//! What is wrong with a text, where, why it matters, and how to mend it.
//!
//! Diagnostics are plain data; drawing is done at the edge (terminal, page, SARIF…).

use std::cmp::Reverse;
use std::collections::HashMap;
use std::fmt;

use serde::{Deserialize, Serialize};

use crate::text::Span;

#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// The contract is broken; the document does not pass.
    Error,
    /// A deviation that was understood.
    Warning,
    /// Worth knowing, nothing to do.
    Info,
}

impl Severity {
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warning => "warning",
            Self::Info => "info",
        }
    }
}

impl fmt::Display for Severity {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.as_str())
    }
}

/// A rule is named after what is found (`unknown-verdict`), not after the cure.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Rule {
    pub id: &'static str,
    pub severity: Severity,
    /// Why it matters, in one sentence.
    pub summary: &'static str,
    /// Where the contract says so.
    pub clause: &'static str,
}

/// An edit that makes the text conform: replace `span` by `insert`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Edit {
    pub span: Span,
    pub insert: String,
    /// What the edit does, as a button would say it.
    pub title: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Related {
    pub span: Span,
    pub message: String,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Diagnostic {
    #[serde(serialize_with = "rule_id")]
    pub rule: &'static Rule,
    pub severity: Severity,
    pub span: Span,
    /// The field it is about, as the JSON names it: `findings[2].severity`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub field: Option<String>,
    pub message: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expected: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub found: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fix: Option<Edit>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub related: Vec<Related>,
}

fn rule_id<S: serde::Serializer>(rule: &&'static Rule, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(rule.id)
}

impl Diagnostic {
    pub fn new(rule: &'static Rule, span: Span, message: impl Into<String>) -> Self {
        Self {
            rule,
            severity: rule.severity,
            span,
            field: None,
            message: message.into(),
            expected: None,
            found: None,
            fix: None,
            related: Vec::new(),
        }
    }

    pub fn field(mut self, field: impl Into<String>) -> Self {
        self.field = Some(field.into());
        self
    }

    pub fn expected(mut self, expected: impl Into<String>) -> Self {
        self.expected = Some(expected.into());
        self
    }

    pub fn found(mut self, found: impl Into<String>) -> Self {
        self.found = Some(found.into());
        self
    }

    pub fn fix(mut self, title: impl Into<String>, span: Span, insert: impl Into<String>) -> Self {
        self.fix = Some(Edit { span, insert: insert.into(), title: title.into() });
        self
    }

    pub fn related(mut self, span: Span, message: impl Into<String>) -> Self {
        self.related.push(Related { span, message: message.into() });
        self
    }
}

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

    /// From the first to the last piece of a list's row.
    pub fn row_span(&self, name: &str, row: u32) -> Option<Span> {
        let of_row = |piece: &&Piece| matches!(piece.role, Role::Field(path) if path.name == name && path.row == Some(row));
        self.pieces.iter().filter(of_row).map(|piece| piece.span).reduce(Span::to)
    }

    /// As [`Self::row_span`], for all rows of a list in one pass.
    pub fn row_spans(&self, name: &str) -> HashMap<u32, Span> {
        let mut rows = HashMap::new();
        for piece in &self.pieces {
            if let Role::Field(FieldPath { name: of, row: Some(row), .. }) = piece.role
                && of == name
            {
                let span = rows.entry(row).or_insert(piece.span);
                *span = span.to(piece.span);
            }
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
        let has_words = || span.slice(self.source).contains(char::is_alphanumeric);
        let role = role.unwrap_or_else(|| if has_words() { Role::Prose } else { Role::Markup });
        self.pieces.push(Piece { span, role });
        self.at = end;
    }
}

/// Collects what a parser has to say besides the value. Parsers report and go on.
#[derive(Debug, Default)]
pub struct Sink {
    pub diagnostics: Vec<Diagnostic>,
    pub coverage: Coverage,
}

impl Sink {
    pub fn report(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic);
    }

    /// Says that `span` was read as `path`.
    pub fn field(&mut self, path: FieldPath, span: Span) {
        self.coverage.pieces.push(Piece { span, role: Role::Field(path) });
    }

    pub fn prose(&mut self, span: Span) {
        self.coverage.pieces.push(Piece { span, role: Role::Prose });
    }

    pub fn markup(&mut self, span: Span) {
        self.coverage.pieces.push(Piece { span, role: Role::Markup });
    }
}
