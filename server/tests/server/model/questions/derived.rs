//! Questions about what is derived from documents, and what people keep beside them.

use std::collections::BTreeSet;

use app::api::{SessionHead, SessionsQuery};
use app::document::State;
use app::health::{GateHour, RuleHour};
use app::inbox::ItemKind;
use app::trace::{Trace, TraceQuery};
use server::store::{WaitingQuery, Window};

use super::all_of;
use crate::model::drafts::{HOUR_MS, SESSIONS, START_MS};
use crate::model::play::{Pair, same};

pub(super) async fn sessions(pair: &Pair) {
    let any = SessionsQuery::default;
    let mut query = any();
    loop {
        query.before = page_of_sessions(pair, query.clone()).await;
        if query.before.is_none() {
            break;
        }
    }
    for name in ["ÜBER", "night", "작업", "session 1", "folder:", "%", "_"] {
        page_of_sessions(pair, SessionsQuery { name: Some(name.to_owned()), ..any() }).await;
    }
    for state in State::ALL {
        page_of_sessions(pair, SessionsQuery { state: Some(state), ..any() }).await;
    }
    let listed = pair.model.listed_sessions().into_iter().map(|session| session.name);
    for name in listed.filter(|name| !name.starts_with("session ")).chain(["nobody".to_owned()]) {
        let found = pair.store.session(name.clone()).await.unwrap();
        let of_model = pair.model.session(name.clone());
        let timed = |session| without_times_of_lines(pair, session);
        assert_eq!(found.map(timed), of_model.map(timed), "the store (left) and the model differ in {name}");
        let mut lines = pair.store.lines(name.clone()).await.unwrap();
        lines.lines.sort_by(|left, right| left.key.cmp(&right.key));
        assert_eq!(lines, pair.model.lines(name.clone()), "the store (left) and the model differ in {name}");
        same!(pair, mentions(name, None));
        same!(pair, mentions(name, Some(pair.model.seq / 2)));
        let query = TraceQuery { session: Some(name), ..TraceQuery::default() };
        traces(pair, query).await;
    }
    let due = pair.store.sessions_due(1_000).await.unwrap();
    assert_eq!(
        due.into_iter().map(|(session, _)| session).collect::<BTreeSet<_>>(),
        pair.model.sessions_due()
    );
}

/// Returns where the next page begins.
async fn page_of_sessions(pair: &Pair, query: SessionsQuery) -> Option<u64> {
    let mut found = pair.store.sessions(query.clone()).await.unwrap();
    let mut of_model = pair.model.sessions(query.clone());
    for list in [&mut found.sessions, &mut of_model.sessions] {
        *list = list.drain(..).map(|session| without_times_of_lines(pair, session)).collect();
    }
    assert_eq!(found, of_model, "the store (left) and the model differ in {query:?}");
    found.next
}

/// A session goes on where its transcript began, until a document of it is removed.
fn without_times_of_lines(pair: &Pair, session: SessionHead) -> SessionHead {
    let is_traced = pair.model.is_traced(&session.name);
    if is_traced { SessionHead { first_ms: 0, newest_ms: 0, ..session } } else { session }
}

/// Walks through all pages of traces.
async fn traces(pair: &Pair, query: TraceQuery) {
    let found = all_of(async |before| {
        let page = pair.store.traces(TraceQuery { before, ..query.clone() }).await.unwrap();
        (page.traces, page.next)
    });
    let found = found.await;
    assert_eq!(found, pair.model.traces(&query), "the store (left) and the model differ in {query:?}");
}

