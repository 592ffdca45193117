use axum::body::Body;
use axum::http::Request;
use serde_json::{Value, json};

use crate::requests::{Reply, Server, from_here};

const REPORT: &str = "# Review Report: billing\n\n## Verdict: APPROVED\n## Score: 91%\n";

fn only(answer: &Reply) -> Value {
    let documents = answer.json()["documents"].as_array().unwrap().clone();
    assert_eq!(documents.len(), 1);
    documents[0].clone()
}

async fn ids(server: &Server, query: &str) -> Vec<String> {
    let list = server.get(&format!("/api/documents{query}")).await.json();
    let documents = list["documents"].as_array().unwrap();
    documents.iter().map(|document| document["id"].as_str().unwrap().to_owned()).collect()
}

#[tokio::test]
async fn a_text_is_stored_listed_and_given_back_byte_for_byte() {
    let server = Server::new();
    let stored = server.post("/api/documents?session=s1&path=reports%2Fa.md", "text/markdown", REPORT).await;
    assert_eq!(stored.status, 201);
    let receipt = only(&stored);
    let id = receipt["id"].as_str().unwrap();
    assert_eq!(receipt["format"], "5.1");
    assert_eq!(receipt["duplicate"], false);
    assert_eq!(receipt["url"], format!("/documents/{id}"));
    assert_eq!(stored.header("location"), format!("/documents/{id}"));

    assert_eq!(ids(&server, "").await, [id]);
    let shown = server.get(&format!("/api/documents/{id}")).await.json();
    assert_eq!(shown["text"], REPORT);
    assert_eq!(shown["source"], json!({ "session": "s1", "path": "reports/a.md" }));
    assert_eq!(shown["blocks"][0]["format"], "5.1");
    assert_eq!(shown["blocks"][0]["span"], json!({ "start": 0, "end": REPORT.len() }));
    assert_eq!(shown["summaries"][0]["name"], "Review Report");
    let raw = server.get(&format!("/api/documents/{id}/raw")).await;
    assert_eq!(raw.body, REPORT);
    assert_eq!(raw.header("content-type"), "text/plain; charset=utf-8");
    assert_eq!(raw.header("x-content-type-options"), "nosniff");
    assert!(raw.header("content-security-policy").starts_with("sandbox;"));
    assert_eq!(raw.header("content-disposition"), "inline; filename=\"document.txt\"");
}

#[tokio::test]
async fn a_document_has_no_key_twice() {
    let server = Server::new();
    let receipt = only(&server.post_text(REPORT).await);
    let shown = server.get(&format!("/api/documents/{}", receipt["id"].as_str().unwrap())).await;
    // Counted in the text, since a JSON parser would keep only the last of two.
    for key in shown.json().as_object().unwrap().keys() {
        let depth_one = format!("\"{key}\":");
        let times = shown.text().match_indices(&depth_one).filter(|(at, _)| {
            let before = &shown.text()[..*at];
            before.matches(['{', '[']).count() - before.matches(['}', ']']).count() == 1
        });
        assert_eq!(times.count(), 1, "{key}");
    }
}

#[tokio::test]
async fn a_delivery_can_be_repeated() {
    let server = Server::new();
    let first = only(&server.post_text(REPORT).await);
    let again = server.post_text(REPORT).await;
    assert_eq!(again.status, 200);
    assert_eq!(only(&again)["id"], first["id"]);
    assert_eq!(only(&again)["duplicate"], true);
    let elsewhere = only(&server.post("/api/documents?path=b.md", "text/plain", REPORT).await);
    assert_ne!(elsewhere["id"], first["id"]);
    assert_eq!(ids(&server, "").await.len(), 2);
}

