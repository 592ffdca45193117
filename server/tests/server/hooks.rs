//! `harmony hook`, in git repositories, and as Claude Code runs it.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::cli::CLEAN;
use crate::process::Harmony;

const FORMAT: &str = "name = \"Deploy Note\"\nheading = \"Deploy Note\"\n[fields]\ntitle = { title = true }\n\
                      state = { label = \"State\", words = [\"done\", \"failed\"], required = true }\n";
const NOTE: &str = "# Deploy Note: sessions\n\n**State:** done\n";
const SETTINGS: &str = "{\n\t\"model\": \"opus\",\n\t\"hooks\": { \"Stop\": [] }\n}";

fn command(folder: &Path, program: &str, arguments: &[&str]) -> Command {
    let mut command = Command::new(program);
    command
        .args(arguments)
        .current_dir(folder)
        .env_remove("HARMONY_TOKEN")
        .env_remove("HARMONY_FORMATS")
        .env_remove("HARMONY_CHAIN")
        .env("HOME", folder)
        .env("GIT_CONFIG_GLOBAL", "/dev/null")
        .env("GIT_CONFIG_NOSYSTEM", "1")
        .stdin(Stdio::null());
    command
}

fn harmony(folder: &Path, arguments: &[&str]) -> Output {
    command(folder, env!("CARGO_BIN_EXE_harmony"), arguments).output().unwrap()
}

fn git(folder: &Path, arguments: &[&str]) -> Output {
    let identity = ["-c", "user.name=Ada", "-c", "user.email=ada@example.org"];
    command(folder, "git", &[&identity[..], arguments].concat()).output().unwrap()
}

fn said(output: &Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}

fn expect(output: &Output, code: i32, words: &str) {
    assert_eq!(output.status.code(), Some(code), "{}", said(output));
    assert!(said(output).contains(words), "`{words}` is not in: {}", said(output));
}

fn write(folder: &Path, name: &str, text: &str) {
    let path = folder.join(name);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}

fn repository() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    expect(&git(folder.path(), &["init", "--quiet"]), 0, "");
    folder
}

fn commit(folder: &Path) -> Output {
    git(folder, &["commit", "--quiet", "--message", "x"])
}

#[test]
fn a_commit_is_checked_as_it_is_staged() {
    let folder = repository();
    let path = folder.path();
    expect(&harmony(path, &["hook", "install", "--git"]), 0, "created");
    write(path, "note.md", "a note\n");
    write(path, "link/a.md", CLEAN);
    fs::write(path.join("wide.md"), b"\xff\xfeh\0i\0").unwrap();
    git(path, &["add", "."]);
    expect(&commit(path), 0, "passed over: wide.md can't be read: it is UTF-16");

    let broken = CLEAN.replacen("APPROVED", "PERHAPS", 1);
    assert_ne!(broken, CLEAN);
    write(path, "reports/review.md", &broken);
    git(path, &["add", "."]);
    write(path, "reports/review.md", CLEAN);
    expect(&commit(path), 1, "reports/review.md:");
    git(path, &["add", "."]);
    write(path, "reports/review.md", &broken);
    expect(&commit(path), 0, "");
    // With the file's name, git stages what is in the folder.
    expect(&git(path, &["commit", "--quiet", "--message", "x", "reports/review.md"]), 1, "PERHAPS");
    expect(&harmony(path, &["hook", "pre-commit", "reports/review.md"]), 0, "no issues");
    expect(&harmony(&path.join("reports"), &["hook", "pre-commit", "review.md"]), 0, "no issues");
    expect(&harmony(path, &["hook", "pre-commit", "reports/other.md"]), 2, "reports/other.md");

    expect(&harmony(path, &["hook", "install", "--git", "--uninstall"]), 0, "deleted");
    expect(&git(path, &["commit", "--quiet", "--message", "x", "reports/review.md"]), 0, "");
}

