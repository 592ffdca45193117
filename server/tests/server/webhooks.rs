//! Webhooks: what is sent to a receiver, when again, and what is never sent.

use std::collections::VecDeque;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};

use app::api::Retention;
use app::evidence::Prices;
use app::inbox::{Handled, Item};
use app::webhook::{Delivery, Outcome};
use axum::Router;
use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use data_encoding::HEXLOWER;
use ring::hmac;
use serde_json::{Value, json};
use server::ingest::reparse;
use server::security::{AllowedHosts, Guard};
use server::state::AppState;
use server::store::{Choice, InboxChoice, SharedStore};
use server::webhooks::Outgoing;
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;

use crate::requests::{LISTEN, Server, from_here, temporary_store};
use crate::stores;

const FLAGGED: &str = "# Review Report: src/a.rs\n\n## Verdict: NEEDS_CHANGES\n## Score: 40%\n\n\
    ## Flags for Human\n\n| Issue | Why Human Needed |\n|---|---|\n| Retention <90 days | A legal question |\n";
const PLAN: &str = "## Chain: Refunds\n\n**Request:** A\n**Source:** code/\n\n\
    | # | Action | Model | Key Inputs | Waits For | Status |\n|---|---|---|---|---|---|\n\
    | 1 | code/ | opus | x=1 | -- | pending |\n\nExecute?\n";
const SECRET: &str = "a-secret-of-some-length";
/// After every time that the clock of a test may have.
const LATER_MS: i64 = 4_000_000_000_000;

/// Gives the answers that a test set, or 204, and keeps what it got.
#[derive(Clone)]
struct Receiver {
    address: SocketAddr,
    got: Arc<Mutex<Vec<(HeaderMap, String)>>>,
    answers: Arc<Mutex<VecDeque<(u16, &'static str)>>>,
}

impl Receiver {
    async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let receiver = Self { address, got: Arc::default(), answers: Arc::default() };
        let router = Router::new().fallback(Self::take).with_state(receiver.clone());
        tokio::spawn(async move { axum::serve(listener, router).await });
        receiver
    }

    async fn take(State(receiver): State<Self>, headers: HeaderMap, body: String) -> (StatusCode, HeaderMap) {
        receiver.got.lock().unwrap().push((headers, body));
        let (status, retry_after) = receiver.answers.lock().unwrap().pop_front().unwrap_or((204, ""));
        let mut headers = HeaderMap::new();
        if status == 302 {
            headers.insert("location", format!("http://{}/elsewhere", receiver.address).parse().unwrap());
        }
        if !retry_after.is_empty() {
            headers.insert("retry-after", retry_after.parse().unwrap());
        }
        (StatusCode::from_u16(status).unwrap(), headers)
    }

