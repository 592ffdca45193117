//! Webhooks, what they are to send, and what they sent.

pub(in crate::store) mod changes;
pub(in crate::store) mod queries;

pub(super) use changes::queue;
pub(super) use queries::{due, list, log, recommended, target};
