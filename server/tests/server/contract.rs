//! Contracts from the command, by requests, and on their pages.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use serde_json::{Value, json};

use crate::process::{Connection, Harmony};
use crate::requests::Server;

const FORMAT: &str = "name = \"Deploy Note\"\nheading = \"Deploy Note\"\ngate = 11\n[fields]\n\
                      title = { title = true, required = true }\n\
                      state = { label = \"State\", words = [\"done\", \"failed\"], required = true }\n\
                      by = \"By\"\n";
const NOTE: &str = "# Deploy Note: sessions\n\n**State:** done\n\n**By:** Mara\n";

fn harmony(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_harmony"));
    command.args(arguments).current_dir(folder).env_remove("HARMONY_FORMATS").output().unwrap()
}

/// Runs a command of the contract, and returns its status and its output.
#[track_caller]
fn contract(folder: &Path, arguments: &[&str]) -> (i32, String) {
    let output = harmony(folder, &[&["contract"], arguments].concat());
    let said = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
    (output.status.code().unwrap(), said)
}

fn project() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("formats")).unwrap();
    fs::write(folder.path().join("formats/deploy-note.format.toml"), FORMAT).unwrap();
    folder
}

fn git(folder: &Path, arguments: &[&str]) {
    let options = ["-c", "user.name=T", "-c", "user.email=t@example.com", "-c", "commit.gpgsign=false"];
    let status =
        Command::new("git").args(options).args(arguments).current_dir(folder).output().unwrap().status;
    assert!(status.success(), "{arguments:?}");
}

#[test]
fn the_built_in_formats_are_complete() {
    let folder = tempfile::tempdir().unwrap();
    let (code, said) = contract(folder.path(), &["check", "--complete"]);
    assert_eq!(code, 0, "{said}");
    assert!(said.contains("31 formats, 100 %") && said.contains("all layers agree"), "{said}");
    let (code, said) = contract(folder.path(), &["check", "reveiw-report"]);
    assert_eq!(code, 2);
    assert!(said.contains("did you mean `review-report`?"), "{said}");
}

#[test]
fn a_format_of_a_team_is_incomplete_without_tests_and_drifts_with_wrong_ones() {
    let project = project();
    let path = project.path();
    let check =
        |more: &[&str]| contract(path, &[&["check", "--formats", "formats", "deploy-note"], more].concat());
    let (code, said) = check(&[]);
    assert_eq!(code, 0, "{said}");
    assert!(said.contains("incomplete deploy-note  `state` is missing from tests"), "{said}");
    assert_eq!(check(&["--complete"]).0, 1);

    fs::write(path.join("formats/deploy-note.pass.md"), NOTE).unwrap();
    let (code, said) = check(&["--complete"]);
    assert_eq!(code, 0, "{said}");

    fs::write(path.join("formats/deploy-note.fail.md"), NOTE).unwrap();
    let (code, said) = check(&[]);
    assert_eq!(code, 1);
    assert!(said.contains("`deploy-note.fail.md` should fail, and has no error"), "{said}");

    fs::write(path.join("formats/deploy-note.format.toml"), FORMAT.replace("words", "wrods")).unwrap();
    assert_eq!(contract(path, &["check", "--formats", "formats"]).0, 2);
}

#[test]
fn coverage_is_printed_in_four_ways() {
    let project = project();
    let path = project.path();
    let print = |format: &str| {
        let (code, said) = contract(path, &["coverage", "--formats", "formats", "--format", format]);
        assert_eq!(code, 0, "{said}");
        said
    };
    assert!(print("table").contains("Deploy Note"));
    assert!(print("markdown").contains("| deploy-note | Deploy Note | 1.0 | 0/3 | shown | 66 % |"));
    let covered: Value = serde_json::from_str(&print("json")).unwrap();
    let formats = covered["formats"].as_array().unwrap();
    assert_eq!(formats.len(), 32);
    let own = formats.iter().find(|format| format["id"] == "deploy-note").unwrap();
    assert_eq!((&own["percent"], &own["fields"][0]["lacks"]), (&json!(66), &json!(["tests"])));
    let badge = print("badge");
    assert!(badge.starts_with("<svg ") && badge.contains("98 %"), "{badge}");
}

