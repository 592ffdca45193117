//! `harmony mcp`, message by message. `end2end/tests/interaction/mcp.spec.ts` asks it with a client of the protocol.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use serde_json::{Value, json};

use crate::cli::CLEAN;
use crate::process::Harmony;

/// Returns what `harmony rules` says of a rule.
fn harmony_rules(id: &str) -> Value {
    let mut command = Command::new(env!("CARGO_BIN_EXE_harmony"));
    let output = command.args(["rules", id, "--format", "json"]).env_remove("HARMONY_FORMATS").output();
    serde_json::from_slice(&output.unwrap().stdout).unwrap()
}

struct Session {
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
    asked: u64,
}

impl Session {
    fn start(folder: &Path, options: &[&str]) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_harmony"))
            .arg("mcp")
            .args(options)
            .current_dir(folder)
            .env_remove("HARMONY_TOKEN")
            .env_remove("HARMONY_FORMATS")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let (input, output) = (child.stdin.take(), BufReader::new(child.stdout.take().unwrap()));
        Self { child, input, output, asked: 0 }
    }

    fn send(&mut self, line: &str) {
        writeln!(self.input.as_mut().unwrap(), "{line}").unwrap();
    }

    fn next(&mut self) -> Value {
        let mut line = String::new();
        self.output.read_line(&mut line).unwrap();
        serde_json::from_str(&line).unwrap()
    }

    fn ask(&mut self, method: &str, params: &Value) -> Value {
        self.asked += 1;
        self.send(
            &json!({ "jsonrpc": "2.0", "id": self.asked, "method": method, "params": params }).to_string(),
        );
        let answer = self.next();
        assert_eq!(answer["id"], self.asked);
        answer
    }

    /// Calls a tool and returns its result.
    fn call(&mut self, name: &str, arguments: &Value) -> Value {
        let answer = self.ask("tools/call", &json!({ "name": name, "arguments": arguments }));
        let result = &answer["result"];
        assert!(answer.to_string().len() < 200_000, "{}", answer.to_string().len());
        assert!(result["content"][0]["text"].as_str().is_some_and(|text| !text.is_empty()), "{answer}");
        result.clone()
    }

    fn data(&mut self, name: &str, arguments: &Value) -> Value {
        let result = self.call(name, arguments);
        assert_eq!(result["isError"], false, "{result}");
        result["structuredContent"].clone()
    }

    fn error(&mut self, name: &str, arguments: &Value) -> String {
        let result = self.call(name, arguments);
        assert_eq!(result["isError"], true, "{result}");
        result["content"][0]["text"].as_str().unwrap().to_owned()
    }

    fn end(mut self) {
        self.input = None;
        assert_eq!(self.child.wait().unwrap().code(), Some(0));
    }
}

