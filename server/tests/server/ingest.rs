//! `harmony ingest`, against a server on this machine and into a file.

use std::net::SocketAddr;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::sync::Arc;

use serde_json::{Value, json};
use server::router::router;
use server::security::{AllowedHosts, Guard, Token};
use server::serve::{READ_WITHIN, serve};
use server::state::AppState;
use server::store::{SharedStore, SqliteStore};
use tempfile::TempDir;
use tokio::net::TcpListener;
use tokio_util::sync::{CancellationToken, DropGuard};

use crate::requests::temporary_store;

const REPORT: &str = "# Review Report: billing\n\n## Verdict: APPROVED\n## Score: 91%\n";
const TOKEN: &str = "a-long-random-word-0123456789";

struct Running {
    address: SocketAddr,
    state: AppState,
    _shutdown: DropGuard,
}

async fn start(token: Option<&str>) -> Running {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let shutdown = CancellationToken::new();
    let guard = Guard::new(AllowedHosts::new(address, &[]), token.map(Token::new));
    let state = AppState::new(temporary_store(), guard, shutdown.clone());
    tokio::spawn(serve(listener, router(state.clone()), READ_WITHIN, shutdown.clone()));
    Running { address, state, _shutdown: shutdown.drop_guard() }
}

fn folder(files: &[(&str, &[u8])]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, raw) in files {
        std::fs::write(folder.path().join(name), raw).unwrap();
    }
    folder
}

async fn ingest(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_harmony"));
    command
        .arg("ingest")
        .args(arguments)
        .current_dir(folder)
        .env_remove("HARMONY_TOKEN")
        .env("HOME", folder)
        .stdin(Stdio::null());
    tokio::task::spawn_blocking(move || command.output().unwrap()).await.unwrap()
}

fn stdout(output: &Output) -> Vec<&str> {
    std::str::from_utf8(&output.stdout).unwrap().lines().collect()
}

