//! Steps that are about webhooks, previews and views.

use app::health::Urgency;
use app::inbox::{Item, ItemKind, Place, key};
use app::webhook::Shape;
use server::store::{
    NewPreview, NewWebhook, PreviewChange, Private, Target, Tried, ViewChange, WebhookChange,
};

use super::{Pair, pick};
use crate::model::drafts::START_MS;
use crate::model::steps::Step;

impl Pair {
    pub(super) async fn make_other(&mut self, step: Step) {
        self.made = self.made.wrapping_add(1);
        match step {
            Step::AddWebhook(filter, is_signed) => {
                let secret = is_signed.then(|| Private("secret".to_owned()));
                let url = Private("https://chat.example:8443/hooks/1".to_owned());
                let target = Target { url, shape: Shape::Slack, secret };
                let add = WebhookChange::Add(NewWebhook { name: "chat".to_owned(), target, filter });
                same_change!(self, change_webhooks(add));
            }
            Step::RemoveWebhook(at) => {
                let remove =
                    WebhookChange::Remove(pick(&self.model.webhook_ids(), at).copied().unwrap_or(-1));
                same_change!(self, change_webhooks(remove));
            }
            Step::TestWebhook(at) => {
                let test = WebhookChange::Test(pick(&self.model.webhook_ids(), at).copied().unwrap_or(-1));
                same_change!(self, change_webhooks(test));
            }
            Step::Recommend(numbers) => {
                let mut items: Vec<Item> = numbers.into_iter().map(recommendation).collect();
                items.dedup_by(|left, right| left.key == right.key);
                let recommended = WebhookChange::Recommended(items);
                same_change!(self, change_webhooks(recommended));
            }
            Step::Deliver { now_ms, again_ms, pauses } => self.deliver(now_ms, again_ms, pauses).await,
            Step::Publish { documents, now_ms, lasts_ms } => {
                let found = documents.into_iter().filter_map(|at| pick(&self.model.documents, at));
                let documents = found.map(|document| (document.head.clone(), document.raw.clone())).collect();
                let (token, title) = (format!("token {}", self.made), "A review".to_owned());
                let new = NewPreview {
                    token,
                    title,
                    published_ms: now_ms,
                    expires_ms: now_ms + lasts_ms,
                    documents,
                };
                let publish = PreviewChange::Publish(new);
                same_change!(self, change_previews(publish));
            }
            Step::Revoke(at, now_ms) => {
                let previews = self.model.previews(START_MS);
                let id = pick(&previews, at).map_or(-1, |preview| preview.id);
                let revoke = PreviewChange::Revoke { id, now_ms };
                same_change!(self, change_previews(revoke));
            }
            Step::ExpirePreviews(now_ms) => {
                let expire = PreviewChange::Expire { now_ms };
                same_change!(self, change_previews(expire));
            }
            Step::SaveView(name, at) => {
                let query = format!("limit={}", at.index(200));
                let save = ViewChange::Save { name: name.to_owned(), query };
                same_change!(self, change_views(save));
            }
            Step::RemoveView(at) => {
                let remove = ViewChange::Remove(pick(&self.model.views(), at).map_or(-1, |view| view.id));
                same_change!(self, change_views(remove));
            }
            step => self.make_access(step).await,
        }
    }

    async fn deliver(&mut self, now_ms: i64, again_ms: Option<i64>, pauses: bool) {
        let mut due = self.store.deliveries_due(now_ms, Vec::new()).await.unwrap();
        due.sort_by_key(|delivery| delivery.webhook);
        assert_eq!(due, self.model.deliveries_due(now_ms, Vec::new()));
        for delivery in due {
            let tried = WebhookChange::Tried(Tried {
                delivery: delivery.id,
                webhook: delivery.webhook,
                at_ms: now_ms,
                took_ms: 12,
                status: Some(if again_ms.is_some() { 503 } else { 200 }),
                error: again_ms.map(|_| "it is busy".to_owned()),
                again_ms,
                pause_until_ms: again_ms.filter(|_| pauses),
            });
            same_change!(self, change_webhooks(tried));
        }
    }
}

/// Returns what a chain of a session asks.
pub(super) fn gate(session: &str) -> Item {
    let place = Place::Chain { session: session.to_owned(), chain: "c1".to_owned() };
    item(key(&["human-gate", session]), ItemKind::HumanGate, Some(session), place)
}

fn recommendation(number: u8) -> Item {
    let place = Place::Pattern { format: "5.1".to_owned(), rule: "label-name".to_owned() };
    item(key(&["recommendation", &number.to_string()]), ItemKind::Recommendation, None, place)
}

fn item(key: String, kind: ItemKind, session: Option<&str>, place: Place) -> Item {
    Item {
        key,
        kind,
        urgency: Urgency::High,
        at_ms: START_MS,
        session: session.map(str::to_owned),
        title: "Checkout refunds".to_owned(),
        question: "Go on?".to_owned(),
        place,
        done_ms: None,
        until_ms: None,
    }
}