#[test]
fn a_format_is_tried_on_its_examples_and_read_by_as_it_is_staged() {
    let folder = repository();
    let path = folder.path();
    write(path, "harmony.toml", "[formats]\nfolders = [\"formats\"]\n");
    write(path, "formats/deploy-note.format.toml", FORMAT);
    write(path, "formats/deploy-note.pass.md", NOTE);
    write(path, "formats/deploy-note.fail.md", &NOTE.replace("done", "dnoe"));
    git(path, &["add", "."]);
    expect(&harmony(path, &["hook", "pre-commit"]), 0, "2 examples tried");
    expect(&commit(path), 0, "");

    write(path, "formats/deploy-note.pass.md", &NOTE.replace("done", "dnoe"));
    git(path, &["add", "."]);
    expect(&harmony(path, &["hook", "pre-commit"]), 1, "should pass");
    git(path, &["checkout", "--quiet", "HEAD", "."]);

    write(path, "formats/deploy-note.format.toml", &format!("{FORMAT}by = \"By\"\n"));
    git(path, &["add", "."]);
    let untested = "incomplete deploy-note  `by` is missing from tests";
    expect(&harmony(path, &["hook", "pre-commit"]), 0, untested);
    git(path, &["checkout", "--quiet", "HEAD", "."]);

    let log = json!({ "text": NOTE.replace("done", "dnoe") });
    write(path, "night.jsonl", &format!("{log}\n{log}\n"));
    git(path, &["add", "."]);
    expect(&harmony(path, &["hook", "pre-commit"]), 1, "night.jsonl:2 (string text)");
    git(path, &["rm", "--quiet", "--cached", "night.jsonl"]);

    write(path, "note.md", &NOTE.replace("done", "dnoe"));
    git(path, &["add", "note.md"]);
    fs::remove_dir_all(path.join("formats")).unwrap();
    expect(&harmony(path, &["hook", "pre-commit"]), 1, "note.md:3");
}