    fn answers(&self, answers: &[(u16, &'static str)]) {
        self.answers.lock().unwrap().extend(answers);
    }

    fn url(&self) -> String {
        format!("http://{}/hook/very-private", self.address)
    }

    /// Returns what came since the last call.
    fn got(&self) -> Vec<(HeaderMap, String)> {
        std::mem::take(&mut *self.got.lock().unwrap())
    }

    fn bodies(&self) -> Vec<Value> {
        self.got().iter().map(|(_, body)| serde_json::from_str(body).unwrap()).collect()
    }
}

fn start_in(store: SharedStore, hosts: &[String]) -> Server {
    let guard = Guard::new(AllowedHosts::new(LISTEN.into(), &[]), None);
    let hosts = hosts.iter().map(|host| host.parse().unwrap()).collect();
    let public_url = Some("https://harmony.example/".parse().unwrap());
    let outgoing = Outgoing { hosts, public_url };
    let state = AppState::new(store, guard, CancellationToken::new());
    let state = state.stating(Retention::default(), Prices::shipped(), outgoing);
    Server::of(state)
}

async fn start() -> (Server, Receiver) {
    let receiver = Receiver::start().await;
    (start_in(temporary_store(), &[receiver.address.to_string()]), receiver)
}

async fn add(server: &Server, receiver: &Receiver, more: Value) -> i64 {
    let mut body = json!({"name": "team", "url": receiver.url()});
    body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    let added = server.post("/api/webhooks", "application/json", body.to_string()).await;
    assert_eq!(added.status, 201, "{}", added.text());
    assert!(!added.text().contains("private") && !added.text().contains(SECRET), "{}", added.text());
    added.json()["id"].as_i64().unwrap()
}

async fn send(server: &Server, query: &str, text: &str) -> String {
    let sent = server.post(&format!("/api/documents?{query}"), "text/markdown", text.to_owned()).await;
    assert_eq!(sent.status, 201, "{}", sent.text());
    sent.json()["documents"][0]["id"].as_str().unwrap().to_owned()
}

async fn log(server: &Server, id: i64) -> Vec<Delivery> {
    server.state.webhooks.deliveries(id).await.unwrap().unwrap()
}

async fn send_due(server: &Server, now_ms: i64) {
    server.fold().await;
    server.state.webhooks.send_due(now_ms).await.unwrap();
}

#[tokio::test]
async fn an_item_is_sent_once_and_signed() {
    let (server, receiver) = start().await;
    let id = add(&server, &receiver, json!({"secret": SECRET})).await;
    let document = send(&server, "session=night&path=review.md", FLAGGED).await;
    send_due(&server, LATER_MS).await;
    let got = receiver.got();
    assert_eq!(got.len(), 1);
    let (headers, body) = &got[0];
    let parsed: Value = serde_json::from_str(body).unwrap();
    assert_eq!((&parsed["event"], &parsed["item"]["kind"]), (&json!("item"), &json!("flag")));
    assert_eq!(parsed["item"]["session"], "night");
    let link = format!("https://harmony.example/documents/{document}?view=source&from=10#L10");
    assert_eq!(parsed["item"]["link"], link);
    assert_eq!(headers["x-harmony-event"], "item");
    assert_eq!(headers["x-harmony-delivery"], parsed["delivery"].to_string());
    let signature = headers["x-harmony-signature"].to_str().unwrap();
    let (at, tag) = signature.strip_prefix("t=").unwrap().split_once(",v1=").unwrap();
    assert_eq!(at, (LATER_MS / 1000).to_string());
    let key = hmac::Key::new(hmac::HMAC_SHA256, SECRET.as_bytes());
    let tag = HEXLOWER.decode(tag.as_bytes()).unwrap();
    hmac::verify(&key, format!("{at}.{body}").as_bytes(), &tag).unwrap();

    let logged = &log(&server, id).await[0];
    assert_eq!((logged.outcome, logged.status, logged.attempts), (Outcome::Delivered, Some(204), 1));
    assert!(logged.title.is_some());
    // The same in a newer version, in a repeated delivery, and after deriving everything again.
    send(&server, "session=night&path=review.md", &FLAGGED.replace("40%", "41%")).await;
    server.post("/api/documents?session=night&path=review.md", "text/markdown", FLAGGED.to_owned()).await;
    reparse(&server.state.store, 0, |_| {}).await.unwrap();
    send_due(&server, LATER_MS).await;
    assert_eq!(receiver.got().len(), 0);
    // What was said goes with the document.
    assert!(server.state.store.remove(document).await.unwrap());
    assert_eq!(log(&server, id).await, []);
}

#[tokio::test]
async fn slack_gets_one_text() {
    let (server, receiver) = start().await;
    add(&server, &receiver, json!({"shape": "slack"})).await;
    send(&server, "session=night", PLAN).await;
    send(&server, "", FLAGGED).await;
    send_due(&server, LATER_MS).await;
    let bodies = receiver.bodies();
    let texts: Vec<&str> = bodies.iter().map(|body| body["text"].as_str().unwrap()).collect();
    assert_eq!(texts.len(), 2, "{texts:?}");
    let of = |start: &str| *texts.iter().find(|text| text.starts_with(start)).unwrap();
    let gate = of("*human gate* in night: <https://harmony.example/session?session=night&amp;chain=");
    assert!(gate.contains("|Refunds>\n"), "{gate}");
    let flag = of("*flag for a human*: ");
    assert!(flag.contains("Retention &lt;90 days"), "{flag}");
}

#[tokio::test]
async fn only_what_the_filter_lets_through_is_sent() {
    let (server, receiver) = start().await;
    let ids = [
        add(&server, &receiver, json!({"kinds": ["flag", "quarantine"]})).await,
        add(&server, &receiver, json!({"urgency": "critical"})).await,
        add(&server, &receiver, json!({"session": "day"})).await,
    ];
    send(&server, "session=night", PLAN).await;
    send(&server, "session=night", FLAGGED).await;
    send_due(&server, LATER_MS).await;
    let mut counts = Vec::new();
    for id in ids {
        counts
            .push(log(&server, id).await.iter().map(|sent| sent.kind.unwrap().as_str()).collect::<Vec<_>>());
    }
    assert_eq!(counts, [vec!["flag"], vec!["human-gate"], vec![]]);
    // The words of a chain are forgotten, since its documents may be.
    assert_eq!((log(&server, ids[1]).await[0].title.clone(), receiver.got().len()), (None, 2));
}

#[tokio::test]
async fn a_failure_is_tried_again_until_it_succeeds() {
    let (server, receiver) = start().await;
    let id = add(&server, &receiver, json!({})).await;
    send(&server, "path=a.md", FLAGGED).await;
    receiver.answers(&[(500, ""), (503, "90"), (200, "")]);
    let attempt = async |now_ms: i64| {
        send_due(&server, now_ms).await;
        let newest = log(&server, id).await.remove(0);
        (receiver.got().len(), newest.outcome, newest.due_ms)
    };
    assert_eq!(attempt(5).await, (1, Outcome::Queued, Some(10_005)));
    assert_eq!(attempt(10_004).await, (0, Outcome::Queued, Some(10_005)));
    assert_eq!(attempt(10_005).await, (1, Outcome::Queued, Some(100_005)));
    assert_eq!(attempt(100_004).await, (0, Outcome::Queued, Some(100_005)));
    assert_eq!(attempt(100_005).await, (1, Outcome::Delivered, None));
    assert_eq!(log(&server, id).await[0].attempts, 3);

    receiver.answers(&[(404, "")]);
    send(&server, "path=b.md", FLAGGED).await;
    send_due(&server, LATER_MS).await;
    let logged = &log(&server, id).await[0];
    assert_eq!((logged.outcome, logged.error.as_deref()), (Outcome::Failed, Some("answered 404")));
}

#[tokio::test]
async fn a_redirect_is_not_followed() {
    let (server, receiver) = start().await;
    let id = add(&server, &receiver, json!({})).await;
    receiver.answers(&[(302, "")]);
    send(&server, "", FLAGGED).await;
    send_due(&server, LATER_MS).await;
    assert_eq!(receiver.got().len(), 1);
    let logged = &log(&server, id).await[0];
    assert_eq!((logged.outcome, logged.status), (Outcome::Failed, Some(302)));
}

#[tokio::test]
async fn only_allowed_hosts_are_asked() {
    let receiver = Receiver::start().await;
    let store = temporary_store();
    let server = start_in(Arc::clone(&store), &[receiver.address.to_string()]);
    let refused = |url: &str| {
        let body = json!({"name": "a", "url": url}).to_string();
        server.post("/api/webhooks", "application/json", body)
    };
    for url in ["https://hooks.slack.com/services/a", "http://127.0.0.1:1/"] {
        refused(url).await.expect_problem(422, "unusable-webhook", &["--webhook-host"]);
    }
    for url in ["file:///etc/passwd", "", &format!("http://a:b@{}/", receiver.address)] {
        refused(url).await.expect_problem(422, "unusable-webhook", &[]);
    }
    let id = add(&server, &receiver, json!({})).await;
    send(&server, "", FLAGGED).await;

    let server = start_in(store, &[]);
    send_due(&server, LATER_MS).await;
    assert_eq!(server.state.webhooks.test(id).await.unwrap().unwrap().outcome, Outcome::Failed);
    assert_eq!(receiver.got().len(), 0);
    let log = log(&server, id).await;
    assert!(log[1].error.as_deref().unwrap().contains("--webhook-host 127.0.0.1"), "{log:?}");
    let page = server.get("/webhooks").await.text().replace("<!>", "");
    assert!(page.contains("No host is allowed") && !page.contains("action=\"/webhooks\""), "{page}");
}

#[tokio::test]
async fn what_waits_is_sent_after_a_restart_and_goes_with_its_webhook() {
    let receiver = Receiver::start().await;
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("harmony.sqlite");
    let start = || {
        let store: SharedStore = stores::open(&file, 1);
        start_in(store, &[receiver.address.to_string()])
    };
    let server = start();
    let id = add(&server, &receiver, json!({"secret": SECRET})).await;
    send(&server, "session=night", PLAN).await;
    server.fold().await;
    drop(server);

    let server = start();
    send_due(&server, LATER_MS).await;
    assert_eq!(receiver.bodies()[0]["item"]["kind"], "human-gate");
    drop(server);

    let server = start();
    send_due(&server, LATER_MS).await;
    assert_eq!(receiver.got().len(), 0, "folding again reports nothing twice");
    send(&server, "", FLAGGED).await;
    let path = format!("/api/webhooks/{id}");
    let remove = || from_here("DELETE", &path).body(Body::empty()).unwrap();
    assert_eq!(server.send(remove()).await.status, 204);
    server.send(remove()).await.expect_problem(404, "no-webhook", &[]);
    server.get(&format!("{path}/deliveries")).await.expect_problem(404, "no-webhook", &[]);
    send_due(&server, LATER_MS).await;
    assert_eq!(receiver.got().len(), 0);
}

/// Returns a review that asks so many questions.
fn with_flags(count: usize) -> String {
    let rows = (0..count).map(|number| format!("| Question {number} | A legal one |\n"));
    let (head, _) = FLAGGED.rsplit_once("| Retention").unwrap();
    format!("{head}{}", rows.collect::<String>())
}

#[tokio::test]
async fn a_flood_is_not_kept() {
    let (server, receiver) = start().await;
    let id = add(&server, &receiver, json!({})).await;
    for number in 0..11 {
        send(&server, &format!("path={number}.md"), &with_flags(100)).await;
    }
    assert_eq!(server.state.store.webhooks().await.unwrap()[0].queued, 1000);
    let newest = &log(&server, id).await[0];
    assert_eq!((newest.id, newest.outcome, newest.attempts), (1100, Outcome::Failed, 0));
}

#[tokio::test]
async fn the_log_keeps_the_newest() {
    let (server, receiver) = start().await;
    let id = add(&server, &receiver, json!({})).await;
    for number in 0..3 {
        send(&server, &format!("path={number}.md"), &with_flags(69)).await;
    }
    send_due(&server, LATER_MS).await;
    assert_eq!(receiver.got().len(), 207);
    let log = log(&server, id).await;
    assert_eq!((log.len(), log[0].id, log[199].id), (200, 207, 8));
}

#[tokio::test]
async fn a_recommendation_is_reported_when_it_comes() {
    let (server, receiver) = start().await;
    add(&server, &receiver, json!({})).await;
    let item = Item {
        key: "[\"recommendation\",\"a\"]".to_owned(),
        kind: app::inbox::ItemKind::Recommendation,
        urgency: app::health::Urgency::High,
        at_ms: 0,
        session: None,
        title: "a rule".to_owned(),
        question: "Heal it?".to_owned(),
        place: app::inbox::Place::Quarantine,
        done_ms: None,
        until_ms: None,
    };
    let report = async |items: &[Item]| {
        server.state.webhooks.report_recommended(items.to_vec()).await.unwrap();
        server.state.webhooks.send_due(LATER_MS).await.unwrap();
        receiver.got().len()
    };
    assert_eq!(report(std::slice::from_ref(&item)).await, 1);
    assert_eq!(report(std::slice::from_ref(&item)).await, 0);
    assert_eq!(report(&[]).await, 0);
    assert_eq!(report(&[item]).await, 1, "it went and came again");
}

#[tokio::test]
async fn what_waited_before_is_not_reported() {
    let (server, receiver) = start().await;
    send(&server, "session=night", PLAN).await;
    server.fold().await;
    assert_eq!(server.state.library.waiting().await.unwrap(), 1);
    add(&server, &receiver, json!({})).await;
    let items = server.state.library.inbox(Default::default()).await.unwrap().items;
    let choice = InboxChoice { key: items[0].key.clone(), handled: Some(Handled::Done), at_ms: 1 };
    server.state.store.choose(Choice::Inbox(choice)).await.unwrap();
    send(&server, "session=night&path=b", "Nothing new.\n").await;
    send_due(&server, LATER_MS).await;
    assert_eq!(receiver.got().len(), 0);
}

#[tokio::test]
async fn the_page_and_its_forms_need_no_scripts() {
    let (server, receiver) = start().await;
    let page = server.get("/webhooks").await.text().replace("<!>", "");
    for part in ["No webhooks", "Add a webhook", &receiver.address.to_string(), "name=\"kind\""] {
        assert!(page.contains(part), "{part}: {page}");
    }
    let form = serde_urlencoded::to_string([
        ("name", "team <b>"),
        ("url", &receiver.url()),
        ("shape", "slack"),
        ("secret", SECRET),
        ("urgency", "high"),
        ("kind", "human-gate"),
        ("kind", "flag"),
        ("session", ""),
    ]);
    let post =
        async |path: &str, form: String| server.post(path, "application/x-www-form-urlencoded", form).await;
    let added = post("/webhooks", form.unwrap()).await;
    assert_eq!((added.status.as_u16(), added.header("location")), (303, "/webhooks"), "{}", added.text());
    let tested = post("/webhooks/1/test", String::new()).await;
    assert_eq!((tested.status.as_u16(), tested.header("location")), (303, "/webhooks?log=1#log"));
    assert!(receiver.bodies()[0]["text"].as_str().unwrap().contains("test"));
    let page = server.get("/webhooks?log=1").await.text().replace("<!>", "");
    for part in [
        "team &lt;b",
        "human gate, flag for a human, high and critical",
        "delivered",
        "answered 204",
        "signed",
        "Deliveries to",
    ] {
        assert!(page.contains(part), "{part}: {page}");
    }
    let listed = server.get("/api/webhooks").await;
    assert_eq!(listed.json()["webhooks"][0]["last"]["outcome"], "delivered");
    assert_eq!(listed.json()["allowedHosts"], json!([receiver.address.to_string()]));
    for shown in [page.as_str(), listed.text()] {
        assert!(!shown.contains("very-private") && !shown.contains(SECRET), "{shown}");
    }
    let removed = post("/webhooks/1/remove", String::new()).await;
    assert_eq!((removed.status.as_u16(), removed.header("location")), (303, "/webhooks"));
    post("/webhooks/1/test", String::new()).await.expect_problem(404, "no-webhook", &[]);
    post("/webhooks", "name=a&kind=letter".to_owned()).await.expect_problem(400, "unreadable-body", &[]);
    assert_eq!(server.get("/webhooks?log=x").await.status, 400);
}
