//! Limits for viewers, and when they are disconnected.

use std::time::Duration;

use app::document::Source;
use app::event::{Cursor, Envelope, Event};
use axum::body::Bytes;
use server::ingest::{Incoming, arrive};
use server::live::Limits;
use server::serve::READ_WITHIN;
use server::store::Identity;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio::time::timeout;
use tokio_tungstenite::connect_async;
use tokio_tungstenite::tungstenite::Error;

use crate::running::{Running, add, next, next_of_all};

#[tokio::test]
async fn a_viewer_beyond_the_limit_gets_a_time_to_wait() {
    let server = Running::start_with(Limits { viewers: 1, ..Limits::default() }, READ_WITHIN).await;
    let mut seated = server.connect("").await;
    assert_eq!(server.state.live.viewers(), 1);
    let Err(Error::Http(refused)) = connect_async(format!("ws://{}/ws", server.address)).await else {
        panic!("there was a seat")
    };
    assert_eq!(refused.status().as_u16(), 503);
    assert_eq!(refused.headers()["retry-after"], "60");
    let answer = ask(&server, "/events").await;
    assert!(answer.starts_with("HTTP/1.1 503") && answer.contains("retry-after: 60"), "{answer}");
    seated.close(None).await.unwrap();
    until_nobody_watches(&server).await;
    server.connect("").await;
}

#[tokio::test]
async fn the_server_speaks_when_nothing_happens() {
    let limits = Limits { heartbeat: Duration::from_millis(20), ..Limits::default() };
    let server = Running::start_with(limits, READ_WITHIN).await;
    add(&server.state.store, "one").await;
    let mut socket = server.connect("?since=7.1").await;
    let sign_of_life = Envelope { cursor: Cursor { epoch: 7, seq: 1 }, event: Event::Heartbeat };
    for _ in 0..3 {
        assert_eq!(next_of_all(&mut socket).await, sign_of_life);
    }
    let mut stream = TcpStream::connect(server.address).await.unwrap();
    let request = format!("GET /events?since=7.1 HTTP/1.1\r\nHost: {}\r\n\r\n", server.address);
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut heard = String::new();
    while heard.matches(r#"{"cursor":"7.1","event":{"type":"Heartbeat"}}"#).count() < 3 {
        let mut buffer = [0; 1024];
        let read = timeout(Duration::from_secs(5), stream.read(&mut buffer)).await.expect("nothing came");
        heard.push_str(std::str::from_utf8(&buffer[..read.unwrap()]).unwrap());
    }
}

#[tokio::test]
async fn a_viewer_that_answers_no_ping_is_gone() {
    let limits = Limits {
        heartbeat: Duration::from_millis(10),
        silence: Duration::from_millis(100),
        ..Limits::default()
    };
    let server = Running::start_with(limits, READ_WITHIN).await;
    // It is connected and accepts everything, but never sends anything.
    let mut silent = upgraded(&server).await;
    let mut nothing_left = Vec::new();
    let cut = silent.read_to_end(&mut nothing_left);
    timeout(Duration::from_secs(5), cut).await.expect("it was listened to for ever").unwrap();
    until_nobody_watches(&server).await;
}

/// Both kinds of streams are cut if the client reads nothing, even though its system acknowledges packets.
#[tokio::test]
async fn who_never_reads_is_cut_and_holds_up_nobody() {
    let patience = Duration::from_secs(1);
    let limits = Limits { write: Duration::from_secs(60), ..Limits::default() };
    let server = Running::start_with(limits, patience).await;
    let mut reader = server.connect("").await;
    let websocket = upgraded(&server).await;
    let mut events = narrow(&server).await;
    let request = format!("GET /events HTTP/1.1\r\nHost: {}\r\n\r\n", server.address);
    events.write_all(request.as_bytes()).await.unwrap();
    let all_watch = async {
        while server.state.live.viewers() < 3 {
            tokio::task::yield_now().await;
        }
    };
    timeout(Duration::from_secs(5), all_watch).await.expect("they were not let in");

    const EVENTS: u64 = 16 * 64;
    let reads = tokio::spawn(async move {
        for seq in 1..=EVENTS {
            assert_eq!(next(&mut reader).await.cursor.seq, seq, "a viewer that reads gets everything");
        }
        reader
    });
    // More than the buffers of both ends hold.
    let path = "p".repeat(4_000);
    for batch in 0..16 {
        let text = |number: u32| {
            let raw = Bytes::from(format!("{batch} {number}"));
            let source = Source { path: Some(path.clone()), ..Source::default() };
            Incoming { identity: Identity::of_content(&source, &raw), source, raw }
        };
        arrive(&server.state.store, (0..64).map(text).collect()).await.unwrap();
    }
    let reader = reads.await.unwrap();
    let only_the_reader_is_left = async {
        while server.state.live.viewers() > 1 {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    timeout(Duration::from_secs(10), only_the_reader_is_left)
        .await
        .expect("who never reads is kept for ever");
    drop((reader, websocket, events));
}

/// Connects with a small buffer for what the client doesn't read.
async fn narrow(server: &Running) -> TcpStream {
    let socket = TcpSocket::new_v4().unwrap();
    socket.set_recv_buffer_size(4096).unwrap();
    socket.connect(server.address).await.unwrap()
}

/// Connects a viewer on a WebSocket that is read only by hand, so that it answers no ping.
async fn upgraded(server: &Running) -> TcpStream {
    let mut stream = narrow(server).await;
    let request = format!(
        "GET /ws HTTP/1.1\r\nHost: {}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
         Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n",
        server.address
    );
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = [0; 12];
    stream.read_exact(&mut answer).await.unwrap();
    assert_eq!(&answer, b"HTTP/1.1 101");
    stream
}

/// Returns the whole response to a request that closes the connection.
async fn ask(server: &Running, path: &str) -> String {
    let mut stream = TcpStream::connect(server.address).await.unwrap();
    let request = format!("GET {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n", server.address);
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = String::new();
    timeout(Duration::from_secs(5), stream.read_to_string(&mut answer)).await.expect("no answer").unwrap();
    answer
}

async fn until_nobody_watches(server: &Running) {
    let nobody = async {
        while server.state.live.viewers() > 0 {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    timeout(Duration::from_secs(5), nobody).await.expect("a seat was not given back");
}
