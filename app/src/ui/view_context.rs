use std::sync::Arc;

use crate::diagnostic::{Coverage, Diagnostic, FieldPath};
use crate::format::Parsed;
use crate::text::{Span, Text};

/// What a viewer may ask besides its own value: where each field stands, and what deviates.
#[derive(Clone)]
pub struct ViewContext {
    text: Arc<Text>,
    coverage: Arc<Coverage>,
    diagnostics: Arc<Vec<Diagnostic>>,
}

impl ViewContext {
    pub fn new(text: Arc<Text>, parsed: &Parsed) -> Self {
        Self {
            text,
            coverage: Arc::new(parsed.coverage.clone()),
            diagnostics: Arc::new(parsed.diagnostics.clone()),
        }
    }

    pub fn text(&self) -> &Text {
        &self.text
    }

    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.diagnostics
    }

    pub fn span_of(&self, path: FieldPath) -> Option<Span> {
        self.coverage.span_of(path)
    }

    /// The line (from 1) on which a field's value begins.
    pub fn line_of(&self, path: FieldPath) -> Option<u32> {
        self.span_of(path).map(|span| self.text.position(span.start).line)
    }
}
