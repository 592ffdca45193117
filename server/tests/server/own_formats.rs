//! Formats that a team declares in files, from the command and in a running server.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::process::{Connection, Harmony};
use crate::requests::Server;

const FORMAT: &str = "name = \"Deploy Note\"\nheading = \"Deploy Note\"\ngate = 11\n[fields]\n\
                      title = { title = true, required = true }\n\
                      state = { label = \"State\", words = [\"done\", \"failed\"], required = true }\n\
                      [hints]\nverdict = \"state\"\npass = [\"done\"]\nfail = [\"failed\"]\n";
const NOTE: &str = "# Deploy Note: sessions\n\n**State:** done\n";

fn harmony(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_harmony"));
    command.args(arguments).current_dir(folder).env_remove("HARMONY_FORMATS").output().unwrap()
}

fn stdout(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn project() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("formats")).unwrap();
    fs::write(folder.path().join("formats/deploy-note.format.toml"), FORMAT).unwrap();
    fs::write(folder.path().join("note.md"), NOTE).unwrap();
    folder
}

#[test]
fn commands_read_by_the_formats_of_a_folder_and_of_a_project() {
    let project = project();
    let path = project.path();
    assert_eq!(harmony(path, &["check", "note.md"]).status.code(), Some(2), "no format is known yet");
    assert_eq!(harmony(path, &["check", "--formats", "formats", "note.md"]).status.code(), Some(0));
    fs::write(path.join("harmony.toml"), "[formats]\nfolders = [\"formats\"]\n").unwrap();
    let read: Value = serde_json::from_str(&stdout(&harmony(path, &["parse", "note.md"]))).unwrap();
    assert_eq!((&read["format"], &read["data"]["state"]), (&"deploy-note".into(), &"done".into()));
    fs::write(path.join("note.md"), NOTE.replace("done", "don")).unwrap();
    let checked = harmony(path, &["check", "note.md"]);
    assert_eq!(checked.status.code(), Some(1));
    assert!(stdout(&checked).contains("help: Write `done`"), "{}", stdout(&checked));
}

#[test]
fn a_wrong_file_is_reported_with_a_caret_and_keeps_no_other_out() {
    let project = project();
    let path = project.path();
    let wrong = FORMAT.replace("Deploy Note", "Other").replace("words", "wrods");
    fs::write(path.join("formats/other.format.toml"), wrong).unwrap();
    let checked = harmony(path, &["check", "--formats", "formats", "note.md"]);
    assert!(stdout(&checked).contains("no issues in 1 block"), "{checked:?}");
    assert_eq!(checked.status.code(), Some(2), "texts of the other format are not recognized");
    let reported = String::from_utf8_lossy(&checked.stderr).into_owned();
    let says_where = |reported: &str| {
        reported.contains("`wrods` is no key")
            && reported.contains("other.format.toml:6")
            && reported.contains("^^^^^")
    };
    assert!(says_where(&reported), "{reported}");
    let checked = harmony(path, &["format", "check", "formats/other.format.toml"]);
    assert_eq!(checked.status.code(), Some(2));
    assert!(says_where(&String::from_utf8_lossy(&checked.stderr)), "{checked:?}");
}

#[test]
fn a_command_that_reads_texts_fails_if_a_file_declares_no_format() {
    let project = project();
    let path = project.path();
    let store = ["ingest", "--store", "harmony.sqlite", "--create", "--formats", "formats", "note.md"];
    let commands: [&[&str]; 5] = [
        &["check", "--formats", "formats", "note.md"],
        &["parse", "--formats", "formats", "note.md"],
        &["render", "--formats", "formats", "note.md", "-o", "note.html"],
        &["contract", "check", "--formats", "formats"],
        &store,
    ];
    for command in commands {
        assert_eq!(harmony(path, command).status.code(), Some(0), "{command:?}");
    }
    // The second of two files that declare the same format declares none.
    fs::write(path.join("formats/twin.format.toml"), FORMAT).unwrap();
    for command in commands {
        let output = harmony(path, command);
        assert_eq!(output.status.code(), Some(2), "{command:?}");
        let reported = String::from_utf8_lossy(&output.stderr);
        assert!(reported.contains("another file declares `deploy-note` already"), "{reported}");
    }
}

