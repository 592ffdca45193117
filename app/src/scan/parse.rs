//! Reads a block.

use super::quoted_edit::mind_quote;
use crate::block::{Block, Recognition};
use crate::claim::Claim;
use crate::declared::DEPRECATED_FORMAT;
use crate::diagnostic::{Diagnostic, Sink};
use crate::format::{Deprecation, Parsed};
use crate::gate::GateOptions;
use crate::markdown::Outline;
use crate::text::{Span, Text};

/// Room for the pieces that most blocks of a length are read into: to move them again and again takes longer.
fn usual_pieces(block: Span) -> usize {
    const BYTES: usize = 24;
    (block.len() as usize / BYTES).clamp(8, 256)
}

pub(super) fn parse(text: &Text, outline: &Outline, claim: &Claim, options: &GateOptions) -> Parsed {
    let Claim { room, fenced, .. } = *claim;
    let Recognition { revision, reason, .. } = claim.recognition;
    let span = claim.span();
    let block = Block { text, outline, span, revision, fenced, reason };
    let mut sink = Sink::default();
    sink.coverage.reserve(usual_pieces(span));
    let value = match &room.gate {
        Some(gate) => (gate.judge)(&block, options, &mut sink),
        None => room.parse(&block, &mut sink),
    };
    sink.coverage.finish(text.source(), span);
    sink.diagnostics.extend(room.spec.deprecation.map(|deprecation| deprecated(&deprecation, text, span)));
    sink.diagnostics.sort_by_key(|diagnostic| (diagnostic.span, diagnostic.severity));
    for found in &mut sink.diagnostics {
        if let Some(edit) = &mut found.fix {
            mind_quote(edit, text);
        }
        // What two rules find at one place may be fixed by one of them alone.
        found.fix.take_if(|edit| text.slice(edit.span) == edit.insert);
    }
    Parsed {
        spec: room.spec,
        span,
        revision,
        fenced,
        reason,
        value,
        diagnostics: sink.diagnostics,
        coverage: sink.coverage,
    }
}

fn deprecated(deprecation: &Deprecation, text: &Text, block: Span) -> Diagnostic {
    let first = text.lines().line(text.lines().line_of(block.start));
    let line = Span::new(block.start, first.end.clamp(block.start, block.end)).trim(text.source());
    let instead = deprecation.replaced_by.map(|other| format!("; `{other}` replaces it")).unwrap_or_default();
    let message = format!("the format is deprecated: {}{instead}", deprecation.reason);
    Diagnostic::new(&DEPRECATED_FORMAT, line, message)
}
