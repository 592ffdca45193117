use std::sync::Arc;

use axum::body::Body;
use axum::http::{Method, Request};
use server::router::routes;

use crate::requests::{ELSEWHERE, HERE, HOST, Reply, Server, from_here, request, temporary_store};

const TOKEN: &str = "a-secret-of-some-length";
const OUR_PAGE: &str = "http://localhost:4180";

/// Returns the router's routes that change something or stream, and the server functions of pages.
fn guarded() -> Vec<(Method, String)> {
    let is_guarded =
        |method: &Method, path: &str| *method != Method::GET || matches!(path, "/ws" | "/events");
    let mut guarded: Vec<_> = routes()
        .into_iter()
        .filter(|route| is_guarded(&route.method, route.path))
        .map(|route| (route.method, route.path.to_owned()))
        .collect();
    guarded.extend(
        ["overview", "documents", "document", "sample", "sample-remove"]
            .map(|name| (Method::POST, format!("/api/page/{name}"))),
    );
    guarded
}

async fn send(server: &Server, mut request: Request<Body>, headers: &[(&'static str, &str)]) -> Reply {
    for (name, value) in headers {
        request.headers_mut().append(*name, value.parse().unwrap());
    }
    server.send(request).await
}

fn empty(method: &Method, path: &str, peer: ([u8; 4], u16)) -> Request<Body> {
    request(method.as_str(), path, peer).header("host", HOST).body(Body::empty()).unwrap()
}

#[tokio::test]
async fn a_foreign_name_opens_nothing() {
    let server = Server::new();
    for route in routes() {
        let path = route.path.replace("{id}", "x");
        for host in
            ["evil.example", "evil.example:4180", "localhost:80", "localhost", "127.0.0.1.evil.example:4180"]
        {
            let foreign = request(route.method.as_str(), &path, HERE).header("host", host);
            let answer = server.send(foreign.body(Body::empty()).unwrap()).await;
            match path.as_str() {
                "/healthz" => assert_eq!(answer.json(), serde_json::json!({ "status": "ok" })),
                _ => answer.expect_problem(421, "foreign-host", &["--allow-host"]),
            }
        }
        let nameless = request(route.method.as_str(), &path, HERE).body(Body::empty()).unwrap();
        let answer = server.send(nameless).await;
        assert_eq!(answer.status, if path == "/healthz" { 200 } else { 421 }, "{path}");
    }
    for page in ["/", "/documents", "/no-such-page", "/favicon.svg"] {
        let foreign = request("GET", page, HERE).header("host", "evil.example");
        assert_eq!(server.send(foreign.body(Body::empty()).unwrap()).await.status, 421, "{page}");
    }
}

#[tokio::test]
async fn another_site_changes_nothing_and_hears_nothing() {
    let foreign: [&[(&str, &str)]; 6] = [
        &[("origin", "http://evil.example")],
        &[("origin", "null")],
        &[("origin", "http://localhost:4181")],
        &[("origin", "file://")],
        &[("sec-fetch-site", "cross-site")],
        &[("origin", OUR_PAGE), ("sec-fetch-site", "same-site")],
    ];
    for (method, path) in guarded() {
        // A new server each time, since only a few logins are allowed.
        let server = Server::new();
        for headers in &foreign[..3] {
            let answer = send(&server, empty(&method, &path, HERE), headers).await;
            answer.expect_problem(403, "foreign-origin", &[]);
        }
        let server = Server::new();
        for headers in &foreign[3..] {
            let answer = send(&server, empty(&method, &path, HERE), headers).await;
            answer.expect_problem(403, "foreign-origin", &[]);
        }
        // From no page, and not from this machine.
        send(&server, empty(&method, &path, ELSEWHERE), &[]).await.expect_problem(403, "foreign-origin", &[]);
    }
}

#[tokio::test]
async fn an_upgrade_of_any_route_is_checked() {
    let server = Server::new();
    let headers = [("upgrade", "websocket"), ("connection", "upgrade"), ("origin", "http://evil.example")];
    for path in ["/", "/documents", "/api/documents"] {
        send(&server, empty(&Method::GET, path, HERE), &headers).await.expect_problem(
            403,
            "foreign-origin",
            &[],
        );
    }
}

#[tokio::test]
async fn our_own_pages_and_tools_on_this_machine_are_let_through() {
    let server = Server::new();
    for headers in [&[][..], &[("origin", OUR_PAGE)], &[("sec-fetch-site", "none")]] {
        let request = from_here("POST", "/api/samples").body(Body::empty()).unwrap();
        assert_eq!(send(&server, request, headers).await.status, 200);
    }
}

#[tokio::test]
async fn without_the_token_only_the_door_is_open() {
    let server = Server::with(temporary_store(), Some(TOKEN));
    for route in routes() {
        let path = route.path.replace("{id}", "x");
        let answer = send(&server, empty(&route.method, &path, HERE), &[("origin", OUR_PAGE)]).await;
        match path.as_str() {
            "/login"
            | "/login/provider"
            | "/login/provider/back"
            | "/healthz"
            | "/preview"
            | "/p/{token}"
            | "/p/{token}/{number}" => {
                assert!(answer.status != 401, "{path}");
            }
            _ => answer.expect_problem(401, "token-missing", &["Bearer"]),
        }
    }
    let wrong = [("authorization", "Bearer not-the-secret-at-all")];
    send(&server, empty(&Method::GET, "/api/documents", HERE), &wrong).await.expect_problem(
        401,
        "token-missing",
        &[],
    );
    let browser = [("accept", "text/html,*/*")];
    let answer = send(&server, empty(&Method::GET, "/", HERE), &browser).await;
    assert_eq!((answer.status.as_u16(), answer.header("location")), (303, "/login"));
}

#[tokio::test]
async fn a_tool_learns_that_its_token_is_missing_or_wrong() {
    let wrong = ("authorization", "Bearer not-the-secret-at-all");
    let names = ["--token", "HARMONY_TOKEN", "Authorization: Bearer"];
    for (method, path) in guarded().into_iter().filter(|(_, path)| path != "/login") {
        // A new server each time, since a wrong token is tried only a few times.
        let server = Server::with(temporary_store(), Some(TOKEN));
        for peer in [HERE, ELSEWHERE] {
            let missing = send(&server, empty(&method, &path, peer), &[]).await;
            missing.expect_problem(401, "token-missing", &names);
            assert_eq!(missing.header("www-authenticate"), "Bearer realm=\"Harmony\"", "{method} {path}");
            let refused = send(&server, empty(&method, &path, peer), &[wrong]).await;
            refused.expect_problem(401, "token-missing", &names);
            assert!(
                refused.header("www-authenticate").ends_with("error=\"invalid_token\""),
                "{method} {path}"
            );
        }
        for foreign in [("origin", "http://evil.example"), ("sec-fetch-site", "cross-site")] {
            let answer = send(&server, empty(&method, &path, ELSEWHERE), &[wrong, foreign]).await;
            answer.expect_problem(403, "foreign-origin", &[]);
        }
    }
    let server = Server::with(temporary_store(), Some(TOKEN));
    let login = send(&server, empty(&Method::POST, "/login", ELSEWHERE), &[]).await;
    login.expect_problem(403, "foreign-origin", &[]);
}

#[tokio::test]
async fn a_bearer_writes_from_anywhere() {
    let server = Server::with(temporary_store(), Some(TOKEN));
    let bearer = format!("Bearer {TOKEN}");
    let headers = [("authorization", bearer.as_str())];
    assert_eq!(send(&server, empty(&Method::POST, "/api/samples", ELSEWHERE), &headers).await.status, 200);
    let from_a_page = [("authorization", bearer.as_str()), ("origin", "http://evil.example")];
    send(&server, empty(&Method::POST, "/api/samples", ELSEWHERE), &from_a_page).await.expect_problem(
        403,
        "foreign-origin",
        &[],
    );
}

fn form(token: &str) -> Request<Body> {
    let login = request("POST", "/login", ELSEWHERE)
        .header("host", HOST)
        .header("origin", OUR_PAGE)
        .header("content-type", "application/x-www-form-urlencoded");
    login.body(Body::from(format!("token={token}"))).unwrap()
}

#[tokio::test]
async fn a_login_by_the_token_of_the_server_ends_alone_and_with_the_token() {
    let store = temporary_store();
    let server = Server::with(Arc::clone(&store), Some(TOKEN));
    let mut cookies = Vec::new();
    for _ in 0..2 {
        let cookie = server.send(form(TOKEN)).await.header("set-cookie").to_owned();
        cookies.push(cookie.split(';').next().unwrap().to_owned());
    }
    let status = async |server: &Server, cookie: &str| {
        send(server, empty(&Method::GET, "/api/documents", ELSEWHERE), &[("cookie", cookie)]).await.status
    };
    let [first, second] = cookies.try_into().unwrap();
    assert_ne!(first, second);
    let session = [("cookie", first.as_str()), ("origin", OUR_PAGE)];
    assert_eq!(send(&server, empty(&Method::POST, "/logout", ELSEWHERE), &session).await.status, 303);
    assert_eq!(status(&server, &first).await, 401);
    assert_eq!(status(&server, &second).await, 200);
    assert_eq!(status(&Server::with(Arc::clone(&store), Some(TOKEN)), &second).await, 200);
    assert_eq!(status(&Server::with(store, Some("another-secret-of-length")), &second).await, 401);
}

#[tokio::test]
async fn a_person_logs_in_once() {
    let server = Server::with(temporary_store(), Some(TOKEN));
    let wrong = server.send(form("not-the-secret-at-all")).await;
    assert_eq!((wrong.status.as_u16(), wrong.header("set-cookie")), (403, ""));

    let right = server.send(form(TOKEN)).await;
    assert_eq!(right.status, 303);
    let cookie = right.header("set-cookie");
    assert!(cookie.contains("; HttpOnly; SameSite=Lax") && !cookie.contains(TOKEN));
    let session = [("cookie", cookie.split(';').next().unwrap()), ("origin", OUR_PAGE)];
    assert_eq!(send(&server, empty(&Method::GET, "/api/documents", ELSEWHERE), &session).await.status, 200);
    assert_eq!(send(&server, empty(&Method::POST, "/api/samples", ELSEWHERE), &session).await.status, 200);

    let mut refused = 0;
    for _ in 0..10 {
        refused += u32::from(server.send(form("guess-guess-guess-guess")).await.status == 429);
    }
    assert!(refused > 0, "tokens can be guessed as fast as one likes");
}

#[tokio::test]
async fn too_many_requests_get_a_time_to_wait() {
    let server = Server::new();
    let mut answer = None;
    for _ in 0..1000 {
        let request = empty(&Method::GET, "/healthz", ELSEWHERE);
        let next = server.send(request).await;
        if next.status == 429 {
            answer = Some(next);
            break;
        }
    }
    let answer = answer.expect("nobody is ever refused");
    answer.expect_problem(429, "too-many-requests", &[]);
    assert!(answer.header("retry-after").parse::<u64>().unwrap() >= 1);
    assert_eq!(server.get("/healthz").await.status, 200, "others are served");
}

#[tokio::test]
async fn every_response_has_security_headers() {
    let server = Server::new();
    let paths = [
        "/", "/documents", "/playground", "/preview", "/preview?src=*", "/no-such-page", "/api/documents",
        "/healthz", "/login", "/api/nowhere",
    ];
    for path in paths {
        let answer = server.get(path).await;
        let policy = answer.header("content-security-policy").to_owned();
        let nonce = policy.split("'nonce-").nth(1).and_then(|rest| rest.split('\'').next()).unwrap();
        let expected = format!(
            "default-src 'none'; script-src 'self' 'wasm-unsafe-eval' 'nonce-{nonce}'; style-src 'self'; img-src \
             'self'; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
        );
        assert_eq!(policy, expected, "{path}");
        assert_eq!(answer.header("x-content-type-options"), "nosniff", "{path}");
        assert_eq!(answer.header("referrer-policy"), "same-origin", "{path}");
        assert_eq!(answer.header("cache-control"), "private, no-cache", "{path}");
        assert_eq!(answer.header("cross-origin-opener-policy"), "same-origin", "{path}");
        assert_eq!(answer.header("cross-origin-resource-policy"), "same-origin", "{path}");
    }
}

#[tokio::test]
async fn a_preview_may_fetch_from_the_site_of_its_text_alone() {
    let server = Server::new();
    let policy = async |path: &str| server.get(path).await.header("content-security-policy").to_owned();
    let own = policy("/preview?src=https%3A%2F%2Fexample.org%3A8443%2Fa%2Freview.md").await;
    assert!(own.contains("; connect-src 'self' https://example.org:8443; "), "{own}");
    for path in
        ["/preview?src=https://example.org%3B%20script-src%20*", "/playground?src=https://example.org/a"]
    {
        assert!(policy(path).await.contains("; connect-src 'self'; "), "{path}");
    }
}

#[tokio::test]
async fn inline_scripts_of_a_page_carry_the_word_of_its_header_and_no_other() {
    let server = Server::new();
    server.post("/api/samples", "", "").await;
    let mut seen = Vec::new();
    for _ in 0..2 {
        let page = server.get("/").await;
        let policy = page.header("content-security-policy").to_owned();
        let nonce =
            policy.split("'nonce-").nth(1).and_then(|rest| rest.split('\'').next()).unwrap().to_owned();
        let scripts: Vec<_> =
            page.text().split("<script").skip(1).map(|rest| rest.split('>').next().unwrap()).collect();
        assert!(!scripts.is_empty());
        for script in scripts.iter().filter(|script| !script.contains("src=")) {
            assert!(script.contains(&format!("nonce=\"{nonce}\"")), "<script{script}>");
        }
        seen.push(nonce);
    }
    assert_ne!(seen[0], seen[1]);
}

#[tokio::test]
async fn words_of_a_text_end_no_element_of_a_page() {
    let server = Server::new();
    let words = "\"'></title></textarea></option></script><script>ran()</script>";
    let text = format!("# Review Report: {words}\n\n## Verdict: {words}\n");
    let query = serde_urlencoded::to_string([("session", words), ("path", words)]).unwrap();
    let stored = server.post(&format!("/api/documents?{query}"), "text/markdown", text).await.json();
    let page = stored["documents"][0]["url"].as_str().unwrap().to_owned();
    let id = stored["documents"][0]["id"].as_str().unwrap();
    let views = ["", "?view=source", "?view=json", "/fixed?fix=all", "/format", "/delete"];
    let views = views.map(|view| format!("/documents/{id}{view}"));
    let lists = ["/", "/documents"].map(str::to_owned);
    let asked =
        ["/documents?q", "/documents?format", "/decisions?task", "/verdicts?task", "/session?session"];
    let value = serde_urlencoded::to_string([("", words)]).unwrap();
    let asked = asked.map(|address| format!("{address}{value}"));
    assert!(page.ends_with(&views[0]));
    for address in views.iter().chain(&lists).chain(&asked) {
        let page = server.get(address).await.text().to_owned();
        assert!(!page.contains("<script>ran"), "{address}: {page}");
        assert!(page.contains("ran()") || asked.contains(address), "{address} shows the words: {page}");
    }
}

#[tokio::test]
async fn a_wrong_token_is_not_tried_on_and_on() {
    let server = Server::with(temporary_store(), Some(TOKEN));
    let wrong = [("authorization", "Bearer not-the-secret-at-all")];
    let mut statuses = Vec::new();
    for _ in 0..20 {
        let answer = send(&server, empty(&Method::GET, "/api/documents", HERE), &wrong).await;
        statuses.push(answer.status.as_u16());
        assert!(answer.status == 401 || !answer.header("retry-after").is_empty());
    }
    assert_eq!((statuses[0], statuses[19]), (401, 429));
}

#[tokio::test]
async fn with_a_token_the_server_answers_to_its_addresses_but_to_no_strange_name() {
    let server = Server::with(temporary_store(), Some(TOKEN));
    let bearer = format!("Bearer {TOKEN}");
    for (host, expected) in [("192.0.2.9:4180", 200), ("[2001:db8::9]:4180", 200), ("evil.example:4180", 421)]
    {
        let request = request("GET", "/api/documents", ELSEWHERE).header("host", host);
        let request = request.header("authorization", &bearer).body(Body::empty()).unwrap();
        assert_eq!(server.send(request).await.status, expected, "{host}");
    }
}

#[tokio::test]
async fn a_login_leads_to_the_page_that_was_asked_for() {
    let server = Server::with(temporary_store(), Some(TOKEN));
    let browser = [("accept", "text/html,*/*")];
    let asked = send(&server, empty(&Method::GET, "/documents?q=a%20b", HERE), &browser).await;
    let way_in = asked.header("location");
    assert_eq!(way_in, "/login?to=%2Fdocuments%3Fq%3Da%2520b");
    let page = send(&server, empty(&Method::GET, way_in, HERE), &browser).await;
    assert!(page.text().contains(r#"name="to" value="/documents?q=a%20b""#), "{}", page.text());
    assert!(page.text().contains(r#"rel="stylesheet""#));
    let login = request("POST", "/login", ELSEWHERE)
        .header("host", HOST)
        .header("origin", OUR_PAGE)
        .header("content-type", "application/x-www-form-urlencoded");
    let form = format!("token={TOKEN}&to=%2Fdocuments%3Fq%3Da%2520b");
    let answer = server.send(login.body(Body::from(form)).unwrap()).await;
    assert_eq!((answer.status.as_u16(), answer.header("location")), (303, "/documents?q=a%20b"));
}
