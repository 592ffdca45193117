//! Kills the server while it stores documents, again and again on one store. Whatever it acknowledged must be there.

use std::collections::BTreeMap;
use std::hash::{BuildHasher, RandomState};
use std::path::Path;
use std::sync::mpsc;
use std::thread;

use rusqlite::Connection as Sqlite;
use serde_json::Value;

use crate::process::{Connection, Harmony};

const WRITERS: usize = 8;
/// The server is killed after fewer acknowledgements than this.
const LONGEST_LIFE: u64 = 300;

/// Returns the seed that determines when the server is killed. `HARMONY_KILL_SEED` repeats a failed run.
fn seed() -> u64 {
    let given = std::env::var("HARMONY_KILL_SEED").ok().and_then(|seed| seed.parse().ok());
    // The hasher has a random seed.
    given.unwrap_or_else(|| RandomState::new().hash_one(0))
}

/// Returns the number of acknowledgements after which the server is killed in a round (splitmix64).
fn life(seed: u64, round: u64) -> u64 {
    let mut mixed = seed.wrapping_add((round + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15));
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    (mixed ^ (mixed >> 31)) % LONGEST_LIFE
}

/// Returns the number of rounds: a few by default, `HARMONY_KILL_ROUNDS=50` before a release.
fn rounds() -> usize {
    std::env::var("HARMONY_KILL_ROUNDS").ok().and_then(|rounds| rounds.parse().ok()).unwrap_or(3)
}

fn text_of(key: &str) -> String {
    format!("# Review Report: {key}\n\n## Verdict: APPROVED\n## Score: 91%\n")
}

/// Delivers until the server is gone, and sends the `(key, id)` of each acknowledgement. Returns the key of the
/// delivery without an answer, which is repeated first the next time.
fn write(
    address: &str,
    round: usize,
    writer: usize,
    again: Option<String>,
    acknowledged: &mpsc::Sender<(String, String)>,
) -> Option<String> {
    let Ok(mut connection) = Connection::to(address) else { return again };
    let new = (0..).map(|number| format!("{round}-{writer}-{number}"));
    for key in again.into_iter().chain(new) {
        let (status, body) = loop {
            match connection.deliver(&key, &text_of(&key)) {
                // The rate limit, which is not an acknowledgement.
                Ok((429, _)) => thread::yield_now(),
                Ok(answer) => break answer,
                Err(_) => return Some(key),
            }
        };
        assert!(matches!(status, 200 | 201), "{status}: {}", String::from_utf8_lossy(&body));
        let answer: Value = serde_json::from_slice(&body).unwrap();
        let id = answer["documents"][0]["id"].as_str().unwrap().to_owned();
        if acknowledged.send((key, id)).is_err() {
            return None;
        }
    }
    None
}

#[test]
fn what_was_acknowledged_survives_kill_9() {
    let folder = tempfile::tempdir().unwrap();
    let store = folder.path().join("harmony.sqlite");
    let mut acknowledged = BTreeMap::new();
    let mut unanswered = vec![None; WRITERS];
    let seed = seed();
    println!("HARMONY_KILL_SEED={seed}");
    for round in 0..rounds() {
        let mut server = Harmony::start(&store).unwrap();
        let life = life(seed, round as u64);
        let (sender, receiver) = mpsc::channel();
        let writers: Vec<_> = std::mem::take(&mut unanswered)
            .into_iter()
            .enumerate()
            .map(|(writer, again)| {
                let (address, sender) = (server.address.clone(), sender.clone());
                thread::spawn(move || write(&address, round, writer, again, &sender))
            })
            .collect();
        drop(sender);
        let mut heard: Vec<_> = receiver.iter().take(life as usize).collect();
        server.child.kill().unwrap();
        server.child.wait().unwrap();
        // The acknowledgements that were on their way when the server was killed.
        heard.extend(receiver.iter());
        unanswered = writers.into_iter().map(|writer| writer.join().unwrap()).collect();
        for (key, id) in heard {
            assert_eq!(acknowledged.insert(id, key.clone()), None, "{key} was acknowledged as another");
        }
        check(&store, &acknowledged);
    }
    let server = Harmony::start(&store).unwrap();
    let mut connection = server.connect().unwrap();
    for (id, key) in acknowledged.iter().rev().take(WRITERS) {
        let shown = connection.get(&format!("/api/documents/{id}/raw")).unwrap();
        assert_eq!(shown, (200, text_of(key).into_bytes()));
    }
    println!("{} documents were acknowledged in {} rounds", acknowledged.len(), rounds());
}

fn check(store: &Path, acknowledged: &BTreeMap<String, String>) {
    let store = Sqlite::open(store).unwrap();
    let one = |sql: &str| store.query_row(sql, [], |row| row.get::<_, i64>(0)).unwrap();
    let checked: String = store.query_row("PRAGMA integrity_check", [], |row| row.get(0)).unwrap();
    assert_eq!(checked, "ok");
    assert!(!store.prepare("PRAGMA foreign_key_check").unwrap().exists([]).unwrap());
    for (id, key) in acknowledged {
        let mut found = store.prepare_cached("SELECT raw FROM document WHERE id = ?1").unwrap();
        let texts: Vec<Vec<u8>> =
            found.query_map([id], |row| row.get(0)).unwrap().collect::<Result<_, _>>().unwrap();
        assert_eq!(texts, [text_of(key).into_bytes()], "{key}");
    }
    // Each document is stored once, despite repetitions, and has an event. The order has no gaps.
    let documents = one("SELECT count(*) FROM document");
    assert_eq!(one("SELECT count(DISTINCT raw) FROM document"), documents);
    assert_eq!(one("SELECT count(*) FROM facet"), documents);
    assert_eq!(one("SELECT count(*) FROM event"), documents);
    assert_eq!(one("SELECT coalesce(max(seq), 0) FROM event"), documents);
    let counted =
        "SELECT count(*) FROM event JOIN document USING (seq) WHERE frame ->> '$.event.document.id' = id";
    assert_eq!(one(counted), documents);
    let at_most = acknowledged.len() + WRITERS * rounds();
    assert!((acknowledged.len()..=at_most).contains(&(documents as usize)), "{documents} documents");
}
