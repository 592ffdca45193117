use axum::body::{Body, Bytes};
use futures_util::stream;
use serde_json::json;
use server::ingest::{LIMIT, LONGEST_NAME};

use crate::requests::{Server, from_here};

#[tokio::test]
async fn a_body_that_is_too_large_gets_the_limit_and_its_size() {
    let server = Server::new();
    let announced = from_here("POST", "/api/documents")
        .header("content-type", "text/plain")
        .header("content-length", "20971520")
        .body(Body::from(vec![b'x'; 20_971_520]));
    let answer = server.send(announced.unwrap()).await;
    answer.expect_problem(413, "body-too-large", &["16 MB", "16777216", "20971520"]);

    let pieces = stream::iter((0..20).map(|_| Ok::<_, std::io::Error>(Bytes::from(vec![b'x'; 1024 * 1024]))));
    let answer = server.post("/api/documents", "text/plain", Body::from_stream(pieces)).await;
    answer.expect_problem(413, "body-too-large", &["16 MB"]);
}

#[tokio::test]
async fn a_body_at_the_limit_is_taken() {
    let server = Server::new();
    let answer = server.post("/api/documents", "text/plain", vec![b'x'; LIMIT]).await;
    assert_eq!(answer.status, 201);
}

#[tokio::test]
async fn only_texts_and_json_are_taken() {
    let server = Server::new();
    for content_type in ["application/pdf", "", "text/html", "multipart/form-data; boundary=x"] {
        let answer = server.post("/api/documents", content_type, "x").await;
        answer.expect_problem(415, "unsupported-type", &["text/markdown", "application/json"]);
    }
    let answer = server.post("/documents", "text/plain", "text=x").await;
    answer.expect_problem(415, "unsupported-type", &[]);
}

#[tokio::test]
async fn a_text_in_a_charset_that_would_not_be_read_is_refused() {
    let server = Server::new();
    for content_type in [
        "text/markdown; charset=utf-16",
        "text/plain;charset=\"ISO-8859-1\"",
        "application/json; charset=UTF-16LE",
    ] {
        let answer = server.post("/api/documents", content_type, "x").await;
        answer.expect_problem(415, "unsupported-charset", &["UTF-8"]);
    }
    for content_type in ["text/markdown; charset=UTF-8", "text/plain; charset=us-ascii; format=flowed"] {
        assert!(server.post("/api/documents", content_type, "x").await.status.is_success(), "{content_type}");
    }
}

#[tokio::test]
async fn a_name_holds_no_nul() {
    let server = Server::new();
    let line = r#"{"text": "a", "source": {"session": "a\u0000b"}}"#;
    let answer = server.post("/api/documents", "application/json", line).await;
    answer.expect_problem(400, "unreadable-body", &["session", "NUL"]);
    let answer = server.post("/api/documents?path=a%00b", "text/plain", "x").await;
    answer.expect_problem(400, "unreadable-body", &["path", "NUL"]);
}

/// Returns a name that no database compresses.
fn noise(mut seed: u32, length: usize) -> String {
    let letters = b"abcdefghijklmnopqrstuvwxyz012345";
    let letter = |_| {
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        char::from(letters[(seed >> 27) as usize])
    };
    (0..length).map(letter).collect()
}

#[tokio::test]
async fn the_longest_names_are_stored_and_go_with_their_documents() {
    let server = Server::new();
    let [session, path, repository, agent] = [1, 2, 3, 4].map(|seed| noise(seed, LONGEST_NAME));
    let record = include_str!("../../../app/src/formats/quarantine_operations/fixtures/complete.md");
    let record = record.replace("chain-7f31c9", &noise(5, 9_000));
    let named = json!({"session": session, "path": path, "repository": repository, "agent": agent});
    let of_folder = json!({"path": format!("{path}/a.md"), "repository": repository});
    let review = "# Review Report: a\n\n## Verdict: APPROVED\n\n**Score:** 95%\n";
    let step = ">> Step 3 complete: code/store/ -- It was found [QUALITY]. Continuing to Step 4...\n";
    let too_long = json!({"text": step, "source": of_folder}).to_string();
    let answer = server.post("/api/documents", "application/json", too_long).await;
    answer.expect_problem(400, "unreadable-body", &["1024", "1029"]);
    let of_folder = json!({"path": format!("{}/a.md", noise(6, 1_000)), "repository": repository});
    let mut ids = Vec::new();
    for (text, source, version) in
        [(record.as_str(), &named, 1), (review, &named, 2), (step, &of_folder, 1), (step, &named, 3)]
    {
        let body = json!({"text": text, "source": source}).to_string();
        let answer = server.post("/api/documents", "application/json", body).await;
        assert_eq!(answer.status, 201, "{}", answer.text());
        let document = answer.json()["documents"][0].clone();
        assert_eq!(document["version"], version);
        ids.push(document["id"].as_str().unwrap().to_owned());
    }
    let found = server.state.store.session(session.clone()).await.unwrap();
    assert_eq!(found.map(|found| found.documents), Some(3));
    for id in ids {
        assert!(server.state.store.remove(id).await.unwrap());
    }
    assert_eq!(server.state.store.session(session).await.unwrap(), None);
    assert_eq!(server.state.store.feed().await.unwrap().totals.documents, 0);
}

#[tokio::test]
async fn nothing_is_no_document() {
    let server = Server::new();
    server.post_text("").await.expect_problem(400, "empty-text", &[]);
    for body in [r#"{"text": ""}"#, r#"{"documents": []}"#] {
        server.post("/api/documents", "application/json", body).await.expect_problem(400, "empty-text", &[]);
    }
    server.post("/api/documents", "application/x-ndjson", "\n\n").await.expect_problem(
        400,
        "empty-text",
        &[],
    );
}

