//! Texts in log records and spans become documents, once.

use std::io::Write;

use axum::body::Body;
use flate2::Compression;
use flate2::write::GzEncoder;
use opentelemetry_proto::tonic::collector::logs::v1::{ExportLogsServiceRequest, ExportLogsServiceResponse};
use opentelemetry_proto::tonic::collector::trace::v1::{
    ExportTraceServiceRequest, ExportTraceServiceResponse,
};
use prost::Message;
use serde_json::{Value, json};

use crate::requests::{Reply, Server, from_here};

const REPORT: &str = "# Review Report: billing\n\n## Verdict: APPROVED\n## Score: 91%\n";
const PROTOBUF: &str = "application/x-protobuf";
const JSON: &str = "application/json";
/// 2026-11-20 06:26:00 UTC.
const SAID_MS: u64 = 1_795_155_960_000;

fn word(key: &str, value: &str) -> Value {
    json!({"key": key, "value": {"stringValue": value}})
}

fn log(record: &Value) -> Value {
    json!({"resourceLogs": [{
        "resource": {"attributes": [word("service.name", "reviewer"), word("session.id", "night")]},
        "scopeLogs": [{"scope": {"name": "agent.review"}, "logRecords": record}],
    }]})
}

fn record(text: &str, attributes: &Value) -> Value {
    json!({
        "timeUnixNano": (SAID_MS * 1_000_000).to_string(),
        "severityNumber": 9,
        "body": {"stringValue": text},
        "attributes": attributes,
        "traceId": "5b8efff798038103d269b633813fc60c",
        "spanId": "eee19b7ec3c1b174",
    })
}

fn span(attributes: &Value, events: &Value) -> Value {
    json!({"resourceSpans": [{
        "resource": {"attributes": [word("service.name", "reviewer")]},
        "scopeSpans": [{"scope": {"name": "openai"}, "spans": [{
            "traceId": "5b8efff798038103d269b633813fc60c",
            "spanId": "eee19b7ec3c1b174",
            "name": "chat gpt-5",
            "startTimeUnixNano": "1795155950000000000",
            "endTimeUnixNano": (SAID_MS * 1_000_000).to_string(),
            "attributes": attributes,
            "events": events,
        }]}],
    }]})
}

async fn listed(server: &Server) -> Vec<Value> {
    let list = server.get("/api/documents").await.json();
    list["documents"].as_array().unwrap().clone()
}

async fn texts(server: &Server) -> Vec<String> {
    let mut texts = Vec::new();
    for head in listed(server).await {
        let id = head["id"].as_str().unwrap();
        texts.push(server.get(&format!("/api/documents/{id}/raw")).await.text().to_owned());
    }
    texts.sort();
    texts
}

async fn send(server: &Server, path: &str, request: &Value) -> Reply {
    let reply = server.post(path, JSON, request.to_string()).await;
    assert_eq!(reply.status, 200, "{}", reply.text());
    assert_eq!(reply.header("content-type"), JSON);
    reply
}

#[tokio::test]
async fn a_log_record_is_a_document_of_its_session() {
    let server = Server::new();
    let request = log(&json!([record(REPORT, &json!([word("gen_ai.request.model", "opus")]))]));
    let reply = send(&server, "/v1/logs", &request).await;
    assert_eq!(reply.json(), json!({"partialSuccess": null}));
    let found = listed(&server).await;
    assert_eq!(found.len(), 1);
    let source = &found[0]["source"];
    assert_eq!(
        (source["session"].as_str(), source["path"].as_str()),
        (Some("night"), Some("reviewer/agent.review"))
    );
    assert_eq!((source["model"].as_str(), source["said_ms"].as_u64()), (Some("opus"), Some(SAID_MS)));
    assert_eq!(found[0]["blocks"][0]["format"], "5.1");
    assert_eq!(texts(&server).await, [REPORT]);
}

