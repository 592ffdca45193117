//! The GitHub Action and the snippet for GitLab: their scripts, run against a fake of each API.

use std::fs;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::{Arc, Mutex};

use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, Method, StatusCode, Uri};
use axum::{Json, Router};
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::net::TcpListener;

use crate::process::Harmony;

const CI_TOKEN: &str = "another-secret-for-ci-jobs";
const REVIEW: &str = "# Review Report: refunds\n\n## Verdict: NEEDS_CHANGES\n## Score: 9/10\n";

/// Keeps comments as both APIs do: a list, and an object for each.
#[derive(Clone, Default)]
struct Api {
    comments: Arc<Mutex<Vec<Value>>>,
    /// Each request in short, with its token.
    asked: Arc<Mutex<Vec<String>>>,
}

impl Api {
    async fn start(&self) -> SocketAddr {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let router = Router::new().fallback(Self::answer).with_state(self.clone());
        tokio::spawn(async move { axum::serve(listener, router).await });
        address
    }

    async fn answer(
        State(api): State<Self>,
        method: Method,
        uri: Uri,
        headers: HeaderMap,
        body: Bytes,
    ) -> (StatusCode, Json<Value>) {
        let token = ["authorization", "private-token"].into_iter().find_map(|name| headers.get(name));
        let token = token.map_or("", |token| token.to_str().unwrap());
        api.asked.lock().unwrap().push(format!("{method} {} {token}", uri.path()));
        let mut comments = api.comments.lock().unwrap();
        if method == Method::GET {
            return (StatusCode::OK, Json(Value::Array(comments.clone())));
        }
        let mut comment: Value = serde_json::from_slice(&body).unwrap();
        let last = uri.path().rsplit('/').next().unwrap();
        match last.parse::<usize>() {
            Ok(id) => comments[id]["body"] = comment["body"].clone(),
            Err(_) => {
                comment["id"] = json!(comments.len());
                comments.push(comment.clone());
            }
        }
        (StatusCode::CREATED, Json(comment))
    }
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_owned()
}

/// A folder with a report.
fn job() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("reports")).unwrap();
    fs::write(folder.path().join("reports/a review.md"), REVIEW).unwrap();
    folder
}

fn bash(folder: &TempDir, script: &str, variables: &[(&str, &str)]) -> Output {
    let programs = Path::new(env!("CARGO_BIN_EXE_harmony")).parent().unwrap();
    let path = format!("{}:{}", programs.display(), std::env::var("PATH").unwrap());
    Command::new("bash")
        .args(["-euo", "pipefail", "-c", script])
        .current_dir(folder.path())
        .env("PATH", path)
        .env("HOME", folder.path())
        .env_remove("HARMONY_TOKEN")
        .env_remove("HARMONY_CI_TOKEN")
        .envs(variables.iter().copied())
        .output()
        .unwrap()
}

fn start_server(folder: &TempDir) -> Harmony {
    Harmony::start_with(&folder.path().join("store.sqlite"), &["--ci-token", CI_TOKEN]).unwrap()
}

fn succeeded(output: &Output) {
    let said =
        format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{said}");
}

/// Runs the scripts of the action's steps, with what the runner and the steps give them.
#[tokio::test(flavor = "multi_thread")]
async fn the_action_checks_publishes_and_keeps_one_comment() {
    let action = fs::read_to_string(root().join("action/action.yml")).unwrap();
    let scripts: Vec<&str> = action
        .lines()
        .filter_map(|line| line.trim().strip_prefix("run: bash ")?.split(['/', '"']).nth(2))
        .collect();
    assert_eq!(scripts, ["check.sh", "preview.sh", "comment.sh"]);

    let (api, folder) = (Api::default(), job());
    let github = format!("http://{}", api.start().await);
    api.comments.lock().unwrap().push(json!({"id": 0, "body": "Well done."}));
    let server = start_server(&folder);
    let server_url = format!("http://{}", server.address);
    let [output, step_summary] =
        ["output", "summary"].map(|name| folder.path().join(name).display().to_string());
    let temporary = folder.path().display().to_string();
    let mut urls = Vec::new();
    for round in 1..=2 {
        fs::write(&output, "").unwrap();
        let run = |script: &str, more: &[(&str, &str)]| {
            let mut variables = vec![
                ("HARMONY", "harmony"),
                ("FILES", "reports/\n"),
                ("HARMONY_SERVER", &server_url),
                ("HARMONY_CI_TOKEN", CI_TOKEN),
                ("KEEP", "1d"),
                ("GITHUB_OUTPUT", &output),
                ("GITHUB_STEP_SUMMARY", &step_summary),
                ("RUNNER_TEMP", &temporary),
                ("GITHUB_API_URL", &github),
                ("GITHUB_REPOSITORY", "ada/shop"),
                ("GITHUB_TOKEN", "github-token"),
                ("PULL_REQUEST", "7"),
            ];
            variables.extend(more);
            let script = root().join("action").join(script);
            succeeded(&bash(&folder, &format!("bash '{}'", script.display()), &variables));
        };
        run("check.sh", &[]);
        run("preview.sh", &[]);
        let outputs = fs::read_to_string(&output).unwrap();
        let value = |name: &str| {
            outputs.lines().find_map(|line| line.strip_prefix(&format!("{name}="))).unwrap().to_owned()
        };
        assert_eq!(value("status"), "1", "the last step fails the job");
        urls.push(value("url"));
        run("comment.sh", &[("SUMMARY", &value("summary"))]);

        let comments = api.comments.lock().unwrap().clone();
        assert_eq!(comments.len(), 2, "round {round}: {comments:#?}");
        let body = comments[1]["body"].as_str().unwrap();
        assert!(body.starts_with("<!-- harmony preview -->\n### ["), "{body}");
        assert!(body.contains(&urls[round - 1]) && body.contains("needs changes"), "{body}");
        assert_eq!(comments[0]["body"], "Well done.");
    }
    assert_ne!(urls[0], urls[1]);
    assert!(urls[0].starts_with(&format!("{server_url}/p/")), "{urls:?}");
    assert!(fs::read_to_string(&step_summary).unwrap().contains(&urls[1]));
    let asked = api.asked.lock().unwrap().clone();
    assert!(asked.iter().all(|asked| asked.ends_with(" Bearer github-token")), "{asked:?}");
    assert!(
        asked.contains(&"POST /repos/ada/shop/issues/7/comments Bearer github-token".to_owned()),
        "{asked:?}"
    );
    assert!(
        asked.contains(&"PATCH /repos/ada/shop/issues/comments/1 Bearer github-token".to_owned()),
        "{asked:?}"
    );
}