#[tokio::test]
async fn another_text_of_the_same_source_is_its_next_version() {
    let server = Server::new();
    let send = |address: &'static str, text: &'static str| server.post(address, "text/plain", text);
    let place = "/api/documents?path=a.md&session=night&commit=c1";
    let first = only(&send(place, "one").await);
    let second = only(&send("/api/documents?path=a.md&session=night&commit=c2", "two").await);
    let third = only(&send("/api/documents?path=a.md&session=night", "three").await);
    only(&send("/api/documents?path=a.md&session=day", "another source").await);
    only(&send("/api/documents", "of no source").await);
    assert_eq!(only(&send(place, "one").await)["duplicate"], true, "a repeated delivery is no version");
    assert_eq!((&first["version"], &second["version"], &third["version"]), (&json!(1), &json!(2), &json!(3)));

    let listed = ids(&server, "").await;
    assert_eq!(listed.len(), 3, "of each source the newest");
    assert_eq!(listed[2], third["id"].as_str().unwrap());
    assert!(ids(&server, "?text=two").await.is_empty(), "the words of an older version are not found");

    let shown = server.get(&format!("/api/documents/{}", second["id"].as_str().unwrap())).await.json();
    assert_eq!((&shown["text"], &shown["version"]), (&json!("two"), &json!(2)));
    let around = json!({ "newest": 3, "newest_id": third["id"], "older": first["id"], "newer": third["id"] });
    assert_eq!(shown["versions"], around);
    let page = server.get(&format!("/documents/{}", second["id"].as_str().unwrap())).await;
    assert!(page.text().contains("version 2 of 3"));
}

#[tokio::test]
async fn a_key_names_one_delivery() {
    let server = Server::new();
    let send = |text: &'static str| {
        let request = from_here("POST", "/api/documents")
            .header("content-type", "text/plain")
            .header("idempotency-key", "run 17");
        server.send(request.body(Body::from(text)).unwrap())
    };
    assert_eq!(send("one").await.status, 201);
    assert_eq!(send("one").await.status, 200);
    send("two").await.expect_problem(422, "conflicting-key", &["Idempotency-Key"]);
    assert_eq!(ids(&server, "").await.len(), 1);
}

#[tokio::test]
async fn json_holds_one_document_or_many() {
    let server = Server::new();
    let one = json!({ "text": REPORT, "source": { "path": "a.md" }, "idempotencyKey": "k" });
    let first = only(&server.post("/api/documents", "application/json", one.to_string()).await);
    let again =
        only(&server.post("/api/documents", "application/json; charset=utf-8", one.to_string()).await);
    assert_eq!((again["id"] == first["id"], &again["duplicate"]), (true, &json!(true)));

    let many = json!({ "documents": [{ "text": "one" }, { "text": "two" }, { "text": "one" }] });
    let stored = server.post("/api/documents", "application/json", many.to_string()).await.json();
    let duplicates: Vec<_> =
        stored["documents"].as_array().unwrap().iter().map(|entry| entry["duplicate"].clone()).collect();
    assert_eq!(duplicates, [false, false, true]);

    let lines = "{\"text\": \"three\"}\n\n{\"text\": \"four\"}\r\n";
    let stored = server.post("/api/documents", "application/x-ndjson", lines).await.json();
    assert_eq!(stored["documents"].as_array().unwrap().len(), 2);
    assert_eq!(ids(&server, "").await.len(), 5);
}

#[tokio::test]
async fn a_list_is_filtered_and_paged_newest_first() {
    let server = Server::new();
    for number in 0..60 {
        let path = format!("/api/documents?path=reports/{number}_%25.md&session=night");
        server.post(&path, "text/plain", format!("note {number}")).await;
    }
    server.post_text(REPORT).await;

    let first = server.get("/api/documents").await.json();
    assert_eq!(first["documents"].as_array().unwrap().len(), 50);
    assert_eq!(first["documents"][0]["blocks"][0]["format"], "5.1");
    let rest = ids(&server, &format!("?before={}", first["next"])).await;
    assert_eq!(rest.len(), 11);

    assert_eq!(ids(&server, "?format=5.1").await.len(), 1);
    assert_eq!(ids(&server, "?state=none").await.len(), 50);
    assert_eq!(ids(&server, "?text=NIGHT+reports/7_").await.len(), 1);
    assert_eq!(ids(&server, "?text=7%25").await.len(), 1, "a percent sign is no wildcard");
    assert_eq!(ids(&server, "?text=&format=&state=").await.len(), 50, "an empty field asks for nothing");
    server.get("/api/documents?before=x").await.expect_problem(400, "unreadable-query", &[]);
}

