use std::convert::Infallible;
use std::time::Duration;

use app::event::Cursor;
use axum::extract::{Query, State};
use axum::http::HeaderMap;
use axum::response::Sse;
use axum::response::sse::{Event, KeepAlive};
use futures_util::{Stream, StreamExt, stream};

use super::websocket::Since;
use super::{Message, Subscription, Told};
use crate::error::ApiError;
use crate::state::AppState;

const HEARTBEAT: Duration = Duration::from_secs(15);

/// The same messages as on the WebSocket, for curl, CI, and networks that let no WebSocket through.
pub async fn events(
    State(state): State<AppState>,
    Query(since): Query<Since>,
    headers: HeaderMap,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, ApiError> {
    // A browser that comes back names the last event it saw.
    let since = match headers.get("last-event-id").and_then(|value| value.to_str().ok()) {
        Some(last) => Some(
            last.parse::<Cursor>()
                .map_err(|error| ApiError::BadQuery(format!("`Last-Event-ID`: {error}")))?,
        ),
        None => since.cursor()?,
    };
    let subscription = Subscription::begin(&state.live, since)?;
    let messages = stream::unfold(subscription, |mut subscription| async {
        match subscription.next().await {
            Ok(Told::Messages(messages)) => Some((messages, subscription)),
            Ok(Told::Goodbye) => None,
            Err(error) => {
                tracing::warn!(%error, "a viewer is cut: its events can't be read");
                None
            }
        }
    });
    let events = messages.flat_map(stream::iter).map(|message| Ok(event_of(&message)));
    Ok(Sse::new(events).keep_alive(KeepAlive::new().interval(HEARTBEAT)))
}

fn event_of(message: &Message) -> Event {
    Event::default().id(message.cursor.to_string()).data(message.json.as_str())
}
