use serde::{Deserialize, Serialize};

use crate::format::Parsed;
use crate::moves::{Move, Report};
use crate::text::Text;

/// A line of a document.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ssr", derive(schemars::JsonSchema))]
pub struct SourceRef {
    /// The document's place in the server's order, and its id.
    pub seq: u64,
    pub document: String,
    /// From 1.
    pub line: u32,
}

/// Something that a document reports about a chain.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Mention {
    pub place: SourceRef,
    /// When it was written, or else when the document was received, in milliseconds since 1970 (UTC).
    pub at_ms: i64,
    /// The document states the time.
    #[serde(default)]
    pub is_dated: bool,
    /// The path of the document, by which reports are matched to steps.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    /// The sub-agent or tool that wrote it; `None` for the session's own agent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub agent: Option<String>,
    pub what: Move,
}

/// Returns what the blocks of a document report about chains, with the line of each. Examples in a fence don't count.
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

/// Returns whether a format reports on the work of a step.
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
        state: block.state(),
        score: summary.score,
        tally: summary.tally,
    }
}