#[tokio::test]
async fn an_invalid_filter_is_refused_with_what_is_allowed() {
    let server = Server::new();
    server.post_text(REPORT).await;
    for (query, expected) in [
        ("format=9.9", "5.1, "),
        ("state=pass", "passed, running, failed, waiting"),
        ("severity=sev", "critical, high, medium, low"),
        ("pinned=maybe", "true, false"),
        ("from=2026-02-30", "2026-11-20"),
        ("to=yesterday", "2026-11-20"),
        ("from=2026-11-21&to=2026-11-20", "no day before"),
        ("before=x", "number"),
    ] {
        let machine = server.get(&format!("/api/documents?{query}")).await;
        let expected_of_api = if query == "before=x" { "before" } else { expected };
        machine.expect_problem(400, "unreadable-query", &[expected_of_api]);
        let page = server.get(&format!("/documents?{query}")).await;
        assert_eq!(page.status, 400, "{query}");
        assert!(page.text().contains(expected), "{query}: {}", page.text());
    }
    assert_eq!(server.get("/documents?format=&from=").await.status, 200);
    let id = server.state.store.feed().await.unwrap().documents[0].id.clone();
    for (path, expected) in [
        ("/documents?verdict=fail", "state"),
        ("/sessions?page=2", "before"),
        ("/session?session=s&moment=2", "session, chain, view, at"),
        ("/session?session=s&at=99", "at most 1"),
        ("/?verdict=fail", "It knows: none."),
        (&format!("/documents/{id}?page=2"), "as, at, view"),
        (&format!("/documents/{id}?view=circle"), "viewer, source, json"),
        (&format!("/documents/{id}?as=9.9"), "the id of a format"),
        (&format!("/documents/{id}/fixed?at=x"), "a whole number"),
    ] {
        let page = server.get(path).await;
        assert_eq!(page.status, 400, "{path}");
        assert!(page.text().contains(expected), "{path}: {}", page.text());
    }
    server.get("/api/traces?gate=99").await.expect_problem(400, "unreadable-query", &["1 to 14"]);
    let events = server.get("/events?sinc=1.1").await;
    events.expect_problem(400, "unreadable-query", &["unknown field `sinc`, expected `since`"]);
    for path in ["/sessions?before=x", "/session?session=s&at=x", "/session?session=s&view=x"] {
        assert_eq!(server.get(path).await.status, 400, "{path}");
    }
}

#[tokio::test]
async fn the_form_leads_to_the_document() {
    let server = Server::new();
    let form = "text=%23+Review+Report%3A+x&path=x.md";
    let answer = server.post("/documents", "application/x-www-form-urlencoded", form).await;
    assert_eq!(answer.status, 303);
    let id = &ids(&server, "").await[0];
    assert_eq!(answer.header("location"), format!("/documents/{id}"));
    let shown = server.get(&format!("/api/documents/{id}")).await.json();
    assert_eq!((&shown["text"], &shown["source"]["path"]), (&json!("# Review Report: x"), &json!("x.md")));
    server.post("/documents", "application/x-www-form-urlencoded", "text=").await.expect_problem(
        400,
        "empty-text",
        &[],
    );
}

