//! Files that are written line by line, in a watched folder: logs and transcripts.

use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::Path;
use std::time::{Duration, Instant};

use app::api::ListQuery;
use app::document::DocumentHead;
use app::evidence::{Evidence, Prices, Verdict};
use serde_json::{Value, json};
use server::ingest::Watch;
use server::store::SharedStore;
use tempfile::TempDir;
use tokio_util::sync::CancellationToken;

use crate::stores;

const REPORT: &str = "# Review Report: billing\n\n## Verdict: APPROVED\n## Score: 91%\n";

/// A watched folder, and a store that stays when watching stops.
struct Folder {
    folder: TempDir,
    shutdown: CancellationToken,
    watch: Option<Watch>,
    store: SharedStore,
}

impl Folder {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("logs")).unwrap();
        let store = open(folder.path());
        Self { folder, shutdown: CancellationToken::new(), watch: None, store }
    }

    fn follow(&mut self, exclude: &[&str]) {
        let exclude: Vec<_> = exclude.iter().map(|glob| (*glob).to_owned()).collect();
        let paths = [self.folder.path().join("logs")];
        self.shutdown = CancellationToken::new();
        self.watch = Some(Watch::start(self.store.clone(), &paths, &exclude, self.shutdown.clone()).unwrap());
    }

    /// Restarts watching, as when Harmony stops and starts again.
    async fn restart(&mut self) {
        self.stop().await;
        self.store = open(&self.folder.path().join("elsewhere"));
        self.store = open(self.folder.path());
        self.follow(&[]);
    }

    async fn stop(&mut self) {
        self.shutdown.cancel();
        if let Some(watch) = self.watch.take() {
            tokio::task::spawn_blocking(|| watch.join()).await.unwrap();
        }
    }

    fn append(&self, name: &str, words: &str) {
        let path = self.folder.path().join("logs").join(name);
        OpenOptions::new().create(true).append(true).open(path).unwrap().write_all(words.as_bytes()).unwrap();
    }

    fn write(&self, name: &str, words: &str) {
        let path = self.folder.path().join("logs").join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, words).unwrap();
    }

    /// Returns all documents, oldest first, once there are `count` of them.
    async fn documents(&self, count: usize) -> Vec<(DocumentHead, String)> {
        let start = Instant::now();
        loop {
            let documents = self.store.texts(0).await.unwrap();
            if documents.len() == count {
                let text = |raw: &[u8]| String::from_utf8(raw.to_vec()).unwrap();
                return documents.into_iter().map(|(head, raw)| (head, text(&raw))).collect();
            }
            assert!(start.elapsed() < Duration::from_secs(10), "{} instead of {count}", documents.len());
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }

    /// Waits until all files are stored, by writing one more and waiting for that.
    async fn settle(&self, name: &str) {
        self.write(name, name);
        let start = Instant::now();
        loop {
            let heads = self.store.feed().await.unwrap().documents;
            if heads.iter().any(|head| head.source.path.as_deref().is_some_and(|path| path.ends_with(name))) {
                return;
            }
            assert!(start.elapsed() < Duration::from_secs(10), "{name} did not come");
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        self.shutdown.cancel();
        if let Some(watch) = self.watch.take() {
            // Joined on a thread of its own: the watch waits for the runtime, which must not wait for it.
            std::thread::spawn(|| watch.join());
        }
    }
}

fn open(folder: &Path) -> SharedStore {
    stores::open(&folder.join("harmony.sqlite"), 7)
}

fn texts(documents: &[(DocumentHead, String)]) -> Vec<&str> {
    documents.iter().map(|(_, text)| text.as_str()).collect()
}

fn said(kind: &str, uuid: &str, message: Value) -> Value {
    json!({
        "type": kind, "uuid": uuid, "sessionId": "night", "cwd": "/billing", "gitBranch": "main",
        "timestamp": "2026-11-20T05:46:00Z", "message": message,
    })
}

fn assistant(uuid: &str, id: &str, words: &str) -> String {
    let content = json!([{ "type": "text", "text": words }]);
    format!("{}\n", said("assistant", uuid, json!({ "id": id, "role": "assistant", "content": content })))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_log_is_read_once_and_then_what_is_added_to_it() {
    let mut folder = Folder::new();
    folder.append("a.jsonl", "{\"n\": 1}\n{\"n\": 2}\n");
    folder.follow(&[]);
    folder.documents(1).await;
    folder.append("a.jsonl", "{\"n\": 3}\n{\"n\": ");
    folder.documents(2).await;
    folder.append("a.jsonl", "4}\n");
    folder.documents(3).await;
    folder.restart().await;
    folder.append("a.jsonl", "{\"n\": 5}");
    let documents = folder.documents(4).await;
    let expected = ["{\"n\": 1}\n{\"n\": 2}\n", "{\"n\": 3}\n", "{\"n\": 4}\n", "{\"n\": 5}"];
    assert_eq!(texts(&documents), expected);
    let parts: Vec<_> = documents.iter().map(|(head, _)| head.source.part.as_deref()).collect();
    assert_eq!(parts, [None, Some("from line 3"), Some("from line 4"), Some("from line 5")]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_rewritten_log_is_its_next_version() {
    let mut folder = Folder::new();
    folder.write("a.jsonl", "{\"n\": 1}\n{\"n\": 2}\n");
    folder.follow(&[]);
    folder.documents(1).await;
    folder.write("a.jsonl", "{\"n\": 7}\n");
    let documents = folder.documents(2).await;
    assert_eq!(texts(&documents)[1], "{\"n\": 7}\n");
    assert_eq!(documents[1].0.version, 2);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_message_is_joined_and_kept_where_it_has_a_format() {
    let mut folder = Folder::new();
    folder.append("s.jsonl", "{\"type\": \"summary\", \"summary\": \"x\", \"leafUuid\": \"u0\"}\n");
    folder.append("s.jsonl", &assistant("u1", "m1", "I will read the store first."));
    folder.append("s.jsonl", &assistant("u2", "m2", "Done."));
    folder.append("s.jsonl", &assistant("u3", "m2", REPORT));
    folder.append("s.jsonl", "{\"type\": \"a-new-kind\", \"message\": 7}\nno JSON at all\n");
    let answer = json!([{ "type": "tool_result", "tool_use_id": "t1", "content": [{ "type": "text", "text": REPORT }] }]);
    let mut reported = said("user", "u4", json!({ "role": "user", "content": answer }));
    reported["toolUseResult"] = json!({ "agentId": "a17", "status": "completed" });
    folder.append("s.jsonl", &format!("{reported}\n"));
    folder.follow(&[]);

    let documents = folder.documents(2).await;
    assert_eq!(texts(&documents), [&format!("Done.\n\n{REPORT}"), REPORT]);
    let source = &documents[0].0.source;
    assert_eq!((source.session.as_deref(), source.repository.as_deref()), (Some("night"), Some("/billing")));
    assert_eq!((source.branch.as_deref(), source.part.as_deref()), (Some("main"), Some("message m2")));
    assert_eq!(source.said_ms, Some(1_795_153_560_000));
    assert!(source.path.as_deref().unwrap().ends_with("s.jsonl"));
    assert_eq!(documents[1].0.source.agent.as_deref(), Some("a17"));
}

fn written(path: &Path, content: &str) -> String {
    let input = json!({ "file_path": path, "content": content });
    let call = json!([{ "type": "tool_use", "id": "w1", "name": "Write", "input": input }]);
    let answer = json!([{ "type": "tool_result", "tool_use_id": "w1", "content": "File created." }]);
    let called = said("assistant", "u8", json!({ "id": "m8", "content": call }));
    let answered = said("user", "u9", json!({ "role": "user", "content": answer }));
    format!("{called}\n{answered}\n")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_report_that_an_agent_writes_is_a_document() {
    let mut folder = Folder::new();
    let elsewhere = folder.folder.path().join("reports/review.md");
    folder.append("s.jsonl", &written(&elsewhere, &format!("{REPORT}\n")));
    folder.append("s.jsonl", &assistant("u10", "m10", REPORT.trim_end()));
    folder.follow(&[]);
    let documents = folder.documents(1).await;
    let source = &documents[0].0.source;
    assert_eq!(source.path.as_deref(), elsewhere.to_str());
    assert_eq!((source.session.as_deref(), source.part.as_deref()), (Some("night"), None));
    folder.settle("end.md").await;
    folder.documents(2).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_written_report_in_a_watched_folder_is_read_from_there() {
    let mut folder = Folder::new();
    folder.write("review.md", REPORT);
    let here = folder.folder.path().join("logs/review.md");
    folder.append("s.jsonl", &written(&here, REPORT));
    folder.follow(&[]);
    folder.settle("end.md").await;
    assert_eq!(texts(&folder.documents(2).await), [REPORT, "end.md"]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_sub_agent_s_report_and_what_its_caller_got_are_one_document() {
    let mut folder = Folder::new();
    let mut own: Value = serde_json::from_str(&assistant("u1", "m1", REPORT.trim_end())).unwrap();
    own["agentId"] = json!("a17");
    own["isSidechain"] = json!(true);
    folder.append("agent-a17.jsonl", &format!("{own}\n"));
    let note = "agentId: a17 (for resuming to continue this agent's work if needed)";
    let report = json!([{ "type": "text", "text": REPORT.trim_end() }, { "type": "text", "text": note }]);
    let answer = json!([{ "type": "tool_result", "tool_use_id": "t1", "content": report }]);
    let mut got = said("user", "u2", json!({ "role": "user", "content": answer }));
    got["toolUseResult"] = json!({ "agentId": "a17", "content": [report[0]] });
    folder.append("s.jsonl", &format!("{got}\n"));
    folder.follow(&[]);
    folder.settle("end.md").await;
    let documents = folder.documents(2).await;
    assert_eq!(documents[0].0.source.agent.as_deref(), Some("a17"));
    let mentions = folder.store.mentions("night".to_owned(), None).await.unwrap();
    assert_eq!(mentions.len(), 1, "verdicts count once");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn claims_are_held_against_results_that_were_read_before() {
    let mut folder = Folder::new();
    let call =
        json!([{ "type": "tool_use", "id": "t1", "name": "Bash", "input": { "command": "cargo test" } }]);
    let called = said("assistant", "u1", json!({ "id": "m1", "content": call }));
    let answer = json!([{
        "type": "tool_result", "tool_use_id": "t1", "is_error": true,
        "content": "Exit code 101\ntest result: FAILED. 139 passed; 3 failed; 0 ignored; 0 measured; 0 filtered out",
    }]);
    let answered = said("user", "u2", json!({ "role": "user", "content": answer }));
    folder.append("s.jsonl", &format!("{called}\n{answered}\n"));
    folder.follow(&[]);
    folder.settle("first.md").await;
    folder.restart().await;
    folder.append("s.jsonl", &assistant("u3", "m3", "All 142 tests pass.").replace("05:46", "05:47"));
    folder.settle("second.md").await;
    // As when the session is resumed in a transcript of its own, which repeats the lines.
    folder.append("resumed.jsonl", &format!("{called}\n{answered}\n"));
    folder.settle("third.md").await;
    let lines = folder.store.lines("night".to_owned()).await.unwrap().lines;
    assert_eq!(lines.len(), 3, "each line counts once");
    let evidence = Evidence::of(lines, &Prices::default());
    let [claim] = evidence.claims.as_slice() else { panic!("{:?}", evidence.claims) };
    assert_eq!((claim.verdict, claim.said.place.line), (Verdict::Contradicted, 3));
    assert_eq!(evidence.facts.failed_commands, 1);
    let session = folder.store.session("night".to_owned()).await.unwrap().unwrap();
    assert_eq!(session.documents, 0, "a session without documents is listed");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_rewritten_transcript_adds_nothing_twice() {
    let mut folder = Folder::new();
    let first = assistant("u1", "m1", REPORT);
    let second = assistant("u2", "m2", &REPORT.replace("billing", "the store"));
    folder.append("s.jsonl", &format!("{first}{second}"));
    folder.follow(&[]);
    folder.documents(2).await;
    folder.restart().await;
    folder.settle("again.md").await;
    // As after a compaction: the older messages are gone, and the file is shorter.
    folder.write("s.jsonl", &second);
    // As when the session is resumed in a transcript of its own.
    folder.append("resumed.jsonl", &format!("{first}{second}"));
    folder.settle("end.md").await;
    let documents = folder.documents(4).await;
    assert_eq!(documents.iter().filter(|(head, _)| head.source.session.is_some()).count(), 2);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_message_that_goes_on_is_its_next_version() {
    let mut folder = Folder::new();
    folder.append("s.jsonl", &assistant("u1", "m1", REPORT));
    folder.follow(&[]);
    folder.documents(1).await;
    folder.append("s.jsonl", &assistant("u2", "m1", "That is all."));
    let documents = folder.documents(2).await;
    assert_eq!(texts(&documents), [REPORT, &format!("{REPORT}\n\nThat is all.")]);
    assert_eq!(documents[1].0.version, 2);
    assert_eq!(folder.store.list(ListQuery::default()).await.unwrap().documents.len(), 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_continued_message_changes_nothing_before() {
    let mut folder = Folder::new();
    folder.append("s.jsonl", &assistant("u1", "m1", "Spawning Step 1: analyze/ (sonnet)"));
    folder.follow(&[]);
    folder.documents(1).await;
    let before = folder.store.mentions("night".to_owned(), None).await.unwrap();
    let more = ">> Step 1 complete: analyze/ -- Sessions are kept in memory. Done.";
    let more = assistant("u2", "m1", more).replace("05:46", "05:47");
    let last = assistant("u3", "m1", "## Agent Learning\n\n**From:** analyze/ (sonnet)\n");
    folder.append("s.jsonl", &(more + &last));
    folder.documents(2).await;
    let said = folder.store.mentions("night".to_owned(), None).await.unwrap();
    assert_eq!(said[..before.len()], before);
    let times: Vec<_> = said.iter().map(|mention| (mention.place.seq, mention.at_ms)).collect();
    let (first, second) = (1_795_153_560_000, 1_795_153_620_000);
    assert_eq!(times, [(1, first), (2, second), (2, second)]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_excluded_is_left_out() {
    let mut folder = Folder::new();
    folder.write(".harmonyignore", "# not yet ready\ndrafts/\n");
    folder.write("drafts/a.md", "draft");
    folder.write("b.tmp.md", "temporary");
    folder.follow(&["*.tmp.md"]);
    folder.settle("first.md").await;
    folder.write("drafts/later.md", "draft");
    folder.write("later.tmp.md", "temporary");
    folder.settle("last.md").await;
    assert_eq!(texts(&folder.documents(2).await), ["first.md", "last.md"]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn thousands_of_files_are_taken_in() {
    let mut folder = Folder::new();
    for number in 0..3_000 {
        folder.write(&format!("{}/{number}.md", number % 20), &format!("note {number}"));
    }
    folder.follow(&[]);
    folder.settle("end.md").await;
    assert_eq!(folder.store.feed().await.unwrap().totals.documents, 3_001);
}
