//! A minimal server that sends the same to all viewers: axum, a broadcast channel, a task per viewer. No log, no replay,
//! no deadline.

use std::sync::Arc;

use anyhow::Result;
use axum::Router;
use axum::extract::State;
use axum::extract::ws::{Message, Utf8Bytes, WebSocket, WebSocketUpgrade};
use axum::response::Response;
use axum::routing::{get, post};
use tokio::net::TcpListener;
use tokio::sync::broadcast;

/// More than are ever under way, so that nobody falls behind.
const CAPACITY: usize = 4096;

type Sender = Arc<broadcast::Sender<Utf8Bytes>>;

pub async fn serve() -> Result<()> {
    let sender: Sender = Arc::new(broadcast::channel(CAPACITY).0);
    let router =
        Router::new().route("/publish", post(publish)).route("/ws", get(websocket)).with_state(sender);
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    println!("http://{}", listener.local_addr()?);
    let listener = axum::serve::ListenerExt::tap_io(listener, |stream| {
        // As Harmony does: a message that waits for the answer to the one before it is late.
        let _ = stream.set_nodelay(true);
    });
    Ok(axum::serve(listener, router).await?)
}

async fn publish(State(sender): State<Sender>, lines: String) {
    for line in lines.lines() {
        // Fails without viewers.
        let _ = sender.send(Utf8Bytes::from(line));
    }
}

async fn websocket(State(sender): State<Sender>, upgrade: WebSocketUpgrade) -> Response {
    let message = sender.subscribe();
    upgrade.on_upgrade(move |socket| send_all(socket, message))
}

async fn send_all(mut socket: WebSocket, mut message: broadcast::Receiver<Utf8Bytes>) {
    while let Ok(line) = message.recv().await {
        if socket.send(Message::Text(line)).await.is_err() {
            return;
        }
    }
}