#[test]
fn an_existing_hook_is_kept() {
    let folder = repository();
    let path = folder.path();
    git(path, &["config", "core.hooksPath", ".githooks"]);
    let script = "#!/bin/sh\necho theirs\nexit 0\n";
    write(path, ".githooks/pre-commit", script);
    let file = path.join(".githooks/pre-commit");
    expect(&harmony(path, &["hook", "install", "--git"]), 2, "not executable");
    #[cfg(unix)]
    fs::set_permissions(&file, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
    let planned = harmony(path, &["hook", "install", "--git", "--dry-run"]);
    expect(&planned, 0, "hook pre-commit || exit $?");
    assert_eq!(fs::read_to_string(&file).unwrap(), script, "a dry run changes nothing");
    expect(&harmony(path, &["hook", "install", "--git"]), 0, "changed");
    let added = fs::read_to_string(&file).unwrap();
    expect(&harmony(path, &["hook", "install", "--git"]), 0, "nothing to add");
    assert_eq!(fs::read_to_string(&file).unwrap(), added);

    write(path, "review.md", &CLEAN.replacen("APPROVED", "PERHAPS", 1));
    git(path, &["add", "."]);
    let refused = commit(path);
    assert!(!refused.status.success() && !said(&refused).contains("theirs"), "{}", said(&refused));
    assert!(said(&refused).contains("--no-verify"), "{}", said(&refused));
    write(path, "review.md", CLEAN);
    git(path, &["add", "."]);
    expect(&commit(path), 0, "theirs");

    expect(&harmony(path, &["hook", "install", "--git", "--uninstall"]), 0, "changed");
    assert_eq!(fs::read_to_string(&file).unwrap(), script);
    expect(&harmony(path, &["hook", "install", "--git", "--uninstall"]), 0, "nothing to remove");

    write(path, ".githooks/pre-commit", "#!/usr/bin/env python3\n");
    expect(&harmony(path, &["hook", "install", "--git"]), 2, "hook pre-commit` first");
    git(path, &["config", "core.hooksPath", std::env::temp_dir().to_str().unwrap()]);
    expect(&harmony(path, &["hook", "install", "--git"]), 2, "outside of this repository");
    let elsewhere = tempfile::tempdir().unwrap();
    expect(&harmony(elsewhere.path(), &["hook", "install"]), 2, "no git repository");
}

#[test]
fn settings_are_restored_byte_for_byte() {
    let folder = repository();
    let path = folder.path();
    write(path, ".claude/settings.json", SETTINGS);
    let file = path.join(".claude/settings.json");
    let read = || fs::read_to_string(&file).unwrap();
    expect(&harmony(path, &["hook", "install", "--dry-run"]), 0, "+ \t\"hooks\"");
    assert_eq!(read(), SETTINGS);
    expect(&harmony(path, &["hook", "install", "--store", "h.sqlite"]), 0, "changed");
    let added = read();
    let settings: Value = serde_json::from_str(&added).unwrap();
    let command = settings["hooks"]["PreToolUse"][0]["hooks"][0]["command"].as_str().unwrap();
    assert!(command.ends_with("h.sqlite") && command.contains(" hook guard --store /"), "{command}");
    expect(&harmony(path, &["hook", "install", "--store", "h.sqlite"]), 0, "nothing to add");
    assert_eq!(read(), added);
    expect(&harmony(path, &["hook", "install", "--to", "http://127.0.0.1:1"]), 0, "changed");
    assert!(!read().contains("h.sqlite"));
    expect(&harmony(path, &["hook", "install", "--uninstall"]), 0, "changed");
    assert_eq!(read(), SETTINGS);
    assert!(!path.join(".git/hooks/pre-commit").exists());

    write(path, ".claude/settings.json", "{ // mine\n}");
    expect(&harmony(path, &["hook", "install"]), 2, "not JSON");
    assert!(!path.join(".git/hooks/pre-commit").exists(), "nothing is changed by halves");
    fs::remove_file(&file).unwrap();
    expect(&harmony(path, &["hook", "install", "--claude"]), 0, "created");
    expect(&harmony(path, &["hook", "install", "--claude", "--uninstall"]), 0, "deleted");
    assert!(!file.exists());
}

fn line(id: &str, text: &str) -> Value {
    json!({ "type": "assistant", "uuid": format!("u-{id}"), "sessionId": "night-42", "cwd": "/work",
            "message": { "id": id, "model": "m", "content": [{ "type": "text", "text": text }] } })
}

/// Runs a command as the settings name it, with the input of a hook.
fn run_hook(folder: &Path, arguments: &[&str], input: &Value) -> Output {
    let mut command = command(folder, env!("CARGO_BIN_EXE_harmony"), &[&["hook"], arguments].concat());
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    child.stdin.take().unwrap().write_all(input.to_string().as_bytes()).unwrap();
    child.wait_with_output().unwrap()
}

fn documents(server: &Harmony) -> Vec<Value> {
    let (_, body) = server.connect().unwrap().get("/api/documents").unwrap();
    let list: Value = serde_json::from_slice(&body).unwrap();
    list["documents"].as_array().unwrap().clone()
}

#[test]
fn what_an_agent_says_last_is_sent_once() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    let server = Harmony::start(&path.join("h.sqlite")).unwrap();
    let to = format!("http://{}", server.address);
    let transcript = path.join("night-42.jsonl");
    let review = CLEAN.trim();
    fs::write(&transcript, format!("{}\n{}\n", line("a", "Hello."), line("b", review))).unwrap();
    let input = json!({ "session_id": "night-42", "transcript_path": transcript, "hook_event_name": "Stop",
                        "last_assistant_message": review });
    for _ in 0..2 {
        let posted = run_hook(path, &["post", "--to", &to], &input);
        assert_eq!((posted.status.code(), said(&posted).as_str()), (Some(0), ""));
    }
    expect(&harmony(path, &["ingest", "night-42.jsonl", "--to", &to]), 0, "0 stored, 1 known");
    let found = documents(&server);
    assert_eq!(found.len(), 1);
    assert_eq!(
        (&found[0]["source"]["session"], &found[0]["source"]["part"]),
        (&json!("night-42"), &json!("message b"))
    );

    // Conversation is passed over.
    fs::write(&transcript, format!("{}\n", line("c", "Done."))).unwrap();
    let input = json!({ "session_id": "night-42", "transcript_path": transcript });
    expect(&run_hook(path, &["post", "--to", &to], &input), 0, "");
    assert_eq!(documents(&server).len(), 1);

    // The transcript of a sub-agent, which doesn't have the message yet.
    let sub = path.join("agent.jsonl");
    fs::write(&sub, "").unwrap();
    let verdict = review.replacen("APPROVED", "NEEDS_CHANGES", 1);
    let input = json!({ "session_id": "night-42", "transcript_path": transcript, "agent_transcript_path": sub,
                        "agent_id": "a7", "hook_event_name": "SubagentStop", "last_assistant_message": verdict });
    expect(&run_hook(path, &["post", "--to", &to], &input), 0, "");
    let found = documents(&server);
    assert_eq!((found.len(), &found[0]["source"]["agent"]), (2, &json!("a7")));
    let mut said_later = line("d", &verdict);
    said_later["agentId"] = json!("a7");
    fs::write(&sub, format!("{said_later}\n")).unwrap();
    expect(&harmony(path, &["ingest", "agent.jsonl", "--to", &to]), 0, "0 stored, 1 known");
}

