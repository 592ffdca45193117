//! Lines that are answered one by one, and compressed bodies.

use std::io::{Read, Write};

use axum::body::{Body, Bytes};
use axum::http::{Request, header};
use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use futures_util::{StreamExt, stream};
use serde_json::{Value, json};
use tokio::sync::mpsc;

use crate::requests::{Reply, Server, from_here};

fn lines(body: Body) -> Request<Body> {
    from_here("POST", "/api/documents?session=night")
        .header(header::CONTENT_TYPE, "application/x-ndjson")
        .header(header::ACCEPT, "application/x-ndjson")
        .body(body)
        .unwrap()
}

fn answers(answer: &Reply) -> Vec<Value> {
    answer.text().lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn packed(raw: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(raw).unwrap();
    encoder.finish().unwrap()
}

async fn send_packed(server: &Server, content_type: &str, body: Vec<u8>) -> Reply {
    let request = from_here("POST", "/api/documents")
        .header(header::CONTENT_TYPE, content_type)
        .header(header::CONTENT_ENCODING, "gzip");
    server.send(request.body(Body::from(body)).unwrap()).await
}

#[tokio::test]
async fn each_line_is_answered_and_a_bad_one_spoils_no_other() {
    let server = Server::new();
    let body =
        "{\"text\": \"one\"}\n\n{\"text\": 2}\n{\"text\": \"one\"}\n{\"text\": \" \"}\n{\"text\": \"last\"}";
    let answer = server.send(lines(Body::from(body))).await;
    assert_eq!((answer.status.as_u16(), answer.header("content-type")), (200, "application/x-ndjson"));
    let answers = answers(&answer);
    let numbers: Vec<_> = answers.iter().map(|answer| answer["line"].as_u64()).collect();
    assert_eq!(numbers, [Some(1), Some(3), Some(4), Some(5), Some(6), None]);
    assert_eq!(answers[0]["document"]["duplicate"], false);
    assert_eq!(answers[1]["problem"]["type"], "urn:harmony:problem:unreadable-body");
    assert_eq!(answers[2]["document"]["id"], answers[0]["document"]["id"]);
    assert_eq!(answers[3]["problem"]["type"], "urn:harmony:problem:empty-text");
    assert_eq!(answers[5], json!({ "lines": 6, "stored": 2, "known": 1, "refused": 2 }));
    let stored = server.state.store.feed().await.unwrap().documents;
    assert!(stored.iter().all(|head| head.source.session.as_deref() == Some("night")));
}

#[tokio::test]
async fn answers_are_compressed_for_a_proxy() {
    let server = Server::new();
    let mut request = lines(Body::from("{\"text\": \"one\"}\n".repeat(50)));
    request.headers_mut().insert(header::ACCEPT_ENCODING, "gzip".parse().unwrap());
    let answer = server.send(request).await;
    assert_eq!(answer.header("content-encoding"), "gzip");
    let mut text = String::new();
    GzDecoder::new(&answer.body[..]).read_to_string(&mut text).unwrap();
    let sum: Value = serde_json::from_str(text.lines().last().unwrap()).unwrap();
    assert_eq!(sum, json!({ "lines": 50, "stored": 1, "known": 49, "refused": 0 }));
}

#[tokio::test]
async fn a_line_that_is_too_long_is_refused_alone() {
    let server = Server::new();
    let long = std::iter::repeat_n(Bytes::from(vec![b'a'; 1 << 20]), 17);
    let first = Bytes::from_static(b"{\"text\": \"before\"}\n{\"text\": \"");
    let last = Bytes::from_static(b"\"}\n{\"text\": \"after\"}\n");
    let pieces = std::iter::once(first).chain(long).chain(std::iter::once(last));
    let body = Body::from_stream(stream::iter(pieces.map(Ok::<_, std::io::Error>)));
    let answers = answers(&server.send(lines(body)).await);
    assert_eq!(answers[0]["document"]["duplicate"], false);
    assert_eq!((&answers[1]["line"], &answers[1]["problem"]["status"]), (&json!(2), &json!(413)));
    assert_eq!((&answers[2]["line"], &answers[2]["document"]["duplicate"]), (&json!(3), &json!(false)));
    assert_eq!(answers[3], json!({ "lines": 3, "stored": 2, "known": 0, "refused": 1 }));
}

#[tokio::test]
async fn a_line_is_answered_before_the_next_is_sent() {
    use server::router::router;
    use tower::ServiceExt;

    let server = Server::new();
    let (sender, receiver) = mpsc::unbounded_channel::<&str>();
    let body = stream::unfold(receiver, |mut receiver| async {
        Some((Ok::<_, std::io::Error>(Bytes::from(receiver.recv().await?)), receiver))
    });
    let response = router(server.state.clone()).oneshot(lines(Body::from_stream(body))).await.unwrap();
    let mut answers = response.into_body().into_data_stream();
    for (number, line) in ["{\"text\": \"one\"}\n", "{\"text\": \"two\"}\n"].into_iter().enumerate() {
        let (half, rest) = line.split_at(7);
        sender.send(half).unwrap();
        sender.send(rest).unwrap();
        let answer = answers.next().await.unwrap().unwrap();
        let answer: Value = serde_json::from_slice(&answer).unwrap();
        assert_eq!(answer["line"], number + 1);
        let stored = server.state.store.feed().await.unwrap().totals.documents;
        assert_eq!(stored, number as u64 + 1, "it was answered before it was stored");
    }
    drop(sender);
    let sum: Value = serde_json::from_slice(&answers.next().await.unwrap().unwrap()).unwrap();
    assert_eq!(sum["stored"], 2);
    assert!(answers.next().await.is_none());
}

#[tokio::test]
async fn more_lines_than_fit_into_a_body_are_taken_as_a_stream() {
    let server = Server::new();
    let line = |number: u64| {
        let text = format!("{number} {}", "word ".repeat(200_000));
        Ok::<_, std::io::Error>(Bytes::from(format!("{}\n", json!({ "text": text }))))
    };
    let answer = server.send(lines(Body::from_stream(stream::iter((0..30).map(line))))).await;
    assert_eq!(answers(&answer).last().unwrap()["stored"], 30);
}

#[tokio::test]
async fn a_packed_body_is_unpacked() {
    let server = Server::new();
    let stored = send_packed(&server, "text/plain", packed("보고서".as_bytes())).await;
    assert_eq!(stored.status, 201);
    let id = stored.json()["documents"][0]["id"].as_str().unwrap().to_owned();
    assert_eq!(server.get(&format!("/api/documents/{id}/raw")).await.text(), "보고서");

    let two = "{\"text\": \"a\"}\n{\"text\": \"b\"}\n";
    let stored = send_packed(&server, "application/x-ndjson", packed(two.as_bytes())).await;
    assert_eq!(stored.json()["documents"].as_array().unwrap().len(), 2);
}

#[tokio::test]
async fn a_packed_body_may_not_come_to_too_much() {
    let server = Server::new();
    let dense = packed(&vec![b' '; 20 * 1024 * 1024]);
    let refused = send_packed(&server, "text/plain", dense).await;
    refused.expect_problem(413, "body-too-large", &["100 times"]);
    // Not dense, but many: words that do not repeat soon.
    let words: String =
        (0..9_000_000_u32).map(|number| format!("{:x} ", number.wrapping_mul(2_654_435_761))).collect();
    assert!(words.len() > 64 * 1024 * 1024);
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(words.as_bytes()).unwrap();
    let large = encoder.finish().unwrap();
    let request = from_here("POST", "/api/documents")
        .header(header::CONTENT_TYPE, "text/plain")
        .header(header::CONTENT_ENCODING, "gzip");
    let pieces = stream::iter(
        large
            .chunks(1024 * 1024)
            .map(|piece| Ok::<_, std::io::Error>(Bytes::copy_from_slice(piece)))
            .collect::<Vec<_>>(),
    );
    let refused = server.send(request.body(Body::from_stream(pieces)).unwrap()).await;
    refused.expect_problem(413, "body-too-large", &["16 MB", "16777216"]);
    assert_eq!(server.state.store.feed().await.unwrap().totals.documents, 0);
}

#[tokio::test]
async fn a_body_that_is_packed_otherwise_is_refused() {
    let server = Server::new();
    let request = from_here("POST", "/api/documents")
        .header(header::CONTENT_TYPE, "text/plain")
        .header(header::CONTENT_ENCODING, "zstd");
    let refused = server.send(request.body(Body::from("x")).unwrap()).await;
    refused.expect_problem(415, "unsupported-encoding", &["zstd", "gzip"]);
    let half = packed(b"a text that is cut");
    let refused = send_packed(&server, "text/plain", half[..half.len() - 6].to_vec()).await;
    refused.expect_problem(400, "unreadable-body", &["decompressed"]);
    let none = send_packed(&server, "text/plain", b"plain".to_vec()).await;
    none.expect_problem(400, "unreadable-body", &["decompressed", "gzip -c report.md"]);
}
