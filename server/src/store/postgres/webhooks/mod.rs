//! Webhooks, what they are to send, and what they sent.

mod changes;
mod queries;

pub(super) use changes::queue;
pub(super) use queries::{list, log, recommended, take_due, target};
