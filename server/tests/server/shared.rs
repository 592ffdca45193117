//! Several servers that share a database. Run where `HARMONY_TEST_POSTGRES` names one.

use std::collections::BTreeSet;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use app::api::ListQuery;
use app::document::{DocumentHead, Source};
use app::event::Cursor;
use app::health::Urgency;
use app::webhook::{Filter, Shape};
use server::ingest::{Incoming, arrive};
use server::live::{Delivery, Limits, Live, Subscription};
use server::store::{
    Arrival, Due, Identity, NewWebhook, OpenError, PostgresStore, Private, Replay, SharedStore, Target,
    WebhookChange,
};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

use crate::requests::Server;
use crate::stores;

const DAY_MS: i64 = 24 * 60 * 60 * 1000;

/// Returns two stores of one database; `None`, and says so, where no database is named.
async fn both() -> Option<(SharedStore, SharedStore)> {
    let Some(database) = stores::database() else {
        println!("not checked: HARMONY_TEST_POSTGRES names no database");
        return None;
    };
    let address = stores::new_address(&database);
    // They start at the same time, and one of them creates the schema.
    let (one, other) = tokio::join!(PostgresStore::open(&address, 7), PostgresStore::open(&address, 8));
    Some((Arc::new(one.unwrap()), Arc::new(other.unwrap())))
}

async fn add(store: &SharedStore, text: &str) {
    let source = Source { session: Some("night".to_owned()), ..Source::default() };
    let identity = Identity::of_content(&source, text.as_bytes());
    arrive(store, vec![Incoming { identity, source, raw: text.to_owned().into() }]).await.unwrap();
}

async fn reaches(store: &SharedStore, seq: u64) {
    let mut head = store.head();
    let reached = head.wait_for(|head| head.seq >= seq);
    tokio::time::timeout(Duration::from_secs(5), reached).await.expect("it never hears of it").unwrap();
}

