//! Bodies of requests that have to arrive at a pace: each that is under way keeps a connection and memory.

use std::fmt;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use axum::body::{Body, Bytes, HttpBody};
use axum::extract::Request;
use axum::middleware::Next;
use axum::response::Response;
use hyper::body::{Frame, SizeHint};
use tokio::time::{Instant, Sleep, sleep};

use crate::ingest::http::is_acknowledged;

/// In which a body has to get on.
const WITHIN: Duration = Duration::from_secs(20);
/// By so many bytes, which the slowest line sends.
const LEAST: usize = 16 * 1024;

/// Ends bodies that arrive too slowly. A stream whose every line is acknowledged may send its lines as they come, and only has
/// to send something.
pub async fn pace(request: Request, next: Next) -> Response {
    if request.body().is_end_stream() {
        return next.run(request).await;
    }
    let least = if is_acknowledged(request.headers()) { 1 } else { LEAST };
    next.run(request.map(|body| Body::new(Paced::new(body, least, WITHIN)))).await
}

struct Paced {
    body: Body,
    least: usize,
    within: Duration,
    /// Bytes since the deadline was set.
    received: usize,
    /// Set while something is waited for.
    deadline: Option<Pin<Box<Sleep>>>,
}

impl Paced {
    fn new(body: Body, least: usize, within: Duration) -> Self {
        Self { body, least, within, received: 0, deadline: None }
    }
}

impl HttpBody for Paced {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        let within = self.within;
        let Poll::Ready(frame) = Pin::new(&mut self.body).poll_frame(context) else {
            let deadline = self.deadline.get_or_insert_with(|| Box::pin(sleep(within)));
            ready!(deadline.as_mut().poll(context));
            return Poll::Ready(Some(Err(axum::Error::new(TooSlow))));
        };
        if let Some(Ok(frame)) = &frame {
            self.received += frame.data_ref().map_or(0, Bytes::len);
        }
        if self.received >= self.least
            && let Some(deadline) = &mut self.deadline
        {
            deadline.as_mut().reset(Instant::now() + within);
            self.received = 0;
        }
        Poll::Ready(frame)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

/// Why a body was ended.
#[derive(Debug)]
pub struct TooSlow;

impl fmt::Display for TooSlow {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("the body arrives too slowly")
    }
}

impl std::error::Error for TooSlow {}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;
    use std::time::Duration;

    use axum::body::{Body, Bytes};
    use futures_util::{StreamExt, stream};

    use super::Paced;

    /// Returns how much arrives of pieces of a byte, if each window has to bring as much as is said.
    async fn arrives(pieces: usize, least: usize, within: Duration) -> Option<usize> {
        let body = stream::iter(0..pieces).then(|_| async {
            tokio::time::sleep(Duration::from_millis(1)).await;
            Ok::<_, Infallible>(Bytes::from_static(b"a"))
        });
        let paced = Paced::new(Body::from_stream(body), least, within);
        axum::body::to_bytes(Body::new(paced), usize::MAX).await.map(|all| all.len()).ok()
    }

    #[tokio::test]
    async fn a_body_that_trickles_is_ended() {
        assert_eq!(arrives(usize::MAX, 1_000_000, Duration::from_millis(100)).await, None);
    }

    #[tokio::test]
    async fn a_body_at_its_pace_arrives_and_the_end_of_one_may_be_small() {
        assert_eq!(arrives(50, 1, Duration::from_secs(60)).await, Some(50));
        assert_eq!(arrives(5, 100, Duration::from_secs(60)).await, Some(5));
    }
}
