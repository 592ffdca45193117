//! The words of documents in a database, which any of its servers writes after the documents. Run where
//! `HARMONY_TEST_POSTGRES` names one.

use std::sync::Arc;
use std::time::{Duration, Instant};

use app::api::{DocumentList, ListQuery};
use app::document::Source;
use server::ingest::{Incoming, arrive};
use server::store::{Identity, PostgresStore, Receipt, SharedStore};
use tokio_postgres::Client;

use crate::stores;

/// A database with a server, and a connection beside it.
struct Database {
    address: String,
    client: Client,
    store: SharedStore,
}

impl Database {
    /// Returns a new one; `None`, and says so, where no database is named.
    async fn new() -> Option<Self> {
        let Some(database) = stores::database() else {
            println!("not checked: HARMONY_TEST_POSTGRES names no database");
            return None;
        };
        let address = stores::new_address(&database);
        let store = open(&address).await;
        let client = connect(&address).await;
        // Counts each row that anybody tries to write.
        client
            .batch_execute(
                "CREATE TABLE tried (seq BIGINT, part BIGINT);
                 CREATE FUNCTION try() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
                   INSERT INTO tried VALUES (new.seq, new.part);
                   RETURN new;
                 END $$;
                 CREATE TRIGGER word_tried BEFORE INSERT ON word FOR EACH ROW EXECUTE FUNCTION try()",
            )
            .await
            .unwrap();
        Some(Self { address, client, store })
    }

    async fn number(&self, query: &str) -> i64 {
        self.client.query_one(query, &[]).await.unwrap().get(0)
    }
}

async fn open(address: &str) -> SharedStore {
    Arc::new(PostgresStore::open(address, 7).await.unwrap())
}

async fn connect(address: &str) -> Client {
    let (client, connection) = tokio_postgres::connect(address, tokio_postgres::NoTls).await.unwrap();
    tokio::spawn(connection);
    client
}

async fn add(store: &SharedStore, texts: impl Iterator<Item = String>) -> Vec<String> {
    let incoming = texts.map(|text| {
        let source = Source::default();
        Incoming { identity: Identity::of_content(&source, text.as_bytes()), source, raw: text.into() }
    });
    let receipts = arrive(store, incoming.collect()).await.unwrap();
    let id = |receipt| match receipt {
        Receipt::Stored(head) => head.id,
        other => panic!("{other:?}"),
    };
    receipts.into_iter().map(id).collect()
}

async fn search(store: &SharedStore, words: &str) -> DocumentList {
    store.list(ListQuery { text: Some(words.to_owned()), ..ListQuery::default() }).await.unwrap()
}

/// Searches until all documents are, and returns how many are found.
async fn found(store: &SharedStore, words: &str) -> usize {
    let began = Instant::now();
    loop {
        let list = search(store, words).await;
        if list.not_searched == 0 {
            return list.documents.len();
        }
        assert!(began.elapsed() < Duration::from_secs(30), "{} are not searched", list.not_searched);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn servers_take_turns_and_index_nothing_twice() {
    let Some(database) = Database::new().await else { return };
    let other = open(&database.address).await;
    for batch in 0..12 {
        let store = if batch % 2 == 0 { &database.store } else { &other };
        add(store, (0..60).map(|number| format!("# Report {batch} of {number}\n\nword{batch}x{number}")))
            .await;
    }
    let searched = tokio::join!(found(&database.store, "word3x7"), found(&other, "word10x59"));
    assert_eq!(searched, (1, 1));
    assert_eq!(database.number("SELECT count(*) FROM tried").await, 720);
    assert_eq!(database.number("SELECT count(*) FROM word").await, 720);
    assert_eq!(database.number("SELECT seq FROM indexed").await, 720);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_a_killed_server_was_indexing_is_indexed_by_another_one() {
    let Some(database) = Database::new().await else { return };
    let killed = connect(&database.address).await;
    killed.batch_execute("BEGIN; SELECT seq FROM indexed FOR UPDATE").await.unwrap();
    add(&database.store, (0..3).map(|number| format!("# Report {number}\n\nlost or not"))).await;
    let meanwhile = search(&database.store, "lost").await;
    assert_eq!((meanwhile.documents.len(), meanwhile.not_searched), (0, 3), "it says what it doesn't know");
    drop(killed);
    assert_eq!(found(&database.store, "lost").await, 3);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_document_that_is_deleted_before_it_is_indexed_leaves_no_words() {
    let Some(database) = Database::new().await else { return };
    let busy = connect(&database.address).await;
    busy.batch_execute("BEGIN; SELECT seq FROM indexed FOR UPDATE").await.unwrap();
    let ids = add(&database.store, (0..3).map(|number| format!("# Report {number}\n\nleft"))).await;
    assert!(database.store.remove(ids[1].clone()).await.unwrap());
    busy.batch_execute("ROLLBACK").await.unwrap();
    assert_eq!(found(&database.store, "left").await, 2);
    assert_eq!(database.number("SELECT count(*) FROM word").await, 2);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_document_that_stays_after_all_is_indexed() {
    let Some(database) = Database::new().await else { return };
    let (busy, deleting) = (connect(&database.address).await, connect(&database.address).await);
    busy.batch_execute("BEGIN; SELECT seq FROM indexed FOR UPDATE").await.unwrap();
    add(&database.store, (0..3).map(|number| format!("# Report {number}\n\nstays"))).await;
    deleting.batch_execute("BEGIN; DELETE FROM document WHERE seq = 2").await.unwrap();
    busy.batch_execute("ROLLBACK").await.unwrap();
    assert_eq!(search(&database.store, "stays").await.not_searched, 3);
    deleting.batch_execute("ROLLBACK").await.unwrap();
    assert_eq!(found(&database.store, "stays").await, 3);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_an_earlier_version_indexed_is_not_indexed_again() {
    let Some(Database { address, client, store }) = Database::new().await else { return };
    add(&store, (0..3).map(|number| format!("# Report {number}\n\nearlier"))).await;
    assert_eq!(found(&store, "earlier").await, 3);
    drop(store);
    let back = "DROP TABLE indexed; DROP INDEX word_long; UPDATE schema_version SET version = 7";
    client.batch_execute(back).await.unwrap();
    let store = open(&address).await;
    add(&store, ["# One more\n\nearlier".to_owned()].into_iter()).await;
    assert_eq!(found(&store, "earlier").await, 4);
    assert_eq!(client.query_one("SELECT count(*) FROM tried", &[]).await.unwrap().get::<_, i64>(0), 4);
}
