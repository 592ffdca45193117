//! Outgoing webhooks: which items of the inbox they report, in which shape, and what became of each delivery. Pure: the
//! store keeps them, and the server sends.

mod message;

use serde::{Deserialize, Serialize};

use crate::health::Urgency;
use crate::inbox::{ItemKind, Place};

pub use message::Message;

crate::named::named! {
    /// What the receiver understands.
    #[derive(Default, Serialize, Deserialize)]
    #[cfg_attr(feature = "ssr", derive(schemars::JsonSchema))]
    #[serde(rename_all = "lowercase")]
    pub enum Shape {
        #[default]
        Json = "json",
        /// What Slack and programs like it take: one text.
        Slack = "slack",
    }

    #[derive(Serialize, Deserialize)]
    #[cfg_attr(feature = "ssr", derive(schemars::JsonSchema), schemars(rename = "DeliveryOutcome"))]
    #[serde(rename_all = "lowercase")]
    pub enum Outcome {
        /// It is sent as soon as possible, or again when its time comes.
        Queued = "queued",
        Delivered = "delivered",
        Failed = "failed",
    }
}

/// The items that a webhook reports.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ssr", derive(schemars::JsonSchema), schemars(rename = "WebhookFilter"))]
pub struct Filter {
    /// All kinds if it is empty.
    #[serde(default)]
    pub kinds: Vec<ItemKind>,
    /// The least urgency.
    #[serde(default = "least")]
    pub urgency: Urgency,
    /// Those of this session alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub session: Option<String>,
}

const fn least() -> Urgency {
    Urgency::Medium
}

impl Default for Filter {
    fn default() -> Self {
        Self { kinds: Vec::new(), urgency: least(), session: None }
    }
}

/// A webhook as pages and programs see it: without its secret, and without the path of its address, which is a secret with
/// many receivers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ssr", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Webhook {
    pub id: i64,
    pub name: String,
    /// Scheme, host and port of its address.
    pub target: String,
    pub shape: Shape,
    /// It has a secret, with which deliveries are signed.
    pub is_signed: bool,
    #[serde(flatten)]
    pub filter: Filter,
    /// The deliveries that wait to be sent, for the first time or again.
    pub queued: u64,
    /// The delivery that was tried last.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last: Option<Delivery>,
}

/// An item on its way to a webhook, or a test.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ssr", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Delivery {
    pub id: i64,
    /// `None` for a test.
    pub kind: Option<ItemKind>,
    pub session: Option<String>,
    /// `None` once it is forgotten, and for tests.
    pub title: Option<String>,
    /// Where a person acts; forgotten with the title.
    #[serde(skip)]
    pub place: Option<Place>,
    pub outcome: Outcome,
    pub attempts: u32,
    /// The last attempt: when it was made, how long it took, what was answered, or why nothing was.
    pub tried_ms: Option<i64>,
    pub took_ms: Option<u64>,
    pub status: Option<u16>,
    pub error: Option<String>,
    /// When it is sent again.
    pub due_ms: Option<i64>,
}
