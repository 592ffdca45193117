//! What pages are made of on the server, which no island asks for.

use std::collections::BTreeMap;

use leptos::prelude::*;
use serde::{Deserialize, Serialize};

use super::{library, server_error};
use crate::access::{AuditLog, Token};
use crate::audit::{DecisionQuery, Decisions};
use crate::document::{DocumentHead, Excerpt, State, Versions};
use crate::event::{Feed, Totals};
use crate::evidence::Evidence;
use crate::health::{HealingReport, Health, Ledger, Sum, Windows};
use crate::inbox::{Item, ItemKind};
use crate::moves::StepNumber;
use crate::preview::Preview;
use crate::quarantine::{Quarantined, Quarantines};
use crate::query_error::QueryError;
use crate::second_opinion::Comparison;
use crate::trace::{Trace, TraceList, TraceQuery};
use crate::track::{ChainHead, Session, SourceRef};
use crate::webhook::{Delivery, Webhook};
use crate::work_item::{WorkItem, WorkItems};

/// A document with its text; the page reads it with the same code as the server.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct DocumentPage {
    pub head: DocumentHead,
    pub versions: Versions,
    pub text: String,
    /// Where it is compared with a second opinion, or the review that it is a second opinion on.
    pub opinion: Option<OpinionPlace>,
    /// The last reports of its scope before it, the oldest first.
    pub earlier: Vec<DocumentHead>,
    /// The ids of the formats that are quarantined.
    pub quarantined: Vec<String>,
}

/// A step with a second opinion.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OpinionPlace {
    pub session: String,
    pub chain: String,
    pub step: StepNumber,
    /// The document is the second opinion itself.
    pub is_critique: bool,
}

/// What a list of documents is asked for; every part of it is in the page's address.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ssr", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct ListQuery {
    /// Words that the document must hold, in its text, title, path, session or verdict; `q` for short.
    #[serde(alias = "q")]
    pub text: Option<String>,
    /// `title`: only documents with these words in their title, path, session or verdict.
    #[serde(alias = "in")]
    pub within: Option<String>,
    /// A format's id.
    pub format: Option<String>,
    /// What it is: `event`, `report`, `verdict` or `record`.
    pub kind: Option<String>,
    /// How it went, such as `failed` or `contradicted`.
    pub state: Option<String>,
    /// Findings of at least this severity: `critical`, `high`, `medium`, `low`.
    pub severity: Option<String>,
    /// A session's name.
    pub session: Option<String>,
    /// Received on this day or later (UTC): `2026-11-20`.
    pub from: Option<String>,
    /// Received on this day or before.
    pub to: Option<String>,
    /// `true`: only those that a person wants kept.
    pub pinned: Option<String>,
    /// The CI run of a version, which need not be the newest.
    #[serde(alias = "ci_run")]
    pub run: Option<String>,
    /// The commit of a version, which need not be the newest.
    pub commit: Option<String>,
    /// A repository's name.
    pub repository: Option<String>,
    /// The path of a file, or of a folder with a slash at its end.
    pub path: Option<String>,
    /// The sub-agent or tool that wrote it.
    pub agent: Option<String>,
    /// How they are ordered, if not by time: `score`, `findings`, `issues` or `title`; with a `-` before it, the other way.
    /// The newest 1,000 documents that match are ordered.
    pub sort: Option<String>,
    /// Of ordered documents, how many to pass over.
    pub skip: Option<u32>,
    /// Only documents before this place in the server's order.
    pub before: Option<u64>,
    /// The most documents of the answer, 1 to 200; 50 where it is not said.
    pub limit: Option<u32>,
}

/// How long documents and their traces are kept. Those that are pinned stay until a person removes them.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Retention {
    /// For ever where it is not said.
    pub documents_ms: Option<i64>,
    /// What documents left at gates is kept for windows of health, which are no longer.
    pub traces_ms: i64,
}

