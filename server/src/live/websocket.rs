use std::time::Duration;

use app::event::Cursor;
use axum::body::Bytes;
use axum::extract::rejection::QueryRejection;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::ws::{Message as Frame, WebSocket, WebSocketUpgrade};
use axum::extract::{Query, State};
use axum::response::Response;
use futures_util::stream::{SplitSink, SplitStream};
use futures_util::{SinkExt, StreamExt};
use serde::Deserialize;
use tokio::time::{MissedTickBehavior, interval, timeout};

use super::{Subscription, Told};
use crate::error::ApiError;
use crate::state::AppState;

const HEARTBEAT: Duration = Duration::from_secs(15);
/// A viewer that does not take a message in this time is cut; it comes back by its cursor.
const WRITE_DEADLINE: Duration = Duration::from_secs(10);
/// Browsers answer a ping by themselves.
const LONGEST_SILENCE: Duration = Duration::from_secs(45);

#[derive(Debug, Deserialize)]
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
    since: Result<Query<Since>, QueryRejection>,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response, ApiError> {
    let Query(since) = since.map_err(|rejection| ApiError::BadQuery(rejection.body_text()))?;
    let upgrade = upgrade.map_err(|_| ApiError::UpgradeNeeded { path: "/ws" })?;
    let subscription = Subscription::begin(&state.live, since.cursor()?)?;
    // With the default buffers an idle viewer costs 137 KB, with these 6.
    let upgrade = upgrade.read_buffer_size(4096).write_buffer_size(0).max_message_size(4096);
    Ok(upgrade.on_upgrade(move |socket| serve(socket, subscription)))
}

async fn serve(socket: WebSocket, subscription: Subscription) {
    let (sink, stream) = socket.split();
    tokio::select! {
        () = tell(sink, subscription) => {}
        () = listen(stream) => {}
    }
}

/// Ends when the viewer is too slow, the store fails, or the server goes down.
async fn tell(mut sink: SplitSink<WebSocket, Frame>, mut subscription: Subscription) {
    let mut heartbeat = interval(HEARTBEAT);
    heartbeat.set_missed_tick_behavior(MissedTickBehavior::Delay);
    // The first tick comes at once.
    heartbeat.tick().await;
    loop {
        let frames = tokio::select! {
            told = subscription.next() => match told {
                Ok(Told::Messages(messages)) => {
                    messages.into_iter().map(|message| Frame::Text(message.json)).collect()
                }
                Ok(Told::Goodbye) => vec![Frame::Close(None)],
                Err(error) => {
                    tracing::warn!(%error, "a viewer is cut: its events can't be read");
                    return;
                }
            },
            _ = heartbeat.tick() => {
                vec![Frame::Text(subscription.heartbeat().json), Frame::Ping(Bytes::new())]
            }
        };
        for frame in frames {
            let is_last = matches!(frame, Frame::Close(_));
            let sent = timeout(WRITE_DEADLINE, sink.send(frame)).await;
            if is_last || !matches!(sent, Ok(Ok(()))) {
                return;
            }
        }
    }
}

/// Viewers say nothing but pongs; reading them keeps the protocol going and notices who left.
async fn listen(mut stream: SplitStream<WebSocket>) {
    while let Ok(Some(Ok(frame))) = timeout(LONGEST_SILENCE, stream.next()).await {
        if matches!(frame, Frame::Close(_)) {
            return;
        }
    }
}
