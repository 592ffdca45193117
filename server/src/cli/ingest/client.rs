//! As much of a client as it takes to send texts to a Harmony: HTTP/1.1, a connection per request.

use std::time::Duration;

use anyhow::{Context, anyhow, bail};
use axum::body::{Body, Bytes, to_bytes};
use axum::http::{Method, Request, StatusCode, Uri, header};
use hyper::client::conn::http1::handshake;
use hyper_util::rt::TokioIo;
use tokio::net::TcpStream;

/// A server that asks for patience is asked again, but not for ever.
const TRIES: u32 = 5;
const LONGEST_WAIT: u64 = 60;
/// More than the answer to any number of texts that are sent at once.
const LONGEST_ANSWER: usize = 64 * 1024 * 1024;

pub(super) struct Client {
    /// Host and port, as the server is spoken to.
    authority: String,
    dialed: String,
    token: Option<String>,
}

pub(super) struct Answer {
    pub status: StatusCode,
    pub body: Bytes,
    retry_after_s: Option<u64>,
}

impl Client {
    pub fn new(address: &str, token: Option<String>) -> anyhow::Result<Self> {
        let uri: Uri = address
            .parse()
            .with_context(|| format!("`{address}` is no address, as http://127.0.0.1:4180 is"))?;
        if uri.scheme_str() != Some("http") {
            bail!(
                "`{address}` does not begin with http://, and nothing else is spoken here; \
                 where a server is reached by https://, send with curl"
            );
        }
        let authority = uri.authority().context("the address names no host")?;
        let port = authority.port_u16().unwrap_or(80);
        let dialed = format!("{}:{port}", authority.host());
        Ok(Self { authority: authority.to_string(), dialed, token })
    }

    /// Sends again where the server asks for patience.
    pub async fn post(&self, path: &str, content_type: &str, body: Bytes) -> anyhow::Result<Answer> {
        let mut tried = 0;
        loop {
            let answer = self.try_post(path, content_type, body.clone()).await.with_context(|| {
                format!("http://{} can't be reached: is a Harmony running there?", self.authority)
            })?;
            tried += 1;
            match answer.retry_after_s.filter(|seconds| *seconds <= LONGEST_WAIT) {
                Some(seconds) if tried < TRIES => tokio::time::sleep(Duration::from_secs(seconds)).await,
                _ => return Ok(answer),
            }
        }
    }

    async fn try_post(&self, path: &str, content_type: &str, body: Bytes) -> anyhow::Result<Answer> {
        let stream = TcpStream::connect(&self.dialed).await?;
        let (mut sender, connection) = handshake(TokioIo::new(stream)).await?;
        // It ends when the answer was read and the sender is gone.
        let connection = tokio::spawn(connection);
        let mut request = Request::builder()
            .method(Method::POST)
            .uri(path)
            .header(header::HOST, &self.authority)
            .header(header::CONTENT_TYPE, content_type)
            .header(header::ACCEPT, "application/x-ndjson, application/json");
        if let Some(token) = &self.token {
            request = request.header(header::AUTHORIZATION, format!("Bearer {token}"));
        }
        let answer = sender.send_request(request.body(Body::from(body))?).await?;
        let (parts, body) = answer.into_parts();
        let retry_after_s = parts
            .headers
            .get(header::RETRY_AFTER)
            .and_then(|seconds| seconds.to_str().ok())
            .and_then(|seconds| seconds.parse().ok());
        let body = to_bytes(Body::new(body), LONGEST_ANSWER).await.map_err(|error| anyhow!(error))?;
        drop(sender);
        connection.abort();
        Ok(Answer { status: parts.status, body, retry_after_s })
    }
}
