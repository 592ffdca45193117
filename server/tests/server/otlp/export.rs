//! What a server says of itself: spans for a collector, and its log.

use std::fs::{self, File};
use std::net::TcpListener as Port;
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::routing::post;
use opentelemetry_proto::tonic::collector::trace::v1::ExportTraceServiceRequest;
use opentelemetry_proto::tonic::trace::v1::Span;
use prost::Message;
use serde_json::Value;
use tokio::net::TcpListener;

use crate::process::Harmony;

/// The headers and the request of each export.
type Received = Arc<Mutex<Vec<(HeaderMap, ExportTraceServiceRequest)>>>;

/// Starts a collector, and returns its address.
async fn collect(received: Received) -> String {
    let take = async |State(received): State<Received>, headers: HeaderMap, body: Bytes| {
        received.lock().unwrap().push((headers, ExportTraceServiceRequest::decode(body).unwrap()));
    };
    let router = Router::new().route("/v1/traces", post(take)).with_state(received);
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    tokio::spawn(async move { axum::serve(listener, router).await });
    address
}

fn spans(received: &Received) -> Vec<Span> {
    let received = received.lock().unwrap();
    let resources = received.iter().flat_map(|(_, request)| &request.resource_spans);
    resources.flat_map(|resource| &resource.scope_spans).flat_map(|scope| scope.spans.clone()).collect()
}

async fn until(is_reached: impl Fn() -> bool) {
    let began = Instant::now();
    while !is_reached() {
        assert!(began.elapsed() < Duration::from_secs(30), "nothing came");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// Sends a text with a secret in its query, in the trace of a caller.
fn send(server: &Harmony) {
    let mut connection = server.connect().unwrap();
    let text = "# Review Report: a\n\n## Verdict: APPROVED\n";
    let request = format!(
        "POST /api/documents?session=not-to-be-logged HTTP/1.1\r\nhost: {}\r\ncontent-type: text/markdown\r\n\
         traceparent: 00-5b8efff798038103d269b633813fc60c-eee19b7ec3c1b174-01\r\ncontent-length: {}\r\n\r\n{text}",
        server.address,
        text.len()
    );
    assert!(matches!(connection.ask(request.as_bytes()).unwrap().0, 200 | 201));
}

#[tokio::test(flavor = "multi_thread")]
async fn spans_reach_the_collector_in_the_trace_of_the_caller() {
    let (folder, received) = (tempfile::tempdir().unwrap(), Received::default());
    let endpoint = collect(Arc::clone(&received)).await;
    let variables = [
        ("OTEL_EXPORTER_OTLP_ENDPOINT", endpoint.as_str()),
        ("OTEL_EXPORTER_OTLP_HEADERS", "x-team=billing"),
        ("OTEL_SERVICE_NAME", "harmony-tests"),
        ("OTEL_BSP_SCHEDULE_DELAY", "50"),
        ("RUST_LOG", "error"),
    ];
    let log = File::create(folder.path().join("log")).unwrap();
    let server = Harmony::start_in(&folder.path().join("h.sqlite"), &[], &variables, log).unwrap();
    send(&server);
    let named = |name: &str| spans(&received).into_iter().find(|span| span.name == name);
    until(|| named("POST /api/documents").is_some() && named("append").is_some()).await;
    let request = named("POST /api/documents").unwrap();
    assert_eq!(request.trace_id[..2], [0x5b, 0x8e]);
    assert_eq!(request.parent_span_id[..2], [0xee, 0xe1]);
    let (ingest, append) = (named("ingest").unwrap(), named("append").unwrap());
    assert_eq!(ingest.parent_span_id, request.span_id);
    assert_eq!(append.parent_span_id, ingest.span_id);
    assert_eq!(named("read").unwrap().parent_span_id, ingest.span_id);
    let sent = format!("{:?}", received.lock().unwrap());
    assert!(!sent.contains("not-to-be-logged"), "{sent}");
    assert!(sent.contains("harmony-tests") && sent.contains("x-team"), "{sent}");
    assert_eq!(fs::read_to_string(folder.path().join("log")).unwrap(), "");
}

/// Returns the address of a port on which nobody listens.
fn nobody() -> String {
    let port = Port::bind("127.0.0.1:0").unwrap();
    format!("http://{}", port.local_addr().unwrap())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_collector_that_is_away_is_reported_once_and_stops_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let (file, endpoint) = (folder.path().join("log"), nobody());
    let variables = [
        ("OTEL_EXPORTER_OTLP_ENDPOINT", endpoint.as_str()),
        ("OTEL_BSP_SCHEDULE_DELAY", "20"),
        ("RUST_LOG", "info"),
    ];
    let log = File::create(&file).unwrap();
    let server = Harmony::start_in(&folder.path().join("h.sqlite"), &[], &variables, log).unwrap();
    let reports = || fs::read_to_string(&file).unwrap().matches("spans can't be exported").count();
    send(&server);
    until(|| reports() > 0).await;
    for _ in 0..20 {
        send(&server);
        tokio::time::sleep(Duration::from_millis(30)).await;
    }
    assert_eq!(reports(), 1, "{}", fs::read_to_string(&file).unwrap());
}

#[test]
fn an_endpoint_that_is_no_address_is_an_error_at_the_start() {
    let folder = tempfile::tempdir().unwrap();
    let variables = [("OTEL_EXPORTER_OTLP_ENDPOINT", "not an address")];
    let file = folder.path().join("log");
    let log = File::create(&file).unwrap();
    assert!(Harmony::start_in(&folder.path().join("h.sqlite"), &[], &variables, log).is_err());
    let said = fs::read_to_string(&file).unwrap();
    assert!(said.contains("OTEL_EXPORTER_OTLP_ENDPOINT"), "{said}");
}

/// Starts a server that logs in JSON, and returns the lines after a request.
fn logged(folder: &Path, options: &[&str], variables: &[(&str, &str)]) -> Vec<Value> {
    let file = folder.join("log");
    let mut all = vec![("RUST_LOG", "server=debug")];
    all.extend(variables);
    let log = File::create(&file).unwrap();
    let server = Harmony::start_in(&folder.join("h.sqlite"), options, &all, log).unwrap();
    send(&server);
    let began = Instant::now();
    loop {
        let text = fs::read_to_string(&file).unwrap();
        if text.contains("answered a request") {
            return text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        }
        assert!(began.elapsed() < Duration::from_secs(30), "nothing was logged");
        std::thread::sleep(Duration::from_millis(20));
    }
}

fn check_log(options: &[&str], variables: &[(&str, &str)]) {
    let folder = tempfile::tempdir().unwrap();
    let lines = logged(folder.path(), options, variables);
    let line = lines.iter().find(|line| line["message"] == "answered a request").unwrap();
    assert_eq!((line["level"].as_str(), line["method"].as_str()), (Some("DEBUG"), Some("POST")));
    assert_eq!((line["route"].as_str(), line["status"].as_u64()), (Some("/api/documents"), Some(201)));
    assert!(line["duration_ms"].as_f64().unwrap() > 0.0 && line["timestamp"].is_string());
    let all = serde_json::to_string(&lines).unwrap();
    assert!(!all.contains("not-to-be-logged") && !all.contains("Review Report"), "{all}");
}

#[test]
fn the_log_is_json_on_request() {
    check_log(&["--log-format", "json"], &[]);
    check_log(&[], &[("HARMONY_LOG_FORMAT", "json")]);
}