#[tokio::test]
async fn invalid_json_is_located() {
    let server = Server::new();
    let check = async |content_type, body: &str, said: &[&str]| {
        let answer = server.post("/api/documents", content_type, body.to_owned()).await;
        answer.expect_problem(400, "unreadable-body", said);
    };
    check("application/json", "{\"text\": ", &["line 1 column"]).await;
    check("application/json", r#"{"txt": "x"}"#, &["unknown field `txt`"]).await;
    check("application/json", r#"{"text": "x", "documents": []}"#, &["either `text` or `documents`"]).await;
    check("application/json", r#"{"text": "x", "source": {"pth": "y"}}"#, &["pth"]).await;
    check("application/x-ndjson", "{\"text\": \"x\"}\n{\"text\": 1}\n", &["line 2: column 1"]).await;
    let second = r#"{"documents": [{"text": "x"}, {"text": 1}]}"#;
    check("application/json", second, &["document 2: invalid type"]).await;
    let blank = r#"{"documents": [{"text": "x"}, {"text": " \n"}]}"#;
    check("application/json", blank, &["document 2: the text is empty"]).await;
    check("application/json", "[]", &["an object with `text` or `documents`"]).await;
    check("application/x-ndjson", "7\n", &["line 1: column 1: ", "an object with `text`"]).await;
    let deep = format!("{}{}", "[".repeat(65), "]".repeat(65));
    check("application/json", &deep, &["64"]).await;
    let bottomless = "[".repeat(1_000_000);
    check("application/json", &bottomless, &["64"]).await;
    let long_name = format!(r#"{{"text": "x", "source": {{"path": "{}"}}}}"#, "p".repeat(5000));
    check("application/json", &long_name, &["1024"]).await;
    assert_eq!(server.state.store.feed().await.unwrap().totals.documents, 0, "half of a request was stored");
}

#[tokio::test]
async fn bytes_that_are_no_utf8_are_kept_as_they_came() {
    let server = Server::new();
    let raw: &[u8] = b"# Review Report: caf\xe9 \xff\xfe\x00\n";
    let answer = server.post("/api/documents", "text/markdown", raw).await;
    assert_eq!(answer.status, 201);
    let id = answer.json()["documents"][0]["id"].as_str().unwrap().to_owned();
    assert_eq!(server.get(&format!("/api/documents/{id}/raw")).await.body, raw);
    let shown = server.get(&format!("/api/documents/{id}")).await.json();
    assert!(shown["text"].as_str().unwrap().contains('\u{fffd}'));
    assert_eq!(shown["not_utf8"], true);
    assert_eq!(shown["bytes"], raw.len());
}

#[tokio::test]
async fn a_line_of_two_megabytes_is_taken_whole() {
    let server = Server::new();
    let line = "word ".repeat(2 * 1024 * 1024 / 5);
    let answer = server.post_text(&line).await;
    assert_eq!(answer.status, 201);
    let id = answer.json()["documents"][0]["id"].as_str().unwrap().to_owned();
    assert_eq!(server.get(&format!("/api/documents/{id}/raw")).await.body.len(), line.len());
    let list = server.get("/api/documents").await;
    assert!(list.body.len() < 2000, "a list carries heads, not texts");
}

#[tokio::test]
async fn an_unknown_part_of_the_address_is_an_error() {
    let server = Server::new();
    let request = from_here("POST", "/api/documents?pth=x").header("content-type", "text/plain");
    let answer = server.send(request.body(Body::from("x")).unwrap()).await;
    answer.expect_problem(400, "unreadable-query", &["pth"]);
}

#[tokio::test]
async fn a_text_of_blanks_is_as_empty_as_none() {
    let server = Server::new();
    for blanks in [" \n\t\n", "\u{feff}", "\u{feff}\n\u{a0}"] {
        server.post_text(blanks).await.expect_problem(400, "empty-text", &[]);
    }
    let form = server.post("/documents", "application/x-www-form-urlencoded", "text=+%0A").await;
    form.expect_problem(400, "empty-text", &[]);
}

#[tokio::test]
async fn an_incomplete_request_gets_a_hint() {
    let server = Server::new();
    let untyped = from_here("POST", "/api/documents").body(Body::from("text")).unwrap();
    server.send(untyped).await.expect_problem(415, "unsupported-type", &["names no content type"]);
    server.get("/ws").await.expect_problem(426, "upgrade-needed", &["/events"]);
}

#[tokio::test]
async fn a_refusal_is_short_however_long_the_request_is() {
    let server = Server::new();
    let long = "é".repeat(500_000);
    for body in [
        format!(r#"{{"text": "a", "{long}": 1}}"#),
        format!(r#"{{"documents": "{long}"}}"#),
        format!(r#"{{"documents": [{{"text": "a", "{long}": 1}}]}}"#),
    ] {
        let answer = server.post("/api/documents", "application/json", body.clone()).await;
        answer.expect_problem(400, "unreadable-body", &["…", "expected"]);
        assert!(answer.body.len() < 10_000, "{} bytes", answer.body.len());
        let line = body.into_bytes();
        let answer = server.post("/api/documents", "application/x-ndjson", line).await;
        answer.expect_problem(400, "unreadable-body", &["line 1"]);
        assert!(answer.body.len() < 10_000, "{} bytes", answer.body.len());
    }
}