#[test]
fn the_log_of_a_server_shows_where_a_file_is_wrong() {
    let project = project();
    let path = project.path();
    let log = path.join("log");
    let output = path.join("output");
    let logged = || fs::read_to_string(&log).unwrap_or_default();
    let is_open = || fs::read_to_string(&output).unwrap_or_default().contains("http://127");
    let wait = |is_so: &dyn Fn() -> bool| {
        let start = Instant::now();
        while !is_so() {
            assert!(start.elapsed() < Duration::from_secs(20), "{}", logged());
            std::thread::sleep(Duration::from_millis(50));
        }
    };
    let wrong = |name: &str| {
        let wrong = FORMAT.replace("Deploy Note", name).replace("words", "wrods");
        fs::write(path.join(format!("formats/{name}.format.toml")), wrong).unwrap();
    };
    wrong("first");
    let server = Command::new(env!("CARGO_BIN_EXE_harmony"))
        .args(["serve", "--listen", "127.0.0.1:0", "--store", "harmony.sqlite", "--formats", "formats"])
        .current_dir(path)
        .env_remove("HARMONY_TOKEN")
        .stdin(Stdio::null())
        .stdout(fs::File::create(&output).unwrap())
        .stderr(fs::File::create(&log).unwrap())
        .spawn()
        .unwrap();
    let _server = Killed(server);
    wait(&|| is_open() && logged().contains("first.format.toml:6:") && logged().contains("^^^^^"));
    wrong("second");
    wait(&|| logged().contains("second.format.toml:6:") && logged().matches("^^^^^").count() > 1);
}

/// Ends with the test.
struct Killed(Child);

impl Drop for Killed {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn a_folder_is_checked_and_a_number_in_a_heading_is_warned_of() {
    let project = project();
    let path = project.path();
    let errors = |output: &std::process::Output| String::from_utf8_lossy(&output.stderr).into_owned();
    fs::write(path.join("formats/incident.format.toml"), FORMAT.replace("Deploy Note", "INC-2026-041"))
        .unwrap();
    let checked = harmony(path, &["format", "check", "formats"]);
    let reported = errors(&checked);
    assert_eq!(checked.status.code(), Some(0), "{reported}");
    assert_eq!(stdout(&checked).matches(" declares ").count(), 2, "{}", stdout(&checked));
    assert!(reported.contains("warning") && reported.contains("write `INC-{id}`"), "{reported}");
    assert!(!reported.contains("Deploy Note"), "{reported}");

    fs::create_dir(path.join("empty")).unwrap();
    fs::write(path.join("empty/incident.toml"), FORMAT).unwrap();
    let why = "no file in empty ends with `.format.toml`; is `incident.toml` meant?";
    for arguments in [&["format", "check", "empty"][..], &["check", "--formats", "empty", "note.md"]] {
        let checked = harmony(path, arguments);
        assert_eq!(checked.status.code(), Some(2));
        assert!(errors(&checked).contains(why), "{}", errors(&checked));
    }
}

#[test]
fn a_file_is_written_checked_and_tried_on_its_examples() {
    let project = project();
    let path = project.path();
    let new = harmony(path, &["format", "new", "Release \"Notes\""]);
    fs::write(path.join("new.format.toml"), &new.stdout).unwrap();
    let checked = harmony(path, &["format", "check", "new.format.toml"]);
    assert_eq!(checked.status.code(), Some(0), "{}", stdout(&checked));

    let file = ["format", "check", "formats/deploy-note.format.toml"];
    fs::write(path.join("formats/deploy-note.pass.md"), NOTE).unwrap();
    fs::write(path.join("formats/deploy-note.short.fail.md"), "# Deploy Note: a\n").unwrap();
    let tried = harmony(path, &file);
    assert_eq!(tried.status.code(), Some(0), "{}", stdout(&tried));
    assert!(stdout(&tried).contains("2 examples tried"), "{}", stdout(&tried));
    fs::write(path.join("formats/deploy-note.fail.md"), NOTE).unwrap();
    let tried = harmony(path, &file);
    assert_eq!(tried.status.code(), Some(1));
    assert!(stdout(&tried).contains("should fail, and has no error"), "{}", stdout(&tried));
}

/// A server over the formats of a project, and its store.
struct Running {
    server: Harmony,
    connection: Connection,
}

impl Running {
    fn start(project: &Path) -> Self {
        let (store, folder) = (project.join("harmony.sqlite"), project.join("formats"));
        let server = Harmony::start_with(&store, &["--formats", folder.to_str().unwrap()]).unwrap();
        let connection = server.connect().unwrap();
        Self { server, connection }
    }

