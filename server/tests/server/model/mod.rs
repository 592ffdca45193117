//! The model: a store in memory, written for clarity, without an index, a cache, a counter or SQL. What an answer consists of
//! is looked for among all that was stored. Each history of changes is made in a store and in the model, and each answer
//! must be the same.
//!
//! It has no trait of its own, and doesn't implement [`Store`](server::store::Store), of which it covers a part. Its methods
//! have the names and arguments of the store's where they can, so that [`play`](play::play) can ask both.
//!
//! Covered: `append` (deliveries by key, by content and of files, versions, what returns), `remove`, `remove_samples`,
//! `pin`, `expire`, `get`, `list` with all filters, words and pages, `feed`, `totals`, `replay`, `head`, `sessions`,
//! `session`, `session_at`, `mentions`, `sessions_due`, `settle_chains`, `traces`, the sums of health with what was decided
//! about healing, `work_items`, `texts`, `rederive`, `reread` with the catalogs, `decisions` with the trails of tasks,
//! `add_lines`, `lines`, quarantines with their periods, the inbox, webhooks with their deliveries, previews, views,
//! tokens, the audit log, bookmarks and the mirror, also after a store was opened again.
//!
//! Not covered: `in_checkout`, `figures`, the limits of how much is stored, the text of an excerpt, and when ids are used
//! again: the model takes over the ids that a store chooses.

mod access;
mod decisions;
mod derivation;
mod documents;
mod drafts;
mod health;
mod inbox;
mod keeping;
mod lines;
mod lists;
mod play;
mod previews;
mod quarantines;
mod questions;
mod sessions;
mod steps;
mod webhooks;

use std::collections::{BTreeMap, BTreeSet};

use app::access::Audited;
use app::api::{SavedView, SessionHead};
use app::document::State;
use app::event::Event;
use app::health::Decided;
use app::quarantine::{Origin, QuarantineChange, QuarantineRecord};
use proptest::prelude::*;
use server::store::{Bookmark, InboxChoice, QuarantineRequest, StoredCatalog};

use documents::Document;
use drafts::{HOUR_MS, START_MS};
use play::Engine;
use steps::Step;

const EPOCH: u32 = 5;

#[derive(Default)]
pub struct Model {
    /// The place of the newest event.
    seq: u64,
    /// In their order.
    documents: Vec<Document>,
    /// The ids of documents that were removed or expired.
    removed: BTreeSet<String>,
    events: Vec<Logged>,
    /// Of sessions whose chains were folded.
    states: BTreeMap<String, State>,
    sessions_due: BTreeSet<String>,
    /// By their session and key.
    lines: BTreeMap<(String, String), lines::StoredLine>,
    /// How often documents changed by another derivation.
    derivations: u64,
    catalogs: Vec<StoredCatalog>,
    /// Whether documents changed since their formats did.
    has_reread: bool,
    /// Sessions as they were when their first lines came, or when their last document went.
    traced: BTreeMap<String, SessionHead>,
    quarantines: Vec<quarantines::Stated>,
    items: Vec<inbox::Asked>,
    choices: BTreeMap<String, InboxChoice>,
    decided: Vec<Decided>,
    webhooks: Vec<webhooks::Hook>,
    recommended: BTreeSet<String>,
    previews: Vec<previews::Published>,
    views: Vec<SavedView>,
    tokens: Vec<access::Known>,
    audited: Vec<Audited>,
    bookmarks: BTreeMap<String, Bookmark>,
    mirror: Option<String>,
}

struct Logged {
    seq: u64,
    event: Event,
    /// The document that it is of, whose removal replaces it.
    document: Option<String>,
}

impl Model {
    fn log(&mut self, event: Event, document: Option<&str>) {
        self.seq += 1;
        self.events.push(Logged { seq: self.seq, event, document: document.map(str::to_owned) });
    }
}

/// A history has about as many steps; `PROPTEST_CASES` asks for more of them.
const STEPS: usize = 30;
const CASES: u32 = 16;

fn play_histories(open: fn() -> Engine) {
    let asked = std::env::var("PROPTEST_CASES").ok().and_then(|cases| cases.parse().ok());
    let config = ProptestConfig {
        cases: asked.unwrap_or(CASES),
        failure_persistence: None,
        ..ProptestConfig::default()
    };
    let histories = prop::collection::vec(steps::step(), STEPS / 2..STEPS * 3 / 2);
    proptest!(config, |(history in histories)| {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(play::play(open(), history));
    });
}

#[test]
fn sqlite_does_what_the_model_does() {
    play_histories(Engine::sqlite);
}

#[test]
fn the_database_does_what_the_model_does() {
    if crate::stores::database().is_some() {
        play_histories(Engine::database);
    }
}

/// Its event follows that of a document that states nothing.
#[tokio::test]
async fn a_quarantine_is_forgotten_with_the_document_that_released_it() {
    let record = QuarantineRecord {
        target_type: "session".to_owned(),
        target_id: "night".to_owned(),
        reason: Some("It fails.".to_owned()),
        quarantined_at: "2026-11-20T00:00:00Z".to_owned(),
        auto_release: false,
        ttl: 3600,
        suggested_flow: None,
    };
    let change = QuarantineChange::Add(record);
    let request = QuarantineRequest { change, origin: Origin::Api, now_ms: START_MS, ends_ms: None };
    let later_ms = START_MS + 40 * HOUR_MS;
    let history = vec![
        Step::Append(vec![drafts::plain("Nothing of a format.\n")]),
        Step::Quarantine(request),
        Step::Append(vec![drafts::plain(drafts::RELEASE)]),
        Step::Expire { documents_before_ms: later_ms, traces_before_ms: later_ms },
    ];
    if crate::stores::database().is_some() {
        play::play(Engine::database(), history.clone()).await;
    }
    play::play(Engine::sqlite(), history).await;
}
