//! Full-text search: finds what is stored, in any language, and nothing that was removed.

use std::sync::Arc;

use app::api::{ListQuery, SessionsQuery};
use app::document::{BlockHead, DocumentHead, Source, Summary, Tally};
use axum::body::Bytes;
use server::store::{Arrival, Identity, Reached, Rederived, SharedStore, SqliteStore};

use crate::stores;

fn arrival(title: &str, raw: &str, tally: Tally, session: Option<&str>, received_ms: i64) -> Arrival {
    let source = Source { session: session.map(str::to_owned), ..Source::default() };
    let raw = Bytes::from(raw.to_owned());
    let block = BlockHead {
        format: "5.1".to_owned(),
        name: "Review Report".to_owned(),
        summary: Summary { tally, ..Summary::default() },
        ..BlockHead::default()
    };
    let head = DocumentHead {
        id: Identity::of_content(&source, &raw).document_id(),
        received_ms,
        title: title.to_owned(),
        source,
        bytes: raw.len() as u32,
        lines: 1,
        blocks: vec![block],
        ..DocumentHead::default()
    };
    Arrival::of(head, raw)
}

const DAY: i64 = 24 * 60 * 60 * 1000;

fn documents() -> Vec<Arrival> {
    let high = Tally { high: 1, ..Tally::default() };
    let low = Tally { low: 2, ..Tally::default() };
    vec![
        arrival("Session store", "A write is lost.\nThe café is closed.", high, Some("s-1"), 0),
        arrival("Rate limit", "검토 보고서를 확인했다. 세션이 끊긴다.", low, Some("s-2"), DAY),
        arrival(
            "Export",
            "Written twice, \"quoted\" AND kept; see src/export/csv.rs:14.",
            Tally::default(),
            None,
            2 * DAY,
        ),
    ]
}

async fn found(store: &SharedStore, query: ListQuery) -> Vec<String> {
    let list = store.list(query).await.unwrap();
    assert_eq!(list.not_searched, 0);
    list.documents.into_iter().map(|head| head.title).collect()
}

async fn check(store: &SharedStore, words: &str, expected: &[&str]) {
    let query = ListQuery { text: Some(words.to_owned()), ..ListQuery::default() };
    assert_eq!(found(store, query).await, expected, "for `{words}`");
}

#[tokio::test]
async fn words_are_found_in_texts_and_titles() {
    let store = stores::temporary(1);
    store.append(documents()).await.unwrap();
    check(&store, "lost", &["Session store"]).await;
    check(&store, "LOST write", &["Session store"]).await;
    check(&store, "lost twice", &[]).await;
    check(&store, "session", &["Session store"]).await;
    check(&store, "cafe", &["Session store"]).await;
    check(&store, "writ", &["Export", "Session store"]).await;
    check(&store, "src/export/csv.rs:14", &["Export"]).await;
    check(&store, "csv.rs", &["Export"]).await;
}

#[tokio::test]
async fn korean_is_found_by_parts_of_words() {
    let store = stores::temporary(1);
    store.append(documents()).await.unwrap();
    for words in ["보고", "보고서", "고서를", "세션", "검토 세션", "끊", "이"] {
        check(&store, words, &["Rate limit"]).await;
    }
    check(&store, "고보", &[]).await;
    check(&store, "검토보고", &[]).await;
}

#[tokio::test]
async fn characters_are_found_however_they_are_composed() {
    // 세션, 한글 and café in decomposed form.
    let [session, hangul, cafe] = [
        "\u{1109}\u{1166}\u{1109}\u{1167}\u{11ab}",
        "\u{1112}\u{1161}\u{11ab}\u{1100}\u{1173}\u{11af}",
        "cafe\u{301}",
    ];
    let store = stores::temporary(1);
    let apart = arrival("Hangul", &format!("one\n{hangul} {cafe}"), Tally::default(), None, 0);
    store.append(documents().into_iter().chain([apart]).collect()).await.unwrap();
    check(&store, session, &["Rate limit"]).await;
    check(&store, "글", &["Hangul"]).await;
    check(&store, "café", &["Hangul", "Session store"]).await;
    check(&store, cafe, &["Hangul", "Session store"]).await;
    for (words, shown) in [("한글", "한글"), (hangul, "한글"), ("글 café", "café")] {
        let query = ListQuery { text: Some(words.to_owned()), ..ListQuery::default() };
        let list = store.list(query).await.unwrap();
        let excerpt = &list.excerpts[&list.documents[0].id];
        let is_shown = excerpt.parts.iter().any(|part| part.is_hit && part.text == shown);
        assert!(is_shown && excerpt.line == 2, "{words}: {excerpt:?}");
    }
}