/// Sums may be in any order, and of records that lost the same at the same time any may be listed.
pub(super) async fn health(pair: &Pair) {
    for since_hour in [0, START_MS / HOUR_MS + 30] {
        let mut found = pair.store.recorded(since_hour).await.unwrap();
        let of_model = pair.model.recorded(since_hour);
        found.hours.sort_by(|left, right| key_of(left).cmp(&key_of(right)));
        found.rules.sort_by(|left, right| rule_of(left).cmp(&rule_of(right)));
        for days in [&mut found.agents, &mut found.models] {
            days.sort_by(|left, right| (left.day, &left.name).cmp(&(right.day, &right.name)));
        }
        found.decided.sort_by(|left, right| (&left.rule, &left.format).cmp(&(&right.rule, &right.format)));
        found.newest.sort_by_key(|(gate, _)| *gate);
        for (rule, of_model) in found.rules.iter_mut().zip(&of_model.rules) {
            // Those of a record that was removed are kept, within the hour.
            assert!(rule.first_ms <= of_model.first_ms && rule.last_ms >= of_model.last_ms, "{rule:?}");
            (rule.first_ms, rule.last_ms) = (of_model.first_ms, of_model.last_ms);
        }
        assert_eq!(found, of_model, "the store (left) and the model differ since {since_hour}");
        for gate in [None, Some(4), Some(9)] {
            let window = Window { since_hour, gate };
            let (found, of_model) = (pair.store.ledger(window).await.unwrap(), pair.model.ledger(window));
            assert_eq!(found.sum, of_model.sum, "the store (left) and the model differ in {window:?}");
            let order = |traces: &[Trace]| -> Vec<_> {
                traces
                    .iter()
                    .take(20)
                    .map(|trace| (trace.lost(), trace.at_ms, trace.seq, trace.block))
                    .collect()
            };
            assert_eq!(order(&found.records), order(&of_model.records), "{window:?}");
            assert!(found.records.iter().all(|record| of_model.records.contains(record)), "{window:?}");
        }
    }
    for session in SESSIONS {
        same!(pair, session_health(session.to_owned()));
    }
}

fn key_of(of: &GateHour) -> (i64, u32, &str) {
    (of.hour, of.gate, &of.format)
}

fn rule_of(of: &RuleHour) -> (i64, &str, &str) {
    (of.hour, &of.rule, &of.format)
}

pub(super) async fn work_items(pair: &Pair) {
    let items = same!(pair, work_items(None)).items;
    for task in items.into_iter().map(|item| item.task).chain(["nothing".to_owned()]) {
        same!(pair, work_item(task));
    }
}

pub(super) async fn inbox(pair: &Pair) {
    for now_ms in [START_MS, START_MS + 40 * HOUR_MS, START_MS + 200 * HOUR_MS] {
        for kind in ItemKind::ALL {
            let query = WaitingQuery { kind: Some(kind), most: 2, now_ms };
            same!(pair, waiting(query));
        }
        for most in [2, 1_000] {
            same!(pair, waiting(WaitingQuery { kind: None, most, now_ms }));
            same!(pair, snoozed(most, now_ms));
            same!(pair, done(most));
        }
    }
    let keys = pair.model.known_keys();
    same!(pair, handled(keys));
    for key in keys.iter().chain([&"nothing".to_owned()]) {
        same!(pair, has_item(key));
    }
}

pub(super) async fn quarantines(pair: &Pair) {
    for now_ms in [START_MS, START_MS + 40 * HOUR_MS] {
        for most in [2, 1_000] {
            same!(pair, quarantines(now_ms, most));
            same!(pair, active_of("session", now_ms, most));
        }
        for name in SESSIONS {
            same!(pair, quarantined("session".to_owned(), name.to_owned(), now_ms));
        }
    }
    let names: Vec<String> = SESSIONS.iter().map(|name| (*name).to_owned()).collect();
    same!(pair, quarantine_periods("session", names));
}

pub(super) async fn others(pair: &Pair) {
    for format in [None, Some("5.1"), Some("reaper/test-runner")] {
        for gate in [None, Some(4), Some(9)] {
            let query = TraceQuery { gate, format: format.map(str::to_owned), ..TraceQuery::default() };
            traces(pair, query).await;
        }
    }
    same!(pair, webhooks());
    same!(pair, recommended());
    for id in pair.model.webhook_ids() {
        same!(pair, webhook_target(id));
    }
    for now_ms in [START_MS, START_MS + 40 * HOUR_MS] {
        for token in pair
            .model
            .previews(START_MS)
            .into_iter()
            .map(|preview| preview.token)
            .chain(["token 1".to_owned()])
        {
            for document in [None, Some(0), Some(1), Some(2)] {
                let found = pair.store.preview(token.clone(), document, now_ms).await.unwrap();
                let of_model = pair.model.preview(token.clone(), document, now_ms);
                assert_eq!(format!("{found:?}"), format!("{of_model:?}"));
            }
        }
        same!(pair, previews(now_ms));
    }
    same!(pair, views());
    same!(pair, tokens());
    same!(pair, has_tokens());
    let mut before = None;
    loop {
        before = same!(pair, audit_log(before)).next;
        if before.is_none() {
            break;
        }
    }
    same!(pair, bookmark("/repo/log".to_owned()));
    same!(pair, mirror());
}
