//! The outline of a Markdown text, with spans: headings, tables, lists, fences, key-value lines.

use crate::text::{Span, Text};

#[derive(Debug, Default)]
pub struct Outline {
    fences: Vec<Span>,
}

impl Outline {
    pub fn of(_text: &Text) -> Self {
        Self::default()
    }

    pub fn is_fenced(&self, offset: u32) -> bool {
        self.fences.iter().any(|fence| fence.start <= offset && offset < fence.end)
    }
}
