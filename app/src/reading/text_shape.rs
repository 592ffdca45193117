//! Issues that any text may have, regardless of its content: placeholders, damaged encoding, fences that never close.

use crate::block::Block;
use crate::diagnostic::{Diagnostic, Sink, rule_set};
use crate::markdown::Kind;
use crate::text::Span;

rule_set! {
    TEXT "text" "Text" "sets/text.md":
    PLACEHOLDER "placeholder" Error
        "fields: braces stand for a value"
        "a template that was not filled in says nothing"
    MOJIBAKE "mojibake" Info
        "text: UTF-8"
        "the text was decoded wrongly on its way; it is repaired for reading only"
}

rule_set! {
    FENCES "fences" "Fences" "sets/fences.md":
    UNCLOSED_FENCE "unclosed-fence" Warning
        "text: Markdown"
        "Markdown shows everything that follows as code"
}

/// Reports fences that never close, and damaged encoding.
pub fn report_text(block: &Block<'_>, sink: &mut Sink) {
    let source = block.text.source();
    for node in block.outline.slice(block.outline.range(block.span)) {
        if matches!(node.kind, Kind::StrayFenceMark) {
            let message = "this fence is never closed; what follows is read as text";
            sink.report(Diagnostic::new(&UNCLOSED_FENCE, node.span.trim(source), message));
        }
    }
    report_mojibake(block, sink);
}

/// Reports UTF-8 that was read as cp1252.
pub fn report_mojibake(block: &Block<'_>, sink: &mut Sink) {
    let text = block.text;
    if text.oddities().mojibake && text.read(block.span) != text.slice(block.span) {
        let message = "the text holds UTF-8 that was read as cp1252; it is shown as it was meant";
        sink.report(Diagnostic::new(&MOJIBAKE, Span::empty_at(block.span.start), message));
    }
}
