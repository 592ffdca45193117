//! The description of the API, and what it describes.

use std::collections::BTreeSet;
use std::process::Command;

use serde_json::{Value, json};
use server::openapi::{Operation, document, operations};
use server::router::routes;

use crate::process::Harmony;
use crate::requests::{Server, temporary_store};

#[test]
fn each_route_is_described_and_nothing_else() {
    let routes: BTreeSet<_> =
        routes().iter().map(|route| (route.method.to_string(), route.path.to_owned())).collect();
    let described: BTreeSet<_> =
        operations().iter().map(|row| (row.method.to_owned(), row.path.to_owned())).collect();
    assert_eq!(routes.difference(&described).collect::<Vec<_>>(), Vec::<&(String, String)>::new());
    assert_eq!(described.difference(&routes).collect::<Vec<_>>(), Vec::<&(String, String)>::new());
    let document = document();
    let paths = document["paths"].as_object().unwrap();
    let count: usize = paths.values().map(|path| path.as_object().unwrap().len()).sum();
    assert_eq!(count, operations().len(), "each operation is in the document");
}

#[tokio::test]
async fn the_document_is_answered_and_its_references_lead_somewhere() {
    let server = Server::new();
    let answered = server.get("/openapi.json").await.json();
    assert_eq!(answered, document());
    assert_eq!(answered["openapi"], "3.1.0");
    let text = answered.to_string();
    for reference in text.split(r##""$ref":"#"##).skip(1) {
        let pointer = reference.split('"').next().unwrap();
        assert!(answered.pointer(pointer).is_some(), "{pointer} leads nowhere");
    }
    let schemas = answered["components"]["schemas"].as_object().unwrap();
    let doubled: Vec<_> = schemas.keys().filter(|name| name.ends_with(char::is_numeric)).collect();
    assert_eq!(doubled, Vec::<&String>::new(), "two types have one name");
    let ids: BTreeSet<_> =
        text.split(r#""operationId":""#).skip(1).map(|rest| rest.split('"').next()).collect();
    assert_eq!(ids.len(), operations().len());
    // The filters of a list are those that the server knows.
    let parameters = answered["paths"]["/api/documents"]["get"]["parameters"].as_array().unwrap();
    for parameter in parameters {
        let name = parameter["name"].as_str().unwrap();
        let reply = server.get(&format!("/api/documents?{name}=")).await;
        assert!(!reply.text().contains("unknown field"), "{name}: {}", reply.text());
        assert!(parameter["description"].is_string(), "{name}");
    }
}

#[tokio::test]
async fn the_page_has_each_operation_and_no_script() {
    let server = Server::new();
    let page = server.get("/api").await;
    assert_eq!((page.status.as_u16(), page.header("content-type")), (200, "text/html; charset=utf-8"));
    let text = page.text();
    assert!(!text.contains("<script") && text.len() < 500_000, "{} bytes", text.len());
    for operation in operations() {
        assert!(text.contains(&operation.path_template()), "{}", operation.path);
        assert!(text.contains(operation.summary.split('`').next().unwrap()), "{}", operation.path);
    }
}

/// Returns the schema of the answer of an operation, with all others beside it.
fn schema_of(document: &Value, operation: &Operation) -> Option<Value> {
    let described = &document["paths"][operation.path_template()][operation.method.to_ascii_lowercase()];
    let schema =
        &described["responses"][operation.answer.status.to_string()]["content"]["application/json"]["schema"];
    schema.is_object().then(|| {
        let mut schema = schema.clone();
        schema["components"] = document["components"].clone();
        schema
    })
}

fn check(document: &Value, operation: &Operation, answered: &str) {
    let Some(schema) = schema_of(document, operation) else { return };
    let (method, path) = (operation.method, operation.path);
    let value: Value =
        serde_json::from_str(answered).unwrap_or_else(|_| panic!("{method} {path}: {answered}"));
    let validator =
        jsonschema::validator_for(&schema).unwrap_or_else(|error| panic!("{method} {path}: {error}"));
    let errors: Vec<String> =
        validator.iter_errors(&value).map(|error| format!("{error} at {}", error.instance_path())).collect();
    assert!(errors.is_empty(), "{method} {path}: {errors:#?}\n{value:#}");
}

#[test]
fn each_example_runs_and_its_answer_is_as_described() {
    let folder = tempfile::tempdir().unwrap();
    let server =
        Harmony::start_with(&folder.path().join("h.sqlite"), &["--webhook-host", "ci.example"]).unwrap();
    let address = format!("http://{}", server.address);
    let mut variables = vec![("HARMONY", address)];
    let run = |command: &str, variables: &[(&str, String)]| {
        // The status follows the body, so that a problem is not taken for an answer.
        let command = command.replace("curl -s", r"curl -s -w '\n%{http_code}'");
        let output = Command::new("sh")
            .args(["-c", &command])
            .envs(variables.iter().map(|(name, value)| (name, value)))
            .output()
            .unwrap();
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        let (body, status) = text.rsplit_once('\n').unwrap_or(("", &text));
        (body.to_owned(), status.parse::<u16>().unwrap_or(0))
    };
    run(r#"curl -s -X POST "$HARMONY/api/samples""#, &variables);
    let json = |path: &str, variables: &[(&str, String)]| -> Value {
        serde_json::from_str(&run(&format!("curl -s \"$HARMONY{path}\""), variables).0).unwrap()
    };
    let word = |value: &Value| value.as_str().unwrap_or_else(|| panic!("{value}")).to_owned();
    let documents = json("/api/documents", &variables);
    variables.push(("DOCUMENT", word(&documents["documents"][0]["id"])));
    let sessions = json("/api/sessions", &variables);
    variables.push(("SESSION", word(&sessions["sessions"][0]["name"])));
    let (chains, _) =
        run(r#"curl -s --get --data-urlencode "session=$SESSION" "$HARMONY/api/chains""#, &variables);
    let chains: Value = serde_json::from_str(&chains).unwrap();
    variables.push(("CHAIN", word(&chains["chains"][0]["id"])));
    let items = json("/api/inbox", &variables);
    variables.push(("ITEM", items["items"][0]["key"].to_string()));
    variables.push(("SEQ", documents["documents"][0]["seq"].to_string()));

    let document = document();
    let mut operations = operations();
    // What is read is still there, and what is deleted was added.
    let order = |method: &str| ["POST", "GET", "PUT", "DELETE"].iter().position(|known| *known == method);
    // Every request needs a token once there is one.
    let ends = |operation: &Operation| (operation.method, operation.path) == ("POST", "/api/tokens");
    operations.sort_by_key(|operation| (ends(operation), order(operation.method)));
    let mut count = 0;
    for operation in &operations {
        let Some(example) = operation.example else { continue };
        let (body, status) = run(example, &variables);
        let expected = operation.answer.status;
        assert!(status == expected || (status, expected) == (200, 201), "{example}: {status}\n{body}");
        check(&document, operation, &body);
        if operation.path == "/api/webhooks" && operation.method == "POST" {
            let added: Value = serde_json::from_str(&body).unwrap();
            variables.push(("WEBHOOK", added["id"].to_string()));
        }
        if operation.path == "/api/previews" && operation.method == "POST" {
            let published: Value = serde_json::from_str(&body).unwrap();
            variables.push(("PREVIEW", published["preview"]["id"].to_string()));
        }
        count += 1;
    }
    let without = operations.iter().filter(|operation| operation.example.is_none());
    let without: Vec<_> = without.filter(|operation| operation.path.starts_with("/api/")).collect();
    let names: Vec<_> = without.iter().map(|operation| (operation.method, operation.path)).collect();
    assert_eq!(
        names,
        [("POST", "/api/evidence"), ("POST", "/api/webhooks/{id}/test"), ("DELETE", "/api/tokens/{id}")]
    );
    assert!(count > 30, "{count}");
}

#[tokio::test]
async fn a_search_answers_hits_with_their_words() {
    let server = Server::new();
    server.post("/api/documents?path=a.md", "text/markdown", "one flamingo\n\nand another").await;
    server.post("/api/documents?path=b.md", "text/markdown", "two herons").await;
    let found = server.get("/api/search?q=flamingo").await.json();
    let hits = found["hits"].as_array().unwrap();
    assert_eq!(hits.len(), 1);
    assert_eq!(hits[0]["document"]["source"]["path"], "a.md");
    assert_eq!(hits[0]["excerpt"]["line"], 1);
    let page = server.get(hits[0]["url"].as_str().unwrap()).await;
    assert_eq!(page.status, 200);
    for query in ["", "?q=", "?state=failed"] {
        server.get(&format!("/api/search{query}")).await.expect_problem(400, "unreadable-query", &["`q`"]);
    }
    server.get("/api/search?q=a&page=2").await.expect_problem(400, "unreadable-query", &["`before`"]);
}

#[tokio::test]
async fn a_chain_is_answered_as_it_was() {
    let server = Server::new();
    let table = "## Chain: Checkout refunds\n\n**Request:** refunds\n**Source:** code-and-review/\n**Ref:** r\n\n\
                 | # | Action | Model | Key Inputs | Waits For | Status |\n|---|---|---|---|---|---|\n\
                 | 1 | code/ | opus | a | — | pending |\n| 2 | review/ | opus | b | #1 | pending |\n\n\
                 **Execution:** Sequential\n";
    let send = async |text: &str| {
        let reply = server.post("/api/documents?session=night", "text/markdown", text.to_owned()).await;
        let id = reply.json()["documents"][0]["id"].as_str().unwrap().to_owned();
        server.get(&format!("/api/documents/{id}")).await.json()["seq"].as_u64().unwrap()
    };
    let planned = send(table).await;
    let ended = send(">> Step 1 complete: code/ -> wrote it. Continuing to Step 2...\n").await;
    let chain = format!("/api/chains/{planned}-1");
    let listed = server.get("/api/chains?session=night").await.json();
    assert_eq!(listed["chains"][0]["id"], format!("{planned}-1"));
    server.get("/api/chains?session=day").await.expect_problem(404, "not-found", &["`day`"]);
    server.get("/api/chains").await.expect_problem(400, "unreadable-query", &["`session`"]);
    let progress = async |query: String| {
        let reply = server.get(&format!("{chain}{query}")).await;
        assert_eq!(reply.status, 200, "{}", reply.text());
        let found = reply.json();
        assert_eq!(found["session"], "night");
        (found["at"].as_u64().unwrap(), found["chain"]["steps"][0]["progress"].as_str().unwrap().to_owned())
    };
    assert_eq!(progress(format!("?at={planned}")).await, (planned, "pending".to_owned()));
    assert_eq!(progress(String::new()).await, (ended, "completed".to_owned()));
    for missing in [format!("{chain}?at=0"), "/api/chains/999-1".to_owned(), "/api/chains/x".to_owned()] {
        server.get(&missing).await.expect_problem(404, "not-found", &["chain `"]);
    }
    server.get(&format!("{chain}?at=x")).await.expect_problem(400, "unreadable-query", &["`at`"]);
    server.get(&format!("{chain}?when=1")).await.expect_problem(400, "unreadable-query", &["`at`"]);
}

/// Returns the value of a sample, or 0.
fn sample(metrics: &str, name: &str) -> f64 {
    let line = metrics.lines().find(|line| line.strip_prefix(name).is_some_and(|rest| rest.starts_with(' ')));
    line.map_or(0.0, |line| line.rsplit(' ').next().unwrap().parse().unwrap())
}

#[tokio::test]
async fn metrics_count_what_happens() {
    let server = Server::new();
    let reply = server.get("/metrics").await;
    assert_eq!(reply.header("content-type"), "text/plain; version=0.0.4; charset=utf-8");
    // Other tests in this process add to the counters.
    let stored = r#"harmony_documents_stored_total{format="2.3",state="passed"}"#;
    let before = sample(reply.text(), stored);
    server.post_text("# Review Report: billing\n\n## Verdict: APPROVED\n## Score: 91%\n").await;
    for _ in 0..2 {
        server.post_text("a text\n").await;
    }
    assert_eq!(server.get("/api/documents/unknown").await.status.as_u16(), 404);
    let reply = server.get("/metrics").await;
    let metrics = reply.text();
    assert_eq!(sample(metrics, "harmony_documents"), 2.0);
    assert!(sample(metrics, stored) >= before);
    for name in [
        r#"harmony_documents_stored_total{format="5.1",state="passed"}"#,
        r#"harmony_documents_stored_total{format="none",state="none"}"#,
        "harmony_documents_known_total",
        "harmony_store_bytes",
        "harmony_traces_24h",
    ] {
        assert!(sample(metrics, name) > 0.0, "{name}\n{metrics}");
    }
    // Its section of findings is missing.
    assert!(metrics.contains("\nharmony_pass_ratio_24h 0\n"), "{metrics}");
    assert_eq!(sample(metrics, "harmony_writer_queue"), 0.0);
    for name in [
        "harmony_ingest_duration_seconds_count",
        r#"harmony_parse_duration_seconds_count{format="5.1"}"#,
        r#"harmony_requests_refused_total{problem="not-found"}"#,
    ] {
        assert!(sample(metrics, name) > 0.0, "{name}\n{metrics}");
    }
    assert_eq!(sample(metrics, "harmony_live_connections"), 0.0);

    let histogram = "harmony_http_request_duration_seconds";
    let labels = r#"method="POST",route="/api/documents",status="2xx""#;
    let buckets: Vec<f64> = metrics
        .lines()
        .filter(|line| line.starts_with(&format!("{histogram}_bucket{{{labels},le=")))
        .map(|line| line.rsplit(' ').next().unwrap().parse().unwrap())
        .collect();
    assert!(buckets.len() == 11 && buckets.is_sorted() && buckets[10] >= 3.0, "{buckets:?}");
    assert!(sample(metrics, &format!("{histogram}_sum{{{labels}}}")) > 0.0);
    let mut declared = "";
    for line in metrics.lines() {
        if let Some(rest) = line.strip_prefix("# TYPE ") {
            declared = rest.split(' ').next().unwrap();
        } else if !line.starts_with('#') {
            let name = line.split(['{', ' ']).next().unwrap();
            assert!(name.starts_with(declared) && !declared.is_empty(), "{line}");
        }
    }
}

#[tokio::test]
async fn metrics_and_the_description_need_the_token() {
    let server = Server::with(temporary_store(), Some("a-secret-of-some-length"));
    for path in ["/metrics", "/openapi.json", "/api"] {
        server.get(path).await.expect_problem(401, "token-missing", &[]);
    }
}

#[tokio::test]
async fn a_path_that_no_route_has_adds_no_series() {
    let server = Server::new();
    for number in 0..50 {
        server.get(&format!("/no-such-page-{number}")).await;
    }
    let metrics = server.get("/metrics").await;
    assert!(!metrics.text().contains("no-such-page"));
    assert_eq!(json!(metrics.text().contains(r#"route="other""#)), json!(true));
}
