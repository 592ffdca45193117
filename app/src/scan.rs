//! Which formats are in a text, and where.

use crate::diagnostic::Sink;
use crate::format::{Block, Parsed};
use crate::formats;
use crate::markdown::Outline;
use crate::text::Text;

/// Finds and reads every block of a text, in order.
pub fn read(text: &Text) -> Vec<Parsed> {
    let outline = Outline::of(text);
    let mut found = Vec::new();
    for room in formats::FRONT_DESK {
        for recognition in (room.recognize)(text, &outline) {
            found.push((room, recognition));
        }
    }
    found.sort_by_key(|(_, recognition)| recognition.span.start);
    let mut blocks = Vec::with_capacity(found.len());
    for (room, recognition) in found {
        let block = Block {
            text,
            outline: &outline,
            span: recognition.span,
            revision: recognition.revision,
            fenced: outline.is_fenced(recognition.span.start),
            reason: recognition.reason,
        };
        let mut sink = Sink::default();
        let value = (room.parse)(&block, &mut sink);
        sink.diagnostics.sort_by_key(|diagnostic| (diagnostic.span, diagnostic.severity));
        blocks.push(Parsed {
            spec: room.spec,
            span: block.span,
            revision: block.revision,
            fenced: block.fenced,
            reason: block.reason,
            value,
            diagnostics: sink.diagnostics,
            coverage: sink.coverage,
        });
    }
    blocks
}
