use app::diagnostic::Diagnostic;
use app::format::{Parsed, Revision};
use app::text::Span;
use serde::Serialize;

/// A block as JSON tells it, the same in the HTTP answers and in `harmony parse`.
#[derive(Debug, Serialize)]
pub struct BlockJson {
    pub format: &'static str,
    pub data: serde_json::Value,
    pub span: Span,
    pub revision: Revision,
    /// An example in a code fence, not an event.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub fenced: bool,
    pub diagnostics: Vec<Diagnostic>,
}

impl BlockJson {
    pub fn of(parsed: &Parsed) -> Self {
        Self {
            format: parsed.spec.id,
            data: parsed.value.json(),
            span: parsed.span,
            revision: parsed.revision,
            fenced: parsed.fenced,
            diagnostics: parsed.diagnostics.clone(),
        }
    }
}
