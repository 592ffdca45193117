use std::convert::Infallible;
use std::sync::Arc;

use app::event::Cursor;
use axum::Extension;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Sse;
use axum::response::sse::Event;
use futures_util::{Stream, StreamExt, stream};

use super::websocket::Since;
use super::{Batch, Delivery, Message, Subscription};
use crate::error::ApiError;
use crate::parameters::Parameters;
use crate::security::Stay;
use crate::state::AppState;

/// Sends the messages of the WebSocket as server-sent events, for curl, CI, and networks that block WebSockets. The
/// connection's own deadline cuts a client that reads nothing: the body is polled only while the socket is writable.
pub async fn events(
    State(state): State<AppState>,
    Parameters(since): Parameters<Since>,
    Extension(stay): Extension<Stay>,
    headers: HeaderMap,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, ApiError> {
    // A browser that reconnects names the last event it saw.
    let since = match headers.get("last-event-id").and_then(|value| value.to_str().ok()) {
        Some(last) => Some(
            last.parse::<Cursor>()
                .map_err(|error| ApiError::BadQuery(format!("`Last-Event-ID`: {error}")))?,
        ),
        None => since.cursor()?,
    };
    let subscription = Subscription::begin(&state.live, since)?.during(stay);
    let batches = stream::unfold(subscription, |mut subscription| async {
        match subscription.next().await {
            Ok(Delivery::Messages(batch)) => Some((batch, subscription)),
            Ok(Delivery::Heartbeat(message)) => Some((Arc::new(Batch::from_iter([message])), subscription)),
            Ok(Delivery::Goodbye) => None,
            Err(error) => {
                tracing::warn!(%error, "disconnected a viewer: could not read its events");
                None
            }
        }
    });
    let events_of =
        |batch: Arc<Batch>| stream::iter(batch.messages.iter().map(event_of).map(Ok).collect::<Vec<_>>());
    let events = batches.fuse().flat_map(events_of);
    Ok(Sse::new(events))
}

fn event_of(message: &Message) -> Event {
    Event::default().id(message.cursor.to_string()).data(&message.json)
}
