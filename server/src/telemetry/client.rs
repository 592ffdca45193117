//! Sends spans to a collector. Called by the exporter's own thread, which may wait.

use std::pin::Pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use axum::body::Bytes;
use axum::http::{Request, Response};
use opentelemetry_http::{HttpClient, HttpError};
use ureq::Agent;

use crate::tls::{asking, tls};

const ANSWER_WITHIN: Duration = Duration::from_secs(10);
/// More than what a collector says about the spans that it refuses.
const LONGEST_ANSWER: u64 = 64 * 1024;

#[derive(Debug)]
pub(super) struct Client {
    agent: Agent,
    /// The newest request failed, which was reported.
    is_failing: AtomicBool,
}

impl Client {
    pub fn new(endpoint: &str) -> Self {
        let config = asking(ANSWER_WITHIN);
        let config = if endpoint.trim().starts_with("https://") { config.tls_config(tls()) } else { config };
        Self { agent: config.build().into(), is_failing: AtomicBool::new(false) }
    }

    fn send(&self, request: Request<Bytes>) -> Result<Response<Bytes>, ureq::Error> {
        let response = self.agent.run(request.map(Vec::from))?;
        let (parts, mut body) = response.into_parts();
        let body = body.with_config().limit(LONGEST_ANSWER).read_to_vec()?;
        Ok(Response::from_parts(parts, body.into()))
    }

    /// Reports the first of several failures, and their end.
    fn report(&self, failure: Option<String>) {
        let was_failing = self.is_failing.swap(failure.is_some(), Ordering::Relaxed);
        match failure {
            Some(reason) if !was_failing => tracing::warn!(
                "spans can't be exported: {reason}; the server goes on without them and tries again: check \
                 OTEL_EXPORTER_OTLP_ENDPOINT and the collector"
            ),
            None if was_failing => tracing::info!("spans are exported again"),
            _ => {}
        }
    }
}

type Sent<'a> = Pin<Box<dyn Future<Output = Result<Response<Bytes>, HttpError>> + Send + 'a>>;

// Written as `async_trait` writes it.
impl HttpClient for Client {
    fn send_bytes<'a, 'async_trait>(&'a self, request: Request<Bytes>) -> Sent<'async_trait>
    where
        'a: 'async_trait,
    {
        let sent = self.send(request);
        self.report(match &sent {
            Ok(response) if response.status().is_success() => None,
            Ok(response) => Some(format!("the collector answers {}", response.status())),
            Err(error) => Some(error.to_string()),
        });
        Box::pin(std::future::ready(sent.map_err(HttpError::from)))
    }
}
