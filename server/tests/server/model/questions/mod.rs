//! What a store is asked, and the model.

mod decisions;
mod derived;

use std::collections::BTreeSet;

use app::api::ListQuery;
use app::document::DocumentHead;
use app::event::{Cursor, Envelope, Event, QuarantineAction};
use server::store::{Replay, WaitingQuery};

use super::drafts::{HOUR_MS, START_MS};
use super::play::{Pair, same};
use super::{EPOCH, Model};

/// Queries of lists. Those of words find whole words, beginnings and parts of them.
const QUERIES: &[&str] = &[
    "",
    "kind=event",
    "kind=verdict",
    "kind=report&state=contradicted",
    "state=failed",
    "state=passed",
    "state=none",
    "state=unknown",
    "format=5.1",
    "format=reaper/test-runner",
    "format=6.1&session=night",
    "severity=low",
    "severity=high",
    "severity=critical&session=night",
    "severity=worst",
    "session=night",
    "session=Überprüfung",
    "session=야간 작업",
    "from=2026-11-21",
    "to=2026-11-20",
    "from=2026-11-21&to=2026-11-21",
    "from=yesterday",
    "pinned=true",
    "pinned=false",
    "pinned=perhaps",
    "run=run-1",
    "commit=a1b2c3",
    "run=run-2&commit=d4e5f6",
    "repository=acme/billing",
    "agent=review-9&state=passed",
    "path=plan.md",
    "path=runs/",
    "path=runs/a/",
    "path=docs/&kind=report",
    "path=docs",
    "q=refund",
    "q=REFUND orders",
    "q=retry nothing",
    "q=re",
    "q=of",
    "q=timed",
    "q=src/billing/refund.rs",
    "q=billing",
    "q=환불",
    "q=보고서 요청",
    "q=refund&in=title",
    "q=night&in=title",
    "q=refund&session=night",
    "q=note&from=2026-11-20",
    "q=refund&run=run-1",
    "q=session&kind=report",
];

/// The limits that pages are asked for with, in turn.
const LIMITS: [Option<u32>; 4] = [None, Some(7), Some(3), Some(200)];

pub async fn ask_some(pair: &Pair) {
    assert_eq!(*pair.store.head().borrow(), pair.model.head());
    same!(pair, totals());
    replay(pair, pair.model.seq.saturating_sub(4), 1_000).await;
    let waiting = WaitingQuery { kind: None, most: 1_000, now_ms: START_MS + 12 * HOUR_MS };
    same!(pair, waiting(waiting));
    for id in pair.model.webhook_ids() {
        same!(pair, webhook_log(id, 1_000));
    }
}

pub async fn ask_all(pair: &Pair) {
    same!(pair, feed());
    for (number, query) in QUERIES.iter().enumerate() {
        let parsed: ListQuery = serde_urlencoded::from_str(query).unwrap();
        pages(pair, ListQuery { limit: LIMITS[number % LIMITS.len()], ..parsed }).await;
    }
    for document in &pair.model.documents {
        same!(pair, get(document.head.id));
        same!(pair, session_at(document.head.seq));
    }
    for id in &pair.model.removed {
        same!(pair, get(id));
    }
    for after in [0, pair.model.seq / 2, pair.model.seq, pair.model.seq + 1] {
        replay(pair, after, 7).await;
        replay(pair, after, 1_000).await;
    }
    let replayed = pair.store.replay(Cursor { epoch: EPOCH - 1, seq: 0 }, 1).await.unwrap();
    assert_eq!(replayed, Replay::Gone, "a cursor of another epoch");
    let (mut texts, mut after) = (Vec::new(), 0);
    loop {
        let some = pair.store.texts(after).await.unwrap();
        let Some((last, _)) = some.last() else { break };
        after = last.seq;
        texts.extend(some);
    }
    let of_model = pair.model.documents.iter().map(|document| (document.head.clone(), document.raw.clone()));
    assert_eq!(texts, of_model.collect::<Vec<_>>(), "the store (left) and the model differ in their texts");
    same!(pair, derivation());
    same!(pair, catalogs());
    derived::sessions(pair).await;
    derived::health(pair).await;
    derived::work_items(pair).await;
    decisions::decisions(pair).await;
    derived::inbox(pair).await;
    derived::quarantines(pair).await;
    derived::others(pair).await;
}

/// Returns what is on all pages. `ask` returns one, and where the next begins.
async fn all_of<T, P: Copy>(mut ask: impl AsyncFnMut(Option<P>) -> (Vec<T>, Option<P>)) -> Vec<T> {
    let (mut found, mut before) = (Vec::new(), None);
    loop {
        let (page, next) = ask(before).await;
        found.extend(page);
        before = next;
        if before.is_none() {
            return found;
        }
    }
}

/// Walks through all pages of a list. Each but the last is full.
async fn pages(pair: &Pair, mut query: ListQuery) {
    let limit = query.limit.unwrap_or(50) as usize;
    let mut found: Vec<DocumentHead> = Vec::new();
    loop {
        let page = pair.store.list(query.clone()).await.unwrap();
        assert!(
            page.documents.len() == limit || page.documents.len() < limit && page.next.is_none(),
            "{query:?}"
        );
        assert_eq!(page.not_searched, 0);
        let listed: BTreeSet<&String> = page.documents.iter().map(|head| &head.id).collect();
        assert!(
            page.excerpts.keys().all(|id| listed.contains(id)),
            "an excerpt of what isn't listed: {query:?}"
        );
        found.extend(page.documents);
        let Some(next) = page.next else { break };
        query.before = Some(next);
    }
    query.before = None;
    assert_eq!(found, pair.model.list(&query), "the store (left) and the model differ in {query:?}");
}

async fn replay(pair: &Pair, after: u64, limit: u32) {
    let after = Cursor { epoch: EPOCH, seq: after };
    let found = match pair.store.replay(after, limit).await.unwrap() {
        Replay::Gone => None,
        Replay::Events(frames) => {
            let envelopes = frames.iter().map(|frame| serde_json::from_str::<Envelope>(&frame.json).unwrap());
            Some(envelopes.map(without_time).collect::<Vec<_>>())
        }
    };
    let expected = pair.model.replay(after, limit);
    assert_eq!(found, expected.map(|events| events.into_iter().map(without_time).collect()), "after {after}");
}

/// When a removal releases something, the store's own clock says when that was.
fn without_time(mut envelope: Envelope) -> Envelope {
    if let Event::QuarantineEvent(quarantine) = &mut envelope.event
        && quarantine.action == QuarantineAction::Remove
    {
        quarantine.timestamp.clear();
    }
    envelope
}

impl Model {
    pub fn webhook_ids(&self) -> Vec<i64> {
        self.webhooks().into_iter().map(|webhook| webhook.id).collect()
    }
}
