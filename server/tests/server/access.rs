use std::time::Duration;

use axum::body::Body;
use futures_util::StreamExt;
use serde_json::{Value, json};
use tokio::time::sleep;
use tower::ServiceExt;

use crate::requests::{ELSEWHERE, HERE, HOST, Reply, Server, request, temporary_store};

const PAGE: &str = "http://localhost:4180";
const MARKDOWN: [(&str, &str); 1] = [("content-type", "text/markdown")];
const REPORT: &str = "# Review Report: billing\n\n## Verdict: APPROVED\n## Score: 91%\n";

/// A server with an operator, whose secret is returned.
async fn with_operator() -> (Server, String) {
    let server = Server::new();
    let secret = create(&server, None, "root", "operate", None).await;
    (server, secret)
}

async fn create(
    server: &Server,
    operator: Option<&str>,
    name: &str,
    role: &str,
    expires: Option<&str>,
) -> String {
    let answer =
        post(server, operator, "/api/tokens", json!({ "name": name, "role": role, "expires": expires }));
    let answer = answer.await;
    assert_eq!(answer.status, 201, "{}", answer.text());
    let created = answer.json();
    assert_eq!((&created["name"], &created["role"]), (&json!(name), &json!(role)));
    created["secret"].as_str().unwrap().to_owned()
}

async fn post(server: &Server, secret: Option<&str>, path: &str, body: Value) -> Reply {
    let body = body.to_string();
    send(server, "POST", path, secret, &[("content-type", "application/json")], body).await
}

async fn get(server: &Server, secret: &str, path: &str) -> Reply {
    send(server, "GET", path, Some(secret), &[], String::new()).await
}

async fn send(
    server: &Server,
    method: &str,
    path: &str,
    secret: Option<&str>,
    headers: &[(&str, &str)],
    body: String,
) -> Reply {
    let mut built = request(method, path, HERE).header("host", HOST).header("content-length", body.len());
    if let Some(secret) = secret {
        built = built.header("authorization", format!("Bearer {secret}"));
    }
    for (name, value) in headers {
        built = built.header(*name, *value);
    }
    server.send(built.body(Body::from(body)).unwrap()).await
}

async fn log_in(server: &Server, secret: &str) -> Reply {
    let form = format!("token={secret}&to=%2Fdocuments");
    let headers = [("content-type", "application/x-www-form-urlencoded"), ("origin", PAGE)];
    send(server, "POST", "/login", None, &headers, form).await
}

fn cookie_of(answer: &Reply) -> String {
    answer.header("set-cookie").split(';').next().unwrap().to_owned()
}

/// Opens a page as a browser with a cookie.
async fn open(server: &Server, cookie: &str, path: &str) -> Reply {
    send(server, "GET", path, None, &[("cookie", cookie), ("accept", "text/html")], String::new()).await
}

#[tokio::test]
async fn without_a_token_in_the_store_nobody_is_asked_for_one() {
    let server = Server::new();
    assert_eq!(server.get("/api/documents").await.status, 200);
    assert!(server.get("/access").await.text().contains("Everybody on this machine may do everything"));
    let refused = post(&server, None, "/api/tokens", json!({ "name": "CI", "role": "ingest" })).await;
    refused.expect_problem(400, "bad-token", &["role operate"]);
    let operator = create(&server, None, "root", "operate", None).await;
    server.get("/api/documents").await.expect_problem(401, "token-missing", &["Bearer"]);
    assert_eq!(server.get("/healthz").await.status, 200);
    assert_eq!(get(&server, &operator, "/api/documents").await.status, 200);
}

