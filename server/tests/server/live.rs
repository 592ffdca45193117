use std::time::Duration;

use app::document::Source;
use app::event::{Applied, Cursor, Envelope, Event};
use axum::body::Bytes;
use futures_util::StreamExt;
use server::ingest::{Incoming, arrive};
use server::store::{Identity, Replay};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::connect_async;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{Error, Message};

use crate::running::{Running, add, next, next_of_all};

fn title(envelope: &Envelope) -> &str {
    match &envelope.event {
        Event::DocumentEvent { document, .. } => &document.title,
        other => panic!("not a document: {other:?}"),
    }
}

#[tokio::test]
async fn events_are_sent_at_once() {
    let server = Running::start().await;
    let mut socket = server.connect("").await;
    add(&server.state.store, "first").await;
    let received = next(&mut socket).await;
    assert_eq!((title(&received), received.cursor), ("first", Cursor { epoch: 7, seq: 1 }));
}

#[tokio::test]
async fn missed_events_come_before_new_ones() {
    let server = Running::start().await;
    for text in ["one", "two", "three"] {
        add(&server.state.store, text).await;
    }
    let mut socket = server.connect("?since=7.1").await;
    assert_eq!(title(&next(&mut socket).await), "two");
    add(&server.state.store, "four").await;
    assert_eq!(title(&next(&mut socket).await), "three");
    assert_eq!(title(&next(&mut socket).await), "four");
}

#[tokio::test]
async fn a_viewer_learns_that_it_has_caught_up() {
    let server = Running::start().await;
    let mut early = server.connect("").await;
    add(&server.state.store, "one").await;
    assert_eq!(title(&next(&mut early).await), "one");
    let mut socket = server.connect("?since=7.0").await;
    assert_eq!(title(&next_of_all(&mut socket).await), "one");
    let caught_up = Envelope { cursor: Cursor { epoch: 7, seq: 1 }, event: Event::Heartbeat };
    assert_eq!(next_of_all(&mut socket).await, caught_up);
    add(&server.state.store, "two").await;
    assert_eq!(title(&next_of_all(&mut socket).await), "two");
}

#[tokio::test]
async fn an_unknown_cursor_causes_a_resync() {
    let server = Running::start().await;
    let mut early = server.connect("").await;
    add(&server.state.store, "one").await;
    assert_eq!(title(&next(&mut early).await), "one");
    for since in ["?since=6.1", "?since=7.99"] {
        let mut socket = server.connect(since).await;
        let received = next(&mut socket).await;
        assert_eq!(received, Envelope { cursor: Cursor { epoch: 7, seq: 1 }, event: Event::Resync });
    }
    let mut socket = server.connect("?since=6.1").await;
    next(&mut socket).await;
    add(&server.state.store, "two").await;
    assert_eq!(title(&next(&mut socket).await), "two", "after that it goes on");
}

