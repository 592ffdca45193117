use std::pin::pin;

use app::event::Cursor;
use axum::Extension;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::response::Response;
use futures_util::{SinkExt, StreamExt};
use hyper::upgrade::Upgraded;
use hyper_util::rt::TokioIo;
use serde::Deserialize;
use tokio::io::AsyncWriteExt;
use tokio::time::{Instant, sleep, timeout};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::handshake::server::create_response_with_body;
use tokio_tungstenite::tungstenite::protocol::{Role, WebSocketConfig};
use tokio_tungstenite::tungstenite::{Bytes, Error, Message as Frame};

use super::apart::apart;
use super::{Delivery, Limits, Subscription};
use crate::error::ApiError;
use crate::parameters::Parameters;
use crate::security::Stay;
use crate::state::AppState;

/// For reading: viewers send hardly anything. With the default buffers an idle viewer costs 137 KB, with these 6.
const READ_BUFFER: usize = 4096;
/// For heartbeats: messages go past it.
const WRITE_BUFFER: usize = 1024;

type Socket = WebSocketStream<TokioIo<Upgraded>>;

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
    Extension(stay): Extension<Stay>,
    mut request: Request,
) -> Result<Response, ApiError> {
    let response = create_response_with_body(&request, Body::empty)
        .map_err(|_| ApiError::UpgradeNeeded { path: "/ws" })?;
    let subscription = Subscription::begin(&state.live, since.cursor()?)?.during(stay);
    let upgrade = hyper::upgrade::on(&mut request);
    let limits = state.live.limits;
    tokio::spawn(async move {
        // A client that left meanwhile has none.
        let Ok(connection) = upgrade.await else { return };
        let config = WebSocketConfig::default()
            .read_buffer_size(READ_BUFFER)
            .write_buffer_size(WRITE_BUFFER)
            .max_message_size(Some(READ_BUFFER));
        let connection = TokioIo::new(connection);
        let socket = WebSocketStream::from_raw_socket(connection, Role::Server, Some(config)).await;
        apart(serve(socket, subscription, limits)).await;
    });
    Ok(response)
}

/// Sends messages until the viewer leaves, is too slow or silent for too long, the store fails, or the server shuts down.
async fn serve(mut socket: Socket, mut subscription: Subscription, limits: Limits) {
    let mut silence = pin!(sleep(limits.silence));
    loop {
        let delivery = tokio::select! {
            delivery = subscription.next() => delivery,
            heard = socket.next() => match heard {
                // Pongs alone.
                Some(Ok(frame)) if !frame.is_close() => {
                    silence.as_mut().reset(Instant::now() + limits.silence);
                    continue;
                }
                // What was answered to a farewell, or to what is no frame, is still sent.
                _ => {
                    let _ = timeout(limits.write, socket.flush()).await;
                    return;
                }
            },
            () = &mut silence => return,
        };
        let sent = match delivery {
            Ok(delivery) => timeout(limits.write, send(&mut socket, delivery)).await,
            Err(error) => {
                tracing::warn!(%error, "disconnected a viewer: could not read its events");
                return;
            }
        };
        if !matches!(sent, Ok(Ok(()))) {
            return;
        }
    }
}

/// Sends in as few writes as possible: a write costs more than its bytes. After a farewell, it fails.
async fn send(socket: &mut Socket, delivery: Delivery) -> Result<(), Error> {
    match delivery {
        Delivery::Messages(batch) => {
            // After what is begun, and past the buffer: one for each viewer would hold the same bytes thousands of times.
            socket.flush().await?;
            let connection = socket.get_mut();
            connection.write_all(batch.frames()).await?;
            Ok(connection.flush().await?)
        }
        Delivery::Heartbeat(message) => {
            socket.feed(Frame::text(&*message.json)).await?;
            socket.send(Frame::Ping(Bytes::new())).await
        }
        Delivery::Goodbye => {
            socket.close(None).await?;
            Err(Error::ConnectionClosed)
        }
    }
}