#[tokio::test]
async fn a_role_allows_what_it_is_for_and_nothing_else() {
    let (server, operator) = with_operator().await;
    let document = json!({ "documents": [{ "text": REPORT }] }).to_string();
    let publication = json!({ "documents": [{ "text": REPORT }] }).to_string();
    let quarantine =
        json!({ "targetType": "session", "targetId": "night", "reason": "it loops" }).to_string();
    let token = json!({ "name": "another", "role": "read" }).to_string();
    let requests = [
        ("read", "GET", "/api/documents", ""),
        ("read", "GET", "/metrics", ""),
        ("read", "GET", "/", ""),
        ("read", "POST", "/api/page/feed", ""),
        ("operate", "POST", "/api/page/sample-remove", ""),
        ("ingest", "POST", "/api/documents", document.as_str()),
        ("publish", "POST", "/api/previews", &publication),
        ("operate", "POST", "/api/quarantine", &quarantine),
        ("operate", "DELETE", "/api/samples", ""),
        ("operate", "GET", "/api/tokens", ""),
        ("operate", "GET", "/api/audit", ""),
        ("operate", "GET", "/access", ""),
        ("operate", "POST", "/api/tokens", &token),
    ];
    for role in ["read", "ingest", "publish", "operate"] {
        let secret = create(&server, Some(&operator), &format!("a {role}er"), role, Some("1h")).await;
        for (needed, method, path, body) in requests {
            let headers: &[(&str, &str)] =
                if body.is_empty() { &[] } else { &[("content-type", "application/json")] };
            let answer = send(&server, method, path, Some(&secret), headers, body.to_owned()).await;
            if role == needed || role == "operate" {
                assert!(answer.status.is_success(), "{role}: {method} {path}: {}", answer.text());
            } else {
                answer.expect_problem(403, "role", &[&format!("a {role}er"), role, needed]);
            }
        }
    }
}

#[tokio::test]
async fn events_end_with_the_token_that_they_were_asked_for_with() {
    let (server, operator) = with_operator().await;
    let secret = create(&server, Some(&operator), "screen", "read", None).await;
    let asked = request("GET", "/events", HERE).header("host", HOST);
    let asked = asked.header("authorization", format!("Bearer {secret}")).body(Body::empty()).unwrap();
    let mut events = server.router.clone().oneshot(asked).await.unwrap().into_body().into_data_stream();
    assert!(events.next().await.is_some_and(|first| first.is_ok()), "it begins with a heartbeat");

    let tokens = get(&server, &operator, "/api/tokens").await.json();
    let tokens = tokens["tokens"].as_array().unwrap();
    let id = &tokens.iter().find(|token| token["name"] == "screen").unwrap()["id"];
    let path = format!("/api/tokens/{id}");
    assert_eq!(send(&server, "DELETE", &path, Some(&operator), &[], String::new()).await.status, 204);
    let ended = async { while events.next().await.is_some() {} };
    let written = async {
        loop {
            send(&server, "POST", "/api/documents", Some(&operator), &MARKDOWN, REPORT.to_owned()).await;
            sleep(Duration::from_millis(20)).await;
        }
    };
    let is_ended = tokio::select! {
        () = ended => true,
        () = written => false,
        () = sleep(Duration::from_secs(10)) => false,
    };
    assert!(is_ended, "they go on");
}

#[tokio::test]
async fn a_token_works_until_it_is_revoked_or_expires() {
    let (server, operator) = with_operator().await;
    let secret = create(&server, Some(&operator), "short", "read", Some("90d")).await;
    assert_eq!(get(&server, &secret, "/api/documents").await.status, 200);
    let listed = get(&server, &operator, "/api/tokens").await;
    assert!(!listed.text().contains(&secret) && !listed.text().contains("digest"));
    let tokens = listed.json()["tokens"].as_array().unwrap().clone();
    let short = tokens.iter().find(|token| token["name"] == "short").unwrap();
    assert_eq!(short["createdBy"], "root");
    let lasts = short["expiresMs"].as_i64().unwrap() - short["createdMs"].as_i64().unwrap();
    assert_eq!(lasts, 90 * 24 * 60 * 60 * 1000);

    let path = format!("/api/tokens/{}", short["id"]);
    assert_eq!(send(&server, "DELETE", &path, Some(&operator), &[], String::new()).await.status, 204);
    let ended = get(&server, &secret, "/api/documents").await;
    ended.expect_problem(401, "token-missing", &["short", "was revoked"]);
    assert!(ended.header("www-authenticate").ends_with("error=\"invalid_token\""));
    let again = send(&server, "DELETE", &path, Some(&operator), &[], String::new()).await;
    again.expect_problem(404, "no-token", &["/api/tokens"]);
    for wrong in ["soon", "-1d", "0h"] {
        let body = json!({ "name": "x", "role": "read", "expires": wrong });
        post(&server, Some(&operator), "/api/tokens", body).await.expect_problem(400, "bad-token", &[wrong]);
    }
}

