//! Where texts are sent, and what happened to each.

use anyhow::{Context, bail};
use app::evidence::LineFacts;
use serde::Deserialize;
use serde_json::json;

use super::texts::Delivery;
use crate::cli::client::{Client, Response};
use crate::clock;
use crate::ingest::http::page_of;
use crate::ingest::{Incoming, LIMIT, arrive, is_empty};
use crate::store::{Identity, Receipt, SharedStore};

pub(in crate::cli) enum Target {
    Server(Client),
    Store(SharedStore),
}

/// What happened to a text.
#[derive(Debug)]
pub(in crate::cli) enum Outcome {
    Kept { id: String, format: Option<String>, version: u32, url: String, duplicate: bool },
    Refused(String),
}

/// A document as the server reports it.
#[derive(Debug, Deserialize)]
struct DocumentReceipt {
    id: String,
    format: Option<String>,
    version: u32,
    url: String,
    duplicate: bool,
}

#[derive(Debug, Deserialize)]
struct Problem {
    detail: String,
    hint: String,
}

/// A line of the response to NDJSON; the last one has neither.
#[derive(Debug, Deserialize)]
struct Line {
    document: Option<DocumentReceipt>,
    problem: Option<Problem>,
}

#[derive(Debug, Deserialize)]
struct DocumentReceipts {
    documents: Vec<DocumentReceipt>,
}

const CUT: &str = "the response ended early: send again, which stores nothing twice";

impl Target {
    pub fn server(address: &str, token: Option<String>) -> anyhow::Result<Self> {
        Client::new(address, token).map(Self::Server)
    }

    /// Returns one outcome per text, in their order.
    pub async fn deliver(&self, batch: Vec<Delivery>) -> anyhow::Result<Vec<Outcome>> {
        match self {
            Self::Server(client) => send(client, batch),
            Self::Store(store) => keep(store, batch).await,
        }
    }
}

impl Target {
    /// Hands over what was read of the claims and facts of sessions.
    pub async fn deliver_facts(&self, lines: Vec<LineFacts>) -> anyhow::Result<()> {
        match self {
            Self::Store(store) => Ok(store.add_lines(lines, clock::now_ms()).await?),
            Self::Server(client) => {
                let mut body = Vec::new();
                for line in &lines {
                    serde_json::to_writer(&mut body, line)?;
                    body.push(b'\n');
                }
                let response = client.post("/api/evidence", "application/x-ndjson", &body)?;
                if response.status.is_success() { Ok(()) } else { bail!(refused(&response)) }
            }
        }
    }
}

async fn keep(store: &SharedStore, batch: Vec<Delivery>) -> anyhow::Result<Vec<Outcome>> {
    let mut outcomes = Vec::new();
    for text in batch {
        if let Some(reason) = refusal(&text) {
            outcomes.push(Outcome::Refused(reason));
            continue;
        }
        let Delivery { source, raw, key, .. } = text;
        let identity = match &key {
            Some(key) => Identity::of_key(key),
            None => Identity::of_content(&source, &raw),
        };
        let receipts = arrive(store, vec![Incoming { identity, source, raw: raw.into() }]).await?;
        outcomes.extend(receipts.into_iter().map(outcome_of));
    }
    Ok(outcomes)
}

fn send(client: &Client, batch: Vec<Delivery>) -> anyhow::Result<Vec<Outcome>> {
    let mut outcomes: Vec<Option<Outcome>> = Vec::new();
    let mut lines = Vec::new();
    let mut places = Vec::new();
    for (place, text) in batch.into_iter().enumerate() {
        let refused = refusal(&text).map(Outcome::Refused);
        let outcome = match (refused, str::from_utf8(&text.raw)) {
            (Some(refused), _) => Some(refused),
            (None, Ok(words)) => {
                let line = json!({ "text": words, "source": text.source, "idempotencyKey": text.key });
                serde_json::to_writer(&mut lines, &line)?;
                lines.push(b'\n');
                places.push(place);
                None
            }
            // JSON can't represent these bytes.
            (None, Err(_)) => Some(send_raw(client, &text)?),
        };
        outcomes.push(outcome);
    }
    if !places.is_empty() {
        let response = client.post("/api/documents", "application/x-ndjson", &lines)?;
        let mut answered = outcomes_of(&response)?.into_iter();
        for place in places {
            let outcome = answered.next().context(CUT)?;
            if let Some(free) = outcomes.get_mut(place) {
                *free = Some(outcome);
            }
        }
    }
    outcomes.into_iter().map(|outcome| outcome.context(CUT)).collect()
}

fn outcomes_of(response: &Response) -> anyhow::Result<Vec<Outcome>> {
    if !response.status.is_success() {
        bail!(refused(response));
    }
    let lines = response.body.split(|byte| *byte == b'\n').filter(|line| !line.is_empty());
    let mut outcomes = Vec::new();
    for line in lines {
        match serde_json::from_slice(line).context(CUT)? {
            Line { document: Some(entry), .. } => outcomes.push(entry.into()),
            Line { problem: Some(problem), .. } => outcomes.push(Outcome::Refused(problem.detail)),
            Line { .. } => {}
        }
    }
    Ok(outcomes)
}

fn send_raw(client: &Client, text: &Delivery) -> anyhow::Result<Outcome> {
    let path = format!("/api/documents?{}", serde_urlencoded::to_string(&text.source)?);
    let response = client.post(&path, "text/plain", &text.raw)?;
    if !response.status.is_success() {
        return Ok(Outcome::Refused(refused(&response)));
    }
    let DocumentReceipts { documents } = serde_json::from_slice(&response.body).context(CUT)?;
    documents.into_iter().next().map(Outcome::from).context(CUT)
}

/// Returns why no server would accept the text, before anything is sent.
fn refusal(text: &Delivery) -> Option<String> {
    if is_empty(&text.raw) {
        return Some("the text is empty".to_owned());
    }
    (text.raw.len() > LIMIT).then(|| format!("the text is larger than 16 MB ({LIMIT} bytes)"))
}

fn refused(response: &Response) -> String {
    match serde_json::from_slice(&response.body) {
        Ok(Problem { detail, hint }) => format!("{detail}; {hint}"),
        Err(_) => format!("the server answered {}", response.status),
    }
}

fn outcome_of(receipt: Receipt) -> Outcome {
    let (head, duplicate) = match receipt {
        Receipt::Stored(head) => (head, false),
        Receipt::Duplicate(head) => (head, true),
        Receipt::Conflict(head) => {
            return Outcome::Refused(format!("another text is stored under the key of document {}", head.id));
        }
    };
    let format = head.lead().map(|block| block.format.clone());
    Outcome::Kept { url: page_of(&head.id), id: head.id, format, version: head.version, duplicate }
}

impl From<DocumentReceipt> for Outcome {
    fn from(DocumentReceipt { id, format, version, url, duplicate }: DocumentReceipt) -> Self {
        Self::Kept { id, format, version, url, duplicate }
    }
}
