//! The state of chains: what documents report about them, folded in the server's order. Pure: any earlier state can
//! be computed from the log, on the server and in the browser.

mod blocked;
mod chain;
mod chain_events;
mod dedupe_versions;
mod gates;
mod layout;
mod mention;
mod notes;
mod opinions;
mod reports;
mod resolve_chain;
mod session;
mod session_state;
mod waits;

pub use chain::{
    Attached, Chain, ChainHead, ChainState, EarlierAttempt, GivenOpinion, OpenQuestion, SecondOpinion, Step,
    Waiting,
};
pub use dedupe_versions::dedupe_versions;
pub use gates::{gate_called, gate_label, gate_name, is_own_gate, own_gate};
pub use layout::{Edge, Layout, Node};
pub use mention::{Mention, SourceRef, mentions};
pub use notes::{Note, NoteKind};
pub use opinions::TwoOpinions;
pub(crate) use opinions::ends_alike;
pub use session::{Routed, Session};