#[tokio::test]
async fn an_expired_token_opens_nothing() {
    let store = temporary_store();
    let server = Server::with(store.clone(), None);
    create(&server, None, "root", "operate", None).await;
    let expired = server::store::NewToken {
        name: "old".to_owned(),
        role: app::access::Role::Operate,
        digest: server::security::digest_of("harmony_old"),
        is_login: false,
        parent: None,
        created_ms: 1,
        created_by: "root".to_owned(),
        expires_ms: Some(2),
    };
    store.change_access(server::store::AccessChange::Create(expired)).await.unwrap();
    let answer = get(&server, "harmony_old", "/api/documents").await;
    answer.expect_problem(401, "token-missing", &["old", "has expired"]);
}

#[tokio::test]
async fn people_log_in_with_a_token_and_out_again() {
    let (server, operator) = with_operator().await;
    let secret = create(&server, Some(&operator), "Kim", "read", None).await;
    let answer = open(&server, "", "/documents").await;
    assert_eq!((answer.status.as_u16(), answer.header("location")), (303, "/login?to=%2Fdocuments"));

    let answer = log_in(&server, &secret).await;
    assert_eq!((answer.status.as_u16(), answer.header("location")), (303, "/documents"));
    let cookie = answer.header("set-cookie");
    assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Lax") && !cookie.contains(&secret));
    let cookie = cookie_of(&answer);
    let page = open(&server, &cookie, "/documents").await;
    assert!(page.text().contains("Kim") && page.text().contains("Log out"));
    assert!(!page.text().contains("href=\"/access\""), "a reader is offered what they may not open");
    let refused = open(&server, &cookie, "/access").await;
    assert_eq!(refused.status, 403);
    // A cookie is no token of a program, nor the other way round.
    let (_, value) = cookie.split_once('=').unwrap();
    assert_eq!(get(&server, value, "/api/documents").await.status, 401);
    let as_cookie = format!("harmony_login={secret}");
    assert_eq!(open(&server, &as_cookie, "/documents").await.status, 303);

    let headers = [("cookie", cookie.as_str()), ("origin", PAGE)];
    let out = send(&server, "POST", "/logout", None, &headers, String::new()).await;
    assert_eq!((out.status.as_u16(), out.header("location")), (303, "/login"));
    assert_eq!(out.header("clear-site-data"), "\"cache\"");
    assert_eq!(open(&server, &cookie, "/documents").await.status, 303, "the login goes on after its end");
}

#[tokio::test]
async fn a_login_ends_with_the_token_that_began_it() {
    let (server, operator) = with_operator().await;
    let secret = create(&server, Some(&operator), "Kim", "read", None).await;
    let cookie = cookie_of(&log_in(&server, &secret).await);
    assert_eq!(open(&server, &cookie, "/documents").await.status, 200);
    let tokens = get(&server, &operator, "/api/tokens").await.json();
    let is_token = |token: &&Value| token["name"] == "Kim" && token["isLogin"] == false;
    let id = tokens["tokens"].as_array().unwrap().iter().find(is_token).unwrap()["id"].clone();
    send(&server, "DELETE", &format!("/api/tokens/{id}"), Some(&operator), &[], String::new()).await;
    assert_eq!(open(&server, &cookie, "/documents").await.status, 303);
}

#[tokio::test]
async fn tokens_of_programs_open_no_pages() {
    let (server, operator) = with_operator().await;
    for role in ["ingest", "publish"] {
        let secret = create(&server, Some(&operator), role, role, None).await;
        let answer = log_in(&server, &secret).await;
        assert_eq!(answer.status, 403);
        assert!(answer.text().contains("for programs") && answer.header("set-cookie").is_empty());
    }
    assert_eq!(log_in(&server, "harmony_notatokenatall").await.status, 403);
}

