//! What waits for a person, and how far chains are: over all sessions, and always up to date.

use std::sync::Arc;

use app::api::{InboxPage, InboxQuery, SessionsQuery};
use app::document::State;
use app::event::{Cursor, Envelope, Event, Feed};
use app::inbox::ItemKind;
use axum::body::Body;
use rusqlite::Connection;
use serde_json::json;
use server::ingest::reparse;
use server::store::{Replay, SharedStore, SqliteStore};

use crate::requests::{Server, from_here};

fn plan(title: &str) -> String {
    format!(
        "## Chain: {title}\n\n**Request:** A\n**Source:** code/\n\n\
         | # | Action | Model | Key Inputs | Waits For | Status |\n|---|---|---|---|---|---|\n\
         | 1 | code/ | opus | x=1 | -- | pending |\n\nExecute?\n"
    )
}

async fn tell(server: &Server, session: &str, text: String) {
    let path = format!("/api/documents?session={session}");
    assert_eq!(server.post(&path, "text/markdown", text).await.status, 201);
}

async fn inbox(server: &Server) -> InboxPage {
    server.fold().await;
    server.state.library.inbox(InboxQuery::default()).await.unwrap()
}

/// Counts what waits apart from recommendations, to which many equal texts lead.
fn gates(page: &InboxPage) -> u64 {
    page.counts[&ItemKind::HumanGate]
}

fn sessions(page: &InboxPage) -> Vec<&str> {
    page.items.iter().filter_map(|item| item.session.as_deref()).collect()
}

#[tokio::test]
async fn nothing_runs_once_all_steps_have_ended() {
    let server = Server::new();
    let check = async |expected: &str, other: &str| {
        for path in ["/sessions", "/session?session=s"] {
            // Hydration puts markers between a text and the end of its element.
            let page = server.get(path).await.text().replace("<!>", "");
            let is_reported = |label: &str| page.contains(&format!(">{label}</span>"));
            assert!(is_reported(expected) && !is_reported(other), "{path}: {page}");
        }
    };
    tell(&server, "s", plan("A")).await;
    tell(&server, "s", "Spawning Step 1: code/ (opus)\n".to_owned()).await;
    check("running", "steps ended").await;
    tell(&server, "s", ">> Step 1 complete: code/ -- Written. Done.\n".to_owned()).await;
    check("steps ended", "running").await;
}

#[tokio::test]
async fn a_session_has_a_state_by_which_sessions_are_listed() {
    let server = Server::new();
    let state = async |name: &str| {
        let found = server.state.store.session(name.to_owned()).await.unwrap();
        found.map(|head| head.state)
    };
    let listed = async |query: &str| {
        let found = server.get(&format!("/api/sessions{query}")).await.json();
        let names = found["sessions"].as_array().unwrap().iter();
        (
            names.map(|session| session["name"].as_str().unwrap().to_owned()).collect::<Vec<_>>(),
            found["counts"].clone(),
        )
    };
    tell(&server, "a", plan("A")).await;
    tell(&server, "b", plan("B")).await;
    tell(&server, "b", "Spawning Step 1: code/ (opus)\n".to_owned()).await;
    let counts = json!({"waiting": 1, "running": 1});
    assert_eq!(listed("?state=waiting").await, (vec!["a".to_owned()], counts.clone()));
    assert_eq!(listed("?state=failed").await, (Vec::new(), counts));
    assert_eq!(server.get("/api/sessions?state=open").await.status, 400);
    assert_eq!(server.get("/sessions?state=open").await.status, 400);

    let body = r#"{"targetType": "session", "targetId": "b", "reason": "It loops."}"#;
    assert_eq!(server.post("/api/quarantine", "application/json", body.to_owned()).await.status, 201);
    assert_eq!(listed("?state=quarantined").await.0, ["b"]);
    for path in ["/sessions?state=quarantined", "/session?session=b"] {
        assert!(server.get(path).await.text().replace("<!>", "").contains(">quarantined</span>"), "{path}");
    }
    let release = from_here("DELETE", "/api/quarantine/session/b").body(Body::empty()).unwrap();
    assert_eq!(server.send(release).await.status, 204);
    assert_eq!(listed("?state=running").await.0, ["b"]);
    assert_eq!(state("b").await, Some(State::Running));

    // Whoever waits while the newest cursor is borrowed lets nobody announce a newer one.
    let epoch = server.state.store.head().borrow().epoch;
    let Replay::Events(events) = server.state.store.replay(Cursor { seq: 0, epoch }, 100).await.unwrap()
    else {
        panic!("the events are kept");
    };
    let states: Vec<(String, Option<State>)> = events
        .iter()
        .filter_map(|frame| match serde_json::from_str::<Envelope>(&frame.json).unwrap().event {
            Event::SessionEvent { session, state } => Some((session, state)),
            _ => None,
        })
        .filter(|(session, _)| session == "b")
        .collect();
    let expected = [State::Running, State::Quarantined, State::Running];
    assert_eq!(states, expected.map(|state| ("b".to_owned(), Some(state))));
}

