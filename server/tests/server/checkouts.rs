//! Files in checkouts of repositories, and their versions across them.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use app::api::ListQuery;
use app::document::{DocumentHead, Source};
use server::ingest::{Incoming, Watch, read};
use server::store::{Identity, SharedStore, SqliteStore};
use tempfile::TempDir;
use tokio_util::sync::CancellationToken;

use crate::requests::temporary_store;

const CONFIG: &str = "[remote \"origin\"]\n\turl = https://ada:secret@git.example/acme/billing.git\n";

/// Two checkouts of one repository, one of another, and a folder in none.
fn folders() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, config) in [("one", CONFIG), ("two", CONFIG), ("shop", "")] {
        write(folder.path(), &format!("{name}/.git/HEAD"), "ref: refs/heads/main\n");
        write(folder.path(), &format!("{name}/.git/config"), config);
    }
    folder
}

fn write(folder: &Path, path: &str, text: &str) {
    let path = folder.join(path);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}

fn place(head: &DocumentHead) -> (Option<&str>, Option<&str>, u32) {
    (head.source.repository.as_deref(), head.source.path.as_deref(), head.version)
}

/// Reads folders until nothing more comes, as a server does from its start to its end.
async fn watch(store: &SharedStore, folders: &[PathBuf]) {
    let shutdown = CancellationToken::new();
    let watch = Watch::start(store.clone(), folders, &[], shutdown.clone()).unwrap();
    let mut head = store.head();
    while tokio::time::timeout(Duration::from_millis(400), head.changed()).await.is_ok() {}
    shutdown.cancel();
    tokio::task::spawn_blocking(|| watch.join()).await.unwrap();
}

