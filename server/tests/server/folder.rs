use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use app::api::ListQuery;
use server::ingest::{LIMIT, Watch};
use server::store::SharedStore;
use tempfile::TempDir;
use tokio_util::sync::CancellationToken;

use crate::requests::temporary_store;

struct Watched {
    folder: TempDir,
    store: SharedStore,
    shutdown: CancellationToken,
    watch: Option<Watch>,
}

impl Watched {
    fn new(prepare: impl FnOnce(&Path)) -> Self {
        let folder = tempfile::tempdir().unwrap();
        prepare(folder.path());
        let store = temporary_store();
        let shutdown = CancellationToken::new();
        let paths = [folder.path().to_owned()];
        let watch = Watch::start(store.clone(), &paths, &[], shutdown.clone()).unwrap();
        Self { folder, store, shutdown, watch: Some(watch) }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn write(&self, name: &str, text: &str) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    /// The names of all documents, oldest first.
    async fn names(&self) -> Vec<String> {
        let documents = self.store.texts(0).await.unwrap();
        let below =
            |path: &str| Path::new(path).strip_prefix(self.folder.path()).unwrap().display().to_string();
        documents.iter().map(|(head, _)| below(head.source.path.as_deref().unwrap())).collect()
    }

    async fn wait_for(&self, expected: &[&str]) {
        let start = Instant::now();
        while self.names().await != expected {
            assert!(start.elapsed() < Duration::from_secs(1), "after a second: {:?}", self.names().await);
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }
}

impl Drop for Watched {
    fn drop(&mut self) {
        self.shutdown.cancel();
        if let Some(watch) = self.watch.take() {
            // Joined on a thread of its own: the watch waits for the runtime, which must not wait for it.
            std::thread::spawn(|| watch.join());
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_there_is_read_and_what_is_written_follows() {
    let watched = Watched::new(|folder| {
        fs::write(folder.join("a.md"), "there before").unwrap();
        fs::write(folder.join("a.rs"), "no text").unwrap();
    });
    watched.wait_for(&["a.md"]).await;
    watched.write("b.md", "new");
    watched.wait_for(&["a.md", "b.md"]).await;
    watched.write("a.md", "changed");
    watched.wait_for(&["a.md", "b.md", "a.md"]).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn new_folders_are_followed_and_those_of_others_are_not() {
    let watched = Watched::new(|_| {});
    watched.write("node_modules/x/readme.md", "x");
    watched.write(".git/x.md", "x");
    watched.write("2026/night/a.md", "a");
    watched.wait_for(&["2026/night/a.md"]).await;
    watched.write("2026/night/b.md", "b");
    watched.write("node_modules/x/more.md", "x");
    watched.wait_for(&["2026/night/a.md", "2026/night/b.md"]).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_file_put_in_place_by_renaming_is_seen() {
    let watched = Watched::new(|_| {});
    watched.write("a.tmp", "text");
    fs::rename(watched.path("a.tmp"), watched.path("a.md")).unwrap();
    watched.wait_for(&["a.md"]).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn writing_the_same_again_is_nothing_new() {
    let watched = Watched::new(|_| {});
    watched.write("a.md", "same");
    watched.wait_for(&["a.md"]).await;
    watched.write("a.md", "same");
    watched.write("b.md", "end");
    watched.wait_for(&["a.md", "b.md"]).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_file_that_is_changed_back_is_at_its_newest_version() {
    let watched = Watched::new(|_| {});
    for (count, text) in ["one", "two", "one", "two"].into_iter().enumerate() {
        watched.write("a.md", text);
        watched.wait_for(&vec!["a.md"; count + 1]).await;
    }
    let list = watched.store.list(ListQuery::default()).await.unwrap().documents;
    assert_eq!(list.iter().map(|head| head.version).collect::<Vec<_>>(), [4]);
    let newest = watched.store.get(list[0].id.clone()).await.unwrap().unwrap();
    assert_eq!((newest.raw.as_ref(), newest.versions.newest), (b"two".as_slice(), 4));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_file_that_is_too_large_or_empty_is_left_out() {
    let watched = Watched::new(|_| {});
    watched.write("large.md", &"x".repeat(LIMIT + 1));
    watched.write("empty.md", "");
    watched.write("mark.md", "\u{feff}\n");
    watched.write("b.md", "end");
    watched.wait_for(&["b.md"]).await;
}

#[cfg(unix)]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_link_is_followed_only_within_the_folder() {
    use std::os::unix::fs::symlink;

    let elsewhere = tempfile::tempdir().unwrap();
    fs::write(elsewhere.path().join("private.md"), "private").unwrap();
    let watched = Watched::new(|folder| {
        symlink(elsewhere.path(), folder.join("folder-out")).unwrap();
        symlink(elsewhere.path().join("private.md"), folder.join("out.md")).unwrap();
        fs::write(folder.join("a.md"), "a").unwrap();
    });
    watched.wait_for(&["a.md"]).await;
    symlink(elsewhere.path(), watched.path("later-out")).unwrap();
    symlink(elsewhere.path().join("private.md"), watched.path("later.md")).unwrap();
    fs::write(elsewhere.path().join("private.md"), "private again").unwrap();
    watched.write("sub/b.md", "b");
    watched.wait_for(&["a.md", "sub/b.md"]).await;
    symlink(watched.path("sub/b.md"), watched.path("c.md")).unwrap();
    watched.wait_for(&["a.md", "sub/b.md", "c.md"]).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_single_file_is_followed_whatever_its_name() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("LOG");
    fs::write(&file, "one").unwrap();
    let store = temporary_store();
    let shutdown = CancellationToken::new();
    let _watch = Watch::start(store.clone(), std::slice::from_ref(&file), &[], shutdown.clone()).unwrap();
    fs::write(folder.path().join("other.md"), "not asked for").unwrap();
    fs::write(&file, "two").unwrap();
    let start = Instant::now();
    loop {
        let titles: Vec<_> =
            store.feed().await.unwrap().documents.into_iter().map(|head| head.source.path).collect();
        assert!(titles.iter().all(|path| path.as_deref() == file.to_str()), "{titles:?}");
        if !titles.is_empty() {
            break;
        }
        assert!(start.elapsed() < Duration::from_secs(1), "nothing came");
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    shutdown.cancel();
}

#[tokio::test]
async fn a_path_that_is_not_there_is_named() {
    let refused =
        Watch::start(temporary_store(), &[PathBuf::from("no/such/folder")], &[], CancellationToken::new());
    let Err(error) = refused else { panic!("it was taken") };
    assert!(error.to_string().contains("no/such/folder"));
}
