use std::time::Duration;

use app::event::Cursor;
use axum::body::Bytes;
use axum::extract::State;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::ws::{Message as Frame, WebSocket, WebSocketUpgrade};
use axum::response::Response;
use futures_util::stream::{SplitSink, SplitStream};
use futures_util::{SinkExt, StreamExt};
use serde::Deserialize;
use tokio::time::timeout;

use super::{Delivery, Limits, Subscription};
use crate::error::ApiError;
use crate::parameters::Parameters;
use crate::state::AppState;

/// For reading: viewers send hardly anything. With the default buffers an idle viewer costs 137 KB, with these 6.
const READ_BUFFER: usize = 4096;
/// For writing, allocated only while there is something to send.
const WRITE_BUFFER: usize = 16 * 1024;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Since {
    since: Option<String>,
}

impl Since {
    pub fn cursor(&self) -> Result<Option<Cursor>, ApiError> {
        let Some(since) = self.since.as_deref().filter(|since| !since.is_empty()) else {
            return Ok(None);
        };
        since.parse().map(Some).map_err(|error| ApiError::BadQuery(format!("`since`: {error}")))
    }
}

pub async fn websocket(
    State(state): State<AppState>,
    Parameters(since): Parameters<Since>,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response, ApiError> {
    let upgrade = upgrade.map_err(|_| ApiError::UpgradeNeeded { path: "/ws" })?;
    let subscription = Subscription::begin(&state.live, since.cursor()?)?;
    let upgrade =
        upgrade.read_buffer_size(READ_BUFFER).write_buffer_size(WRITE_BUFFER).max_message_size(READ_BUFFER);
    let limits = state.live.limits;
    Ok(upgrade.on_upgrade(move |socket| serve(socket, subscription, limits)))
}

async fn serve(socket: WebSocket, subscription: Subscription, limits: Limits) {
    let (sink, stream) = socket.split();
    tokio::select! {
        () = deliver(sink, subscription, limits.write) => {}
        () = listen(stream, limits.silence) => {}
    }
}

/// Sends messages until the viewer is too slow, the store fails, or the server shuts down.
async fn deliver(mut sink: SplitSink<WebSocket, Frame>, mut subscription: Subscription, deadline: Duration) {
    loop {
        let frames = match subscription.next().await {
            Ok(Delivery::Messages(messages)) => {
                messages.into_iter().map(|message| Frame::Text(message.json)).collect()
            }
            Ok(Delivery::Heartbeat(message)) => vec![Frame::Text(message.json), Frame::Ping(Bytes::new())],
            Ok(Delivery::Goodbye) => vec![Frame::Close(None)],
            Err(error) => {
                tracing::warn!(%error, "disconnected a viewer: could not read its events");
                return;
            }
        };
        let is_last = frames.iter().any(|frame| matches!(frame, Frame::Close(_)));
        // Sent in as few writes as possible: a write costs more than its bytes.
        let send = async {
            for frame in frames {
                sink.feed(frame).await?;
            }
            sink.flush().await
        };
        if !matches!(timeout(deadline, send).await, Ok(Ok(()))) || is_last {
            return;
        }
    }
}

/// Reads what the viewer sends, which is pongs alone, and notices when it leaves.
async fn listen(mut stream: SplitStream<WebSocket>, longest: Duration) {
    while let Ok(Some(Ok(frame))) = timeout(longest, stream.next()).await {
        if matches!(frame, Frame::Close(_)) {
            return;
        }
    }
}