#[tokio::test]
async fn what_is_typed_is_no_syntax() {
    let store = stores::temporary(1);
    store.append(documents()).await.unwrap();
    for words in [
        "\"", "\"quoted", "AND", "quoted AND", "kept NOT", "NEAR(", "title:x", "*", "(", "^a", "a\"b*", "-",
        "\0", "a\0b",
    ] {
        let query = ListQuery { text: Some(words.to_owned()), ..ListQuery::default() };
        store.list(query).await.unwrap_or_else(|error| panic!("`{words}` is an error: {error}"));
    }
    check(&store, "\"quoted\"", &["Export"]).await;
    check(&store, "AND", &["Export"]).await;
    check(&store, "???", &[]).await;
}

#[tokio::test]
async fn filters_narrow_lists_and_searches() {
    let store = stores::temporary(1);
    store.append(documents()).await.unwrap();
    let any = ListQuery::default;
    let some = |text: &str| Some(text.to_owned());
    let high = ListQuery { severity: some("high"), ..any() };
    assert_eq!(found(&store, high.clone()).await, ["Session store"]);
    assert_eq!(
        found(&store, ListQuery { severity: some("low"), ..any() }).await,
        ["Rate limit", "Session store"]
    );
    assert_eq!(found(&store, ListQuery { severity: some("worst"), ..any() }).await, [""; 0]);
    assert_eq!(found(&store, ListQuery { session: some("s-2"), ..any() }).await, ["Rate limit"]);
    let second_day = ListQuery { from: some("1970-01-02"), to: some("1970-01-02"), ..any() };
    assert_eq!(found(&store, second_day).await, ["Rate limit"]);
    assert_eq!(
        found(&store, ListQuery { from: some("1970-01-02"), ..any() }).await,
        ["Export", "Rate limit"]
    );
    assert_eq!(found(&store, ListQuery { from: some("yesterday"), ..any() }).await, [""; 0]);
    assert_eq!(found(&store, ListQuery { text: some("writ"), ..high }).await, ["Session store"]);
}

#[tokio::test]
async fn titles_are_searched_alone_on_request() {
    let store = stores::temporary(1);
    store.append(documents()).await.unwrap();
    let titled = |words: &str| ListQuery {
        text: Some(words.to_owned()),
        within: Some("title".to_owned()),
        ..ListQuery::default()
    };
    assert_eq!(found(&store, titled("store")).await, ["Session store"]);
    assert_eq!(found(&store, titled("lost")).await, [""; 0]);
}

#[tokio::test]
async fn sessions_are_found_by_a_part_of_their_name() {
    let store = stores::temporary(1);
    store.append(documents()).await.unwrap();
    let named = async |name: &str| {
        let query = SessionsQuery { name: Some(name.to_owned()), ..SessionsQuery::default() };
        let list = store.sessions(query).await.unwrap();
        list.sessions.into_iter().map(|session| session.name).collect::<Vec<_>>()
    };
    assert_eq!(named("S-2").await, ["s-2"]);
    assert_eq!(named("").await, named("s-").await);
    assert_eq!(named("%").await, [""; 0]);
}

#[tokio::test]
async fn the_name_of_a_session_is_found_in_any_case() {
    let store = stores::temporary(1);
    let named = arrival("Check", "Checked.", Tally::default(), Some("Überprüfung"), 0);
    store.append(vec![named]).await.unwrap();
    for part in ["über", "ÜBER", "PRÜFUNG"] {
        let query = SessionsQuery { name: Some(part.to_owned()), ..SessionsQuery::default() };
        assert_eq!(store.sessions(query).await.unwrap().sessions.len(), 1, "{part}");
    }
}

#[tokio::test]
async fn a_hit_is_shown_in_its_place() {
    let store = stores::temporary(1);
    store.append(documents()).await.unwrap();
    let query = ListQuery { text: Some("closed".to_owned()), ..ListQuery::default() };
    let list = store.list(query).await.unwrap();
    let excerpt = &list.excerpts[&list.documents[0].id];
    let hits: Vec<&str> =
        excerpt.parts.iter().filter(|part| part.is_hit).map(|part| part.text.as_str()).collect();
    assert_eq!((excerpt.line, hits), (2, vec!["closed"]));
}

