//! What the server makes of the bytes of a viewer behind the upgrade to a WebSocket.

#![no_main]

use std::cell::LazyCell;
use std::sync::Arc;
use std::time::Duration;

use app::event::Envelope;
use axum::Router;
use axum::routing::get;
use hyper_util::rt::{TokioExecutor, TokioIo};
use hyper_util::server::conn::auto::Builder;
use hyper_util::service::TowerToHyperService;
use libfuzzer_sys::fuzz_target;
use server::live::{Live, websocket};
use server::security::{AllowedHosts, Guard};
use server::state::AppState;
use server::store::SqliteStore;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::runtime::{Builder as RuntimeBuilder, Runtime};
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;

const UPGRADE: &[u8] = b"GET /ws HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
    Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";
/// What a server sends by itself: the answer to the upgrade, and one heartbeat with its ping.
const ASIDE: usize = 1_000;
/// A client that is gone is noticed at once.
const LONGEST: Duration = Duration::from_secs(5);

struct Server {
    runtime: Runtime,
    router: Router,
    live: Arc<Live>,
}

thread_local! {
    static SERVER: LazyCell<Server> = LazyCell::new(Server::new);
}

fuzz_target!(|bytes: &[u8]| SERVER.with(|server| server.runtime.block_on(server.hear(bytes))));

impl Server {
    fn new() -> Self {
        let runtime = RuntimeBuilder::new_current_thread().enable_all().build().expect("a runtime");
        let (router, live) = runtime.block_on(async {
            let store = Arc::new(SqliteStore::temporary(1).expect("a store"));
            let guard = Guard::new(AllowedHosts::new(([127, 0, 0, 1], 80).into(), &[]), None);
            let state = AppState::new(store, guard, CancellationToken::new());
            let live = Arc::clone(&state.live);
            (Router::new().route("/ws", get(websocket)).with_state(state), live)
        });
        Self { runtime, router, live }
    }

    /// Sends the bytes and leaves. Checks that the server answers with frames, few of them, and frees the seat.
    async fn hear(&self, bytes: &[u8]) {
        let (mut client, connection) = tokio::io::duplex(64 * 1024);
        let service = TowerToHyperService::new(self.router.clone());
        let served = tokio::spawn(async move {
            let builder = Builder::new(TokioExecutor::new());
            // However it ends: the client is judged by what it receives.
            let _ = builder.serve_connection_with_upgrades(TokioIo::new(connection), service).await;
        });
        let mut answer = Vec::new();
        let talk = async {
            client.write_all(UPGRADE).await.expect("an open connection");
            // As a client does: one that leaves before has no answer.
            while !answer.windows(4).any(|window| window == b"\r\n\r\n") {
                let read = client.read_buf(&mut answer).await.expect("an open connection");
                assert_ne!(read, 0, "an answer to the upgrade");
            }
            // The server may have left already.
            let _ = client.write_all(bytes).await;
            let _ = client.shutdown().await;
            let _ = client.read_to_end(&mut answer).await;
        };
        timeout(LONGEST, talk).await.expect("the server leaves when the client does");
        served.await.expect("the connection was served");
        check_answer(&answer, bytes.len());
        let seat = async {
            while self.live.viewers() > 0 {
                tokio::task::yield_now().await;
            }
        };
        timeout(LONGEST, seat).await.expect("the seat is free again");
    }
}

fn check_answer(answer: &[u8], sent: usize) {
    assert!(answer.len() <= ASIDE + 2 * sent, "{} bytes for {sent}", answer.len());
    let end = answer.windows(4).position(|window| window == b"\r\n\r\n").expect("an answer to the upgrade");
    assert!(answer.starts_with(b"HTTP/1.1 101"), "{}", String::from_utf8_lossy(answer));
    let mut frames = answer.get(end + 4..).unwrap_or_default();
    while let Some((first, content, rest)) = frame(frames) {
        assert!(matches!(first, 0x81 | 0x88 | 0x89 | 0x8a), "a frame begins with {first:#x}");
        if first == 0x81 {
            let envelope = serde_json::from_slice::<Envelope>(content);
            assert!(envelope.is_ok(), "{}", String::from_utf8_lossy(content));
        }
        frames = rest;
    }
    assert!(frames.is_empty(), "half a frame: {frames:?}");
}

/// A short frame that a server sends: its first byte, its content, and what follows.
fn frame(bytes: &[u8]) -> Option<(u8, &[u8], &[u8])> {
    let (first, rest) = bytes.split_first()?;
    let (length, rest) = rest.split_first()?;
    assert!(*length < 126, "a frame of the server is masked, or too long");
    let (content, rest) = rest.split_at_checked((*length).into())?;
    Some((*first, content, rest))
}
