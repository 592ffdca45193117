//! What an agent says it did, beside what its tools answered; and the facts of a session, from the same lines of its
//! transcripts.
//!
//! A line is reduced to its facts where it is read ([`LineFacts`]), which needs no other line; a session is a fold over
//! the facts of its lines ([`Evidence`]).

mod answer;
mod claim;
mod command;
mod facts;
mod judge;
mod line;
mod prices;
mod quote;
mod thread;

use serde::{Deserialize, Serialize};

pub use answer::{Answer, AnswerState, Counts};
pub use claim::{Claim, Subject};
pub use facts::{AgentFacts, Facts, FailedCommand, FileFacts, ModelFacts, ToolFacts};
pub use judge::{Judged, Said, Verdict};
pub use line::{Call, LineFacts, Place, Tokens};
pub use prices::{Price, Prices};

/// The claims and facts of a session.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ssr", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Evidence {
    /// Contradicted ones first, then those that nothing supports; each group in the order of the session.
    pub claims: Vec<Judged>,
    pub confirmed: u64,
    pub contradicted: u64,
    pub unsupported: u64,
    pub facts: Facts,
    /// The session has more lines than were read.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_cut: bool,
}

/// The claims that are listed, after those that are contradicted. All are counted.
const LISTED: usize = 500;

impl Evidence {
    /// Folds the lines of a session, in any order.
    pub fn of(mut lines: Vec<LineFacts>, prices: &Prices) -> Self {
        in_order(&mut lines);
        let mut claims = judge::judge(&lines);
        let count = |verdict: Verdict| claims.iter().filter(|claim| claim.verdict == verdict).count() as u64;
        let [confirmed, contradicted, unsupported] =
            [Verdict::Confirmed, Verdict::Contradicted, Verdict::Unsupported].map(count);
        claims.sort_by_key(|claim| claim.verdict.rank());
        claims.truncate(LISTED.max(contradicted as usize).min(2 * LISTED));
        Self { claims, confirmed, contradicted, unsupported, facts: Facts::of(&lines, prices), is_cut: false }
    }

    pub fn is_empty(&self) -> bool {
        self.claims.is_empty() && self.facts == Facts::default()
    }
}

/// Orders lines by their time, since a session has several files. A line without a time follows the one before it in its
/// file.
fn in_order(lines: &mut [LineFacts]) {
    lines.sort_by(|left, right| {
        (&left.place.file, left.place.line).cmp(&(&right.place.file, right.place.line))
    });
    let mut before: Option<(String, i64)> = None;
    for line in lines.iter_mut() {
        let of_file = before.as_ref().filter(|(file, _)| *file == line.place.file).map(|(_, at_ms)| *at_ms);
        line.at_ms = line.at_ms.or(of_file);
        if let Some(at_ms) = line.at_ms {
            before = Some((line.place.file.clone(), at_ms));
        }
    }
    lines.sort_by_key(|line| line.at_ms);
}
