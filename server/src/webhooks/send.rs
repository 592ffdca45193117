//! One request to a receiver.

use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use app::webhook::Message;
use axum::http::header;
use data_encoding::HEXLOWER;
use ring::hmac;
use ureq::Agent;

use crate::store::{Private, Target, Tried};
use crate::tls::{asking, tls};

/// From the look-up of the name to the status.
const ANSWER_WITHIN: Duration = Duration::from_secs(10);
/// More than the headers of any answer; its body is not read.
const LONGEST_HEAD: usize = 16 * 1024;

/// What came of a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Answer {
    pub took_ms: u64,
    pub status: Option<u16>,
    /// Why it was not delivered.
    pub error: Option<String>,
    pub retry_after_s: Option<u64>,
    /// Nothing was answered, and something may be the next time.
    pub is_worth_a_retry: bool,
}

impl Answer {
    /// Returns the answer where nothing was sent, nor will be.
    pub fn never(reason: String) -> Self {
        Self { took_ms: 0, status: None, error: Some(reason), retry_after_s: None, is_worth_a_retry: false }
    }

    /// Returns the attempt for the log, with when it is sent again, and until when the receiver is left alone.
    pub fn tried(
        self,
        delivery: i64,
        webhook: i64,
        at_ms: i64,
        (again_ms, pause_until_ms): (Option<i64>, Option<i64>),
    ) -> Tried {
        let Self { took_ms, status, error, .. } = self;
        Tried { delivery, webhook, at_ms, took_ms, status, error, again_ms, pause_until_ms }
    }
}

#[derive(Clone, Default)]
pub(super) struct Sender {
    /// Made when it is needed first, since it reads the certificates that this system trusts.
    agent: Arc<OnceLock<Agent>>,
}

impl Sender {
    /// Posts a body, on a thread that may wait.
    pub async fn send(self, target: Target, message: &Message, body: String, now_ms: i64) -> Answer {
        let (delivery, event) = (message.delivery, message.event());
        let post = move || self.post(&target, delivery, event, &body, now_ms);
        let posted = tokio::task::spawn_blocking(post).await;
        posted.unwrap_or_else(|_| Answer::never("the request could not be made".to_owned()))
    }

    fn post(&self, target: &Target, delivery: i64, event: &str, body: &str, now_ms: i64) -> Answer {
        let Target { url, secret, .. } = target;
        let start = Instant::now();
        let mut request = self
            .agent
            .get_or_init(agent)
            .post(&url.0)
            .header(header::CONTENT_TYPE, "application/json")
            .header("x-harmony-event", event)
            .header("x-harmony-delivery", delivery.to_string());
        if let Some(secret) = secret {
            request = request.header("x-harmony-signature", signature(secret, now_ms / 1000, body));
        }
        let sent = request.send(body);
        let took_ms = u64::try_from(start.elapsed().as_millis()).unwrap_or(u64::MAX);
        match sent {
            Ok(response) => {
                let status = response.status().as_u16();
                let retry_after_s = response
                    .headers()
                    .get(header::RETRY_AFTER)
                    .and_then(|seconds| seconds.to_str().ok())
                    .and_then(|seconds| seconds.trim().parse().ok());
                let error = match status {
                    200..300 => None,
                    300..400 => Some(format!("answered {status}; redirects are not followed")),
                    _ => Some(format!("answered {status}")),
                };
                Answer { took_ms, status: Some(status), error, retry_after_s, is_worth_a_retry: true }
            }
            Err(error) => {
                let (error, is_worth_a_retry) = reason(&error);
                Answer { took_ms, status: None, error: Some(error), retry_after_s: None, is_worth_a_retry }
            }
        }
    }
}

fn agent() -> Agent {
    asking(ANSWER_WITHIN)
        .max_idle_connections(0)
        .max_response_header_size(LONGEST_HEAD)
        .tls_config(tls())
        .build()
        .into()
}

/// Signs the time with the body, so that a receiver can refuse what is sent again by somebody else.
fn signature(secret: &Private, at_s: i64, body: &str) -> String {
    let key = hmac::Key::new(hmac::HMAC_SHA256, secret.0.as_bytes());
    let tag = hmac::sign(&key, format!("{at_s}.{body}").as_bytes());
    format!("t={at_s},v1={}", HEXLOWER.encode(tag.as_ref()))
}

/// Says why nothing was answered, without the address, and whether another attempt may help.
fn reason(error: &ureq::Error) -> (String, bool) {
    match error {
        ureq::Error::Timeout(_) => (format!("no answer within {} s", ANSWER_WITHIN.as_secs()), true),
        ureq::Error::HostNotFound => ("the name of the host is not known".to_owned(), true),
        ureq::Error::Io(error) => (format!("no connection: {error}"), true),
        ureq::Error::ConnectionFailed => ("no connection".to_owned(), true),
        ureq::Error::BadUri(_) | ureq::Error::Http(_) => ("the address can't be used".to_owned(), false),
        _ => ("the answer can't be read".to_owned(), true),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_signature_can_be_computed_elsewhere() {
        // printf '1700000000.{"event":"test"}' | openssl dgst -sha256 -hmac a-secret-of-some-length
        let secret = Private("a-secret-of-some-length".to_owned());
        assert_eq!(
            signature(&secret, 1_700_000_000, r#"{"event":"test"}"#),
            "t=1700000000,v1=46b920abac7a63f06c6095e46dbd5d15e2b008b312e794c68f7a193c88e0f18f"
        );
        assert_eq!(format!("{secret:?}"), "…");
    }
}