#[test]
fn no_agent_waits_for_harmony() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    let transcript = path.join("s.jsonl");
    fs::write(&transcript, format!("{}\n", line("a", CLEAN))).unwrap();
    // It takes connections, and never answers.
    let silent = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let to = format!("http://{}", silent.local_addr().unwrap());
    let input = json!({ "session_id": "s", "transcript_path": transcript });
    let began = Instant::now();
    let posted = run_hook(path, &["post", "--to", &to], &input);
    expect(&posted, 0, "no answer within");
    let answer: Value = serde_json::from_slice(&posted.stdout).unwrap();
    assert!(answer["systemMessage"].is_string(), "{answer}");
    let guarded = run_hook(path, &["guard", "--to", &to], &input);
    assert_eq!((guarded.status.code(), guarded.stdout.as_slice()), (Some(0), b"".as_slice()));
    assert!(began.elapsed() < Duration::from_secs(30));
    for input in [json!([]), json!({}), json!({ "transcript_path": "/nowhere" })] {
        assert_eq!(run_hook(path, &["post"], &input).status.code(), Some(0), "{input}");
        assert_eq!(run_hook(path, &["guard"], &input).status.code(), Some(0), "{input}");
    }
}

#[test]
fn tools_of_what_is_quarantined_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    let store = path.join("h.sqlite");
    let server = Harmony::start(&store).unwrap();
    let to = format!("http://{}", server.address);
    let chain = include_str!("../../../app/src/formats/chain_compilation/fixtures/complete.md");
    write(path, "chain.md", chain);
    expect(&harmony(path, &["ingest", "chain.md", "--session", "night-42", "--to", &to]), 0, "1 stored");
    let (_, body) = server.connect().unwrap().get("/api/documents").unwrap();
    let list: Value = serde_json::from_slice(&body).unwrap();
    let title = list["documents"][0]["blocks"][0]["chain"].as_str().unwrap().to_owned();

    let input = json!({ "session_id": "night-42", "hook_event_name": "PreToolUse", "tool_name": "Bash",
                        "tool_input": { "command": "ls" } });
    let ask = |more: &[&str]| run_hook(path, &[&["guard"], more].concat(), &input);
    let is_allowed = |output: Output| {
        assert_eq!((output.status.code(), said(&output).as_str()), (Some(0), ""));
    };
    let is_refused = |output: Output, target: &str| {
        assert_eq!(output.status.code(), Some(0));
        let answer: Value = serde_json::from_slice(&output.stdout).unwrap();
        let decision = &answer["hookSpecificOutput"];
        assert_eq!(
            (&decision["hookEventName"], &decision["permissionDecision"]),
            (&json!("PreToolUse"), &json!("deny"))
        );
        let reason = decision["permissionDecisionReason"].as_str().unwrap();
        assert!(reason.contains(target) && reason.contains("It loops."), "{reason}");
    };
    let store = store.to_str().unwrap();
    let quarantine = |action: &str, target: &[&str]| {
        let reason: &[&str] = if action == "add" { &["--reason", "It loops."] } else { &[] };
        let arguments = [&["quarantine", action], target, reason, &["--to", &to]].concat();
        expect(&harmony(path, &arguments), 0, "");
    };
    is_allowed(ask(&["--to", &to]));
    for target in [["session", "night-42"], ["chain", &title]] {
        quarantine("add", &target);
        is_refused(ask(&["--to", &to]), target[1]);
        is_refused(ask(&["--store", store]), target[1]);
        quarantine("release", &target);
        is_allowed(ask(&["--to", &to]));
    }
    // The link on the page of a chain quarantines it by its id.
    let (_, body) = server.connect().unwrap().get("/api/chains?session=night-42").unwrap();
    let chains: Value = serde_json::from_slice(&body).unwrap();
    let id = chains["chains"][0]["id"].as_str().unwrap();
    quarantine("add", &["chain", id]);
    is_refused(ask(&["--to", &to, "--chain", &title]), id);
    is_refused(ask(&["--store", store, "--chain", &title]), id);
    quarantine("release", &["chain", &title]);
    is_allowed(ask(&["--to", &to, "--chain", &title]));
    quarantine("add", &["chain", "of-an-orchestrator"]);
    is_allowed(ask(&["--to", &to]));
    is_refused(ask(&["--to", &to, "--chain", "of-an-orchestrator"]), "of-an-orchestrator");
}
