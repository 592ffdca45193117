//! What is wrong with a block as text, whatever it says: fences that never close, and damaged encoding.

use crate::diagnostic::{Diagnostic, Rule, Sink};
use crate::format::Block;
use crate::markdown::Kind;
use crate::text::Span;

/// The rules of a room for the text that its blocks are.
#[derive(Debug)]
pub struct TextRules {
    pub unclosed_fence: &'static Rule,
    pub mojibake: &'static Rule,
}

pub fn report_text(block: &Block<'_>, rules: &TextRules, sink: &mut Sink) {
    let source = block.text.source();
    for node in block.outline.slice(block.outline.range(block.span)) {
        if node.kind == Kind::StrayFenceMark {
            let message = "this fence is never closed; what follows is read as text";
            sink.report(Diagnostic::new(rules.unclosed_fence, node.span.trim(source), message));
        }
    }
    report_mojibake(block, rules.mojibake, sink);
}

/// The part of [`report_text`] that concerns a single line as well.
pub fn report_mojibake(block: &Block<'_>, rule: &'static Rule, sink: &mut Sink) {
    let text = block.text;
    if text.oddities().mojibake && text.read(block.span) != text.slice(block.span) {
        let message = "the text holds UTF-8 that was read as cp1252; it is shown as it was meant";
        sink.report(Diagnostic::new(rule, Span::empty_at(block.span.start), message));
    }
}