    fn send(&self, project: &Path, file: &str) {
        let sent = harmony(project, &["ingest", "--to", &format!("http://{}", self.server.address), file]);
        assert_eq!(sent.status.code(), Some(0), "{}", String::from_utf8_lossy(&sent.stderr));
    }

    /// Returns the documents of a list.
    fn list(&mut self, query: &str) -> Vec<Value> {
        let (_, body) = self.connection.get(&format!("/api/documents{query}")).unwrap();
        serde_json::from_slice::<Value>(&body).unwrap()["documents"].as_array().cloned().unwrap_or_default()
    }

    /// Returns the first block of the newest document.
    fn block(&mut self) -> Value {
        self.list("")[0]["blocks"][0].clone()
    }

    fn page(&mut self, path: &str) -> String {
        let (status, page) = self.connection.get(path).unwrap();
        assert_eq!(status, 200, "{path}");
        String::from_utf8_lossy(&page).into_owned()
    }

    /// Returns the page of the newest document.
    fn document(&mut self) -> String {
        let id = self.list("")[0]["id"].clone();
        self.page(&format!("/documents/{}", id.as_str().unwrap()))
    }

    #[track_caller]
    fn wait(&mut self, what: &str, mut is_so: impl FnMut(&mut Self) -> bool) {
        let start = Instant::now();
        while !is_so(self) {
            assert!(start.elapsed() < Duration::from_secs(20), "{what}");
            std::thread::sleep(Duration::from_millis(50));
        }
    }
}

fn format_file(project: &Path) -> PathBuf {
    project.join("formats/deploy-note.format.toml")
}

#[test]
fn what_is_read_says_by_which_version_of_a_format() {
    let project = project();
    let path = project.path();
    let version = |declared: &str| {
        let read = harmony(path, &["parse", "--formats", "formats", "note.md"]);
        let version = serde_json::from_str::<Value>(&stdout(&read)).unwrap()["version"].clone();
        let (words, digest) = version.as_str().unwrap().rsplit_once('+').unwrap();
        assert_eq!((words, digest.len()), (declared, 8));
        digest.to_owned()
    };
    let first = version("1.0");
    assert_eq!(version("1.0"), first, "the same file");
    fs::write(format_file(path), format!("version = \"2.1\"\n{FORMAT}")).unwrap();
    assert_ne!(version("2.1"), first);
    let checked = harmony(path, &["check", "--format", "json", "--formats", "formats", "note.md"]);
    let checked: Value = serde_json::from_str(&stdout(&checked)).unwrap();
    assert!(checked["files"][0]["blocks"][0]["version"].as_str().unwrap().starts_with("2.1+"));
    fs::write(path.join("note.md"), "# Review Report: a\n\n## Verdict: APPROVED\n").unwrap();
    let built_in = harmony(path, &["parse", "--formats", "formats", "note.md"]);
    assert_eq!(serde_json::from_str::<Value>(&stdout(&built_in)).unwrap().get("version"), None);
}

#[test]
fn a_format_is_learned_from_examples() {
    let project = project();
    let path = project.path();
    let note = |name: &str, state: &str| {
        let note = format!("# Shift Note: {name}\n\n**State:** {state}\n\n## Open\n\n- nothing of worth\n");
        fs::write(path.join(name), note).unwrap();
    };
    note("one.md", "done");
    note("two.md", "failed");
    let learned = harmony(path, &["format", "learn", "one.md", "two.md"]);
    assert_eq!(learned.status.code(), Some(0), "{}", String::from_utf8_lossy(&learned.stderr));
    assert!(stdout(&learned).contains("# Learned from one.md, two.md."), "{}", stdout(&learned));
    fs::write(path.join("formats/shift-note.format.toml"), &learned.stdout).unwrap();
    fs::copy(path.join("one.md"), path.join("formats/shift-note.pass.md")).unwrap();
    let tried = harmony(path, &["format", "check", "formats/shift-note.format.toml"]);
    assert_eq!(tried.status.code(), Some(0), "{}", stdout(&tried));
    note("three.md", "done");
    let read = harmony(path, &["parse", "--formats", "formats", "three.md"]);
    let read: Value = serde_json::from_str(&stdout(&read)).unwrap();
    assert_eq!((&read["format"], &read["data"]["state"]), (&"shift-note".into(), &"done".into()));

    let named = harmony(path, &["format", "learn", "--name", "Handover", "one.md"]);
    assert!(stdout(&named).contains("name = \"Handover\""), "{}", stdout(&named));
    for (examples, error) in [
        (&["one.md", "note.md"][..], "`Shift Note`, `Deploy Note`"),
        (&["nowhere.md"][..], "can't be read"),
        (&["formats/deploy-note.format.toml"][..], "neither a heading nor a JSON object"),
    ] {
        let refused = harmony(path, &[&["format", "learn"], examples].concat());
        let reported = String::from_utf8_lossy(&refused.stderr).into_owned();
        assert_eq!(refused.status.code(), Some(2), "{reported}");
        assert!(reported.contains(error) && refused.stdout.is_empty(), "{reported}");
    }
}

#[test]
fn a_server_takes_up_a_changed_format_and_parses_again() {
    let project = project();
    let path = project.path();
    let mut running = Running::start(path);
    running.send(path, "note.md");
    let first = running.block();
    assert_eq!(first["summary"]["state"], "passed");
    let version = first["format_version"].as_str().unwrap();
    assert!(running.document().contains(version));
    fs::write(format_file(path), FORMAT.replace("pass = [\"done\"]", "pass = []")).unwrap();
    running.wait("the change is taken up", |running| running.block()["summary"]["state"] == "none");
    let second = running.block()["format_version"].clone();
    assert_ne!(second, version);
    let page = running.page("/contract/deploy-note?tab=contract");
    assert!(page.contains("A format of your team") && page.contains(second.as_str().unwrap()));
    running.page("/harmony?gate=11");

    fs::remove_file(format_file(path)).unwrap();
    running.wait("the format is gone", |running| running.block().is_null());
    fs::write(format_file(path), FORMAT).unwrap();
    running.wait("the format is back", |running| running.block()["format_version"] == version);
}

#[test]
fn of_several_changes_the_last_one_counts() {
    let project = project();
    let path = project.path();
    let mut running = Running::start(path);
    for number in 0..300 {
        let text = NOTE.replace("sessions", &format!("sessions {number}"));
        assert_eq!(running.connection.deliver(&format!("note {number}"), &text).unwrap().0, 201);
    }
    for turn in 0..20 {
        fs::write(format_file(path), format!("version = \"2.{turn}\"\n{FORMAT}")).unwrap();
        std::thread::sleep(Duration::from_millis(40));
    }
    let is_last = |document: &Value| {
        let version = &document["blocks"][0]["format_version"];
        version.as_str().is_some_and(|version| version.starts_with("2.19+"))
    };
    running.wait("the last version is taken up", |running| running.list("").iter().all(is_last));
    let end = running.list("")[49]["seq"].as_u64().unwrap();
    for before in [end, 150, 50, 10] {
        let query = format!("?before={before}");
        running.wait("by all documents", |running| running.list(&query).iter().all(is_last));
    }
}

#[test]
fn a_server_takes_up_what_changed_while_it_was_off() {
    let project = project();
    let path = project.path();
    let mut running = Running::start(path);
    running.send(path, "note.md");
    assert_eq!(running.block()["summary"]["state"], "passed");
    drop(running);
    fs::write(format_file(path), FORMAT.replace("pass = [\"done\"]", "pass = []")).unwrap();
    let mut running = Running::start(path);
    running.wait("the change is taken up", |running| running.block()["summary"]["state"] == "none");
    drop(running);

    // Another process stores a document that it reads by no format.
    fs::write(path.join("other.md"), NOTE.replace("sessions", "baskets")).unwrap();
    let stored = harmony(path, &["ingest", "--store", "harmony.sqlite", "other.md"]);
    assert_eq!(stored.status.code(), Some(0));
    let mut running = Running::start(path);
    running.wait("it is read by the format", |running| running.list("?format=deploy-note").len() == 2);
    drop(running);

    // A command is as good as a server.
    fs::write(format_file(path), FORMAT).unwrap();
    let reparsed = harmony(path, &["reparse", "--store", "harmony.sqlite", "--formats", "formats"]);
    assert!(stdout(&reparsed).contains("2 changed"), "{}", stdout(&reparsed));
    let mut running = Running::start(path);
    assert_eq!(running.block()["summary"]["state"], "passed");
    drop(running);

    // One that names no folder reads by the formats that the store keeps.
    let reparsed = harmony(path, &["reparse", "--store", "harmony.sqlite"]);
    assert!(stdout(&reparsed).contains("0 changed"), "{}", stdout(&reparsed));
    fs::write(path.join("third.md"), NOTE.replace("sessions", "orders")).unwrap();
    let stored = harmony(path, &["ingest", "--store", "harmony.sqlite", "third.md"]);
    assert!(stdout(&stored).contains("deploy-note"), "{}", stdout(&stored));

    // A store that no server has served doesn't know the format.
    let stored = ["ingest", "--store", "other.sqlite", "--create", "--formats", "formats", "third.md"];
    assert_eq!(harmony(path, &stored).status.code(), Some(0));
    let reparsed = harmony(path, &["reparse", "--store", "other.sqlite"]);
    assert!(stdout(&reparsed).contains("0 changed"), "{}", stdout(&reparsed));
    assert!(String::from_utf8_lossy(&reparsed.stderr).contains("1 of other formats"), "{reparsed:?}");
    let empty = tempfile::tempdir().unwrap();
    let given_up = ["reparse", "--store", "other.sqlite", "--formats", empty.path().to_str().unwrap()];
    let reparsed = harmony(path, &given_up);
    assert!(stdout(&reparsed).contains("1 changed"), "{}", stdout(&reparsed));
}

#[test]
fn the_last_good_version_of_a_format_goes_on() {
    let project = project();
    let path = project.path();
    let mut running = Running::start(path);
    running.send(path, "note.md");
    let version = running.block()["format_version"].clone();
    let wrong = FORMAT.replace("words", "wrods");
    fs::write(format_file(path), &wrong).unwrap();
    let says_where = |page: &str| page.contains("deploy-note.format.toml:6:") && page.contains("^^^^^");
    running.wait("it is shown", |running| says_where(&running.page("/contract")));
    assert!(says_where(&running.page("/contract/deploy-note")), "on its own page");
    assert_eq!(running.block()["format_version"], version);
    drop(running);

    let mut running = Running::start(path);
    assert!(says_where(&running.page("/contract")));
    fs::write(path.join("other.md"), NOTE.replace("sessions", "baskets")).unwrap();
    running.send(path, "other.md");
    assert_eq!(running.block()["format_version"], version, "after a restart, too");
    assert!(running.document().contains("class=\"viewer\""), "with its viewer");

    fs::write(format_file(path), FORMAT.replace("gate = 11", "gate = 12")).unwrap();
    running.wait("the change is taken up", |running| running.block()["format_version"] != version);
    assert!(!running.page("/contract").contains("declares no format"));
}

#[test]
fn documents_keep_what_was_read_by_a_format_that_cannot_be_read_by_any_more() {
    let project = project();
    let path = project.path();
    let mut running = Running::start(path);
    running.send(path, "note.md");
    let block = running.block();
    drop(running);
    // As if a newer Harmony refused what an older one took.
    let wrong = FORMAT.replace("words", "wrods");
    fs::write(format_file(path), &wrong).unwrap();
    let store = rusqlite::Connection::open(path.join("harmony.sqlite")).unwrap();
    store.execute("UPDATE catalog SET formats = replace(formats, 'words', 'wrods')", []).unwrap();
    drop(store);
    for _ in 0..2 {
        let mut running = Running::start(path);
        std::thread::sleep(Duration::from_millis(500));
        assert_eq!(running.block(), block);
        let page = running.document();
        assert!(page.contains("can’t read by at present") && page.contains("Deploy Note"), "{page}");
        assert!(page.contains(block["format_version"].as_str().unwrap()));
    }
    fs::write(format_file(path), FORMAT.replace("pass = [\"done\"]", "pass = []")).unwrap();
    let mut running = Running::start(path);
    running.wait("the change is taken up", |running| running.block()["summary"]["state"] == "none");
}

#[test]
fn a_format_is_quarantined_by_its_id_or_its_name() {
    let project = project();
    let path = project.path();
    let mut running = Running::start(path);
    running.send(path, "note.md");
    let address = format!("http://{}", running.server.address);
    for name in ["deploy-note", "Deploy Note"] {
        let quarantine = |words: &[&str]| {
            let words = [&["quarantine"], words, &["format", name, "--to", &address]].concat();
            harmony(path, &words).status.code()
        };
        assert!(!running.page("/contract").contains("quarantine-badge"), "{name}");
        assert_eq!(quarantine(&["add", "--reason", "It loops."]), Some(0));
        assert!(running.page("/contract").contains("quarantine-badge"), "{name}");
        assert!(running.page("/contract/deploy-note").contains("It loops."), "{name}");
        assert_eq!(quarantine(&["release"]), Some(0));
    }
}

#[test]
fn a_gate_of_a_team_is_on_the_page_of_all_gates() {
    let project = project();
    let folder = project.path().join("formats");
    let file = FORMAT.replace("gate = 11", "gate = \"Security sign-off\"").replace("Deploy Note", "Sign-off");
    fs::write(folder.join("sign-off.format.toml"), file).unwrap();
    let mut running = Running::start(project.path());
    let texts = ["# Sign-off: a\n\n**State:** done\n", "# Sign-off: b\n", NOTE];
    for (number, text) in texts.into_iter().enumerate() {
        running.connection.deliver(&number.to_string(), text).unwrap();
    }
    let body = running.page("/api/health");
    let health: Value = serde_json::from_str(&body).unwrap();
    assert_eq!(health["health"]["overall"]["day"]["traces"], 3, "{body}");
    let gates = health["health"]["gates"].as_object().unwrap();
    let (number, own) = gates.iter().find(|(gate, _)| *gate != "11").unwrap();
    assert_eq!((&own["day"]["traces"], &own["day"]["failed"]), (&2.into(), &1.into()));
    assert_eq!(health["health"]["states"][number], "failed");

    let all = running.page("/harmony");
    let (_, own) = all.split_once("Your gates").unwrap();
    assert!(own.contains(&format!("/harmony?gate={number}")) && own.contains("50 %"), "{own}");
    let gate = running.page(&format!("/harmony?gate={number}"));
    assert!(gate.contains("Gate Security sign-off") && gate.contains("Sign-off"), "{gate}");
    let (_, records) = gate.split_once("Newest records").unwrap();
    assert!(!records.contains("Deploy Note: sessions"), "only the records of the gate");
    for unknown in ["100", "Unknown"] {
        for page in ["/harmony", "/api/traces", "/api/health"] {
            assert_eq!(running.connection.get(&format!("{page}?gate={unknown}")).unwrap().0, 400, "{page}");
        }
    }
    let named = "?gate=security%20Sign-off";
    assert!(running.page(&format!("/harmony{named}")).contains("Gate Security sign-off"));
    let traces: Value = serde_json::from_str(&running.page(&format!("/api/traces{named}"))).unwrap();
    let traces = traces["traces"].as_array().unwrap();
    assert_eq!(traces.len(), 2);
    assert!(traces.iter().all(|trace| trace["gate_name"] == "Security sign-off"), "{traces:?}");
    let of_contract: Value =
        serde_json::from_str(&running.page("/api/traces?gate=chain+completion")).unwrap();
    assert_eq!(of_contract["traces"][0]["gate_name"], "Chain Completion");
    assert!(running.page(&format!("/api/health{named}")).contains("Security sign-off"));
}

#[tokio::test]
async fn a_page_proposes_a_format_and_shows_drafts_of_it() {
    let server = Server::new();
    let form = "application/x-www-form-urlencoded";
    let memo = "# Shift Memo: a </textarea><script>night\n\n**State:** failed\n\n## Open\n\n- a fix\n";
    let stored = server.post("/api/documents?path=memo.md", "text/markdown", memo).await.json();
    let id = stored["documents"][0]["id"].as_str().unwrap().to_owned();
    let page = format!("/documents/{id}/format");
    assert!(server.get(&format!("/documents/{id}")).await.text().contains(&format!("href=\"{page}\"")));
    let proposal = server.get(&page).await.text().to_owned();
    for words in [
        "name = \"Shift Memo\"",
        "as in `a &lt;/textarea>&lt;script>night`",
        "Fields stated: 3 of 3; no issues.",
    ] {
        assert!(proposal.contains(words), "{words}: {proposal}");
    }

    let draft = "source=name+%3D+%22Other%22%0D%0Aheading+%3D+%22Shift+Memo%22%0D%0A%5Bfields%5D%0D%0Aa+%3D+%7B+label+%3D+%22State%22%2C+type+%3D+%22dat%22+%7D%0D%0A";
    let shown = server.post(&page, form, draft).await;
    assert_eq!(shown.status, 303, "{}", shown.text());
    let wrong = server.get(shown.header("location")).await.text().to_owned();
    assert!(wrong.contains(" is no type") && wrong.contains("This declares no format yet."), "{wrong}");
    assert!(wrong.contains("^^^^^"), "{wrong}");
    let shown = server.post(&page, form, draft.replace("dat%22", "date%22")).await;
    let read = server.get(shown.header("location")).await.text().to_owned();
    assert!(read.contains("Fields stated: 1 of 1;") && read.contains("is not a date"), "{read}");
    let shown = server.post(&page, form, draft.replace("Shift", "Day").replace("dat%22", "date%22")).await;
    assert!(server.get(shown.header("location")).await.text().contains("is not recognized as Other"));

    let file = server.post(&format!("{page}/download"), form, draft.replace("dat%22", "date%22")).await;
    assert_eq!(file.header("content-disposition"), "attachment; filename=\"other.format.toml\"");
    assert!(file.text().starts_with("name = \"Other\"\nheading"), "{}", file.text());
    let long = format!("source={}", "a".repeat(64 * 1024 + 1));
    server.post(&page, form, long).await.expect_problem(413, "body-too-large", &[]);
    server.post("/documents/nowhere/format", form, "source=a").await.expect_problem(404, "not-found", &[]);
    assert_eq!(server.get(&format!("{page}?draft=gone")).await.status, 200);
    assert_eq!(server.get(&format!("{page}?other=1")).await.status, 400);
}

#[tokio::test]
async fn a_page_proposes_an_identifier_and_warns_of_a_number() {
    let server = Server::new();
    let report = "# INC-2026-050: Checkout times out\n\n**State:** failed\n\n## Open\n\n- a fix\n";
    let stored = server.post("/api/documents", "text/markdown", report).await.json();
    let page = format!("/documents/{}/format", stored["documents"][0]["id"].as_str().unwrap());
    let proposal = server.get(&page).await.text().to_owned();
    for words in ["heading = \"INC-{id}\"", "Fields stated: 4 of 4; no issues."] {
        assert!(proposal.contains(words), "{words}: {proposal}");
    }
    let doubt = "Other documents may not be recognized.";
    assert!(!proposal.contains(doubt), "{proposal}");
    let draft = "source=name+%3D+%22Other%22%0D%0Aheading+%3D+%22INC-2026-050%22%0D%0A%5Bfields%5D%0D%0Aa+%3D+%22State%22%0D%0A";
    let shown = server.post(&page, "application/x-www-form-urlencoded", draft).await;
    let read = server.get(shown.header("location")).await.text().to_owned();
    assert!(read.contains(doubt) && read.contains("Fields stated: 1 of 1;"), "{read}");
}

#[tokio::test]
async fn a_document_that_no_format_fits_gets_a_file_to_begin_with() {
    let server = Server::new();
    for (text, words) in
        [("Just words.\n", "neither a heading nor a JSON object"), ("# Notes\n\nWords.\n", "in common")]
    {
        let stored = server.post("/api/documents", "text/markdown", text).await.json();
        let id = stored["documents"][0]["id"].as_str().unwrap().to_owned();
        let page = server.get(&format!("/documents/{id}/format")).await.text().to_owned();
        assert!(page.contains(words) && page.contains("name = \"My Format\""), "{page}");
    }
}

#[test]
fn formats_that_open_alike_are_named_in_their_order() {
    let project = project();
    let path = project.path();
    let other = FORMAT.replace("name = \"Deploy Note\"", "name = \"Ship Note\"");
    fs::write(path.join("formats/ship-note.format.toml"), other).unwrap();
    let check = |file: &str| stdout(&harmony(path, &["format", "check", file]));
    let all = check("formats");
    assert!(all.contains("Ship Note opens at the same places, and gives way"), "{all}");
    assert!(all.contains("Deploy Note opens at the same places, and has precedence"), "{all}");
    assert_eq!(check("formats/ship-note.format.toml").matches("has precedence").count(), 1);
    fs::write(path.join("formats/twin.format.toml"), FORMAT).unwrap();
    let checked = harmony(path, &["format", "check", "formats"]);
    assert_eq!(checked.status.code(), Some(2));
    let reported = String::from_utf8_lossy(&checked.stderr);
    assert!(reported.contains("another file declares `deploy-note` already"), "{reported}");
}
