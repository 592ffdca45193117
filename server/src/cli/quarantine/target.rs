//! The server or the store that is asked.

use std::sync::Arc;

use anyhow::{Context, bail};
use app::quarantine::{Origin, Quarantines};
use axum::http::StatusCode;
use serde::Deserialize;
use serde::de::DeserializeOwned;

use super::Options;
use crate::cli::client::{Client, Response};
use crate::cli::store::{self, Opened};
use crate::clock;
use crate::library::Sessions;
use crate::own_formats::read_by_stored;
use crate::quarantine::{self, ActiveQuarantine, MOST_LISTED, NewQuarantine, QuarantineList};
use crate::store::SharedStore;

pub(super) enum Target {
    Server(Client),
    Store(SharedStore),
}

#[derive(Debug, Deserialize)]
struct Problem {
    #[serde(rename = "type")]
    kind: String,
    detail: String,
    hint: String,
}

const PATH: &str = "/api/quarantine";
/// The problem of a target that isn't quarantined. Another 404 is from something else than this route.
const NOT_QUARANTINED: &str = "urn:harmony:problem:not-quarantined";

impl Target {
    pub async fn of(options: &Options) -> anyhow::Result<Self> {
        Ok(match &options.store {
            Some(file) => {
                let store = store::open(&store::existing(Some(file), None)?, Opened::Existing).await?;
                read_by_stored(&store).await?;
                Self::Store(store)
            }
            None => Self::Server(Client::new(&options.to, options.token.clone())?),
        })
    }

    pub async fn add(&self, new: NewQuarantine) -> anyhow::Result<ActiveQuarantine> {
        match self {
            Self::Server(client) => {
                read(&client.post(PATH, "application/json", &serde_json::to_vec(&new)?)?)
            }
            Self::Store(store) => {
                let added = quarantine::add(store, new.request(Origin::Api)?).await?;
                Ok(ActiveQuarantine::of(added.context("it ended at once")?, clock::now_ms()))
            }
        }
    }

    /// Returns whether the target was quarantined.
    pub async fn release(&self, target_type: String, target_id: String) -> anyhow::Result<bool> {
        match self {
            Self::Server(client) => {
                let response = client.delete(&path_of(&target_type, &target_id))?;
                if is_missing(&response) {
                    return Ok(false);
                }
                if !response.status.is_success() {
                    bail!(refusal(&response));
                }
                Ok(true)
            }
            Self::Store(store) => {
                let sessions = Sessions::new(Arc::clone(store));
                Ok(quarantine::release(store, &sessions, &target_type, &target_id, Origin::Api).await?)
            }
        }
    }

    pub async fn list(&self) -> anyhow::Result<QuarantineList> {
        match self {
            Self::Server(client) => read(&client.get(PATH)?),
            Self::Store(store) => {
                let now_ms = clock::now_ms();
                let found: Quarantines = store.quarantines(now_ms, MOST_LISTED).await?;
                Ok(QuarantineList::of(found, now_ms))
            }
        }
    }

    pub async fn find(
        &self,
        target_type: String,
        target_id: String,
    ) -> anyhow::Result<Option<ActiveQuarantine>> {
        match self {
            Self::Server(client) => {
                let response = client.get(&path_of(&target_type, &target_id))?;
                if is_missing(&response) { Ok(None) } else { read(&response).map(Some) }
            }
            Self::Store(store) => {
                let sessions = Sessions::new(Arc::clone(store));
                let found = quarantine::find(store, &sessions, &target_type, &target_id).await?;
                Ok(found.map(|found| ActiveQuarantine::of(found, clock::now_ms())))
            }
        }
    }
}

fn path_of(target_type: &str, target_id: &str) -> String {
    format!("{PATH}/{target_type}/{}", crate::cli::reach::escaped(target_id))
}

fn problem(response: &Response) -> Option<Problem> {
    serde_json::from_slice(&response.body).ok()
}

fn is_missing(response: &Response) -> bool {
    response.status == StatusCode::NOT_FOUND
        && problem(response).is_some_and(|problem| problem.kind == NOT_QUARANTINED)
}

fn read<T: DeserializeOwned>(response: &Response) -> anyhow::Result<T> {
    if !response.status.is_success() {
        bail!(refusal(response));
    }
    serde_json::from_slice(&response.body).context("the response can't be read: is Harmony running there?")
}

fn refusal(response: &Response) -> String {
    match problem(response) {
        Some(Problem { detail, hint, .. }) => format!("{detail}: {hint}"),
        None => format!("the server answered {}: is Harmony running there?", response.status),
    }
}