#[tokio::test]
async fn an_index_that_was_lost_or_damaged_is_made_again() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("harmony.sqlite");
    let store: SharedStore = Arc::new(SqliteStore::open(&path, 1).unwrap());
    store.append(documents()).await.unwrap();
    check(&store, "lost", &["Session store"]).await;
    drop(store);
    let index = folder.path().join("harmony.sqlite-search");
    let file = index.join("00000000.sqlite");
    for damage in [&b"this is no database, and long enough to be looked at as one"[..], b""] {
        std::fs::remove_dir_all(&index).unwrap();
        std::fs::create_dir(&index).unwrap();
        std::fs::write(&file, damage).unwrap();
        let store: SharedStore = Arc::new(SqliteStore::open(&path, 1).unwrap());
        check(&store, "lost", &["Session store"]).await;
    }
    std::fs::remove_dir_all(&index).unwrap();
    let store: SharedStore = Arc::new(SqliteStore::open(&path, 1).unwrap());
    check(&store, "lost", &["Session store"]).await;
}

#[tokio::test]
async fn a_damaged_text_keeps_no_other_out_of_the_index() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("harmony.sqlite");
    let store: SharedStore = Arc::new(SqliteStore::open(&path, 1).unwrap());
    store.append(documents()).await.unwrap();
    drop(store);
    std::fs::remove_dir_all(folder.path().join("harmony.sqlite-search")).unwrap();
    let damaged = "UPDATE document SET raw = x'00', codec = 0 WHERE seq = (SELECT min(seq) FROM document)";
    rusqlite::Connection::open(&path).unwrap().execute(damaged, []).unwrap();
    let store: SharedStore = Arc::new(SqliteStore::open(&path, 1).unwrap());
    check(&store, "twice", &["Export"]).await;
    check(&store, "closed", &[]).await;
}

#[tokio::test]
async fn what_is_derived_again_is_found_by_its_new_title_alone() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("harmony.sqlite");
    let mut store = stores::open(&file, 1);
    let text = |number: i64| arrival("before", &format!("word{number}x"), Tally::default(), None, number);
    store.append((0..40).map(text).collect()).await.unwrap();
    check(&store, "word7x", &["before"]).await;
    // Some, whose words are replaced, and then so many that all are indexed again.
    for (count, title) in [(3, "first"), (30, "second")] {
        let texts = store.texts(0).await.unwrap().into_iter().take(count);
        let renamed =
            texts.map(|(head, raw)| Arrival::of(DocumentHead { title: title.to_owned(), ..head }, raw));
        let batch = Rederived { documents: renamed.collect(), reached: Reached::End };
        assert_eq!(store.rederive(batch).await.unwrap() as usize, count);
        check(&store, title, &vec![title; count]).await;
        check(&store, "before", &vec!["before"; 40 - count]).await;
        check(&store, "word1x", &[title]).await;
        check(&store, "word39x", &["before"]).await;
        drop(store);
        store = stores::open(&file, 1);
        check(&store, title, &vec![title; count]).await;
    }
    check(&store, "first", &[]).await;
}

#[tokio::test]
async fn pages_of_a_search_follow_each_other() {
    let store = stores::temporary(1);
    let many = (0..120).map(|number| {
        arrival(&number.to_string(), &format!("common word {number}"), Tally::default(), None, number)
    });
    store.append(many.collect()).await.unwrap();
    let mut query = ListQuery { text: Some("common".to_owned()), ..ListQuery::default() };
    let mut seen = Vec::new();
    loop {
        let page = store.list(query.clone()).await.unwrap();
        seen.extend(page.documents.into_iter().map(|head| head.title));
        let Some(next) = page.next else { break };
        query.before = Some(next);
    }
    let expected: Vec<String> = (0..120).rev().map(|number| number.to_string()).collect();
    assert_eq!(seen, expected);
}

#[tokio::test]
async fn old_documents_are_found_among_many_by_words_that_are_far_apart() {
    let store = stores::temporary(1);
    let filler = "filler ".repeat(5000);
    let long = format!("seldom {filler} unheard {filler} of");
    let many = (0..2100).map(|number| {
        arrival(&number.to_string(), &format!("common unheard {number}"), Tally::default(), None, number)
    });
    let first = [
        arrival("Long", &long, Tally::default(), None, 0),
        arrival("Short", "seldom and unheard", Tally::default(), None, 0),
    ];
    store.append(first.into_iter().chain(many).collect()).await.unwrap();
    let query = ListQuery { text: Some("seldom".to_owned()), ..ListQuery::default() };
    while store.list(query.clone()).await.unwrap().not_searched > 0 {}
    check(&store, "seldom", &["Short", "Long"]).await;
    check(&store, "unheard seldom", &["Short", "Long"]).await;
    check(&store, "seldom filler unheard", &["Long"]).await;
    check(&store, "seldom common", &[]).await;
}
