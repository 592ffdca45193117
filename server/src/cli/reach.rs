//! Asks a Harmony what its API answers: a server, or a store without one.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;

use anyhow::{Context, bail};
use app::api::SessionPage;
use axum::body::{Body, to_bytes};
use axum::extract::ConnectInfo;
use axum::http::{Method, Request, StatusCode, header};
use clap::Args;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use tokio_util::sync::CancellationToken;
use tower::ServiceExt;

use super::client::{Client, LONGEST_RESPONSE, refusal};
use super::store::{self, Opened};
use crate::config::StorePlace;
use crate::own_formats::read_by_stored;
use crate::router::router;
use crate::security::{AllowedHosts, Guard};
use crate::state::AppState;
use crate::store::SharedStore;

const LOCAL: &str = "http://127.0.0.1:4180";

#[derive(Debug, Args)]
pub(super) struct Destination {
    /// Address of the Harmony to ask, by http:// or https://
    #[arg(long, visible_alias = "server", value_name = "ADDRESS", default_value = LOCAL)]
    pub to: String,
    /// Access token of the server
    #[arg(long, env = "HARMONY_TOKEN", hide_env_values = true)]
    pub token: Option<String>,
    /// Use the store in this file instead of a server
    #[arg(long, value_name = "FILE|ADDRESS", conflicts_with = "to")]
    pub store: Option<PathBuf>,
}

impl Destination {
    /// Returns the options that name it in another command, after a space; nothing for a Harmony at the usual address.
    pub fn options(&self) -> String {
        match &self.store {
            Some(file) => format!(" --store '{}'", file.display()),
            None if self.to == LOCAL => String::new(),
            None => format!(" --to '{}'", self.to),
        }
    }
}

/// Whether a store may be changed.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Access {
    ReadOnly,
    ReadWrite,
}

pub(super) enum Reach {
    Server(Arc<Client>),
    /// Opened for each request, so that nothing keeps it open in between.
    Store(PathBuf, Access),
}

pub(super) struct Answer {
    pub status: StatusCode,
    pub body: Vec<u8>,
}

#[derive(Debug, Deserialize)]
struct Problem {
    #[serde(rename = "type")]
    kind: String,
}

/// What is sent with a request: the content type and the bytes.
pub(super) type Sent = Option<(&'static str, Vec<u8>)>;

impl Reach {
    pub fn of(destination: &Destination, access: Access) -> anyhow::Result<Self> {
        Ok(match &destination.store {
            Some(file) => Self::Store(file.clone(), access),
            None => Self::Server(Arc::new(Client::new(&destination.to, destination.token.clone())?)),
        })
    }

    pub async fn get<T: DeserializeOwned>(&self, path: &str) -> anyhow::Result<T> {
        self.ask(Method::GET, path, None).await?.read()
    }

    /// Returns what is known of a session; `None` if nothing is.
    pub async fn session(&self, name: &str) -> anyhow::Result<Option<SessionPage>> {
        let body = serde_urlencoded::to_string([("query[name]", name)])?;
        let sent = Some(("application/x-www-form-urlencoded", body.into_bytes()));
        self.ask(Method::POST, "/api/page/session", sent).await?.read()
    }

    pub async fn ask(&self, method: Method, path: &str, sent: Sent) -> anyhow::Result<Answer> {
        match self {
            Self::Server(client) => {
                let (client, path) = (Arc::clone(client), path.to_owned());
                let asked = tokio::task::spawn_blocking(move || match (method, sent) {
                    (Method::DELETE, _) => client.delete(&path),
                    (_, Some((content_type, body))) => client.post(&path, content_type, &body),
                    _ => client.get(&path),
                });
                let response = asked.await.context("the request was interrupted")??;
                Ok(Answer { status: response.status, body: response.body })
            }
            Self::Store(file, access) => {
                let opened = match access {
                    Access::ReadOnly => Opened::ReadOnly,
                    Access::ReadWrite => Opened::Existing,
                };
                ask_store(store::open(&StorePlace::named(file), opened).await?, method, path, sent).await
            }
        }
    }
}

/// Asks a server that exists for this request alone.
async fn ask_store(store: SharedStore, method: Method, path: &str, sent: Sent) -> anyhow::Result<Answer> {
    let here = SocketAddr::from(([127, 0, 0, 1], 80));
    let guard = Guard::new(AllowedHosts::new(here, &[]), None).for_owner(&account());
    let shutdown = CancellationToken::new();
    let _stop = shutdown.clone().drop_guard();
    let (content_type, body) = sent.unzip();
    read_by_stored(&store).await?;
    let mut request = Request::builder()
        .method(method)
        .uri(path)
        .header(header::HOST, here.ip().to_string())
        .header(header::ACCEPT, "application/json")
        .extension(ConnectInfo(here));
    if let Some(content_type) = content_type {
        request = request.header(header::CONTENT_TYPE, content_type);
    }
    let request = request.body(Body::from(body.unwrap_or_default()))?;
    let Ok(response) = router(AppState::new(store, guard, shutdown)).oneshot(request).await;
    let status = response.status();
    let body = to_bytes(response.into_body(), LONGEST_RESPONSE as usize).await?;
    Ok(Answer { status, body: body.into() })
}

impl Answer {
    pub fn read<T: DeserializeOwned>(&self) -> anyhow::Result<T> {
        self.expect_success()?;
        serde_json::from_slice(&self.body).context("the response can't be read: is Harmony running there?")
    }

    /// Returns whether the response is a problem of that kind.
    pub fn is_problem(&self, kind: &str) -> bool {
        let problem: Option<Problem> = serde_json::from_slice(&self.body).ok();
        let kind_of = |problem: &Problem| problem.kind.strip_prefix("urn:harmony:problem:") == Some(kind);
        !self.status.is_success() && problem.as_ref().is_some_and(kind_of)
    }

    pub fn expect_success(&self) -> anyhow::Result<()> {
        if self.status.is_success() {
            return Ok(());
        }
        match refusal(&self.body) {
            Some(refusal) => bail!(refusal),
            None => bail!("the server answered {}: is Harmony running there?", self.status),
        }
    }
}

/// Returns the name of the account that runs this command.
fn account() -> String {
    let name = ["USER", "LOGNAME", "USERNAME"].into_iter().find_map(std::env::var_os);
    name.map_or_else(|| "somebody".to_owned(), |name| name.to_string_lossy().into_owned())
}

/// Escapes a part of a path.
pub(super) fn escaped(part: &str) -> String {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'~');
    let escaped = part.bytes().map(|byte| match byte {
        byte if is_plain(byte) => char::from(byte).to_string(),
        // A dot as well, since `..` would lead to another path.
        byte => format!("%{byte:02X}"),
    });
    escaped.collect()
}