#[test]
fn schemas_and_documents_are_printed() {
    let project = project();
    let path = project.path();
    let print = |what: &str| {
        let (code, said) = contract(path, &["schema", "deploy-note", "--as", what, "--formats", "formats"]);
        assert_eq!(code, 0, "{said}");
        said
    };
    let schema: Value = serde_json::from_str(&print("json-schema")).unwrap();
    assert_eq!(schema["properties"]["state"], json!({ "enum": ["done", "failed"] }));
    assert_eq!(schema["required"], json!(["title", "state"]));
    assert!(print("typescript").contains("  state: \"done\" | \"failed\";"));
    for what in ["template", "example"] {
        fs::write(path.join("printed.md"), print(what)).unwrap();
        let checked = harmony(path, &["check", "--formats", "formats", "printed.md"]);
        assert_eq!(checked.status.code(), Some(0), "{what}");
    }
}

#[test]
fn two_versions_are_compared_and_tried_on_documents() {
    let project = project();
    let path = project.path();
    git(path, &["init", "--quiet"]);
    git(path, &["add", "formats"]);
    git(path, &["commit", "--quiet", "-m", "formats: declare a note"]);
    let (code, said) = contract(path, &["diff", "HEAD:formats", "formats"]);
    assert_eq!((code, said.trim()), (0, "0 changes, 0 breaking"));

    let file = path.join("formats/deploy-note.format.toml");
    fs::write(
        &file,
        FORMAT.replace("\"failed\"]", "\"broken\"]").replace("by = \"By\"", "by = { required = true }"),
    )
    .unwrap();
    fs::create_dir(path.join("notes")).unwrap();
    fs::write(path.join("notes/a.md"), NOTE).unwrap();
    fs::write(path.join("notes/b.md"), NOTE.replace("done", "failed")).unwrap();
    fs::write(path.join("notes/c.md"), "# Something else\n").unwrap();
    let store = path.join("store.sqlite");
    let stored =
        harmony(path, &["ingest", "--store", "store.sqlite", "--create", "--formats", "formats", "notes"]);
    assert_eq!(stored.status.code(), Some(0), "{}", String::from_utf8_lossy(&stored.stderr));
    assert!(store.exists());

    for documents in [["--documents", "notes"], ["--store", "store.sqlite"]] {
        let (code, said) = contract(path, &[&["diff", "HEAD:formats", "formats"], &documents[..]].concat());
        assert_eq!(code, 1, "{said}");
        for expected in [
            "! state: the word `failed` was removed (breaks documents)",
            "  state: the word `broken` was added",
            "! by: optional became required (breaks documents)",
            "newly rejects 1 of 2 documents",
            "b.md: ",
            "its major version is the same",
        ] {
            assert!(said.contains(expected), "{expected}\n{said}");
        }
    }
    let (_, said) =
        contract(path, &["diff", "HEAD:formats/deploy-note.format.toml", "formats", "--format", "json"]);
    let found: Value = serde_json::from_str(&said).unwrap();
    assert_eq!(found["breaking"], 2);
    assert_eq!(found["changes"][0]["breaks"], "documents");
}

#[test]
fn an_export_is_compared_with_a_later_version() {
    let project = project();
    let path = project.path();
    let (_, exported) = contract(path, &["export"]);
    fs::write(path.join("contract.json"), &exported).unwrap();
    assert_eq!(contract(path, &["diff", "contract.json", "built-in"]).0, 0);
    let mut earlier: Value = serde_json::from_str(&exported).unwrap();
    earlier["formats"][0]["fields"][0]["type"] = json!("count");
    fs::write(path.join("contract.json"), earlier.to_string()).unwrap();
    let (code, said) = contract(path, &["diff", "contract.json", "built-in"]);
    assert_eq!(code, 1, "{said}");
    assert!(said.contains("the type changed from count to"), "{said}");
    let (code, said) = contract(path, &["diff", "contract.json", "built-in", "--documents", "."]);
    assert_eq!(code, 2);
    assert!(said.contains("an export reads no documents"), "{said}");
}

