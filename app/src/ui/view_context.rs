use std::collections::HashMap;
use std::sync::Arc;

use leptos::prelude::*;

use crate::diagnostic::{Diagnostic, FieldPath, Role};
use crate::format::Parsed;
use crate::text::{Span, Text};

/// What a viewer may ask besides its own value: where each field stands, and what deviates.
#[derive(Clone)]
pub struct ViewContext {
    pub text: StoredValue<Text>,
    pub diagnostics: StoredValue<Vec<Diagnostic>>,
    /// The address of a line of the source.
    pub line_href: Callback<u32, String>,
    /// From a field, or a row of it, to its bytes.
    places: Arc<HashMap<(&'static str, Option<u32>), Span>>,
}

impl ViewContext {
    pub fn new(text: StoredValue<Text>, parsed: &Parsed, line_href: Callback<u32, String>) -> Self {
        let mut places = HashMap::new();
        for piece in &parsed.coverage.pieces {
            let Role::Field(FieldPath { name, row, .. }) = piece.role else { continue };
            let place = places.entry((name, row)).or_insert(piece.span);
            *place = place.to(piece.span);
        }
        let diagnostics = StoredValue::new(parsed.diagnostics.clone());
        Self { text, diagnostics, line_href, places: Arc::new(places) }
    }

    /// The bytes of a field, or of one row of it.
    pub fn place(&self, name: &'static str, row: Option<u32>) -> Option<Span> {
        self.places.get(&(name, row)).copied()
    }

    /// The line (from 1) on which a span begins.
    pub fn line(&self, span: Span) -> u32 {
        self.text.with_value(|text| text.position(span.start).line)
    }
}
