//! Outgoing webhooks: they report items of the inbox to hosts that the operator allowed. The store queues what is to be
//! sent, together with the item; this sends it, and again where that may help.

mod hosts;
mod request;
mod retry;
mod send;
mod worker;

use std::sync::Arc;

use app::api::WebhooksPage;
use app::webhook::{Delivery, Message, Webhook};
use tracing::field::Empty;
use tracing::{Instrument, debug_span};

use self::retry::next_attempt;
use self::send::{Answer, Sender};
use crate::clock;
use crate::store::{DueDelivery, SharedStore, StoreError, Target, WebhookChange};
use crate::telemetry::SPANS;

pub use self::hosts::{PublicUrl, WebhookHost};
pub use self::request::{BadWebhook, WebhookRequest};
pub use self::worker::keep_sent;

/// The deliveries of a log.
const MOST_LOGGED: u32 = 200;

/// What the operator decides of webhooks.
#[derive(Clone, Debug, Default)]
pub struct Outgoing {
    pub hosts: Vec<WebhookHost>,
    /// For links.
    pub public_url: Option<PublicUrl>,
}

impl Outgoing {
    /// Returns the same for a project, whose address begins with its name.
    pub fn of_project(&self, name: &str) -> Self {
        let public_url = self.public_url.as_ref().and_then(|url| url.of_project(name));
        Self { public_url, hosts: self.hosts.clone() }
    }
}

pub struct Webhooks {
    store: SharedStore,
    outgoing: Outgoing,
    sender: Sender,
}

impl Webhooks {
    pub fn new(store: SharedStore, outgoing: Outgoing) -> Self {
        Self { store, outgoing, sender: Sender::default() }
    }

    /// Returns the address of this server for people, without a slash at its end.
    pub fn public_url(&self) -> Option<&str> {
        self.outgoing.public_url.as_ref().map(PublicUrl::as_str)
    }

    /// Returns what the page shows, with the log of one of them.
    pub async fn page(&self, log: Option<i64>) -> Result<WebhooksPage, StoreError> {
        let webhooks = self.store.webhooks().await?;
        let deliveries = match log {
            Some(id) => self.deliveries(id).await?,
            None => None,
        };
        let allowed = self.outgoing.hosts.iter().map(ToString::to_string).collect();
        let has_links = self.outgoing.public_url.is_some();
        Ok(WebhooksPage { allowed, has_links, webhooks, log: log.zip(deliveries) })
    }

    pub async fn deliveries(&self, id: i64) -> Result<Option<Vec<Delivery>>, StoreError> {
        self.store.webhook_log(id, MOST_LOGGED).await
    }

    /// Adds a webhook, from now on.
    pub async fn add(&self, request: WebhookRequest) -> Result<Result<Webhook, BadWebhook>, StoreError> {
        let new = match request.checked(&self.outgoing.hosts) {
            Ok(new) => new,
            Err(bad) => return Ok(Err(bad)),
        };
        let Some(id) = self.store.change_webhooks(WebhookChange::Add(new)).await? else {
            return Ok(Err(BadWebhook::TooMany));
        };
        let added = self.store.webhooks().await?.into_iter().find(|webhook| webhook.id == id);
        added.map(Ok).ok_or_else(|| StoreError::Failed("a webhook was removed at once".to_owned()))
    }

    /// Returns whether there was one.
    pub async fn remove(&self, id: i64) -> Result<bool, StoreError> {
        Ok(self.store.change_webhooks(WebhookChange::Remove(id)).await?.is_some())
    }

    /// Sends a test at once, and only once. `None` if there is no such webhook.
    pub async fn test(&self, id: i64) -> Result<Option<Delivery>, StoreError> {
        let Some(target) = self.store.webhook_target(id).await? else { return Ok(None) };
        let Some(delivery) = self.store.change_webhooks(WebhookChange::Test(id)).await? else {
            return Ok(None);
        };
        let now_ms = clock::now_ms();
        let answer = self.send(target, Message { delivery, item: None }, now_ms).await;
        let tried = answer.tried(delivery, id, now_ms, (None, None));
        self.store.change_webhooks(WebhookChange::Tried(tried)).await?;
        let log = self.deliveries(id).await?;
        Ok(log.and_then(|log| log.into_iter().find(|logged| logged.id == delivery)))
    }

    /// Sends a delivery and records what became of it.
    async fn deliver(&self, due: DueDelivery, now_ms: i64) -> Result<(), StoreError> {
        let DueDelivery { id: delivery, webhook, attempts, target, item } = due;
        let span = debug_span!(
            target: SPANS,
            "webhook",
            otel.kind = "client",
            otel.status_code = Empty,
            webhook,
            delivery,
            attempt = attempts + 1,
            http.response.status_code = Empty,
        );
        let sent = self.send(target, Message { delivery, item: Some(item) }, now_ms);
        let answer = sent.instrument(span.clone()).await;
        span.record("http.response.status_code", answer.status);
        if answer.error.is_some() {
            span.record("otel.status_code", "ERROR");
        }
        let next = next_attempt(attempts, &answer, now_ms);
        let tried = answer.tried(delivery, webhook, now_ms, next);
        self.store.change_webhooks(WebhookChange::Tried(tried)).await?;
        Ok(())
    }

    async fn send(&self, target: Target, message: Message, now_ms: i64) -> Answer {
        // The operator may allow less than when it was added.
        if let Err(bad) = hosts::check(&target.url.0, &self.outgoing.hosts) {
            return Answer::never(bad.to_string());
        }
        let public_url = self.outgoing.public_url.as_ref().map(PublicUrl::as_str);
        let body = message.body(target.shape, public_url);
        self.sender.clone().send(target, &message, body, now_ms).await
    }

    /// Reports the recommendations that were not open before.
    pub async fn report_recommended(&self, open: Vec<app::inbox::Item>) -> Result<(), StoreError> {
        let known = self.store.recommended().await?;
        if known.len() != open.len() || open.iter().any(|item| !known.contains(&item.key)) {
            self.store.change_webhooks(WebhookChange::Recommended(open)).await?;
        }
        Ok(())
    }

    /// Sends everything that is due, one after the other.
    pub async fn send_due(self: &Arc<Self>, now_ms: i64) -> Result<(), StoreError> {
        let mut sending = worker::Sending::default();
        loop {
            sending.start_due(self, now_ms).await?;
            if !sending.finish_one().await {
                return Ok(());
            }
        }
    }
}