impl Default for Retention {
    fn default() -> Self {
        Self { documents_ms: None, traces_ms: 7 * 24 * 60 * 60 * 1000 }
    }
}

impl Retention {
    /// In words for a person.
    pub fn describe(self) -> String {
        let Some(kept_ms) = self.documents_ms else {
            return "Documents are kept until they are deleted.".to_owned();
        };
        let kept = length_of(kept_ms);
        format!("Documents are kept for {kept}; pinned ones stay until they are deleted.")
    }

    /// In words for whoever starts Harmony.
    pub fn describe_traces(self) -> String {
        format!("What they left at gates is kept for {}.", length_of(self.traces_ms))
    }
}

fn length_of(kept_ms: i64) -> String {
    const HOUR_MS: i64 = 60 * 60 * 1000;
    let hours = kept_ms / HOUR_MS;
    let (count, unit) = if hours % 24 == 0 { (hours / 24, "day") } else { (hours, "hour") };
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {unit}{plural}")
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ssr", derive(schemars::JsonSchema))]
pub struct DocumentList {
    /// Newest first.
    pub documents: Vec<DocumentHead>,
    /// Where the next page begins, if there is one.
    pub next: Option<u64>,
    /// Where the words that were looked for are, by the document's id.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub excerpts: BTreeMap<String, Excerpt>,
    /// Documents so new that their words can't be found yet.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub not_searched: u64,
    /// How many documents were ordered, if an order was asked for; `next` then continues with older ones.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub ordered: u64,
}

/// A list of documents that was saved under a name.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ssr", derive(schemars::JsonSchema))]
pub struct SavedView {
    pub id: i64,
    pub name: String,
    /// The query of its address: `state=failed&session=night`.
    pub query: String,
}

impl SavedView {
    /// The most letters of a name.
    pub const MOST_LETTERS: usize = 40;
}

fn is_zero(count: &u64) -> bool {
    *count == 0
}

/// A session in a list.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ssr", derive(schemars::JsonSchema))]
pub struct SessionHead {
    /// That of [`DocumentHead::session`].
    pub name: String,
    pub documents: u64,
    pub first_ms: i64,
    pub newest_ms: i64,
    /// The place of its newest document in the server's order.
    pub newest_seq: u64,
    /// As its chains were folded last.
    pub state: State,
}

/// What a list of sessions is asked for.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ssr", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct SessionsQuery {
    /// A part of their name, in any case; only sessions that changed lately are looked through for it.
    pub name: Option<String>,
    /// How they go.
    pub state: Option<State>,
    /// Only sessions whose newest document is before this place in the server's order.
    pub before: Option<u64>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ssr", derive(schemars::JsonSchema))]
pub struct SessionList {
    /// Those in which something happened last come first.
    pub sessions: Vec<SessionHead>,
    /// All sessions by their state, listed or not.
    pub counts: BTreeMap<State, u64>,
    /// Where the next page begins, if there is one.
    pub next: Option<u64>,
}

/// A page of the list of sessions, with how far the chains of each are.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SessionsPage {
    pub sessions: Vec<(SessionHead, Vec<ChainHead>)>,
    /// All sessions by their state, listed or not.
    pub counts: BTreeMap<State, u64>,
    pub next: Option<u64>,
    /// The quarantines of these sessions and chains.
    pub quarantined: Vec<Quarantined>,
}

crate::named::named! {
    /// The lists of the inbox.
    #[derive(Default, Serialize, Deserialize)]
    #[cfg_attr(feature = "ssr", derive(schemars::JsonSchema))]
    #[serde(rename_all = "kebab-case")]
    pub enum InboxView {
        /// What waits.
        #[default]
        Waiting = "waiting",
        /// What a person was done with, the last first.
        Done = "done",
        /// What is hidden for a time, the first to return first.
        Snoozed = "snoozed",
    }
}