#[test]
fn messages_are_answered_as_the_protocol_says() {
    let folder = tempfile::tempdir().unwrap();
    let mut session = Session::start(folder.path(), &[]);
    let initialize = |version: &str| json!({ "protocolVersion": version, "capabilities": {}, "clientInfo": { "name": "test", "version": "1" } });
    for (asked, agreed) in
        [("2025-06-18", "2025-06-18"), ("2025-11-25", "2025-11-25"), ("1999-01-01", "2025-11-25")]
    {
        let answer = session.ask("initialize", &initialize(asked));
        assert_eq!(answer["result"]["protocolVersion"], agreed);
        assert_eq!(answer["result"]["serverInfo"]["name"], "harmony");
        assert!(answer["result"]["capabilities"]["tools"].is_object());
    }
    session.send(r#"{"jsonrpc": "2.0", "method": "notifications/initialized"}"#);
    session.send("");
    assert_eq!(session.ask("ping", &json!({}))["result"], json!({}));
    assert_eq!(session.ask("server/discover", &json!({}))["error"]["code"], -32601);
    assert_eq!(session.ask("tools/call", &json!({ "name": "nothing" }))["error"]["code"], -32602);
    let refused = session.ask("tools/call", &json!({ "name": "ingest" }));
    assert!(refused["error"]["message"].as_str().unwrap().contains("--write"), "{refused}");
    for (line, code) in [
        ("{\"jsonrpc\": ", -32700),
        ("[]", -32600),
        ("{\"jsonrpc\": \"1.0\", \"id\": 1, \"method\": \"ping\"}", -32600),
        ("{\"jsonrpc\": \"2.0\", \"id\": 1}", -32600),
        (&"x".repeat(65 * 1024 * 1024), -32600),
    ] {
        session.send(line);
        assert_eq!(session.next()["error"]["code"], code, "{}", line.chars().take(60).collect::<String>());
    }
    assert_eq!(session.ask("ping", &json!({}))["result"], json!({}), "it goes on");
    session.end();
}

#[test]
fn a_text_is_checked_with_carets_and_fixes() {
    let folder = tempfile::tempdir().unwrap();
    // Neither needs a server.
    let mut session = Session::start(folder.path(), &["--to", "http://127.0.0.1:1"]);
    let clean = session.data("check_text", &json!({ "text": CLEAN }));
    assert_eq!((&clean["passed"], &clean["issues"]), (&json!(true), &json!([])));
    let broken = CLEAN.replace("## Score: 96%", "## Score: 9/10");
    let result = session.call("check_text", &json!({ "text": broken, "fix": true }));
    let words = result["content"][0]["text"].as_str().unwrap();
    assert!(words.contains("^^^^ expected 90%, found 9/10"), "{words}");
    assert_eq!(result["content"][1]["text"], CLEAN.replace("96%", "90%"));
    let issue = &result["structuredContent"]["issues"][0];
    assert_eq!(
        (&issue["rule"], &issue["line"], &issue["fix"]["insert"]),
        (&json!("score-form"), &json!(4), &json!("## Score: 90%"))
    );
    let explained = session.data("explain_rule", &json!({ "rule": issue["rule"] }));
    assert_eq!(explained["formats"][0]["format"], "5.1");
    assert!(explained["why"].as_str().is_some_and(|why| !why.is_empty()));
    let rules = harmony_rules(issue["rule"].as_str().unwrap());
    assert_eq!(explained["rules"], rules["rules"]);
    assert!(rules["rules"][0]["example"]["text"].is_string(), "{rules}");
    assert!(
        session.data("explain_rule", &json!({ "format": "5.1" }))["rules"].as_array().unwrap().len() > 10
    );
    let unknown = session.error("explain_rule", &json!({ "rule": "score-from" }));
    assert!(unknown.contains("score-form"), "{unknown}");
    let note = session.data("check_text", &json!({ "text": "a note" }));
    assert_eq!((&note["passed"], &note["blocks"]), (&json!(false), &json!([])));
    assert!(session.error("check_text", &json!({ "text": "x", "format": "99" })).contains("99"));
    assert!(session.error("check_text", &json!({ "file": "x" })).contains("unknown field `file`"));
    // However much is wrong, the answer is short.
    let row = "| 1 | src/a.rs | x | lowest | a | b |\n";
    let many = broken.replace("| 1 | src/a.rs", &format!("{}| 1 | src/a.rs", row.repeat(5_000)));
    let result = session.data("check_text", &json!({ "text": many }));
    assert!(result["issuesLeftOut"].as_u64().unwrap() > 1_000, "{}", result["issuesLeftOut"]);
    let unreachable = session.error("inbox", &json!({}));
    assert!(unreachable.contains("is Harmony running there?"), "{unreachable}");
    session.end();
}

/// Asks for everything there is, of a store with the samples.
fn check_all(session: &mut Session) {
    let sessions = session.data("chain_state", &json!({}));
    let name = sessions["sessions"][0]["name"].clone();
    let state = session.data("chain_state", &json!({ "session": name }));
    let chain = &state["chains"][0];
    assert!(chain["steps"].as_array().unwrap().iter().any(|step| step["state"] == "passed"), "{chain}");
    let one = session.data("chain_state", &json!({ "session": name, "chain": chain["id"] }));
    assert_eq!(one["chains"].as_array().unwrap().len(), 1);
    let wrong = session.error("chain_state", &json!({ "session": name, "chain": "other" }));
    assert!(wrong.contains(chain["title"].as_str().unwrap()), "{wrong}");
    assert!(session.error("chain_state", &json!({ "session": "other" })).contains("no session `other`"));
    let health = session.data("health", &json!({}));
    assert!(health["gates"].as_array().is_some_and(|gates| !gates.is_empty()), "{health}");
    assert!(session.error("health", &json!({ "gate": 99 })).contains("gate"));
    let issues = session.data("list_issues", &json!({ "limit": 2 }));
    assert!(issues["issues"].as_array().unwrap().len() >= 2, "{issues}");
    let document = &issues["issues"][0]["document"];
    let drawn = session.call("list_issues", &json!({ "document": document }));
    assert!(drawn["content"][0]["text"].as_str().unwrap().contains(" --> "), "{drawn}");
    assert!(session.error("list_issues", &json!({ "document": "none" })).contains("none"));
    assert!(session.error("list_issues", &json!({ "limit": 0 })).contains("1 to 50"));
    let rest = session.data("list_issues", &json!({ "limit": 50, "before": issues["next"] }));
    let is_new = |issue: &Value| {
        let mut known = issues["issues"].as_array().unwrap().iter();
        !known.any(|known| known["document"] == issue["document"])
    };
    assert!(!rest["issues"].as_array().unwrap().is_empty());
    assert!(rest["issues"].as_array().unwrap().iter().all(is_new));
    let inbox = session.data("inbox", &json!({}));
    assert!(inbox["count"].as_u64().unwrap() > 1, "{inbox}");
    let quarantines = session.data("check_quarantine", &json!({}));
    let record = &quarantines["quarantines"][0];
    let target = json!({ "targetType": record["targetType"], "targetId": record["targetId"] });
    assert_eq!(session.data("check_quarantine", &target)["quarantined"], true);
    let free = json!({ "targetType": "session", "targetId": "free/../1" });
    assert_eq!(session.data("check_quarantine", &free)["quarantined"], false);
}

#[test]
fn a_server_and_its_store_are_asked_alike() {
    let folder = tempfile::tempdir().unwrap();
    let store = folder.path().join("h.sqlite");
    let server = Harmony::start(&store).unwrap();
    assert_eq!(server.connect().unwrap().post_json("/api/page/sample", "").unwrap().0, 200);
    // The chains are folded, as they are in any store that a server had open.
    assert_eq!(server.connect().unwrap().get("/api/inbox").unwrap().0, 200);
    let to = format!("http://{}", server.address);
    let mut session = Session::start(folder.path(), &["--server", &to]);
    check_all(&mut session);
    session.end();
    drop(server);
    let before = fs::read(&store).unwrap();
    let mut session = Session::start(folder.path(), &["--store", "h.sqlite"]);
    check_all(&mut session);
    session.end();
    assert!(fs::read(&store).unwrap() == before, "a store that is only read stays the same");
    let mut session = Session::start(folder.path(), &["--store", "none.sqlite"]);
    assert!(session.error("health", &json!({})).contains("no store at none.sqlite"));
    session.end();
    assert!(!folder.path().join("none.sqlite").exists());
}

#[test]
fn what_changes_something_needs_leave() {
    let folder = tempfile::tempdir().unwrap();
    let store = folder.path().join("h.sqlite");
    let server = Harmony::start(&store).unwrap();
    let to = format!("http://{}", server.address);
    for target in [["--to", &to], ["--store", "h.sqlite"]] {
        let mut session = Session::start(folder.path(), &[&target[..], &["--write"]].concat());
        let source =
            json!({ "text": CLEAN, "session": "night-42", "path": format!("review-{}.md", target[0]) });
        let stored = session.data("ingest", &source);
        assert_eq!(
            (&stored["documents"][0]["format"], &stored["documents"][0]["duplicate"]),
            (&json!("5.1"), &json!(false))
        );
        assert_eq!(session.data("ingest", &source)["documents"][0]["duplicate"], true);
        assert!(session.error("ingest", &json!({ "text": " " })).contains("empty"));

        let target = json!({ "targetType": "session", "targetId": "night-42" });
        let mut added = target.clone();
        added["reason"] = json!("It loops.");
        assert_eq!(session.data("add_quarantine", &added)["quarantine"]["reason"], "It loops.");
        assert_eq!(session.data("check_quarantine", &target)["quarantined"], true);
        let inbox = session.data("inbox", &json!({ "kind": "quarantine" }));
        let key = json!({ "key": inbox["items"][0]["key"] });
        assert_eq!(session.data("finish_inbox_item", &key)["done"], key["key"]);
        assert_eq!(session.data("inbox", &json!({ "kind": "quarantine" }))["items"], json!([]));
        assert!(session.error("finish_inbox_item", &json!({ "key": "none" })).contains("item of the inbox"));
        assert_eq!(session.data("release_quarantine", &target)["released"], true);
        assert_eq!(session.data("release_quarantine", &target)["released"], false);
        let by = |name: &str| json!({ "targetType": "format", "targetId": name, "reason": "r" });
        assert_eq!(session.data("add_quarantine", &by("review-report"))["quarantine"]["reason"], "r");
        let target = json!({ "targetType": "format", "targetId": "5.1" });
        assert_eq!(session.data("check_quarantine", &target)["quarantined"], true);
        assert_eq!(session.data("release_quarantine", &target)["released"], true);
        session.end();
    }
    drop(server);
}