#[test]
fn an_export_with_formats_of_a_team_is_compared_with_what_the_project_has() {
    let project = project();
    let path = project.path();
    fs::write(path.join("harmony.toml"), "[formats]\nfolders = [\"formats\"]\n").unwrap();
    let (_, exported) = contract(path, &["export"]);
    assert!(exported.contains("deploy-note"), "{exported}");
    fs::write(path.join("contract.json"), &exported).unwrap();
    let diff = || contract(path, &["diff", "contract.json", "current"]);
    let (code, said) = diff();
    assert_eq!((code, said.trim()), (0, "0 changes, 0 breaking"));

    let file = path.join("formats/deploy-note.format.toml");
    fs::write(&file, FORMAT.replace(", \"failed\"", "")).unwrap();
    let (code, said) = diff();
    assert_eq!(code, 1, "{said}");
    assert!(said.contains("the word `failed` was removed"), "{said}");

    fs::write(&file, FORMAT.replace("words", "wrods")).unwrap();
    let (code, said) = diff();
    assert_eq!(code, 2, "{said}");
    assert!(said.contains("`deploy-note.format.toml` declares no format"), "{said}");
}

#[test]
fn what_can_not_be_compared_is_named() {
    let project = project();
    let path = project.path();
    for (side, reason) in [
        ("nowhere", "is no file and no folder"),
        ("HEAD:formats", "can't be read"),
        ("--output=x:formats", "unexpected argument"),
    ] {
        let (code, said) = contract(path, &["diff", side, "formats"]);
        assert_eq!(code, 2, "{said}");
        assert!(said.contains(reason), "{said}");
    }
}

#[tokio::test]
async fn programs_ask_for_contracts() {
    let server = Server::new();
    let all = server.get("/api/contract").await.json();
    assert_eq!((all["percent"].as_u64(), all["formats"].as_array().unwrap().len()), (Some(100), 31));
    let standard = server.get("/api/contract/delegate/standard").await.json();
    assert_eq!(standard["contract"]["id"], "delegate/standard");
    assert_eq!(standard["coverage"]["status"], "complete");
    let review = server.get("/api/contract/review-report").await.json();
    assert_eq!(review["schema"]["properties"]["score"]["maximum"], 100);
    let schema = server.get("/api/contract/5.1?as=json-schema").await;
    assert_eq!(schema.header("content-type"), "application/schema+json");
    assert_eq!(schema.json(), review["schema"]);
    assert!(server.get("/api/contract/5.1?as=template").await.text().starts_with("# Review Report: "));
    server.get("/api/contract/7.1").await.expect_problem(404, "not-found", &["format `7.1`"]);
    server.get("/api/contract/5.1?as=yaml").await.expect_problem(400, "unreadable-query", &["yaml"]);
}

#[tokio::test]
async fn earlier_addresses_lead_to_the_page() {
    let server = Server::new();
    for (earlier, now) in [("/formats", "/contract"), ("/formats/review-report", "/contract/review-report")] {
        let reply = server.get(earlier).await;
        assert_eq!((reply.status.as_u16(), reply.header("location")), (308, now));
        assert_eq!(server.get(now).await.status, 200);
    }
    for tab in ["overview", "contract", "fields", "rules", "examples"] {
        let page = server.get(&format!("/contract/review-report?tab={tab}")).await;
        assert_eq!(page.status, 200, "{tab}");
    }
    assert_eq!(server.get("/contract/review-report?tab=other").await.status, 400);
    assert_eq!(server.get("/contract/no-such-format").await.status, 404);
}

