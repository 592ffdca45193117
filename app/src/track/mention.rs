use serde::{Deserialize, Serialize};

use super::moves::{Move, Report};
use crate::format::Parsed;
use crate::text::Text;

/// Where something was context.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SourceRef {
    /// The document's place in the server's order, and its name.
    pub seq: u64,
    pub document: String,
    /// From 1.
    pub line: u32,
}

/// One thing that a document says of a chain.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Mention {
    pub place: SourceRef,
    /// When it was said, or else when the document was received, in milliseconds since 1970 (UTC).
    pub at_ms: i64,
    /// The document says when.
    #[serde(default)]
    pub is_dated: bool,
    /// Where the document lay; reports find their step by it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    /// Who said it; none for the agent whose session it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub agent: Option<String>,
    pub what: Move,
}

/// What the blocks of a document say of chains, with the line of each. An example in a fence says nothing.
pub fn mentions(text: &Text, blocks: &[Parsed]) -> Vec<(u32, Move)> {
    let mentions = |block: &Parsed| {
        let line = text.position(block.span.start).line;
        let mut moves = block.value.moves();
        if moves.is_empty() && is_report(block.spec.id) {
            moves.push(Move::Report(report(block)));
        }
        moves.into_iter().map(move |what| (line, what)).collect::<Vec<_>>()
    };
    blocks.iter().filter(|block| !block.fenced).flat_map(mentions).collect()
}

/// Reports and verdicts are about a step's work.
fn is_report(format: &str) -> bool {
    format.starts_with("5.") || format.starts_with("reaper/") || format.starts_with("delegate/")
}

fn report(block: &Parsed) -> Report {
    let summary = block.value.summary();
    Report {
        format: block.spec.id.to_owned(),
        name: block.spec.name.to_owned(),
        title: summary.title,
        verdict: summary.verdict,
        outcome: summary.outcome,
        score: summary.score,
        tally: summary.tally,
    }
}
