//! Sends requests to a running Harmony, by HTTP or HTTPS.

use std::thread;
use std::time::Duration;

use anyhow::{Context, Error};
use axum::http::{StatusCode, header};
use serde::Deserialize;
use ureq::unversioned::transport::DefaultConnector;
use ureq::{Agent, Body, RequestBuilder};

use super::address::of_server;
use super::output::visible;
use super::resolver::LoopbackResolver;
use crate::tls::tls;

/// A server that answers `Retry-After` is asked again this many times, unless it names a longer wait.
const TRIES: u32 = 5;
const LONGEST_WAIT_S: u64 = 60;
const CONNECT_WITHIN: Duration = Duration::from_secs(30);
/// More than the response to any number of texts that are sent at once.
pub(in crate::cli) const LONGEST_RESPONSE: u64 = 64 * 1024 * 1024;

pub(in crate::cli) struct Client {
    agent: Agent,
    /// Without a slash at its end.
    address: String,
    token: Option<String>,
}

pub(in crate::cli) struct Response {
    pub status: StatusCode,
    pub body: Vec<u8>,
    retry_after_s: Option<u64>,
}

impl Client {
    pub fn new(address: &str, token: Option<String>) -> anyhow::Result<Self> {
        let address = of_server(address).map_err(Error::msg)?;
        let is_https = address.starts_with("https://");
        let config = Agent::config_builder()
            .http_status_as_error(false)
            .max_redirects(0)
            // The server closes a connection that is idle for a while, and a text from a pipe may take longer than that.
            .max_idle_connections(0)
            .timeout_connect(Some(CONNECT_WITHIN));
        let config = if is_https { config.tls_config(tls()) } else { config };
        let agent =
            Agent::with_parts(config.build(), DefaultConnector::default(), LoopbackResolver::default());
        Ok(Self { agent, address, token })
    }

    /// Sends the body, and sends it again where the server asks to wait.
    pub fn post(&self, path: &str, content_type: &str, body: &[u8]) -> anyhow::Result<Response> {
        self.ask(|| {
            let request = self.agent.post(format!("{}{path}", self.address));
            self.with_headers(request).header(header::CONTENT_TYPE, content_type).send(body)
        })
    }

    pub fn get(&self, path: &str) -> anyhow::Result<Response> {
        self.ask(|| self.with_headers(self.agent.get(format!("{}{path}", self.address))).call())
    }

    pub fn delete(&self, path: &str) -> anyhow::Result<Response> {
        self.ask(|| self.with_headers(self.agent.delete(format!("{}{path}", self.address))).call())
    }

    fn with_headers<B>(&self, request: RequestBuilder<B>) -> RequestBuilder<B> {
        let request = request.header(header::ACCEPT, "application/x-ndjson, application/json");
        match &self.token {
            Some(token) => request.header(header::AUTHORIZATION, format!("Bearer {token}")),
            None => request,
        }
    }

    fn ask(
        &self,
        send: impl Fn() -> Result<axum::http::Response<Body>, ureq::Error>,
    ) -> anyhow::Result<Response> {
        let mut tries = 0;
        loop {
            let response = send()
                .and_then(read)
                .with_context(|| format!("{} can't be reached: is Harmony running there?", self.address))?;
            tries += 1;
            match response.retry_after_s.filter(|seconds| *seconds <= LONGEST_WAIT_S) {
                Some(seconds) if tries < TRIES => thread::sleep(Duration::from_secs(seconds)),
                _ => return Ok(response),
            }
        }
    }
}

#[derive(Deserialize)]
struct Problem {
    detail: String,
    hint: String,
}

/// Returns why a server refused a request, with what can be done about it. How a body is written isn't, for a command.
pub(in crate::cli) fn refusal(body: &[u8]) -> Option<String> {
    let Problem { detail, hint } = serde_json::from_slice(body).ok()?;
    let sentence = if hint.starts_with("send {") { detail } else { format!("{detail}: {hint}") };
    Some(visible(&sentence).into_owned())
}

fn read(mut response: axum::http::Response<Body>) -> Result<Response, ureq::Error> {
    let retry_after_s = response
        .headers()
        .get(header::RETRY_AFTER)
        .and_then(|seconds| seconds.to_str().ok())
        .and_then(|seconds| seconds.parse().ok());
    let body = response.body_mut().with_config().limit(LONGEST_RESPONSE).read_to_vec()?;
    Ok(Response { status: response.status(), body, retry_after_s })
}