/// A running server over the formats of a project shows them with the documents beside their files.
#[test]
fn the_page_of_a_format_shows_how_its_documents_do() {
    let project = project();
    let path = project.path();
    let deprecated = FORMAT.replace(
        "gate = 11",
        "gate = 11\ndeprecated = \"notes are <b>kept</b> elsewhere\"\nreplaced_by = \"5.1\"",
    );
    fs::write(path.join("formats/deploy-note.format.toml"), deprecated).unwrap();
    fs::write(path.join("formats/deploy-note.pass.md"), NOTE).unwrap();
    let formats = path.join("formats");
    let options = ["--formats", formats.to_str().unwrap()];
    let server = Harmony::start_with(&path.join("store.sqlite"), &options).unwrap();
    let mut connection: Connection = server.connect().unwrap();
    let mut page = |path: &str| {
        let (status, page) = connection.get(path).unwrap();
        assert_eq!(status, 200, "{path}");
        String::from_utf8_lossy(&page).into_owned()
    };
    fs::write(path.join("note.md"), NOTE.replace("done", "dnoe")).unwrap();
    let to = format!("http://{}", server.address);
    let sent = harmony(path, &["ingest", "--to", &to, "note.md"]);
    assert_eq!(sent.status.code(), Some(0), "{}", String::from_utf8_lossy(&sent.stderr));

    let list = page("/contract");
    assert!(list.contains("Your formats") && list.contains(">deprecated<"), "the team's formats come first");
    let overview = page("/contract/deploy-note");
    assert!(overview.contains("0 %") && overview.contains("1 record"), "the pass rate is of the store");
    assert!(
        overview.contains("unknown-value") || overview.contains("tab=rules#"),
        "the broken rule is named"
    );
    assert!(overview.contains("Migration") && overview.contains("/contract/review-report"));
    assert!(overview.contains("notes are &lt;b&gt;kept&lt;/b&gt; elsewhere"), "text of a file is text");
    let examples = page("/contract/deploy-note?tab=examples");
    assert!(examples.contains("deploy-note.pass.md") && examples.contains("must pass"));
}

#[test]
fn a_room_is_written_and_listed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    fs::create_dir_all(path.join("app/src/formats")).unwrap();
    fs::copy(
        concat!(env!("CARGO_MANIFEST_DIR"), "/../app/src/formats/mod.rs"),
        path.join("app/src/formats/mod.rs"),
    )
    .unwrap();
    let (code, said) = contract(path, &["new", "Release Plan", "--id", "7.1"]);
    assert_eq!(code, 0, "{said}");
    let table = fs::read_to_string(path.join("app/src/formats/mod.rs")).unwrap();
    assert!(table.contains("mod registry_update;\nmod release_plan;\nmod review_report;\n"));
    assert!(table.contains(
        "    room::<delegate_standard::DelegateStandard>(),\n    room::<release_plan::ReleasePlan>(),\n];\n"
    ));
    let room = path.join("app/src/formats/release_plan");
    for (file, expected) in [
        ("mod.rs", "impl Format for ReleasePlan {"),
        ("spec.md", "# 7.1 Release Plan\n"),
        ("fixtures/complete.md", "## Release Plan\n"),
    ] {
        let written = fs::read_to_string(room.join(file)).unwrap();
        assert!(written.contains(expected), "{written}");
    }
    // Where it is installed, it tells whether the files are Rust.
    let rustfmt = |arguments: &[&str]| Command::new("rustfmt").args(arguments).current_dir(&room).output();
    if rustfmt(&["--version"]).is_ok_and(|output| output.status.success()) {
        let config = concat!("--config-path=", env!("CARGO_MANIFEST_DIR"), "/../rustfmt.toml");
        let output =
            rustfmt(&["--check", "--edition=2024", config, "rules.rs", "view.rs", "mod.rs"]).unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
    }
    for (name, id, reason) in [
        ("Release Plan", "7.1", "exists already"),
        ("Review Report", "7.2", "is a format already"),
        ("Plan B!", "7.2", "can't be the name of a module"),
    ] {
        let (code, said) = contract(path, &["new", name, "--id", id]);
        assert_eq!(code, 2);
        assert!(said.contains(reason), "{said}");
    }
}