#[tokio::test]
async fn the_log_says_who_changed_what_and_holds_no_secret() {
    let (server, operator) = with_operator().await;
    let reader = create(&server, Some(&operator), "Kim", "read", None).await;
    let body = json!({ "targetType": "session", "targetId": "night", "reason": "it loops" });
    assert_eq!(post(&server, Some(&operator), "/api/quarantine", body).await.status, 201);
    let hook =
        json!({ "name": "CI", "url": "https://hooks.example/s3cret-path", "secret": "s3cret-s3cret-s3cret" });
    let refused = post(&server, Some(&operator), "/api/webhooks", hook).await;
    assert!(refused.status.is_client_error(), "{}", refused.text());
    let cookie = cookie_of(&log_in(&server, &reader).await);

    let log = get(&server, &operator, "/api/audit").await;
    for secret in [operator.as_str(), &reader, "s3cret", cookie.split_once('=').unwrap().1] {
        assert!(!log.text().contains(secret), "{secret} is in the log");
    }
    let records = log.json()["records"].as_array().unwrap().clone();
    let found: Vec<_> = records
        .iter()
        .map(|record| {
            let part = |name: &str| record[name].as_str().unwrap().to_owned();
            (part("actor"), part("action"), part("subject"), record["status"].as_u64().unwrap())
        })
        .collect();
    let expected = [
        ("Kim", "POST /login", "", 303),
        ("root", "POST /api/webhooks", "CI", refused.status.as_u16().into()),
        ("root", "POST /api/quarantine", "session, night, reason it loops", 201),
        ("root", "POST /api/tokens", "Kim, role read", 201),
        ("this machine", "POST /api/tokens", "root, role operate", 201),
    ];
    let expected = expected.map(|(actor, action, subject, status)| {
        (actor.to_owned(), action.to_owned(), subject.to_owned(), status)
    });
    assert_eq!(found, expected);

    let page = get(&server, &operator, "/access").await;
    for words in ["Quarantined a target", "Created a token", "Logged in", "failed", "Kim"] {
        assert!(page.text().contains(words), "{words}");
    }
}

#[tokio::test]
async fn what_needs_an_operator_is_in_the_log_before_it_is_done() {
    let (server, operator) = with_operator().await;
    for number in 0..60 {
        let path = format!("/api/documents/none-{number}");
        let answer = send(&server, "DELETE", &path, Some(&operator), &[], String::new()).await;
        assert_eq!(answer.status, 404);
    }
    let first = get(&server, &operator, "/api/audit").await.json();
    assert_eq!(first["records"].as_array().unwrap().len(), 50);
    assert_eq!(first["records"][0]["subject"], "none-59");
    let next = get(&server, &operator, &format!("/api/audit?before={}", first["next"])).await.json();
    assert_eq!(next["records"][0]["subject"], "none-9");
    assert_eq!((next["records"].as_array().unwrap().len(), &next["next"]), (11, &Value::Null));
}

#[tokio::test]
async fn a_form_creates_a_token_and_shows_its_secret_once() {
    let (server, operator) = with_operator().await;
    let cookie = cookie_of(&log_in(&server, &operator).await);
    let headers = [
        ("cookie", cookie.as_str()),
        ("origin", PAGE),
        ("accept", "text/html"),
        ("content-type", "application/x-www-form-urlencoded"),
    ];
    let form = "name=CI+of+billing&role=ingest&expires=90d".to_owned();
    let page = send(&server, "POST", "/tokens", None, &headers, form).await;
    assert_eq!(page.status, 200);
    let secret = page.text().split("harmony_").nth(1).unwrap();
    let secret = format!("harmony_{}", &secret[..32]);
    assert_eq!(
        send(
            &server,
            "POST",
            "/api/documents",
            Some(&secret),
            &[("content-type", "text/markdown")],
            REPORT.to_owned()
        )
        .await
        .status,
        201
    );
    assert!(!open(&server, &cookie, "/access").await.text().contains(&secret));
}

#[tokio::test]
async fn wrong_tokens_are_soon_refused_unseen() {
    let (server, _) = with_operator().await;
    let wrong = |number: u32| {
        let built = request("GET", "/api/documents", ELSEWHERE).header("host", HOST);
        let built = built.header("authorization", format!("Bearer harmony_wrong{number}"));
        server.send(built.body(Body::empty()).unwrap())
    };
    let mut statuses = Vec::new();
    for number in 0..12 {
        statuses.push(wrong(number).await.status.as_u16());
    }
    assert_eq!(statuses[0], 401);
    assert_eq!(statuses[11], 429);
}