/// What the inbox is asked for.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ssr", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct InboxQuery {
    pub view: InboxView,
    /// Of what waits, only this kind.
    pub kind: Option<ItemKind>,
    /// Leaves out so many of the first.
    pub skip: Option<u64>,
}

/// A page of what waits for a person.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ssr", derive(schemars::JsonSchema))]
pub struct InboxPage {
    /// The most urgent first, and of those the newest. What is done: the last first. What is snoozed: the next to return first.
    pub items: Vec<Item>,
    /// All that waits, by kind, listed or not.
    pub counts: BTreeMap<ItemKind, u64>,
    /// What to skip for the next page, if there is one.
    pub next: Option<u64>,
    /// So many sessions changed that some are not counted yet.
    pub is_behind: bool,
}

impl InboxPage {
    pub fn count(&self) -> u64 {
        self.counts.values().sum()
    }
}

/// Who may do what, and who changed what.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct AccessPage {
    pub tokens: Vec<Token>,
    pub log: AuditLog,
}

/// Where items of the inbox are reported.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct WebhooksPage {
    /// The hosts that the operator allowed.
    pub allowed: Vec<String>,
    /// The server knows its own address, for links.
    pub has_links: bool,
    pub webhooks: Vec<Webhook>,
    /// The deliveries of the webhook that was asked for, newest first.
    pub log: Option<(i64, Vec<Delivery>)>,
}

/// What the page of a session asks for.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SessionQuery {
    pub name: String,
    /// The state after this place in the server's order; the newest where it is not said.
    pub at: Option<u64>,
    /// A second moment, to compare with.
    pub with: Option<u64>,
    /// The chain that is shown; the newest where it is not said.
    pub chain: Option<String>,
    /// A step of it, whose texts are shown.
    pub step: Option<StepNumber>,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct SessionPage {
    pub session: Session,
    /// Of the session at the moment. Whether it is quarantined is of now.
    pub state: State,
    /// The sum of all its traces.
    pub health: Sum,
    /// The state at the second moment.
    pub with: Option<Session>,
    /// Every moment at which something was said: its place in the order, and when.
    pub moments: Vec<(u64, i64)>,
    /// What was said of the step, in its very words.
    pub words: Vec<StepWords>,
    /// The reviews of the chain beside the second opinions on them.
    pub opinions: Vec<Comparison>,
    /// How long the steps of the chain usually take, in milliseconds.
    pub usual: BTreeMap<StepNumber, i64>,
    /// What was claimed beside what tools answered, now and not at the moment.
    pub evidence: Evidence,
    /// The active quarantines of the session and its chains.
    pub quarantined: Vec<Quarantined>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct StepWords {
    pub place: SourceRef,
    pub text: String,
    /// The text goes on.
    pub is_cut: bool,
}

/// What the page of health asks for.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ssr", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct HealthQuery {
    /// Only this gate, by its number or its name.
    #[serde(deserialize_with = "crate::catalog::read_gate")]
    #[cfg_attr(feature = "ssr", schemars(with = "Option<String>"))]
    pub gate: Option<u32>,
    /// Of the newest traces, only those of this format, by its id.
    pub format: Option<String>,
}

impl HealthQuery {
    pub fn error(&self) -> Option<QueryError> {
        let Self { gate, format } = self.clone();
        TraceQuery { gate, format, ..TraceQuery::default() }.error()
    }
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ssr", derive(schemars::JsonSchema))]
pub struct HealthPage {
    pub health: Health,
    /// Of the last 24 hours, or of seven days if the former has no traces.
    pub ledger: Ledger,
    pub is_of_week: bool,
    /// The newest traces.
    pub traces: Vec<Trace>,
    /// The newest diagnoses and verifications.
    pub reports: Vec<HealingReport>,
}

/// What the overview shows beside the inbox.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Overview {
    pub feed: Feed,
    /// The ids of the formats that are quarantined.
    pub quarantined: Vec<String>,
    pub overall: Windows,
    /// The sums of each hour of seven days, oldest first.
    pub history: Vec<(i64, Sum)>,
    /// The sessions that were active last.
    pub sessions: SessionsPage,
}