#[test]
fn without_a_ci_token_the_action_publishes_nothing_and_says_so() {
    let folder = job();
    let output = folder.path().join("output").display().to_string();
    let script = format!("bash '{}'", root().join("action/preview.sh").display());
    let variables = [("HARMONY_CI_TOKEN", ""), ("FILES", "reports/"), ("GITHUB_OUTPUT", output.as_str())];
    let run = bash(&folder, &script, &variables);
    succeeded(&run);
    assert!(String::from_utf8_lossy(&run.stdout).starts_with("::notice::Nothing was published"));
}

/// Runs the blocks of the snippet, in the order in which a job has them.
#[tokio::test(flavor = "multi_thread")]
async fn the_snippet_for_gitlab_checks_publishes_and_keeps_one_note() {
    let snippet = fs::read_to_string(root().join("docs/ci/gitlab.yml")).unwrap();
    let block = |key: &str| {
        let start = format!("  {key}:\n    - |\n");
        let block = snippet.split(&start).nth(1).unwrap();
        let lines = block.lines().take_while(|line| line.starts_with("      "));
        lines.map(|line| format!("{}\n", &line[6..])).collect::<String>()
    };
    let script = format!("{}{}", block("before_script"), block("script"));
    let (api, folder) = (Api::default(), job());
    let gitlab = format!("http://{}", api.start().await);
    let server = start_server(&folder);
    let server_url = format!("http://{}", server.address);
    let variables = [
        ("HARMONY_SERVER", server_url.as_str()),
        ("HARMONY_CI_TOKEN", CI_TOKEN),
        ("HARMONY_NOTE_TOKEN", "note-token"),
        ("CI_API_V4_URL", &gitlab),
        ("CI_PROJECT_ID", "3"),
        ("CI_MERGE_REQUEST_IID", "7"),
    ];
    for round in 1..=2 {
        let run = bash(&folder, &script, &variables);
        let said = String::from_utf8_lossy(&run.stderr).into_owned();
        assert_eq!(run.status.code(), Some(1), "the check fails the job at its end: {said}");
        let notes = api.comments.lock().unwrap().clone();
        assert_eq!(notes.len(), 1, "round {round}: {notes:#?}");
        let environment = fs::read_to_string(folder.path().join("harmony.env")).unwrap();
        let url = environment.trim().strip_prefix("HARMONY_PREVIEW_URL=").unwrap();
        assert!(url.starts_with(&format!("{server_url}/p/")), "{url}");
        assert!(notes[0]["body"].as_str().unwrap().contains(url), "{notes:#?}");
    }
    // A file that can't be read costs nobody the link, and one that is empty is no failure.
    fs::write(folder.path().join("reports/empty.md"), "").unwrap();
    std::os::unix::fs::symlink("nowhere", folder.path().join("reports/gone.md")).unwrap();
    assert_eq!(bash(&folder, &script, &variables).status.code(), Some(2));
    assert!(fs::read_to_string(folder.path().join("harmony.env")).unwrap().contains("/p/"));
    // As in a fork.
    let without_token =
        variables.map(|(name, value)| (name, if name == "HARMONY_CI_TOKEN" { "" } else { value }));
    fs::remove_file(folder.path().join("reports/gone.md")).unwrap();
    let run = bash(&folder, &script, &without_token);
    assert_eq!(run.status.code(), Some(1), "the check fails the job at its end");
    assert!(String::from_utf8_lossy(&run.stdout).contains("Nothing was published"));

    let asked = api.asked.lock().unwrap().clone();
    assert!(asked.iter().all(|asked| asked.ends_with(" note-token")), "{asked:?}");
    assert!(asked.contains(&"PUT /projects/3/merge_requests/7/notes/0 note-token".to_owned()), "{asked:?}");
}

#[test]
fn a_wrong_token_is_named_and_exits_2() {
    let folder = job();
    let server = start_server(&folder);
    let server_url = format!("http://{}", server.address);
    let run = bash(
        &folder,
        "harmony preview reports/ --server \"$SERVER\" --token not-the-secret-at-all",
        &[("SERVER", &server_url)],
    );
    let said = String::from_utf8_lossy(&run.stderr);
    assert_eq!(run.status.code(), Some(2), "{said}");
    assert!(said.contains("--token") && said.contains("HARMONY_CI_TOKEN"), "{said}");
}
