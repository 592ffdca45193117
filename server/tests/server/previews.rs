//! Preview links: who may publish, what a link shows and to whom, and how it ends.

use app::formats::FORMATS;
use axum::body::Body;
use axum::http::Request;
use serde_json::{Value, json};
use server::router::routes;
use server::security::{AllowedHosts, Guard, Token};
use server::state::AppState;
use server::store::{NewPreview, PreviewChange, SharedStore};
use tokio_util::sync::CancellationToken;

use crate::requests::{ELSEWHERE, HOST, LISTEN, Reply, Server, request, temporary_store};
use crate::stores;

const TOKEN: &str = "a-secret-of-some-length";
const CI_TOKEN: &str = "another-secret-for-ci-jobs";
const REVIEW: &str = "# Review Report: src/billing/refund.rs\n\n## Verdict: NEEDS_CHANGES\n## Score: 40%\n\n\
    ## Summary\n\nIt loses a cent. It must not.\n\n## Findings\n\n\
    | # | File | Line | Severity | Description | Suggestion |\n|---|---|---|---|---|---|\n\
    | 1 | src/billing/refund.rs | 9 | high | A cent is lost | Round once |\n";
const FINE: &str =
    "# Review Report: billing\n\n## Verdict: APPROVED\n## Score: 96%\n\n## Summary\n\nAll is well.\n";

fn guarded(store: SharedStore) -> Server {
    let guard = Guard::new(AllowedHosts::new(LISTEN.into(), &[]), Some(Token::new(TOKEN)))
        .with_ci_token(Some(Token::new(CI_TOKEN)));
    Server::of(AppState::new(store, guard, CancellationToken::new()))
}

/// A request from another machine.
fn with(method: &str, path: &str, token: Option<&str>, body: impl Into<Body>) -> Request<Body> {
    let request =
        request(method, path, ELSEWHERE).header("host", HOST).header("content-type", "application/json");
    let request = match token {
        Some(token) => request.header("authorization", format!("Bearer {token}")),
        None => request,
    };
    request.body(body.into()).unwrap()
}

fn several() -> Value {
    json!({"title": "Nightly", "documents": [
        {"name": "fine.md", "text": FINE},
        {"name": "/home/ada/private/review.md", "text": REVIEW},
    ]})
}

async fn publish(server: &Server, publication: &Value) -> Value {
    let published = server.send(with("POST", "/api/previews", Some(CI_TOKEN), publication.to_string())).await;
    assert_eq!(published.status, 201, "{}", published.text());
    published.json()
}

fn path_of(published: &Value) -> String {
    published["preview"]["url"].as_str().unwrap().to_owned()
}

async fn open(server: &Server, path: &str) -> Reply {
    let browser = request("GET", path, ELSEWHERE).header("host", HOST).header("accept", "text/html,*/*");
    server.send(browser.body(Body::empty()).unwrap()).await
}

