//! A server on a socket, and viewers of it.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use app::document::Source;
use app::event::{Envelope, Event};
use axum::body::Bytes;
use futures_util::StreamExt;
use server::ingest::{Incoming, arrive};
use server::live::{Limits, Live};
use server::router::router;
use server::security::{AllowedHosts, Guard};
use server::serve::{READ_WITHIN, serve};
use server::state::AppState;
use server::store::{Identity, SharedStore};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};
use tokio_util::sync::CancellationToken;

use crate::requests::temporary_store;

pub type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

/// A server on a port of its own.
pub struct Running {
    pub address: SocketAddr,
    pub state: AppState,
    pub shutdown: CancellationToken,
    pub task: JoinHandle<()>,
}

impl Running {
    pub async fn start() -> Self {
        Self::start_with(Limits::default(), READ_WITHIN).await
    }

    pub async fn start_with(limits: Limits, taken_within: Duration) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let shutdown = CancellationToken::new();
        let guard = Guard::new(AllowedHosts::new(address, &[]), None);
        let store = temporary_store();
        let live = Live::follow(Arc::clone(&store), limits, shutdown.clone());
        let state = AppState::new(store, guard, shutdown.clone()).with(|parts| parts.live = live);
        let task = tokio::spawn(serve(listener, router(state.clone()), taken_within, shutdown.clone()));
        Self { address, state, shutdown, task }
    }

    pub async fn connect(&self, query: &str) -> Socket {
        connect_async(format!("ws://{}/ws{query}", self.address)).await.unwrap().0
    }
}

pub async fn add(store: &SharedStore, text: &str) {
    let raw = Bytes::copy_from_slice(text.as_bytes());
    let source = Source::default();
    let incoming = Incoming { identity: Identity::of_content(&source, &raw), source, raw };
    arrive(store, vec![incoming]).await.unwrap();
}

/// Returns the next message of any kind.
pub async fn next_of_all(socket: &mut Socket) -> Envelope {
    loop {
        let message = timeout(Duration::from_secs(5), socket.next()).await.expect("nothing came in time");
        if let Message::Text(json) = message.unwrap().unwrap() {
            return serde_json::from_str(&json).unwrap();
        }
    }
}

/// Returns the next message that isn't a heartbeat.
pub async fn next(socket: &mut Socket) -> Envelope {
    loop {
        let envelope = next_of_all(socket).await;
        if envelope.event != Event::Heartbeat {
            return envelope;
        }
    }
}