#[tokio::test]
async fn samples_come_and_go_and_nothing_else_goes_with_them() {
    let server = Server::new();
    server.post_text(REPORT).await;
    let added = server.post("/api/samples", "", "").await.json()["added"].as_u64().unwrap();
    assert!(added > 30, "{added}");
    assert_eq!(server.post("/api/samples", "", "").await.json(), json!({ "added": 0 }));
    let totals = server.state.store.feed().await.unwrap().totals;
    assert_eq!((totals.documents, totals.samples), (added + 1, added));
    let claims = async || server.get("/api/evidence?session=checkout-refunds").await;
    assert_eq!(claims().await.json()["contradicted"], 1);
    let quarantines =
        async || server.get("/api/quarantine").await.json()["quarantines"].as_array().unwrap().len();
    assert_eq!(quarantines().await, 1);

    let removed = server.send(from_here("DELETE", "/api/samples").body(Body::empty()).unwrap()).await;
    assert_eq!(removed.json(), json!({ "removed": added }));
    let totals = server.state.store.feed().await.unwrap().totals;
    assert_eq!((totals.documents, totals.samples), (1, 0));
    assert_eq!(ids(&server, "").await.len(), 1);
    assert_eq!(claims().await.status, 404);
    assert_eq!(quarantines().await, 0);
    let sessions = server.state.library.sessions(app::api::SessionsQuery::default()).await.unwrap().sessions;
    assert!(sessions.iter().all(|(session, _)| session.name != "checkout-refunds"));
    assert_eq!(server.post("/api/samples", "", "").await.json(), json!({ "added": added }));
}

#[tokio::test]
async fn what_does_not_exist_is_not_found() {
    let server = Server::new();
    server.get("/api/documents/nothing").await.expect_problem(404, "not-found", &["nothing"]);
    server.get("/api/nowhere").await.expect_problem(404, "not-found", &["/api/nowhere"]);
    let wrong = server.post("/healthz", "text/plain", "x").await;
    wrong.expect_problem(405, "wrong-method", &["POST"]);
    assert!(wrong.header("allow").contains("GET"));
    let page = server.get("/no-such-page").await;
    assert_eq!(page.status, 404);
    assert!(page.header("content-type").starts_with("text/html"));
}

#[tokio::test]
async fn a_healthy_server_reports_its_cursor() {
    let server = Server::new();
    server.post_text(REPORT).await;
    let health = server.get("/healthz").await.json();
    assert_eq!((&health["status"], &health["documents"]), (&json!("ok"), &json!(1)));
    assert_eq!(health["cursor"], "7.1");

    // A balancer names the server by an address of its own, and learns no more than it has to.
    let probe = Request::get("/healthz").header("host", "harmony-1:4180").body(Body::empty()).unwrap();
    assert_eq!(server.send(probe).await.json(), json!({ "status": "ok" }));
    let other = Request::get("/api/documents").header("host", "harmony-1:4180").body(Body::empty()).unwrap();
    server.send(other).await.expect_problem(421, "foreign-host", &[]);
}

#[tokio::test]
async fn a_fixed_text_is_given_out_and_stored_beside_the_first() {
    let server = Server::new();
    let report = REPORT.replace("91%", "9/10");
    let receipt =
        only(&server.post("/api/documents?path=reports%2Fa.md", "text/markdown", report.clone()).await);
    let id = receipt["id"].as_str().unwrap();
    let score = format!("score-form@{}", report.find("9/10").unwrap());
    let fixed = server.get(&format!("/api/documents/{id}/fixed?fix={score}")).await;
    assert_eq!(fixed.text(), REPORT.replace("91%", "90%"));
    assert_eq!(fixed.header("content-type"), "text/plain; charset=utf-8");
    assert!(fixed.header("content-security-policy").starts_with("sandbox;"));

    let form = "application/x-www-form-urlencoded";
    let stored = server.post(&format!("/documents/{id}/fixed"), form, format!("fix={score}")).await;
    assert_eq!(stored.status, 303, "{}", stored.text());
    let beside = stored.header("location").strip_prefix("/documents/").unwrap();
    assert_ne!(beside, id);
    let shown = server.get(&format!("/api/documents/{beside}")).await.json();
    assert_eq!((&shown["text"], &shown["source"]["path"]), (&json!(fixed.text()), &json!("reports/a.md")));
    assert_eq!(server.get(&format!("/api/documents/{id}/raw")).await.body, report);
    server.get(&format!("/api/documents/{id}/fixed?fix=")).await.expect_problem(
        400,
        "unreadable-query",
        &["is not a fix"],
    );
}