#[tokio::test]
async fn who_is_thousands_behind_is_not_sent_the_backlog() {
    let server = Running::start().await;
    let texts: Vec<_> = (0..5_100).map(|number| number.to_string()).collect();
    let source = Source::default();
    let batch = texts
        .iter()
        .map(|text| {
            let raw = Bytes::copy_from_slice(text.as_bytes());
            Incoming { identity: Identity::of_key(text), source: source.clone(), raw }
        })
        .collect();
    arrive(&server.state.store, batch).await.unwrap();
    // No longer in memory, but few enough to be replayed from the store.
    let mut near = server.connect("?since=7.200").await;
    for seq in 201..=5_100 {
        assert_eq!(next(&mut near).await.cursor.seq, seq);
    }
    let mut far = server.connect("?since=7.0").await;
    assert_eq!(next(&mut far).await.event, Event::Resync);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn many_senders_give_one_order_without_gaps() {
    let server = Running::start().await;
    let mut feed = server.state.store.feed().await.unwrap();
    let mut socket = server.connect(&format!("?since={}", feed.cursor)).await;
    let senders: Vec<_> = (0..8)
        .map(|sender| {
            let store = server.state.store.clone();
            tokio::spawn(async move {
                for number in 0..25 {
                    add(&store, &format!("# Review Report: {sender}/{number}")).await;
                }
            })
        })
        .collect();
    for seq in 1..=200 {
        let envelope = next(&mut socket).await;
        assert_eq!(envelope.cursor.seq, seq);
        assert_eq!(feed.apply(&envelope), Applied::Changed);
    }
    for sender in senders {
        sender.await.unwrap();
    }
    assert_eq!(feed, server.state.store.feed().await.unwrap(), "the fold is the state");
}

#[tokio::test]
async fn removing_samples_sends_an_event() {
    let server = Running::start().await;
    let added = server.state.library.add_samples().await.unwrap();
    let head = server.state.library.head();
    let mut socket = server.connect(&format!("?since={head}")).await;
    server.state.library.remove_samples().await.unwrap();
    let Event::DocumentsRemoved { ids } = next(&mut socket).await.event else { panic!("another event") };
    assert_eq!(ids.len(), added as usize);
}

#[tokio::test]
async fn a_page_of_another_site_is_not_let_in() {
    let server = Running::start().await;
    let attempt = async |origin: &str| {
        let mut request = format!("ws://{}/ws", server.address).into_client_request().unwrap();
        request.headers_mut().insert("origin", origin.parse().unwrap());
        match connect_async(request).await {
            Ok(_) => 101,
            Err(Error::Http(response)) => response.status().as_u16(),
            Err(error) => panic!("{error}"),
        }
    };
    assert_eq!(attempt("http://evil.example").await, 403);
    assert_eq!(attempt("null").await, 403);
    assert_eq!(attempt(&format!("http://{}", server.address)).await, 101);
}

#[tokio::test]
async fn a_cursor_that_is_none_is_refused() {
    let server = Running::start().await;
    let refused = connect_async(format!("ws://{}/ws?since=yesterday", server.address)).await;
    let Err(Error::Http(response)) = refused else { panic!("it was taken") };
    assert_eq!(response.status().as_u16(), 400);
}

#[tokio::test]
async fn the_same_stream_comes_as_server_sent_events() {
    let server = Running::start().await;
    add(&server.state.store, "one").await;
    add(&server.state.store, "two").await;
    let mut stream = TcpStream::connect(server.address).await.unwrap();
    let request = format!("GET /events HTTP/1.1\r\nHost: {}\r\nLast-Event-ID: 7.1\r\n\r\n", server.address);
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut heard = String::new();
    let received = async {
        let mut buffer = [0; 4096];
        while !heard.contains("\n\n") || !heard.contains("id: 7.2") {
            let length = stream.read(&mut buffer).await.unwrap();
            heard.push_str(std::str::from_utf8(&buffer[..length]).unwrap());
        }
    };
    timeout(Duration::from_secs(5), received).await.unwrap();
    assert!(heard.contains("content-type: text/event-stream"));
    assert!(heard.contains("id: 7.2\n") || heard.contains("id: 7.2\r\n"), "{heard}");
    assert!(heard.contains(r#""title":"two""#) && !heard.contains(r#""title":"one""#));
}

#[tokio::test]
async fn going_down_closes_the_sockets() {
    let server = Running::start().await;
    let mut socket = server.connect("").await;
    server.shutdown.cancel();
    let closed = async { while let Some(Ok(_)) = socket.next().await {} };
    timeout(Duration::from_secs(3), closed).await.expect("the socket stayed open");
    timeout(Duration::from_secs(3), server.task).await.expect("the server stayed up").unwrap();
    let _ = socket.close(None).await;
}

#[tokio::test]
async fn a_client_that_sends_no_request_is_cut() {
    let server = Running::start().await;
    let mut stream = TcpStream::connect(server.address).await.unwrap();
    stream.write_all(b"GET / HTTP/1.1\r\nHost: ").await.unwrap();
    let mut answer = Vec::new();
    let cut = stream.read_to_end(&mut answer);
    timeout(Duration::from_secs(15), cut).await.expect("it may wait for ever").unwrap();
}

#[tokio::test]
async fn a_quarantine_event_is_that_of_the_contract() {
    let server = Running::start().await;
    let mut socket = server.connect("").await;
    let record = "# Quarantine Record\n\n**Subcommand:** quarantine\n**Target Type:** session\n**Target ID:** night-42\n\
                  **Reason:** It loops.\n**Quarantined At:** 2026-11-19T14:00:00Z\n**Auto-Release:** no\n**TTL:** 7 days\n";
    add(&server.state.store, record).await;
    assert_eq!(title(&next(&mut socket).await), "session night-42");
    let received = next(&mut socket).await;
    assert_eq!(received.cursor, Cursor { epoch: 7, seq: 2 });
    let expected = r#"{"type":"QuarantineEvent","action":"add","targetType":"session","targetId":"night-42","reason":"It loops.","timestamp":"2026-11-19T14:00:00Z"}"#;
    assert_eq!(serde_json::to_string(&received.event).unwrap(), expected);
    add(&server.state.store, "after it").await;
    assert_eq!(next(&mut socket).await.cursor.seq, 3);
    let feed = server.state.store.feed().await.unwrap();
    assert_eq!((feed.totals.documents, feed.cursor.seq), (2, 3), "an event of its own is no document");
}

#[tokio::test]
async fn every_viewer_is_sent_the_bytes_that_were_written_once() {
    let server = Running::start().await;
    let (mut one, mut other) = (server.connect("").await, server.connect("").await);
    add(&server.state.store, "first").await;
    let Replay::Events(written) = server.state.store.replay(Cursor { epoch: 7, seq: 0 }, 9).await.unwrap()
    else {
        panic!("the log begins at its beginning")
    };
    for socket in [&mut one, &mut other] {
        let sent = loop {
            let message = timeout(Duration::from_secs(5), socket.next()).await.unwrap().unwrap().unwrap();
            if let Message::Text(json) = message
                && !json.contains("Heartbeat")
            {
                break json;
            }
        };
        assert_eq!(sent.as_str(), written[0].json);
    }
}