#[tokio::test]
async fn chains_without_a_session_are_told_apart_by_folder() {
    let server = Server::new();
    let send = async |query: &str, text: String| {
        let sent = server.post(&format!("/api/documents{query}"), "text/markdown", text).await;
        assert_eq!(sent.status, 201);
        sent.json()["documents"][0]["id"].as_str().unwrap().to_owned()
    };
    let listed = async || {
        let found = server.state.store.sessions(SessionsQuery::default()).await.unwrap().sessions;
        found.into_iter().map(|head| (head.name, head.documents)).collect::<Vec<_>>()
    };
    const REVIEW: &str = "# Review Report: a\n\n## Verdict: APPROVED\n## Score: 94%\n";
    send("?path=runs/a/review.md", REVIEW.to_owned()).await;
    send("?path=reviews/a.md", REVIEW.to_owned()).await;
    send("", REVIEW.to_owned()).await;
    assert_eq!(listed().await, [], "reports alone are no session");

    send("?path=runs/a/plan.md", plan("Refunds")).await;
    send("?path=runs/b/plan.md", plan("Login")).await;
    send("?path=runs/a/step.md", "Spawning Step 1: code/ (opus)\n".to_owned()).await;
    let alone = send("", plan("Search")).await;
    let (a, b) = (("folder:runs/a".to_owned(), 3), ("folder:runs/b".to_owned(), 1));
    assert_eq!(listed().await, [(format!("document:{alone}"), 1), a.clone(), b.clone()]);
    let page = server.get("/session?session=folder%3Aruns%2Fa").await.text().replace("<!>", "");
    assert!(page.contains("Refunds") && !page.contains("Login"), "{page}");
    assert!(page.contains("running"), "{page}");
    let nameless = server.get("/session?session=").await;
    assert!(nameless.status == 404 && nameless.text().contains("href=\"/sessions\""));

    assert!(server.state.store.remove(alone).await.unwrap());
    assert_eq!(listed().await, [a, b]);
}

#[tokio::test]
async fn what_waits_is_counted_in_every_session() {
    let server = Server::new();
    for number in 0..120 {
        tell(&server, &format!("night-{number}"), plan("A")).await;
    }
    let waits = inbox(&server).await;
    assert_eq!((gates(&waits), waits.next), (120, Some(50)));
    assert_eq!(sessions(&waits)[..3], ["night-119", "night-118", "night-117"]);
    assert!(server.get("/").await.text().contains(&format!("View all {}", waits.count())));

    tell(&server, "night-0", "Spawning Step 1: code/ (opus)\n".to_owned()).await;
    let waits = inbox(&server).await;
    assert_eq!((gates(&waits), sessions(&waits)[0]), (119, "night-119"));
    let ids: Vec<String> = server
        .state
        .store
        .list(app::api::ListQuery { session: Some("night-119".to_owned()), ..Default::default() })
        .await
        .unwrap()
        .documents
        .into_iter()
        .map(|head| head.id)
        .collect();
    for id in ids {
        assert!(server.state.store.remove(id).await.unwrap());
    }
    assert_eq!(gates(&inbox(&server).await), 118);
}

#[tokio::test]
async fn a_quarantine_that_ended_by_itself_waits_for_nobody() {
    let server = Server::new();
    let record = |id: &str, at: &str| {
        format!(
            "# Quarantine Record\n\n**Subcommand:** quarantine\n**Target Type:** session\n**Target ID:** {id}\n\
             **Reason:** It loops.\n**Quarantined At:** {at}\n**Auto-Release:** Yes\n**TTL:** 86400 seconds\n"
        )
    };
    tell(&server, "a", record("past", "2020-01-01T00:00:00Z")).await;
    tell(&server, "a", record("present", "2099-01-01T00:00:00Z")).await;
    assert_eq!(sessions(&inbox(&server).await), ["present"]);
}

#[tokio::test]
async fn chains_follow_a_reparse_by_another_process() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("harmony.sqlite");
    let store: SharedStore = Arc::new(SqliteStore::open(&file, 1).unwrap());
    let server = Server::with(Arc::clone(&store), None);
    tell(&server, "night", plan("The newer reading")).await;
    // As an older Harmony would have parsed it.
    let other = Connection::open(&file).unwrap();
    other.execute("UPDATE mention SET what = replace(what, 'newer', 'older')", []).unwrap();
    let titles = async || -> Vec<Option<String>> {
        let page = server.state.library.sessions(SessionsQuery::default()).await.unwrap();
        page.sessions.into_iter().flat_map(|(_, chains)| chains).map(|chain| chain.title).collect()
    };
    let waiting = async || Some(inbox(&server).await.items.remove(0).title);
    let older = Some("The older reading".to_owned());
    assert_eq!((titles().await, waiting().await), (vec![older.clone()], older));

    let beside: SharedStore = Arc::new(SqliteStore::open(&file, 1).unwrap());
    assert_eq!(reparse(&beside, 0, |_| {}).await.unwrap().changed, 1);
    let newer = Some("The newer reading".to_owned());
    assert_eq!((titles().await, waiting().await), (vec![newer.clone()], newer));
}

#[tokio::test]
async fn the_overview_counts_a_source_once() {
    let server = Server::new();
    let send = async |text: &str| {
        let path = "/api/documents?path=review.md";
        server.post(path, "text/markdown", text.to_owned()).await.json()["documents"][0]["id"]
            .as_str()
            .unwrap()
            .to_owned()
    };
    send("# Review Report: a\n\n## Verdict: NEEDS_CHANGES\n## Score: 40%\n").await;
    let newest = send("# Review Report: a\n\n## Verdict: APPROVED\n## Score: 94%\n").await;
    let counted =
        |feed: Feed| (feed.documents.len(), feed.totals.documents, feed.totals.passed, feed.totals.failed);
    let store = &server.state.store;
    assert_eq!(counted(store.feed().await.unwrap()), (1, 1, 1, 0));
    assert!(store.remove(newest).await.unwrap());
    assert_eq!(counted(store.feed().await.unwrap()), (1, 1, 0, 1), "the version before comes to light");
}
