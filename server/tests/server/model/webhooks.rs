//! Webhooks, with everything that they sent or are to send.

use std::collections::BTreeSet;

use app::inbox::{Item, ItemKind};
use app::webhook::{Delivery, Outcome, Webhook};
use server::store::{DueDelivery, NewWebhook, Target, Tried, WebhookChange};

use super::Model;

pub struct Hook {
    id: i64,
    new: NewWebhook,
    /// The oldest first.
    pub deliveries: Vec<Sent>,
}

pub struct Sent {
    item: Option<Item>,
    /// The document that states the item.
    pub document: Option<u64>,
    logged: Delivery,
}

impl Model {
    /// Takes over the id of what is new.
    pub fn change_webhooks(&mut self, change: WebhookChange, new_id: i64) -> Option<i64> {
        match change {
            WebhookChange::Add(new) => {
                assert!(self.webhooks.iter().all(|hook| hook.id < new_id), "an id is used again");
                self.webhooks.push(Hook { id: new_id, new, deliveries: Vec::new() });
                Some(new_id)
            }
            WebhookChange::Remove(id) => {
                let found = self.webhooks.iter().position(|hook| hook.id == id)?;
                Some(self.webhooks.remove(found).id)
            }
            WebhookChange::Test(id) => {
                let hook = self.webhooks.iter_mut().find(|hook| hook.id == id)?;
                hook.deliveries.push(Sent { item: None, document: None, logged: queued(new_id, None) });
                Some(new_id)
            }
            WebhookChange::Tried(tried) => self.tried(&tried),
            WebhookChange::Recommended(items) => {
                let before = std::mem::take(&mut self.recommended);
                for item in items {
                    if !before.contains(&item.key) {
                        self.queue(&item, None);
                    }
                    self.recommended.insert(item.key);
                }
                None
            }
        }
    }

    /// Queues an item for the webhooks that report it.
    pub fn queue(&mut self, item: &Item, document: Option<u64>) {
        for hook in &mut self.webhooks {
            let filter = &hook.new.filter;
            let is_of_kind = filter.kinds.is_empty() || filter.kinds.contains(&item.kind);
            let is_of_session = filter.session.is_none() || filter.session == item.session;
            if is_of_kind && is_of_session && item.urgency >= filter.urgency {
                hook.deliveries.push(Sent {
                    item: Some(item.clone()),
                    document,
                    logged: queued(0, Some(item)),
                });
            }
        }
    }

    fn tried(&mut self, tried: &Tried) -> Option<i64> {
        let hook = self.webhooks.iter_mut().find(|hook| hook.id == tried.webhook)?;
        let found = hook.deliveries.iter_mut().find(|sent| sent.logged.id == tried.delivery);
        let is_known = found.map(|Sent { item, document, logged }| {
            logged.attempts += 1;
            (logged.tried_ms, logged.took_ms) = (Some(tried.at_ms), Some(tried.took_ms));
            (logged.status, logged.error, logged.due_ms) =
                (tried.status, tried.error.clone(), tried.again_ms);
            // A chain or a quarantine may outlive its documents, and what they said goes with them.
            let may_stay = document.is_some() || logged.kind == Some(ItemKind::Recommendation);
            item.take_if(|_| tried.again_ms.is_none() && !may_stay);
        });
        for sent in &mut hook.deliveries {
            let paused = sent.logged.due_ms.zip(tried.pause_until_ms);
            sent.logged.due_ms =
                paused.map_or(sent.logged.due_ms, |(due_ms, until_ms)| Some(due_ms.max(until_ms)));
        }
        is_known.map(|()| tried.delivery)
    }

    /// Takes over the ids of deliveries, which the log shows newest first.
    pub fn name_deliveries(&mut self, webhook: i64, log: &[Delivery]) {
        let Some(hook) = self.webhooks.iter_mut().find(|hook| hook.id == webhook) else { return };
        for (sent, shown) in hook.deliveries.iter_mut().rev().zip(log) {
            sent.logged.id = shown.id;
        }
    }

    pub fn webhooks(&self) -> Vec<Webhook> {
        let shown = self.webhooks.iter().map(|Hook { id, new, deliveries }| {
            let NewWebhook { name, target: Target { url, shape, secret }, filter } = new.clone();
            let tried = deliveries.iter().filter(|sent| sent.logged.tried_ms.is_some());
            let queued = deliveries.iter().filter(|sent| sent.logged.due_ms.is_some()).count() as u64;
            let last = tried.max_by_key(|sent| sent.logged.tried_ms).map(Sent::shown);
            let target = url.0.split('/').take(3).collect::<Vec<_>>().join("/");
            Webhook { id: *id, name, target, shape, is_signed: secret.is_some(), filter, queued, last }
        });
        shown.collect()
    }

    pub fn webhook_target(&self, id: i64) -> Option<Target> {
        self.webhooks.iter().find(|hook| hook.id == id).map(|hook| hook.new.target.clone())
    }

    pub fn webhook_log(&self, id: i64, most: u32) -> Option<Vec<Delivery>> {
        let hook = self.webhooks.iter().find(|hook| hook.id == id)?;
        Some(hook.deliveries.iter().rev().take(most as usize).map(Sent::shown).collect())
    }

    pub fn deliveries_due(&self, now_ms: i64, busy: Vec<i64>) -> Vec<DueDelivery> {
        let is_due = |sent: &&Sent| sent.logged.due_ms.is_some_and(|due_ms| due_ms <= now_ms);
        let free = self.webhooks.iter().filter(|hook| !busy.contains(&hook.id));
        let due = free.filter_map(|Hook { id, new, deliveries }| {
            let Sent { item, logged, .. } = deliveries.iter().find(is_due)?;
            let (attempts, target, item) = (logged.attempts, new.target.clone(), item.clone()?);
            Some(DueDelivery { id: logged.id, webhook: *id, attempts, target, item })
        });
        due.collect()
    }

    pub fn recommended(&self) -> BTreeSet<String> {
        self.recommended.clone()
    }
}

fn queued(id: i64, item: Option<&Item>) -> Delivery {
    Delivery {
        id,
        kind: item.map(|item| item.kind),
        session: item.and_then(|item| item.session.clone()),
        title: None,
        place: None,
        outcome: Outcome::Queued,
        attempts: 0,
        tried_ms: None,
        took_ms: None,
        status: None,
        error: None,
        // Tests are sent by whoever adds them.
        due_ms: item.map(|_| 0),
    }
}

impl Sent {
    fn shown(&self) -> Delivery {
        let Self { item, logged, .. } = self;
        let outcome = match (logged.due_ms, &logged.error) {
            (None, Some(_)) => Outcome::Failed,
            (None, None) if logged.attempts > 0 => Outcome::Delivered,
            _ => Outcome::Queued,
        };
        let title = item.as_ref().map(|item| item.title.clone());
        Delivery { outcome, title, place: item.as_ref().map(|item| item.place.clone()), ..logged.clone() }
    }
}