async fn stored(store: &SharedStore) -> Vec<DocumentHead> {
    store.texts(0).await.unwrap().into_iter().map(|(head, _)| head).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn versions_of_watched_files_meet_across_checkouts() {
    let folder = folders();
    write(folder.path(), "one/reports/a.md", "first");
    write(folder.path(), "shop/reports/a.md", "of the shop");
    write(folder.path(), "loose/a.md", "loose");
    let roots = ["one", "two", "shop", "loose"].map(|name| {
        fs::create_dir_all(folder.path().join(name)).unwrap();
        folder.path().join(name)
    });
    let store = temporary_store();
    watch(&store, &roots).await;
    write(folder.path(), "two/reports/a.md", "second");
    watch(&store, &roots).await;

    let documents = stored(&store).await;
    let loose = folder.path().canonicalize().unwrap().join("loose/a.md");
    let mut places: Vec<_> = documents.iter().map(place).collect();
    places.sort_unstable();
    assert_eq!(
        places,
        [
            (None, loose.to_str(), 1),
            (Some("acme/billing"), Some("reports/a.md"), 1),
            (Some("acme/billing"), Some("reports/a.md"), 2),
            (Some("shop"), Some("reports/a.md"), 1),
        ]
    );
    let said = serde_json::to_string(&documents).unwrap();
    assert!(!said.contains("secret") && !said.contains("/one/") && !said.contains("/two/"), "{said}");
    assert_eq!(store.list(ListQuery::default()).await.unwrap().documents.len(), 3);

    // Neither checkout has changed, although each has another text than the other.
    watch(&store, &roots).await;
    watch(&store, &roots).await;
    assert_eq!(stored(&store).await.len(), 4);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_file_that_is_changed_back_in_one_of_two_checkouts_is_a_new_version() {
    let folder = folders();
    let roots = ["one", "two"].map(|name| folder.path().join(name));
    write(folder.path(), "one/a.md", "first");
    let store = temporary_store();
    let shutdown = CancellationToken::new();
    let watch = Watch::start(store.clone(), &roots, &[], shutdown.clone()).unwrap();
    for (count, text) in ["first", "second", "first"].into_iter().enumerate() {
        write(folder.path(), "one/a.md", text);
        let start = Instant::now();
        while stored(&store).await.len() <= count {
            assert!(start.elapsed() < Duration::from_secs(2), "no version {}", count + 1);
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }
    assert_eq!(stored(&store).await.last().unwrap().version, 3);
    shutdown.cancel();
    tokio::task::spawn_blocking(|| watch.join()).await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_store_of_an_older_harmony_goes_on() {
    let folder = folders();
    write(folder.path(), "one/a.md", "first");
    write(folder.path(), "one/b.md", "unchanged");
    let real = folder.path().canonicalize().unwrap();
    let store = temporary_store();
    for (name, text) in [("a.md", "first"), ("b.md", "unchanged")] {
        let path = real.join("one").join(name).display().to_string();
        let identity = Identity::of_file(&path, text.as_bytes());
        let source = Source { path: Some(path), ..Source::default() };
        store.append(vec![read(Incoming { identity, source, raw: text.into() }, 1)]).await.unwrap();
    }
    let roots = [real.join("one")];
    watch(&store, &roots).await;
    assert_eq!(stored(&store).await.len(), 2, "nothing is stored twice");

    write(&real, "one/a.md", "second");
    watch(&store, &roots).await;
    let list = store.list(ListQuery::default()).await.unwrap().documents;
    let mut places: Vec<_> = list.iter().map(place).collect();
    places.sort_unstable();
    let unchanged = real.join("one/b.md");
    assert_eq!(places, [(None, unchanged.to_str(), 1), (Some("acme/billing"), Some("a.md"), 2)]);
    let newest = list.iter().find(|head| head.version == 2).unwrap();
    let older = store.get(newest.id.clone()).await.unwrap().unwrap().versions.older.unwrap();
    let older = store.get(older).await.unwrap().unwrap().head;
    assert_eq!(place(&older), (Some("acme/billing"), Some("a.md"), 1), "its version has its new name");
    watch(&store, &roots).await;
    assert_eq!(stored(&store).await.len(), 3);
}

fn ingest(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_harmony"))
        .args(["ingest", "--store"])
        .arg(folder.join("store.sqlite"))
        .arg("--create")
        .args(arguments)
        .current_dir(folder)
        .env("HOME", folder)
        .stdin(Stdio::null())
        .output()
        .unwrap()
}

#[tokio::test]
async fn versions_that_are_sent_meet_across_checkouts() {
    let folder = folders();
    let write = |path: &str, text: &str| write(folder.path(), path, text);
    write("one/reports/a.md", "first");
    write("two/reports/a.md", "second");
    write("two/talk.jsonl", "{\"a\": 1}\n");
    for arguments in [
        &["one/reports/a.md"][..],
        &["two/reports/a.md"],
        &["one/reports/a.md", "--path", "other/b.md"],
        &["two/reports/a.md", "--path", "other/b.md", "--repository", "acme/shop"],
        &["two/talk.jsonl", "--path", "talk"],
    ] {
        let output = ingest(folder.path(), arguments);
        assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    }
    let several = ingest(folder.path(), &["one", "two", "--path", "a.md"]);
    let said = String::from_utf8_lossy(&several.stderr);
    assert!(several.status.code() == Some(2) && said.contains("--path names one document"), "{said}");

    let store: SharedStore = Arc::new(SqliteStore::open(&folder.path().join("store.sqlite"), 1).unwrap());
    let documents = stored(&store).await;
    assert_eq!(
        documents.iter().map(place).collect::<Vec<_>>(),
        [
            (Some("acme/billing"), Some("reports/a.md"), 1),
            (Some("acme/billing"), Some("reports/a.md"), 2),
            (Some("acme/billing"), Some("other/b.md"), 1),
            (Some("acme/shop"), Some("other/b.md"), 1),
            (Some("acme/billing"), Some("talk"), 1),
        ]
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_file_that_is_watched_and_sent_is_stored_once() {
    let folder = folders();
    let write = |path: &str, text: &str| write(folder.path(), path, text);
    write("shop/watched.md", "first");
    write("loose/sent.md", "second");
    let roots = ["shop", "loose"].map(|name| folder.path().join(name));
    let open =
        || -> SharedStore { Arc::new(SqliteStore::open(&folder.path().join("store.sqlite"), 1).unwrap()) };
    let send = |arguments: &[&str]| {
        let output = ingest(folder.path(), arguments);
        String::from_utf8_lossy(&output.stdout).lines().last().unwrap_or_default().to_owned()
    };
    assert_eq!(send(&["loose/sent.md"]), "1 stored, 0 known, 0 refused");
    let store = open();
    watch(&store, &roots).await;
    assert_eq!(stored(&store).await.len(), 2, "what was sent is not read again");
    drop(store);

    assert_eq!(send(&["shop/watched.md", "loose/sent.md"]), "0 stored, 2 known, 0 refused");
    assert_eq!(send(&["shop/watched.md", "--commit", "c0ffee"]), "1 stored, 0 known, 0 refused");
    write("shop/watched.md", "third");
    assert_eq!(send(&["shop/watched.md"]), "1 stored, 0 known, 0 refused");
    let store = open();
    watch(&store, &roots).await;
    let mut versions: Vec<_> = stored(&store).await.iter().map(|head| head.version).collect();
    versions.sort_unstable();
    assert_eq!(versions, [1, 1, 2, 3]);
}
