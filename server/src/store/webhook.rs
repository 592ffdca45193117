//! What changes webhooks in the store, and what it hands out to send.

use std::fmt;

use app::inbox::Item;
use app::webhook::{Filter, Shape};

/// Words that are never shown, not even in a log.
#[derive(Clone, PartialEq, Eq)]
pub struct Private(pub String);

impl fmt::Debug for Private {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("…")
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewWebhook {
    pub name: String,
    pub target: Target,
    pub filter: Filter,
}

/// Where a webhook sends, how, and signed with what.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    pub url: Private,
    pub shape: Shape,
    pub secret: Option<Private>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WebhookChange {
    /// The answer is its id, or `None` if there are [`MOST_WEBHOOKS`].
    Add(NewWebhook),
    /// The answer is its id, or `None` if there is none.
    Remove(i64),
    /// The answer is the id of the delivery, or `None` if its webhook or its document was removed meanwhile.
    Tried(Tried),
    /// A test is about to be sent. The answer is the id of its delivery, or `None` if there is no such webhook.
    Test(i64),
    /// These recommendations are open now; those that were not are reported.
    Recommended(Vec<Item>),
}

pub const MOST_WEBHOOKS: u32 = 50;

/// The outcome of an attempt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tried {
    pub delivery: i64,
    pub webhook: i64,
    pub at_ms: i64,
    pub took_ms: u64,
    /// What was answered, or why nothing was.
    pub status: Option<u16>,
    pub error: Option<String>,
    /// When it is sent again; `None` if it was delivered or is given up.
    pub again_ms: Option<i64>,
    /// The receiver asked to wait until then, also with other deliveries.
    pub pause_until_ms: Option<i64>,
}

/// A delivery whose time has come.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DueDelivery {
    pub id: i64,
    pub webhook: i64,
    /// How often it was tried.
    pub attempts: u32,
    pub target: Target,
    pub item: Item,
}