#[tokio::test]
async fn a_text_that_would_lose_bytes_is_not_fixed() {
    let server = Server::new();
    let raw = [REPORT.as_bytes(), b"\xff\n"].concat();
    let receipt = only(&server.post("/api/documents", "text/markdown", raw).await);
    let id = receipt["id"].as_str().unwrap();
    let answer = server.get(&format!("/api/documents/{id}/fixed?fix=all")).await;
    answer.expect_problem(400, "unreadable-query", &["UTF-8"]);
}

#[tokio::test]
async fn a_person_whose_form_is_refused_gets_a_page_and_a_way_back() {
    let server = Server::new();
    let form = from_here("POST", "/documents")
        .header("accept", "text/html,*/*")
        .header("content-type", "application/x-www-form-urlencoded");
    let answer = server.send(form.body(Body::from("text=")).unwrap()).await;
    assert_eq!((answer.status.as_u16(), answer.header("content-type")), (400, "text/html; charset=utf-8"));
    for part in ["The text is empty", "Back button", r#"href="/add""#, r#"rel="stylesheet""#] {
        assert!(answer.text().contains(part), "{part}: {}", answer.text());
    }
    assert!(!answer.text().contains("curl"), "a hint for scripts: {}", answer.text());
    let machine = from_here("GET", "/api/nowhere").header("accept", "text/html");
    server.send(machine.body(Body::empty()).unwrap()).await.expect_problem(404, "not-found", &[]);
}

#[tokio::test]
async fn a_claim_that_its_own_text_disproves_is_shown_as_contradicted() {
    let server = Server::new();
    let finding = "\n## Findings\n\n| # | File | Line | Severity | Description | Suggestion |\n|---|---|---|---|---|---|\n| 1 | a.rs | 7 | critical | Keys leak. | Hide them. |\n";
    let stored = server.post("/api/documents", "text/markdown", format!("{REPORT}{finding}")).await.json();
    server.post_text(REPORT).await;
    assert_eq!(ids(&server, "?state=contradicted&kind=report").await.len(), 1);
    assert_eq!(ids(&server, "?state=passed").await.len(), 1, "a near miss has no finding");
    let listed = server.get("/api/documents?state=contradicted").await.json();
    let block = &listed["documents"][0]["blocks"][0];
    assert_eq!((&block["kind"], &block["summary"]["state"]), (&json!("report"), &json!("contradicted")));
    assert_eq!(block["contradiction"]["rule"], "approved-over-open-finding");
    assert_eq!(block["contradiction"]["lines"], json!([3, 10]));
    let page = server.get(&format!("/documents/{}", stored["documents"][0]["id"].as_str().unwrap())).await;
    for expected in ["Contradicted: ", "verdict--contradicted", "Claims", "L3\"", "L10\""] {
        assert!(page.text().contains(expected), "{expected}: {}", page.text());
    }
    assert!(!page.text().contains("verdict--pass"));
    let totals = server.state.store.feed().await.unwrap().totals;
    assert_eq!((totals.passed, totals.failed, totals.contradicted), (1, 0, 1));
}

#[tokio::test]
async fn records_of_a_log_are_chosen_by_what_they_have() {
    let log = include_str!("../../../app/src/formats/v36_decision/fixtures/trail_in_order.jsonl");
    let server = Server::new();
    let document = &server.post_text(log).await.json()["documents"][0];
    let page = format!("/documents/{}", document["id"].as_str().unwrap());
    let shown = async |query: &str| server.get(&format!("{page}{query}")).await.text().to_owned();
    let all = shown("").await;
    assert!(all.contains("record-1\"") && all.contains("record-13\""));
    let denied = shown("?class=DENY").await;
    assert_eq!(denied.matches("id=\"record-").count(), 1, "one decision denies");
    assert!(denied.contains("1 of 13 records"));
    let task = shown("?task=task-81&layer=layer_2_spawn_detection").await;
    assert!(task.contains("layer_2_spawn_detection") && !task.contains("id=\"record-13\""));
    let none = shown("?task=another").await;
    assert!(none.contains("0 of 13 records"));
    assert_eq!(server.get(&format!("{page}?tasks=1")).await.status, 400);
}

