//! What a row is, and how it went: the one vocabulary of badges, banners, tiles, filters, answers and events.

use serde::{Deserialize, Serialize};

crate::named::named! {
    /// What a block is.
    #[derive(Default, Hash, Serialize, Deserialize)]
    #[cfg_attr(feature = "ssr", derive(schemars::JsonSchema))]
    #[serde(rename_all = "lowercase")]
    pub enum Kind {
        /// Something happened: a step began, a chain ended.
        #[default]
        Event = "event",
        Report = "report",
        /// The verdict of a gate.
        Verdict = "verdict",
        /// A line of a register.
        Record = "record",
    }

    /// How something went: a document, a step, a chain, a session, a gate. In the order of how much it matters: what
    /// consists of several is in the last of their states.
    #[derive(Default, Hash, PartialOrd, Ord, Serialize, Deserialize)]
    #[cfg_attr(feature = "ssr", derive(schemars::JsonSchema))]
    #[serde(rename_all = "lowercase")]
    pub enum State {
        /// It has no state, or none that can be parsed.
        #[default]
        #[serde(alias = "unknown")]
        None = "none",
        #[serde(alias = "pass")]
        Passed = "passed",
        Running = "running",
        #[serde(alias = "fail")]
        Failed = "failed",
        /// For a person.
        Waiting = "waiting",
        /// It claims a state that its own content disproves.
        Contradicted = "contradicted",
        Quarantined = "quarantined",
    }
}

impl State {
    /// Returns the words of a badge: those of the verdict, unless what the block says disproves it. A verdict that is no
    /// state is shown as it is. `None` without either.
    pub fn label(self, verdict: Option<&str>) -> Option<String> {
        match (self, verdict) {
            (Self::None, None) => None,
            (Self::None | Self::Passed | Self::Failed | Self::Running | Self::Waiting, Some(verdict)) => {
                Some(verdict.replace('_', " ").to_lowercase())
            }
            _ => Some(self.as_str().to_owned()),
        }
    }
}

/// What disproves the state that a block claims.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ssr", derive(schemars::JsonSchema))]
pub struct Contradiction {
    /// The rule that found it.
    pub rule: String,
    pub message: String,
    /// The lines that contradict each other: of the claim, and of what disproves it.
    pub lines: Vec<u32>,
}
