//! Several projects in one server.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::process::Command;
use std::thread::sleep;
use std::time::Duration;

use serde_json::Value;

use crate::process::Harmony;

const REPORT: &str = "# Review Report: billing\n\n## Verdict: REJECTED\n## Score: 41%\n";

/// Sends a request by a host name, which need not lead here. Returns the status and the body.
fn ask(server: &Harmony, host: &str, method: &str, path: &str, body: &str) -> (u16, String) {
    let mut stream = TcpStream::connect(&server.address).unwrap();
    let length = body.len();
    write!(
        stream,
        "{method} {path} HTTP/1.1\r\nhost: {host}\r\naccept: */*\r\nconnection: close\r\ncontent-type: text/markdown\r\ncontent-length: {length}\r\n\r\n{body}"
    )
    .unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    let (head, body) = answer.split_once("\r\n\r\n").unwrap();
    (head.split(' ').nth(1).unwrap().parse().unwrap(), body.to_owned())
}

fn documents(server: &Harmony, host: &str) -> usize {
    let (status, body) = ask(server, host, "GET", "/api/documents", "");
    assert_eq!(status, 200, "{body}");
    let json = &body[body.find('{').unwrap()..=body.rfind('}').unwrap()];
    serde_json::from_str::<Value>(json).unwrap()["documents"].as_array().unwrap().len()
}

#[test]
fn each_project_has_its_documents_and_the_main_one_shows_all() {
    let folder = tempfile::tempdir().unwrap();
    let main = folder.path().join("team.sqlite");
    let server = Harmony::start_with(&main, &["--project", "billing", "--project", "web"]).unwrap();
    let (_, port) = server.address.rsplit_once(':').unwrap();
    let at = |name: &str| format!("{name}localhost:{port}");
    let (status, _) = ask(&server, &at("billing."), "POST", "/api/documents", REPORT);
    assert_eq!(status, 201);
    assert_eq!(documents(&server, &at("billing.")), 1);
    assert_eq!(documents(&server, &at("web.")), 0);
    assert_eq!(documents(&server, &at("")), 0);
    assert!(folder.path().join("billing.sqlite").exists());

    let (status, page) = ask(&server, &at(""), "GET", "/projects", "");
    assert_eq!(status, 200);
    assert!(page.contains(&format!("//billing.localhost:{port}/")) && page.contains("//web.localhost"));
    let summaries = |name: &str| {
        let (_, body) = ask(&server, &at(name), "GET", "/api/projects", "");
        let json: Value =
            serde_json::from_str(&body[body.find('{').unwrap()..=body.rfind('}').unwrap()]).unwrap();
        let of = |summary: &Value| {
            (summary["name"].as_str().map(str::to_owned), summary["totals"]["documents"].as_u64())
        };
        json["projects"].as_array().unwrap().iter().map(of).collect::<Vec<_>>()
    };
    let named = |name: &str, documents| (Some(name.to_owned()), Some(documents));
    assert_eq!(summaries(""), [(None, Some(0)), named("billing", 1), named("web", 0)]);
    assert_eq!(summaries("billing."), [(None, Some(1))], "it knows no other project");
    let (_, page) = ask(&server, &at("billing."), "GET", "/documents", "");
    assert!(page.contains("sidebar__project") && !page.contains("href=\"/projects\""));
    let (status, _) = ask(&server, &at("other."), "GET", "/documents", "");
    assert_eq!(status, 421, "a name that no project has");
}

#[test]
fn a_token_of_a_project_opens_no_other() {
    let folder = tempfile::tempdir().unwrap();
    let main = folder.path().join("team.sqlite");
    let server = Harmony::start_with(&main, &["--project", "billing", "--project", "web"]).unwrap();
    let (_, port) = server.address.rsplit_once(':').unwrap();
    let store = folder.path().join("billing.sqlite");
    let created = Command::new(env!("CARGO_BIN_EXE_harmony"))
        .args(["token", "create", "Ada", "--role", "operate", "--store"])
        .arg(&store)
        .output()
        .unwrap();
    assert!(created.status.success(), "{}", String::from_utf8_lossy(&created.stderr));
    // A server learns within two seconds of a token that another process created.
    sleep(Duration::from_millis(2100));
    let (status, _) = ask(&server, &format!("billing.localhost:{port}"), "GET", "/api/documents", "");
    assert_eq!(status, 401);
    let (status, _) = ask(&server, &format!("web.localhost:{port}"), "GET", "/api/documents", "");
    assert_eq!(status, 200);
}

#[test]
fn a_token_of_the_main_project_locks_those_that_have_none() {
    let folder = tempfile::tempdir().unwrap();
    let main = folder.path().join("team.sqlite");
    let token = |store: &str| {
        let created = Command::new(env!("CARGO_BIN_EXE_harmony"))
            .args(["token", "create", "Ada", "--role", "operate", "--store"])
            .arg(folder.path().join(store))
            .output()
            .unwrap();
        assert!(created.status.success(), "{}", String::from_utf8_lossy(&created.stderr));
        String::from_utf8(created.stdout).unwrap().trim().to_owned()
    };
    let server = Harmony::start_with(&main, &["--project", "web"]).unwrap();
    let (_, port) = server.address.rsplit_once(':').unwrap();
    let web = format!("web.localhost:{port}");
    assert_eq!(ask(&server, &web, "GET", "/api/documents", "").0, 200);
    let of_main = token("team.sqlite");
    sleep(Duration::from_millis(2100));
    assert_eq!(ask(&server, &web, "GET", "/api/documents", "").0, 401);

    let is_stored = |secret: &str| {
        let report = folder.path().join("report.md");
        std::fs::write(&report, REPORT).unwrap();
        let address = format!("http://{web}");
        let sent = Command::new(env!("CARGO_BIN_EXE_harmony"))
            .args(["ingest", "--to", &address, "--token", secret])
            .arg(report)
            .output()
            .unwrap();
        sent.status.success()
    };
    assert!(!is_stored(&of_main), "a token of another project");
    assert!(is_stored(&token("web.sqlite")));
}
