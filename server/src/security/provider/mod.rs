//! People log in at a provider of OpenID Connect: Harmony sends the browser there, and trades the code that it brings back
//! for a signed statement of who they are. (OpenID Connect Core 1.0, the code flow with PKCE.)

mod claims;
mod endpoints;
mod routes;
mod sign_in;
mod trade;
mod who;

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use ureq::Agent;

use crate::tls::{asking, tls};
use endpoints::Endpoints;

pub use claims::Identified;
pub use endpoints::is_secure;
pub use routes::{come_back, send_there};
pub use who::Who;

/// How long the provider's description and keys are believed.
const BELIEVED_FOR: Duration = Duration::from_secs(60 * 60);
/// An unknown key may be a new one; it isn't asked for more often than this.
const ASKED_AGAIN_AFTER: Duration = Duration::from_secs(10);
/// From the look-up of the name to the last byte.
const ANSWER_WITHIN: Duration = Duration::from_secs(10);
/// The most bytes of an answer.
const LONGEST_ANSWER: u64 = 1024 * 1024;
/// How long somebody stays logged in. A provider that no longer knows them is noticed by then.
pub const LOGGED_IN_FOR_MS: i64 = 12 * 60 * 60 * 1000;

/// What an operator says about the provider.
#[derive(Clone, Debug)]
pub struct ProviderOptions {
    /// As the provider's description has it.
    pub issuer: String,
    pub client_id: String,
    pub client_secret: Option<String>,
    /// Address of this server for people.
    pub public_url: String,
    /// Who may do everything, and who may only read.
    pub operators: Vec<Who>,
    pub readers: Vec<Who>,
}

pub struct Provider {
    options: ProviderOptions,
    agent: Agent,
    known: Mutex<Option<(Instant, Endpoints)>>,
}

impl Provider {
    pub fn new(options: ProviderOptions) -> Self {
        let agent = asking(ANSWER_WITHIN).tls_config(tls()).build().into();
        Self { options, agent, known: Mutex::default() }
    }

    /// Returns the same provider for a server at another address.
    pub fn sending_back_to(&self, public_url: &str) -> Self {
        Self::new(ProviderOptions { public_url: public_url.to_owned(), ..self.options.clone() })
    }

    /// Returns the provider's name for people: its host.
    pub fn host(&self) -> &str {
        let issuer = &self.options.issuer;
        issuer
            .split_once("://")
            .map_or(issuer.as_str(), |(_, rest)| rest)
            .split('/')
            .next()
            .unwrap_or_default()
    }

    /// Returns where the provider sends browsers back to.
    fn back(&self) -> String {
        format!("{}{}", self.options.public_url, routes::BACK)
    }

    /// Returns what is known of the provider, which is asked if that is too old. Blocks.
    fn endpoints(&self, at_most: Duration) -> Result<Endpoints, String> {
        let known = self.known.lock().unwrap_or_else(PoisonError::into_inner).clone();
        if let Some((asked, endpoints)) = known
            && asked.elapsed() < at_most
        {
            return Ok(endpoints);
        }
        let endpoints = Endpoints::discover(&self.agent, &self.options.issuer)?;
        *self.known.lock().unwrap_or_else(PoisonError::into_inner) =
            Some((Instant::now(), endpoints.clone()));
        Ok(endpoints)
    }
}

/// Reads an answer as JSON.
fn read<T: serde::de::DeserializeOwned>(
    answer: Result<ureq::http::Response<ureq::Body>, ureq::Error>,
    what: &str,
) -> Result<T, String> {
    let mut answer = answer.map_err(|error| format!("{what}: {error}"))?;
    let status = answer.status();
    let body = answer.body_mut().with_config().limit(LONGEST_ANSWER).read_to_vec();
    let body = body.map_err(|error| format!("{what}: {error}"))?;
    if !status.is_success() {
        let said: String = String::from_utf8_lossy(&body).chars().take(300).collect();
        return Err(format!("{what} answered {status}: {said}"));
    }
    serde_json::from_slice(&body).map_err(|error| format!("{what} can't be read: {error}"))
}
