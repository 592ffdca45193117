//! A store of 20,000 documents returns correct results, a page at a time. The bench of this name measures how fast.

#[path = "../../benches/scale/documents.rs"]
mod documents;

use std::collections::HashSet;

use app::api::{ListQuery, SessionsQuery};
use documents::{OF_SESSION, fill, id_of, session_of, word_of};
use server::store::PAGE;

use crate::requests::{Server, temporary_store};

const COUNT: u64 = 20_000;
/// No response contains more than a page of heads.
const MOST_BYTES: usize = 200 * 1024;

#[tokio::test]
async fn twenty_thousand_documents_are_shown_a_page_at_a_time() {
    let server = Server::with(temporary_store(), None);
    let store = &server.state.store;
    fill(&**store, COUNT, |_| {}).await.unwrap();
    assert_eq!(store.feed().await.unwrap().totals.documents, COUNT);

    let mut query = ListQuery::default();
    let mut seen = HashSet::new();
    loop {
        let page = store.list(query.clone()).await.unwrap();
        assert!(page.documents.len() <= PAGE);
        seen.extend(page.documents.into_iter().map(|head| head.id));
        let Some(next) = page.next else { break };
        query.before = Some(next);
    }
    assert_eq!(seen.len() as u64, COUNT);

    while store
        .list(ListQuery { text: Some("run".to_owned()), ..ListQuery::default() })
        .await
        .unwrap()
        .not_searched
        > 0
    {}
    for number in [0, COUNT / 2, COUNT - 1] {
        let found = server.get(&format!("/api/documents?q={}", word_of(number))).await;
        let ids: Vec<_> =
            found.json()["documents"].as_array().unwrap().iter().map(|head| head["id"].clone()).collect();
        assert_eq!(ids, [id_of(number)]);
        let shown = server.get(&format!("/documents/{}", id_of(number))).await;
        assert_eq!(shown.status, 200);
        assert!(shown.text().contains(&word_of(number)));
        let session = server.get(&format!("/session?session={}", session_of(number))).await;
        assert_eq!(session.status, 200);
    }
    let sessions = store.sessions(SessionsQuery::default()).await.unwrap();
    assert!(sessions.sessions.iter().all(|session| session.documents == OF_SESSION));
    for path in ["/", "/documents", "/documents?q=run", "/api/documents", "/sessions"] {
        let answer = server.get(path).await;
        assert_eq!(answer.status, 200, "{path}");
        assert!(answer.body.len() < MOST_BYTES, "{path}: {} bytes", answer.body.len());
    }
}