async fn frames(store: &SharedStore, after: Cursor) -> Vec<(u64, String)> {
    let Replay::Events(frames) = store.replay(after, 10_000).await.unwrap() else { panic!("gone") };
    frames.into_iter().map(|frame| (frame.cursor.seq, frame.json)).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_viewer_resumes_on_the_other_server_by_the_same_cursor() {
    let Some((one, other)) = both().await else { return };
    add(&one, "# First").await;
    reaches(&other, 1).await;
    let seen = *other.head().borrow();
    assert_eq!((seen.seq, seen.epoch), (1, one.head().borrow().epoch));
    add(&other, "# Second").await;
    reaches(&one, 2).await;
    assert_eq!(frames(&one, seen).await, frames(&other, seen).await);
    assert_eq!(frames(&one, seen).await.len(), 1);
    assert_eq!(one.list(ListQuery::default()).await.unwrap().documents.len(), 2);
    assert_eq!(one.totals().await.unwrap(), other.totals().await.unwrap());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_both_write_at_once_has_one_order_without_gaps_and_nothing_twice() {
    let Some((one, other)) = both().await else { return };
    let mut writers = tokio::task::JoinSet::new();
    for writer in 0..8 {
        let store = Arc::clone(if writer % 2 == 0 { &one } else { &other });
        writers.spawn(async move {
            for number in 0..25 {
                // Each text is sent to both servers.
                add(&store, &format!("# Report {} of pair {}", number, writer / 2)).await;
            }
        });
    }
    writers.join_all().await;
    let epoch = one.head().borrow().epoch;
    let events = frames(&one, Cursor { seq: 0, epoch }).await;
    let places: Vec<u64> = events.iter().map(|(seq, _)| *seq).collect();
    assert_eq!(places, (1..=100).collect::<Vec<_>>());
    assert_eq!(events.iter().map(|(_, json)| json).collect::<BTreeSet<_>>().len(), 100);
    assert_eq!(other.totals().await.unwrap().documents, 100);
    reaches(&one, 100).await;
    reaches(&other, 100).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_server_at_a_time_sends_a_delivery() {
    let Some((one, other)) = both().await else { return };
    let webhook = NewWebhook {
        name: "ops".to_owned(),
        target: Target { url: Private("http://hooks/".to_owned()), shape: Shape::default(), secret: None },
        filter: Filter { kinds: Vec::new(), urgency: Urgency::Medium, session: None },
    };
    one.change_webhooks(WebhookChange::Add(webhook)).await.unwrap();
    add(&one, include_str!("../../../app/src/formats/quarantine_operations/fixtures/complete.md")).await;
    let queued = one.webhooks().await.unwrap()[0].queued;
    assert!(queued > 0, "the fixture asks something of a person");
    let (ours, theirs) = tokio::join!(one.deliveries_due(1, Vec::new()), other.deliveries_due(1, Vec::new()));
    let (ours, theirs) = (ours.unwrap(), theirs.unwrap());
    assert_eq!(ours.len() + theirs.len(), 1, "{ours:?} {theirs:?}");
    let again = tokio::join!(one.deliveries_due(2, Vec::new()), other.deliveries_due(2, Vec::new()));
    assert!(again.0.unwrap().is_empty() && again.1.unwrap().is_empty());
    // Its server died: another one sends it.
    assert_eq!(other.deliveries_due(DAY_MS, Vec::new()).await.unwrap().len(), 1);
    assert_eq!(one.webhooks().await.unwrap()[0].queued, queued);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_empty_database_is_only_filled_to_serve_it() {
    let Some(database) = stores::database() else { return };
    let address = stores::new_address(&database);
    assert!(matches!(PostgresStore::open_existing(&address).await, Err(OpenError::EmptyDatabase)));
    PostgresStore::open(&address, 7).await.unwrap();
    let again = PostgresStore::open_existing(&address).await.unwrap();
    let again: SharedStore = Arc::new(again);
    assert_eq!(again.head().borrow().epoch, 7);
}

/// Returns how many texts each day has, the oldest day first.
async fn texts_by_day(address: &str) -> Vec<i64> {
    let (client, connection) = tokio_postgres::connect(address, tokio_postgres::NoTls).await.unwrap();
    tokio::spawn(connection);
    let partitions = "SELECT inhrelid::regclass::text FROM pg_inherits WHERE inhparent = 'text'::regclass ORDER BY inhrelid";
    let mut texts = Vec::new();
    for row in client.query(partitions, &[]).await.unwrap() {
        let count = format!("SELECT count(*) FROM {}", row.get::<_, String>(0));
        texts.push(client.query_one(&count, &[]).await.unwrap().get(0));
    }
    texts
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn texts_go_by_the_day_but_for_pinned_ones_and_wait_for_readers() {
    let Some(database) = stores::database() else { return };
    let address = stores::new_address(&database);
    let store: SharedStore = Arc::new(PostgresStore::open(&address, 7).await.unwrap());
    for (id, day) in [("one", 1), ("two", 1), ("three", 2), ("four", 3)] {
        let head = DocumentHead {
            id: id.to_owned(),
            received_ms: day * DAY_MS,
            bytes: 4,
            ..DocumentHead::default()
        };
        store.append(vec![Arrival::of(head, "text".into())]).await.unwrap();
    }
    assert!(store.pin("two".to_owned(), true).await.unwrap());
    assert_eq!(texts_by_day(&address).await, [2, 1, 1]);
    let due = Due { documents_before_ms: 3 * DAY_MS, traces_before_ms: 0 };

    let (reader, connection) = tokio_postgres::connect(&address, tokio_postgres::NoTls).await.unwrap();
    tokio::spawn(connection);
    reader.batch_execute("BEGIN; SELECT count(*) FROM text").await.unwrap();
    assert_eq!(store.expire(due).await.unwrap().documents, 2);
    add(&store, "# Written while a backup reads").await;
    assert_eq!(texts_by_day(&address).await, [1, 1, 1, 1], "the day of `three` is being read");
    reader.batch_execute("COMMIT").await.unwrap();

    assert_eq!(store.expire(due).await.unwrap().documents, 0);
    assert_eq!(texts_by_day(&address).await, [1, 1, 1]);
    assert_eq!(store.get("two".to_owned()).await.unwrap().unwrap().raw, "text");
}

/// Passes bytes between a server and the database, or none of them while the network is cut.
struct Network {
    address: SocketAddr,
    is_cut: watch::Sender<bool>,
    /// Connections from before a change are never heard of again.
    forgotten: watch::Sender<()>,
}

impl Network {
    async fn to(database: SocketAddr) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let (address, is_cut) = (listener.local_addr().unwrap(), watch::Sender::new(false));
        let forgotten = watch::Sender::new(());
        let (cut, forget) = (is_cut.clone(), forgotten.clone());
        tokio::spawn(async move {
            while let Ok((near, _)) = listener.accept().await {
                let (near_in, near_out) = near.into_split();
                let (far_in, far_out) = TcpStream::connect(database).await.unwrap().into_split();
                tokio::spawn(pass(near_in, far_out, cut.subscribe(), forget.subscribe()));
                tokio::spawn(pass(far_in, near_out, cut.subscribe(), forget.subscribe()));
            }
        });
        Self { address, is_cut, forgotten }
    }

    /// Returns a network before a database of its own, and the address of the database behind it and without it.
    async fn before_database(database: &str) -> (Self, String, String) {
        let address = stores::new_address(database);
        let (_, host) = database.split_once('@').unwrap();
        let (host, _) = host.split_once('/').unwrap();
        let network = Self::to(host.parse().unwrap()).await;
        let through = address.replace(host, &network.address.to_string());
        (network, through, address)
    }
}

async fn pass(
    mut from: OwnedReadHalf,
    mut to: OwnedWriteHalf,
    mut is_cut: watch::Receiver<bool>,
    forgotten: watch::Receiver<()>,
) {
    let mut bytes = [0; 4096];
    while let Ok(count) = from.read(&mut bytes).await {
        if forgotten.has_changed().unwrap() {
            std::future::pending().await
        }
        if count == 0 {
            return;
        }
        if is_cut.wait_for(|is_cut| !is_cut).await.is_err() || to.write_all(&bytes[..count]).await.is_err() {
            return;
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_that_hears_nothing_sends_its_viewers_away() {
    let Some(database) = stores::database() else { return };
    let (network, through, address) = Network::before_database(&database).await;
    let store: SharedStore = Arc::new(PostgresStore::open(&through, 7).await.unwrap());
    let other: SharedStore = Arc::new(PostgresStore::open(&address, 7).await.unwrap());
    let live = Live::follow(Arc::clone(&store), Limits::default(), CancellationToken::new());
    let mut viewer = Subscription::begin(&live, None).unwrap();
    assert!(matches!(viewer.next().await, Ok(Delivery::Heartbeat(_))));

    network.is_cut.send_replace(true);
    add(&other, "# Written meanwhile").await;
    let heard =
        tokio::time::timeout(Duration::from_secs(10), viewer.next()).await.expect("it is silently behind");
    assert!(matches!(heard, Ok(Delivery::Goodbye)));
    assert!(Subscription::begin(&live, None).is_err(), "others are sent away, too");
    let health = Server::with(Arc::clone(&store), None).get("/healthz").await;
    assert_eq!(health.status.as_u16(), 503, "a balancer leaves the server out");

    network.is_cut.send_replace(false);
    reaches(&store, 1).await;
    let began = Instant::now();
    let mut viewer = loop {
        match Subscription::begin(&live, Some(Cursor { epoch: 7, seq: 0 })) {
            Ok(viewer) => break viewer,
            Err(_) => assert!(began.elapsed() < Duration::from_secs(10), "it never comes back"),
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    };
    let missed = loop {
        match viewer.next().await.unwrap() {
            Delivery::Messages(missed) => break missed,
            Delivery::Heartbeat(_) => {}
            Delivery::Goodbye => panic!("it is back"),
        }
    };
    assert_eq!(missed.messages.len(), 1);
}

/// As by a firewall that starts again: neither side hears that the connection is gone.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_waits_on_a_forgotten_connection_is_answered_and_nothing_is_stored_twice() {
    let Some(database) = stores::database() else { return };
    let (network, through, _) = Network::before_database(&database).await;
    let store: SharedStore = Arc::new(PostgresStore::open(&through, 7).await.unwrap());
    add(&store, "# First").await;
    network.forgotten.send_replace(());
    let incoming = || {
        let raw = "# Second".to_owned();
        let source = Source::default();
        Incoming { identity: Identity::of_content(&source, raw.as_bytes()), source, raw: raw.into() }
    };
    let began = Instant::now();
    while tokio::time::timeout(Duration::from_secs(10), arrive(&store, vec![incoming()]))
        .await
        .expect("it waits for an answer that never comes")
        .is_err()
    {
        assert!(began.elapsed() < Duration::from_secs(15), "it never comes back");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    assert_eq!(store.totals().await.unwrap().documents, 2);
}