#[tokio::test]
async fn a_link_needs_no_token_and_reveals_nothing_of_its_sender() {
    let server = guarded(temporary_store());
    let published = publish(&server, &several()).await;
    let path = path_of(&published);
    assert!(path.strip_prefix("/p/").is_some_and(|token| token.len() == 32), "{path}");
    let documents = &published["documents"];
    assert_eq!(documents[0]["state"], "failed", "the worst comes first: {documents}");
    assert_eq!(documents[0]["url"], format!("{path}/1"));

    let index = open(&server, &path).await;
    assert_eq!(index.status, 200, "{}", index.text());
    let [first, second] =
        ["/1\"", "/2\""].map(|end| index.text().find(&format!("href=\"{path}{end}")).unwrap());
    assert!(first < second, "{}", index.text());
    assert!(index.text().contains(r#"property="og:description" content="2 reports: 1 failed, 1 passed""#));

    let report = open(&server, &format!("{path}/1")).await;
    assert_eq!(report.status, 200, "{}", report.text());
    for said in [
        r#"property="og:title" content="refund.rs""#,
        "needs changes · 40%",
        r#"name="twitter:card""#,
        r#"name="robots" content="noindex"#,
        "A cent is lost",
    ] {
        assert!(report.text().contains(said), "`{said}` is not said: {}", report.text());
    }
    for secret in ["/home/ada", "private", TOKEN, CI_TOKEN, "<script", "/documents", "/formats"] {
        assert!(!report.text().contains(secret), "{secret}: {}", report.text());
    }
    assert_eq!(report.header("referrer-policy"), "no-referrer");
    assert_eq!(report.header("x-robots-tag"), "noindex, nofollow");
    assert_eq!(report.header("cache-control"), "private, no-store");
    assert!(report.header("content-security-policy").starts_with("default-src 'none'; style-src 'self'"));
    assert!(!report.header("content-security-policy").contains("script-src"));

    for view in ["?view=source", "?view=json", "?severity=high"] {
        let page = open(&server, &format!("{path}/1{view}")).await;
        assert_eq!(page.status, 200, "{view}");
        assert!(page.text().contains("refund.rs"), "{view}: {}", page.text());
    }
    let wrong = open(&server, &format!("{path}/1?view=circle")).await;
    assert_eq!(wrong.status, 400);
    assert!(wrong.text().contains("one of viewer, source, json"), "{}", wrong.text());
    assert_eq!(open(&server, &format!("{path}/3")).await.status, 404);
    assert_eq!(open(&server, &format!("{path}/0")).await.status, 404);
}

#[tokio::test]
async fn the_ci_token_publishes_and_does_nothing_else() {
    let server = guarded(temporary_store());
    for route in routes() {
        let (method, path) = (route.method.as_str(), route.path.replace("{id}", "1"));
        let is_open = matches!(path.as_str(), "/healthz" | "/preview")
            || path.starts_with("/login")
            || path.starts_with("/p/");
        if !is_open && (method, path.as_str()) != ("POST", "/api/previews") {
            let refused = server.send(with(method, &path, Some(CI_TOKEN), Body::empty())).await;
            refused.expect_problem(403, "role", &["the CI token", "publish"]);
        }
    }
    for page in ["/", "/documents", "/previews", "/api/page/overview"] {
        let refused = server.send(with("GET", page, Some(CI_TOKEN), Body::empty())).await;
        refused.expect_problem(403, "role", &[]);
    }
    publish(&server, &several()).await;
    let all = server.send(with("GET", "/api/documents", Some(TOKEN), Body::empty())).await;
    assert_eq!(all.json()["documents"], json!([]), "what is published is no document of the library");
}

#[tokio::test]
async fn nobody_publishes_without_a_token() {
    let server = guarded(temporary_store());
    let body = several().to_string();
    for token in [None, Some("not-the-secret-at-all")] {
        let refused = server.send(with("POST", "/api/previews", token, body.clone())).await;
        refused.expect_problem(401, "token-missing", &["Bearer"]);
    }
    // Without a token of its own, a server on this machine is open to its tools, but not to a wrong token.
    let guard =
        Guard::new(AllowedHosts::new(LISTEN.into(), &[]), None).with_ci_token(Some(Token::new(CI_TOKEN)));
    let open = Server::of(AppState::new(temporary_store(), guard, CancellationToken::new()));
    assert_eq!(open.post("/api/previews", "application/json", body.clone()).await.status, 201);
    let wrong = crate::requests::from_here("POST", "/api/previews")
        .header("content-type", "application/json")
        .header("authorization", "Bearer not-the-secret-at-all");
    open.send(wrong.body(Body::from(body)).unwrap()).await.expect_problem(401, "token-missing", &[]);
}

#[tokio::test]
async fn a_link_that_was_revoked_says_so() {
    let server = guarded(temporary_store());
    let published = publish(&server, &json!({"documents": [{"text": REVIEW}]})).await;
    let path = path_of(&published);
    assert!(open(&server, &path).await.text().contains("A cent is lost"), "one report has no index");

    let list = server.send(with("GET", "/api/previews", Some(TOKEN), Body::empty())).await;
    let id = list.json()["previews"][0]["id"].as_i64().unwrap();
    assert_eq!(Some(id), published["preview"]["id"].as_i64());
    let one = format!("/api/previews/{id}");
    assert_eq!(server.send(with("DELETE", &one, Some(TOKEN), Body::empty())).await.status, 204);
    let again = server.send(with("DELETE", &one, Some(TOKEN), Body::empty())).await;
    again.expect_problem(404, "unknown-preview", &["/api/previews"]);

    let gone = open(&server, &path).await;
    assert_eq!(gone.status, 410);
    assert!(gone.text().contains("was revoked") && !gone.text().contains("cent"), "{}", gone.text());
    let list = server.send(with("GET", "/api/previews", Some(TOKEN), Body::empty())).await;
    assert_eq!(list.json()["previews"], json!([]));
    let unknown = open(&server, "/p/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa").await;
    assert_eq!(unknown.status, 404);
    assert!(unknown.text().contains("no report under this link"), "{}", unknown.text());
}

#[tokio::test]
async fn an_expired_link_says_so_and_its_texts_are_deleted() {
    let store: SharedStore = temporary_store();
    let new = NewPreview {
        token: "t".to_owned(),
        title: "Old".to_owned(),
        published_ms: 1_000,
        expires_ms: 2_000,
        documents: vec![server::previews::previewed(Some("a.md"), REVIEW.into(), 1_000)],
    };
    store.change_previews(PreviewChange::Publish(new)).await.unwrap().unwrap();
    let server = guarded(store.clone());
    let gone = open(&server, "/p/t").await;
    assert_eq!(gone.status, 410);
    assert!(gone.text().contains("has expired") && !gone.text().contains("cent"), "{}", gone.text());

    assert!(store.preview("t".to_owned(), None, 1_500).await.unwrap().unwrap().text.is_some());
    assert_eq!(store.change_previews(PreviewChange::Expire { now_ms: 1_999 }).await, Ok(None));
    assert_eq!(store.change_previews(PreviewChange::Expire { now_ms: 2_000 }).await, Ok(Some(1)));
    assert!(store.preview("t".to_owned(), None, 1_500).await.unwrap().unwrap().text.is_none());
    // That it has ended is forgotten after 90 days.
    let later = 2_000 + 91 * 24 * 60 * 60 * 1000;
    let other = NewPreview {
        token: "u".to_owned(),
        title: String::new(),
        published_ms: later,
        expires_ms: later + 1,
        documents: Vec::new(),
    };
    store.change_previews(PreviewChange::Publish(other)).await.unwrap().unwrap();
    assert!(store.preview("t".to_owned(), None, later).await.unwrap().is_none());
}

#[tokio::test]
async fn previews_survive_a_restart_and_are_bounded() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("store.sqlite");
    let path = {
        let server = guarded(stores::open(&file, 1));
        path_of(&publish(&server, &several()).await)
    };
    let store: SharedStore = stores::open(&file, 2);
    assert_eq!(open(&guarded(store.clone()), &path).await.status, 200);
    let mut stored = 1;
    loop {
        let new = NewPreview {
            token: format!("t{stored}"),
            title: String::new(),
            published_ms: 0,
            expires_ms: i64::MAX,
            documents: Vec::new(),
        };
        match store.change_previews(PreviewChange::Publish(new)).await.unwrap() {
            Some(_) => stored += 1,
            None => break,
        }
        assert!(stored <= 1000, "the number of previews has no limit");
    }
    assert_eq!(stored, 1000);
    let full =
        guarded(store).send(with("POST", "/api/previews", Some(CI_TOKEN), several().to_string())).await;
    full.expect_problem(409, "too-many-previews", &["/previews"]);
}

#[tokio::test]
async fn what_cannot_be_published_is_refused_with_a_reason() {
    let server = guarded(temporary_store());
    for (body, said) in [
        (json!({"documents": []}), "no documents"),
        (json!({"documents": [{"text": " "}]}), "document 1 is empty"),
        (json!({"documents": [{"text": "a"}], "keep": "400d"}), "365 days"),
        (json!({"documents": [{"text": "a"}], "title": "x".repeat(300)}), "200"),
        (json!({"documents": [{"text": "a", "path": "b"}]}), "unknown field"),
        (json!({"text": "a"}), "unknown field"),
    ] {
        let refused = server.send(with("POST", "/api/previews", Some(CI_TOKEN), body.to_string())).await;
        refused.expect_problem(422, "unusable-preview", &[said]);
    }
    let large = "x".repeat(17 * 1024 * 1024);
    let large = server.send(with("POST", "/api/previews", Some(CI_TOKEN), large)).await;
    large.expect_problem(413, "body-too-large", &["16 MB"]);
}

/// Every format's example, with an attack after each sentence and in the title, in all views and in a file.
#[tokio::test]
async fn nothing_in_a_preview_runs() {
    const ATTACK: &str = "<img src=x onerror=alert(1)><script>alert(2)</script></title></style>\
                          [x](javascript:alert(3)) ![p](https://evil.example/p.png)\" onload=\"alert(4)";
    let server = guarded(temporary_store());
    let is_safe = |page: &str, place: &str| {
        for tag in tags(page) {
            let name = tag.split([' ', '>', '/']).next().unwrap();
            assert!(
                !["img", "script", "iframe", "object", "embed", "base", "foreignObject"].contains(&name),
                "{place}: {tag}"
            );
            for (name, value) in attributes(tag) {
                assert!(!name.starts_with("on") && name != "style" && name != "src", "{place}: {tag}");
                if matches!(name, "href" | "action" | "formaction") {
                    let target = value.trim_start().to_ascii_lowercase();
                    let is_safe = target.starts_with(['/', '#']) || target.starts_with("https://");
                    assert!(is_safe && !target.starts_with("//"), "{place}: {tag}");
                }
            }
        }
        // Drawings in the body have titles, too.
        let head = page.split("<body").next().unwrap();
        assert_eq!(head.matches("</title>").count(), 1, "{place}");
        assert!(page.matches("</style>").count() <= 1, "{place}");
    };
    for format in FORMATS {
        let example = format.spec.example;
        let poisoned =
            example.replace(".\n", &format!(". {ATTACK}\n")).replace(". |\n", &format!(". {ATTACK} |\n"));
        let poisoned = format!("{poisoned}\n\n# {ATTACK}\n\n{ATTACK}\n");
        let publication = json!({"title": ATTACK, "documents": [
            {"name": format!("{ATTACK}.md"), "text": poisoned},
            {"name": format!("{ATTACK}.md"), "text": ATTACK},
        ]});
        let path = path_of(&publish(&server, &publication).await);
        for page in ["", "/1", "/2", "/1?view=source", "/1?view=json"] {
            let page = server.get(&format!("{path}{page}")).await;
            assert_eq!(page.status, 200, "{}", page.text());
            is_safe(page.text(), format.spec.id);
        }
        let documents = [poisoned.as_str(), ATTACK].map(|text| {
            let (head, raw) = server::previews::previewed(Some(ATTACK), text.to_owned().into(), 0);
            (head, app::text::Text::from_bytes(&raw))
        });
        let file = server::previews::file(Some(ATTACK), documents.into());
        is_safe(&file, format.spec.id);
        let loads = |tag: &&str| tag.starts_with("link ");
        assert_eq!(tags(&file).into_iter().find(loads), None, "{}: something is loaded", format.spec.id);
    }
}

/// The tags of a page, without `<` and `>`, as a browser reads them: neither of them ends or begins a tag in quotes.
fn tags(page: &str) -> Vec<&str> {
    let mut tags = Vec::new();
    let mut rest = page;
    while let Some(start) = rest.find('<') {
        rest = &rest[start + 1..];
        if !rest.starts_with(|first: char| first.is_ascii_alphabetic()) {
            continue;
        }
        let mut is_quoted = false;
        let end = rest.find(|character| {
            is_quoted ^= character == '"';
            character == '>' && !is_quoted
        });
        let (tag, after) = rest.split_at(end.unwrap_or(rest.len()));
        tags.push(tag);
        rest = after;
    }
    tags
}

/// The attributes of a tag, all of which are in double quotes or have no value.
fn attributes(tag: &str) -> Vec<(&str, &str)> {
    let mut attributes = Vec::new();
    let mut rest = tag.split_once(' ').map_or("", |(_, rest)| rest);
    while let Some(start) = rest.find(|character: char| !character.is_whitespace()) {
        rest = &rest[start..];
        let end = rest.find([' ', '=']).unwrap_or(rest.len());
        let name = &rest[..end];
        match rest[end..].strip_prefix("=\"") {
            Some(value) => {
                let (value, after) = value.split_once('"').unwrap();
                attributes.push((name, value));
                rest = after;
            }
            None => {
                attributes.push((name, ""));
                rest = &rest[end..];
            }
        }
    }
    attributes
}

#[test]
fn an_attack_would_be_found() {
    let page = r#"<p class="a><b" onload="x">1 < 2 <img hidden src="y"></p>"#;
    assert_eq!(tags(page), [r#"p class="a><b" onload="x""#, r#"img hidden src="y""#]);
    assert_eq!(attributes(tags(page)[0]), [("class", "a><b"), ("onload", "x")]);
    assert_eq!(attributes(tags(page)[1]), [("hidden", ""), ("src", "y")]);
}

#[tokio::test]
async fn a_badge_says_how_things_go() {
    let server = Server::new();
    let badge = |query: &'static str| {
        let server = &server;
        async move {
            let badge = server.get(&format!("/badge.svg{query}")).await;
            assert_eq!(badge.status, 200, "{}", badge.text());
            assert_eq!(badge.header("content-type"), "image/svg+xml");
            assert_eq!(badge.header("cache-control"), "public, max-age=60");
            assert_eq!(badge.header("cross-origin-resource-policy"), "cross-origin");
            badge.text().to_owned()
        }
    };
    assert!(badge("").await.contains("no verdicts"));
    for text in [REVIEW, FINE] {
        assert_eq!(server.post_text(text).await.status, 201);
    }
    assert!(badge("").await.contains("50% passed"));
    assert!(badge("?format=5.1&label=reviews").await.contains("reviews: 50% passed"));
    assert!(badge("?format=9.9").await.contains("unknown format"));
    assert!(badge("?session=%3Cscript%3E").await.contains("&lt;script"), "text from outside is escaped");
    server.get("/badge.svg?session=a&format=5.1").await.expect_problem(
        400,
        "unreadable-query",
        &["not of both"],
    );

    let hidden = guarded(temporary_store());
    let asked = || request("GET", "/badge.svg", ELSEWHERE).header("host", HOST).body(Body::empty()).unwrap();
    hidden.send(asked()).await.expect_problem(401, "token-missing", &[]);
    let guard =
        Guard::new(AllowedHosts::new(LISTEN.into(), &[]), Some(Token::new(TOKEN))).with_public_badges(true);
    let shown = Server::of(AppState::new(temporary_store(), guard, CancellationToken::new()));
    assert_eq!(shown.send(asked()).await.status, 200);
}