/// Stores a text with the source that the query states.
async fn send(server: &Server, query: &str, text: &str) -> String {
    let path = format!("/api/documents?{query}");
    let reply = server.post(&path, "text/markdown", text.to_owned()).await;
    reply.json()["documents"][0]["id"].as_str().unwrap().to_owned()
}

async fn listed(server: &Server, query: &str) -> Vec<String> {
    let reply = server.get(&format!("/api/documents?{query}")).await;
    assert_eq!(reply.status, 200, "{query}: {}", reply.text());
    let list = reply.json();
    let documents = list["documents"].as_array().unwrap();
    documents.iter().map(|head| head["id"].as_str().unwrap().to_owned()).collect()
}

#[tokio::test]
async fn documents_are_found_by_their_source() {
    let server = Server::new();
    let first =
        send(&server, "repository=acme%2Fbilling&path=reports%2Fa.md&commit=c1&ci_run=17", "first").await;
    let second =
        send(&server, "repository=acme%2Fbilling&path=reports%2Fa.md&commit=c2&ci_run=18", "second").await;
    let other =
        send(&server, "repository=acme%2Fshop&path=reports-old%2Fb.md&commit=c2&agent=reviewer", "other")
            .await;
    let alone = send(&server, "", "alone").await;
    let newest = [&alone, &other, &second];
    for (query, expected) in [
        ("", &newest[..]),
        ("repository=acme%2Fbilling", &[&second]),
        ("path=reports%2Fa.md", &[&second]),
        ("path=reports%2F", &[&second]),
        ("path=reports", &[]),
        ("agent=reviewer", &[&other]),
        // A run and a commit have versions of their own.
        ("run=17", &[&first]),
        ("ci_run=18", &[&second]),
        ("commit=c2", &[&other, &second]),
        ("commit=c2&repository=acme%2Fbilling", &[&second]),
        ("q=second&run=18", &[&second]),
        ("q=second&run=17", &[]),
        ("run=%27%20OR%201", &[]),
    ] {
        let expected: Vec<String> = expected.iter().map(|id| (*id).clone()).collect();
        assert_eq!(listed(&server, query).await, expected, "{query}");
    }
    let page = server.get("/documents?run=17").await;
    assert!(page.text().contains(&first) && !page.text().contains(&second), "{}", page.text());
}

#[tokio::test]
async fn an_answer_has_as_many_documents_as_are_asked_for() {
    let server = Server::new();
    let mut ids = Vec::new();
    for number in 0..5 {
        ids.insert(0, send(&server, "repository=acme", &format!("text {number}")).await);
    }
    let mut found = Vec::new();
    let mut before = String::new();
    for expected in [2, 2, 1] {
        for narrowed in ["", "&repository=acme", "&q=text"] {
            let page = listed(&server, &format!("limit=2{before}{narrowed}")).await;
            assert_eq!(page.len(), expected, "{before}{narrowed}");
        }
        let list = server.get(&format!("/api/documents?limit=2{before}")).await.json();
        found.extend(listed(&server, &format!("limit=2{before}")).await);
        before = format!("&before={}", list["next"]);
        assert_eq!(list["next"].is_null(), expected == 1);
    }
    assert_eq!(found, ids);
    for (query, said) in [
        ("limit=0", "a number from 1 to 200"),
        ("limit=1000", "a number from 1 to 200"),
        ("limit=many", "`limit` can't be read"),
        ("cirun=1", "unknown field `cirun`, expected one of `q`, `text`, `in`"),
        ("state=pass", "one of none, passed"),
    ] {
        server.get(&format!("/api/documents?{query}")).await.expect_problem(400, "unreadable-query", &[said]);
    }
}