#[tokio::test]
async fn what_is_sent_again_is_stored_once_in_either_encoding() {
    let server = Server::new();
    let other = record("Another text.", &json!([word("harmony.session", "day")]));
    let request = log(&json!([record(REPORT, &json!([])), other]));
    send(&server, "/v1/logs", &request).await;
    send(&server, "/v1/logs", &request).await;
    let decoded: ExportLogsServiceRequest = serde_json::from_value(request).unwrap();
    let reply = server.post("/v1/logs", PROTOBUF, decoded.encode_to_vec()).await;
    assert_eq!((reply.status.as_u16(), reply.header("content-type")), (200, PROTOBUF));
    assert_eq!(ExportLogsServiceResponse::decode(reply.body).unwrap().partial_success, None);
    assert_eq!(
        texts(&server).await,
        ["# Review Report: billing\n\n## Verdict: APPROVED\n## Score: 91%\n", "Another text."]
    );
    // What is said one after the other are no versions of one text.
    assert!(listed(&server).await.iter().all(|head| head["version"] == 1));
    let days = server.get("/api/documents?session=day").await.json();
    assert_eq!(days["documents"].as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn answers_in_spans_are_documents_of_each_convention() {
    let server = Server::new();
    let messages = json!([
        {"role": "assistant", "parts": [{"type": "text", "content": REPORT}], "finish_reason": "stop"},
    ]);
    let structured = json!({"key": "gen_ai.output.messages", "value": {"arrayValue": {"values": [{"kvlistValue": {"values": [
        word("role", "assistant"),
        {"key": "parts", "value": {"arrayValue": {"values": [{"kvlistValue": {"values": [
            word("type", "text"), word("content", "Structured."),
        ]}}]}}},
    ]}}]}}});
    let attributes = json!([
        word("gen_ai.conversation.id", "c1"),
        // Stated twice, it is stored once.
        word("gen_ai.completion", &messages.to_string()),
        word("output.value", REPORT),
        word("gen_ai.input.messages", "What was asked."),
        structured,
    ]);
    let events = json!([
        {"timeUnixNano": "1795155955000000000", "name": "gen_ai.choice", "attributes": [
            word("message", r#"{"role": "assistant", "content": "A choice."}"#),
        ]},
        {"name": "exception", "attributes": [word("message", "Not an answer.")]},
        {"name": "noted", "attributes": [word("harmony.text", "A text."), word("harmony.path", "notes/a.md")]},
    ]);
    let request = span(&attributes, &events);
    let decoded: ExportTraceServiceRequest = serde_json::from_value(request.clone()).unwrap();
    let reply = server.post("/v1/traces", PROTOBUF, decoded.encode_to_vec()).await;
    assert_eq!(ExportTraceServiceResponse::decode(reply.body).unwrap().partial_success, None);
    send(&server, "/v1/traces", &request).await;
    assert_eq!(texts(&server).await, [REPORT, "A choice.", "A text.", "Structured."]);
    let found = listed(&server).await;
    assert!(found.iter().all(|head| head["source"]["session"] == "c1"));
    let paths: Vec<_> = found.iter().map(|head| head["source"]["path"].as_str().unwrap()).collect();
    assert_eq!(paths.iter().filter(|path| **path == "notes/a.md").count(), 1);
    assert_eq!(paths.iter().filter(|path| **path == "reviewer/openai").count(), 3);
}

#[tokio::test]
async fn what_is_refused_is_counted_and_the_rest_is_stored() {
    let server = Server::new();
    let long = "x".repeat(5000);
    let nameless = json!({"body": {"kvlistValue": {"values": [word("a", "b")]}}});
    let records = json!([
        record(REPORT, &json!([])),
        record("Refused.", &json!([word("harmony.session", &long)])),
        nameless,
    ]);
    let answered = send(&server, "/v1/logs", &log(&records)).await.json();
    assert_eq!(answered["partialSuccess"]["rejectedLogRecords"], 2);
    let message = answered["partialSuccess"]["errorMessage"].as_str().unwrap();
    assert!(message.contains("`session`") && message.contains("as a string"), "{message}");
    assert_eq!(texts(&server).await, [REPORT]);
    // A place in a span has one text.
    let said = |text: &str| span(&json!([word("harmony.text", text)]), &json!([]));
    send(&server, "/v1/traces", &said("First.")).await;
    let answered = send(&server, "/v1/traces", &said("Second.")).await.json();
    assert_eq!(answered["partialSuccess"]["rejectedSpans"], 1);
    assert_eq!(texts(&server).await, [REPORT, "First."]);
}

#[tokio::test]
async fn a_body_may_be_empty_or_compressed_and_spans_without_texts_are_fine() {
    let server = Server::new();
    let reply = server.post("/v1/logs", PROTOBUF, Body::empty()).await;
    assert_eq!((reply.status.as_u16(), reply.body.len()), (200, 0));
    assert_eq!(send(&server, "/v1/traces", &json!({})).await.json(), json!({"partialSuccess": null}));
    let quiet = span(&json!([word("http.route", "/")]), &json!([]));
    assert_eq!(send(&server, "/v1/traces", &quiet).await.json(), json!({"partialSuccess": null}));
    let mut packed = GzEncoder::new(Vec::new(), Compression::default());
    packed.write_all(log(&json!([record(REPORT, &json!([]))])).to_string().as_bytes()).unwrap();
    let request =
        from_here("POST", "/v1/logs").header("content-type", JSON).header("content-encoding", "gzip");
    let reply = server.send(request.body(packed.finish().unwrap().into()).unwrap()).await;
    assert_eq!(reply.status, 200, "{}", reply.text());
    assert_eq!(texts(&server).await, [REPORT]);
}

#[tokio::test]
async fn errors_are_answered_in_the_encoding_of_the_request() {
    let server = Server::new();
    let reply = server.post("/v1/logs", JSON, "{").await;
    assert_eq!((reply.status.as_u16(), reply.header("content-type")), (400, JSON));
    let status = reply.json();
    assert_eq!(status["code"], 3);
    assert!(status["message"].as_str().unwrap().contains("OTLP/HTTP"), "{status}");
    let reply = server.post("/v1/traces", PROTOBUF, REPORT).await;
    assert_eq!((reply.status.as_u16(), reply.header("content-type")), (400, PROTOBUF));
    // Field 1, a number: the code.
    assert_eq!(reply.body[..2], [0x08, 3]);
    let reply = server.post("/v1/traces", "text/markdown", REPORT).await;
    assert_eq!(reply.status, 415);
    // A record of two bytes would take hundreds in memory.
    let many = json!({"resourceLogs": [{"scopeLogs": [{"logRecords": vec![json!({}); 500_001]}]}]});
    let reply = server.post("/v1/logs", JSON, many.to_string()).await;
    assert_eq!(reply.status, 400);
    assert!(reply.json()["message"].as_str().unwrap().contains("smaller batches"));
    let many = vec![record("x", &json!([])); 10_001];
    let reply = server.post("/v1/logs", JSON, log(&json!(many)).to_string()).await;
    assert_eq!(reply.status, 400, "{}", reply.text());
    assert_eq!(listed(&server).await.len(), 0);
}

#[tokio::test]
async fn the_token_is_needed() {
    let server = Server::with(crate::requests::temporary_store(), Some("a-token-of-length"));
    let reply = server.post("/v1/logs", JSON, log(&json!([])).to_string()).await;
    reply.expect_problem(401, "token-missing", &[]);
}
