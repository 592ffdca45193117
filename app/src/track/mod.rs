//! Where chains stand: what documents say of them, folded in the server's order. Pure, so that any moment can be had
//! again from the log, on the server as in the browser.

mod chain;
mod course;
mod gates;
mod layout;
mod mention;
mod moves;
mod notes;
mod once;
mod reports;
mod session;
mod spoken_of;
mod waits;

pub use chain::{Asked, Attached, Chain, ChainHead, ChainState, SecondOpinion, Step, Waiting};
pub use gates::gate_name;
pub use layout::{Edge, Layout, Node};
pub use mention::{Mention, Place, mentions};
pub use moves::{Ended, Move, Next, Planned, Progress, Report};
pub use notes::{Note, NoteKind};
pub use once::once;
pub use session::{Routed, Session};
