//! What is wrong with a text, where, why it matters, and how to fix it.
//!
//! Diagnostics are plain data; drawing is done at the edge (terminal, page, SARIF…).

mod coverage;
mod rules;

use memchr::memchr2;
use serde::{Deserialize, Serialize};

use crate::text::Span;

pub use crate::severity::Severity;
pub use coverage::{Coverage, FieldPath, Piece, Role};
pub use rules::RuleSet;
pub(crate) use rules::{rule_set, rules};

/// A rule is named after what is found (`unknown-verdict`), not after the cure.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Rule {
    pub id: &'static str,
    pub severity: Severity,
    /// Why it matters, in one sentence.
    pub summary: &'static str,
    /// Where the contract states it.
    pub clause: &'static str,
}

/// An edit that makes the text conform: replace `span` by `insert`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Edit {
    pub span: Span,
    pub insert: String,
    /// What the edit does, in the words of a button.
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

/// A message that quotes several lines is one line all the same.
fn in_one_line(message: &str) -> String {
    let lines: Vec<&str> =
        message.split(['\n', '\r']).map(str::trim).filter(|line| !line.is_empty()).collect();
    lines.join(" ")
}

impl Diagnostic {
    pub fn new(rule: &'static Rule, span: Span, message: impl Into<String>) -> Self {
        Self::cold(rule, span, message.into())
    }

    /// Most of what is read has no issues. Keeping this code apart from the code that always runs makes the latter
    /// faster.
    #[cold]
    #[inline(never)]
    fn cold(rule: &'static Rule, span: Span, message: String) -> Self {
        let is_one_line = memchr2(b'\n', b'\r', message.as_bytes()).is_none();
        let message = if is_one_line { message } else { in_one_line(&message) };
        Self {
            rule,
            severity: rule.severity,
            span,
            field: None,
            message,
            expected: None,
            found: None,
            fix: None,
            related: Vec::new(),
        }
    }

    /// Reports that `what` isn't written as the contract writes it, and suggests the contract's form.
    pub fn spelling(rule: &'static Rule, span: Span, what: &str, written: &str, expected: &str) -> Self {
        Self::new(rule, span, format!("{what} is written `{written}`")).written_as(expected, written, true)
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

    /// Adds the expected form and what was `found` instead; the edit writes the expected form, if that loses nothing.
    pub fn written_as(self, expected: &str, found: &str, is_safe: bool) -> Self {
        let (span, title) = (self.span, format!("Write `{expected}`"));
        self.expected(expected).found(found).fix(title, span, expected).fixed_if(is_safe)
    }

    /// Keeps the fix if it is safe.
    pub fn fixed_if(mut self, is_safe: bool) -> Self {
        self.fix = self.fix.filter(|_| is_safe);
        self
    }

    pub fn related(mut self, span: Span, message: impl Into<String>) -> Self {
        self.related.push(Related { span, message: message.into() });
        self
    }
}

/// Collects what a parser reports besides the value. Parsers report and go on.
#[derive(Debug, Default)]
pub struct Sink {
    pub diagnostics: Vec<Diagnostic>,
    pub coverage: Coverage,
}

impl Sink {
    pub fn report(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic);
    }

    /// Records that `span` was read as `path`.
    pub fn field(&mut self, path: impl Into<FieldPath>, span: Span) {
        self.coverage.push(span, Role::Field(path.into()));
    }

    pub fn prose(&mut self, span: Span) {
        self.coverage.push(span, Role::Prose);
    }

    pub fn markup(&mut self, span: Span) {
        self.coverage.push(span, Role::Markup);
    }
}