pub async fn load_totals() -> Result<Totals, ServerFnError> {
    library()?.totals().await.map_err(server_error)
}

pub async fn load_overview() -> Result<Overview, ServerFnError> {
    library()?.overview().await.map_err(server_error)
}

pub async fn load_sessions(query: SessionsQuery) -> Result<SessionsPage, ServerFnError> {
    library()?.sessions(query).await.map_err(server_error)
}

pub async fn load_inbox(query: InboxQuery) -> Result<InboxPage, ServerFnError> {
    library()?.inbox(query).await.map_err(server_error)
}

pub async fn load_webhooks(log: Option<i64>) -> Result<WebhooksPage, ServerFnError> {
    library()?.webhooks(log).await.map_err(server_error)
}

/// Returns the tokens, and a page of the log before a record.
pub async fn load_access(before: Option<i64>) -> Result<AccessPage, ServerFnError> {
    library()?.access(before).await.map_err(server_error)
}

pub async fn load_views() -> Result<Vec<SavedView>, ServerFnError> {
    library()?.views().await.map_err(server_error)
}

pub async fn load_previews() -> Result<Vec<Preview>, ServerFnError> {
    library()?.previews().await.map_err(server_error)
}

#[server(prefix = "/api/page", endpoint = "quarantines")]
pub async fn load_quarantines() -> Result<Quarantines, ServerFnError> {
    library()?.quarantines().await.map_err(server_error)
}

/// Returns what is loaded for a page, with the ids of the formats that are quarantined.
pub async fn with_quarantined_formats<T>(
    loading: impl Future<Output = Result<T, ServerFnError>>,
) -> Result<(T, Vec<String>), ServerFnError> {
    let loaded = loading.await?;
    Ok((loaded, library()?.quarantined_formats().await.map_err(server_error)?))
}

#[server(prefix = "/api/page", endpoint = "session")]
pub async fn load_session(query: SessionQuery) -> Result<Option<SessionPage>, ServerFnError> {
    library()?.session(query).await.map_err(server_error)
}

pub async fn load_work_items(before: Option<u64>) -> Result<WorkItems, ServerFnError> {
    library()?.work_items(before).await.map_err(server_error)
}

pub async fn load_decisions(query: DecisionQuery) -> Result<Decisions, ServerFnError> {
    library()?.decisions(query).await.map_err(server_error)
}

pub async fn load_work_item(task: String) -> Result<Option<WorkItem>, ServerFnError> {
    library()?.work_item(task).await.map_err(server_error)
}

pub async fn load_traces(query: TraceQuery) -> Result<TraceList, ServerFnError> {
    library()?.traces(query).await.map_err(server_error)
}

pub async fn load_health(query: HealthQuery) -> Result<HealthPage, ServerFnError> {
    library()?.health(query).await.map_err(server_error)
}

#[server(prefix = "/api/page", endpoint = "documents")]
pub async fn load_documents(query: ListQuery) -> Result<DocumentList, ServerFnError> {
    library()?.documents(query).await.map_err(server_error)
}

#[server(prefix = "/api/page", endpoint = "document")]
pub async fn load_document(id: String) -> Result<Option<DocumentPage>, ServerFnError> {
    library()?.document(id).await.map_err(server_error)
}

#[server(prefix = "/api/page", endpoint = "sample")]
pub async fn load_sample() -> Result<u32, ServerFnError> {
    library()?.add_samples().await.map_err(server_error)
}

#[server(prefix = "/api/page", endpoint = "sample-remove")]
pub async fn remove_sample() -> Result<u32, ServerFnError> {
    library()?.remove_samples().await.map_err(server_error)
}