fn stderr(output: &Output) -> &str {
    std::str::from_utf8(&output.stderr).unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn files_are_sent_once_however_often_they_are() {
    let server = start(None).await;
    let folder = folder(&[
        ("a.md", REPORT.as_bytes()),
        ("latin.md", b"caf\xe9"),
        ("log.jsonl", b"{\"a\": 1}\n{\"a\": 2}\n"),
    ]);
    let to = format!("http://{}", server.address);
    let arguments =
        ["a.md", "latin.md", "log.jsonl", "--to", &to, "--session", "night", "--commit", "c1", "--run", "17"];
    let first = ingest(folder.path(), &arguments).await;
    assert_eq!(first.status.code(), Some(0), "{}", stderr(&first));
    let lines = stdout(&first);
    assert!(lines[0].starts_with("stored a.md: 5.1, /documents/"), "{lines:?}");
    assert_eq!(lines[3], "3 stored, 0 known, 0 refused");
    let again = ingest(folder.path(), &arguments).await;
    assert_eq!(stdout(&again)[3], "0 stored, 3 known, 0 refused");
    let (elsewhere, file) = (tempfile::tempdir().unwrap(), folder.path().join("a.md"));
    let file = file.to_str().unwrap();
    let otherwise_named = [file, "--to", &to, "--session", "night", "--commit", "c1", "--run", "17"];
    let known = ingest(elsewhere.path(), &otherwise_named).await;
    assert_eq!(stdout(&known)[1], "0 stored, 1 known, 0 refused", "{:?}", stdout(&known));

    let documents = server.state.store.feed().await.unwrap().documents;
    assert_eq!(documents.len(), 3);
    for head in &documents {
        let source = serde_json::to_value(&head.source).unwrap();
        assert_eq!(
            (&source["session"], &source["commit"], &source["ci_run"]),
            (&json!("night"), &json!("c1"), &json!("17"))
        );
    }
    assert!(documents.iter().any(|head| head.not_utf8));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn refused_texts_are_reported_and_the_rest_is_stored() {
    let server = start(Some(TOKEN)).await;
    let folder = folder(&[("a.md", REPORT.as_bytes()), ("empty.md", b" \n")]);
    let to = format!("http://{}", server.address);
    let output = ingest(folder.path(), &["a.md", "empty.md", "--to", &to, "--token", TOKEN, "--json"]).await;
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    let lines: Vec<Value> = stdout(&output).iter().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(
        (&lines[0]["outcome"], &lines[0]["format"], &lines[0]["version"]),
        (&json!("stored"), &json!("5.1"), &json!(1))
    );
    assert_eq!((&lines[1]["outcome"], &lines[1]["reason"]), (&json!("refused"), &json!("the text is empty")));

    let untrusted = ingest(folder.path(), &["a.md", "--to", &to]).await;
    assert_eq!(untrusted.status.code(), Some(2));
    assert!(stderr(&untrusted).contains("requires a token"), "{}", stderr(&untrusted));
    let missing = ingest(folder.path(), &["a.md", "missing.md", "--to", &to, "--token", TOKEN]).await;
    assert_eq!(missing.status.code(), Some(2));
    assert!(stderr(&missing).contains("missing.md"));
    assert_eq!(stdout(&missing).last(), Some(&"0 stored, 1 known, 0 refused"));
}

#[cfg(unix)]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn links_lead_to_what_lies_in_the_folder_alone() {
    use std::os::unix::fs::symlink;

    let elsewhere = folder(&[("private.md", REPORT.as_bytes())]);
    let folder = folder(&[("a.md", REPORT.as_bytes())]);
    let reports = folder.path().join("reports");
    std::fs::create_dir(&reports).unwrap();
    std::fs::write(reports.join("b.md"), "inside").unwrap();
    symlink(reports.join("b.md"), reports.join("inside.md")).unwrap();
    symlink(elsewhere.path().join("private.md"), reports.join("out.md")).unwrap();
    symlink(elsewhere.path(), reports.join("folder-out")).unwrap();
    let output = ingest(folder.path(), &["reports", "--store", "new.sqlite", "--create"]).await;
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert_eq!(stdout(&output).last(), Some(&"1 stored, 1 known, 0 refused"), "{:?}", stdout(&output));
    assert!(stderr(&output).contains("out.md is left out: the link leads out of the folder"));

    // A link that is named itself is followed.
    let output = ingest(folder.path(), &["reports/out.md", "--store", "new.sqlite"]).await;
    assert_eq!(stdout(&output).last(), Some(&"1 stored, 0 known, 0 refused"), "{:?}", stdout(&output));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_transcript_goes_straight_into_a_store() {
    let line = |uuid: &str, words: &str| {
        let content = json!([{ "type": "text", "text": words }]);
        json!({ "type": "assistant", "uuid": uuid, "sessionId": "night", "message": { "id": uuid, "content": content } })
    };
    let transcript = format!("{}\n{}\n", line("m1", "Only talk."), line("m2", REPORT));
    let folder = folder(&[("s.jsonl", transcript.as_bytes())]);
    for expected in ["1 stored, 0 known, 0 refused", "0 stored, 1 known, 0 refused"] {
        let output = ingest(folder.path(), &["s.jsonl", "--store", "new.sqlite", "--create"]).await;
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        assert_eq!(stdout(&output).last(), Some(&expected));
    }
    let store: SharedStore = Arc::new(SqliteStore::open(&folder.path().join("new.sqlite"), 1).unwrap());
    let documents = store.feed().await.unwrap().documents;
    assert_eq!(documents[0].source.session.as_deref(), Some("night"));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_that_is_not_there_is_named() {
    let folder = folder(&[("a.md", REPORT.as_bytes())]);
    let nobody = TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap();
    for scheme in ["http", "https"] {
        let output = ingest(folder.path(), &["a.md", "--to", &format!("{scheme}://{nobody}")]).await;
        assert_eq!(output.status.code(), Some(2));
        let expected = format!("{scheme}://{nobody} can't be reached: is Harmony running there?");
        assert!(stderr(&output).contains(&expected), "{}", stderr(&output));
    }
    let output = ingest(folder.path(), &["a.md", "--to", "ftp://127.0.0.1"]).await;
    assert_eq!(output.status.code(), Some(2));
    assert!(
        stderr(&output).contains("`ftp://127.0.0.1` is not the address of a server"),
        "{}",
        stderr(&output)
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_address_and_a_token_are_taken_as_a_person_types_them() {
    let server = start(Some(TOKEN)).await;
    let folder = folder(&[("a.md", REPORT.as_bytes())]);
    let port = server.address.port().to_string();
    let addresses =
        [port.clone(), format!(":{port}"), format!("127.0.0.1:{port}"), format!("localhost:{port}/")];
    for (address, expected) in
        addresses.iter().zip(["1 stored, 0 known", "0 stored, 1 known"].into_iter().cycle())
    {
        let output = ingest(folder.path(), &["a.md", "--to", address, "--token", TOKEN]).await;
        assert_eq!(output.status.code(), Some(0), "{address}: {}", stderr(&output));
        let last = stdout(&output).last().copied().unwrap_or_default().to_owned();
        assert!(last.starts_with(expected) || last.starts_with("0 stored, 1 known"), "{address}: {last}");
    }
    for (token, said) in
        [(&["--token", "wrong"][..], "the token is not one of this server"), (&[], "requires a token")]
    {
        let arguments = [&["a.md", "--to", &port], token].concat();
        let output = ingest(folder.path(), &arguments).await;
        assert_eq!(output.status.code(), Some(2));
        for word in [said, "`--token TOKEN`", "HARMONY_TOKEN"] {
            assert!(stderr(&output).contains(word), "{word}: {}", stderr(&output));
        }
    }
}

#[tokio::test]
async fn a_mistyped_store_is_not_created() {
    let folder = folder(&[("a.md", REPORT.as_bytes()), ("other.sqlite", b"SQLite format 3\0")]);
    let created = ingest(folder.path(), &["a.md", "--store", "night.sqlite", "--create"]).await;
    assert_eq!(created.status.code(), Some(0), "{}", stderr(&created));
    let files = || {
        let mut names: Vec<_> =
            folder.path().read_dir().unwrap().map(|entry| entry.unwrap().file_name()).collect();
        names.sort();
        names
    };
    let before = files();
    let run = |arguments: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_harmony"))
            .args(arguments)
            .current_dir(folder.path())
            .env("HOME", folder.path())
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        stderr(&output).to_owned()
    };
    for command in [
        &["ingest", "a.md"][..],
        &["backup", "copy.sqlite"],
        &["reparse"],
        &["quarantine", "list"],
        &["quarantine", "check", "chain", "a"],
    ] {
        let near = run(&[command, &["--store", "nights.sqlite"]].concat());
        assert!(
            near.contains("no store at nights.sqlite: name another with --store: night.sqlite"),
            "{near}"
        );
        assert!(!near.contains("other.sqlite"), "{near}");
        assert_eq!(near.contains("create it with --create"), command[0] == "ingest", "{near}");
        let nowhere = run(&[command, &["--store", "nowhere/night.sqlite"]].concat());
        assert!(nowhere.contains("there is no store at nowhere/night.sqlite"), "{nowhere}");
    }
    let refused = run(&["ingest", "a.md", "--store", "nowhere/night.sqlite", "--create"]);
    assert!(refused.contains("mkdir -p nowhere"), "{refused}");
    let refused = run(&["serve", "--listen", "127.0.0.1:0", "--store", "nowhere/night.sqlite"]);
    assert!(refused.contains("mkdir -p nowhere"), "{refused}");
    assert_eq!(files(), before);
}

#[tokio::test]
async fn surprises_are_noted() {
    let line = r##"{"type":"assistant","sessionId":"s","message":{"id":"m","content":[{"type":"text","text":"# Review Report: a\n\n## Verdict: APPROVED\n## Score: 91%\n"}]}}"##;
    let folder = folder(&[("a.md", REPORT.as_bytes()), ("s.jsonl", format!("{line}\n").as_bytes())]);
    let noted = async |arguments: &[&str]| {
        let output = ingest(folder.path(), arguments).await;
        (output.status.code(), stderr(&output).to_owned())
    };
    let to_store = |file: &'static str| ["a.md", "--store", file, "--create"];
    let (status, note) = noted(&to_store("new.sqlite")).await;
    assert_eq!(status, Some(0));
    assert!(note.contains("created a store at new.sqlite"), "{note}");
    assert_eq!(noted(&to_store("new.sqlite")).await, (Some(0), String::new()));

    let (status, note) = noted(&["s.jsonl", "--store", "new.sqlite", "--session", "night-42"]).await;
    assert_eq!(status, Some(0));
    assert!(note.contains("s.jsonl is a transcript") && note.contains("night-42"), "{note}");

    #[cfg(unix)]
    {
        let output = ingest(folder.path(), &["/dev/null", "--store", "new.sqlite"]).await;
        let refused = "refused /dev/null: the text is empty";
        assert_eq!((output.status.code(), stdout(&output).first()), (Some(1), Some(&refused)));
    }
}
