//! The folder in which the commands of a page run: a copy of `examples/` in a git repository, with a home and a server.

use std::fs::{self, File};
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use tempfile::TempDir;

/// Commands that take longer hang.
const WITHIN: Duration = Duration::from_secs(60);
/// What is there before the first command of a page: a repository with two commits, transcripts of Claude Code, and
/// a `curl` that fails where a request is refused.
const PREPARE: &str = "cp -r \"$GUIDE_EXAMPLES\"/. .
echo fail-with-body >~/.curlrc
mkdir -p ~/.claude/projects && cp -r transcripts ~/.claude/projects/shop
git init --quiet && git add . && git commit --quiet --message first
git commit --quiet --allow-empty --message second
harmony serve > /dev/null";

/// Makes what a script exports known to the next one.
const CARRY_ON: &str = "[ ! -f \"$GUIDE/variables\" ] || . \"$GUIDE/variables\"
trap 'export -p >\"$GUIDE/variables\"' EXIT";

pub struct Project {
    folder: TempDir,
    address: String,
}

impl Project {
    pub fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        for name in ["home", "project"] {
            fs::create_dir(folder.path().join(name)).unwrap();
        }
        let free = TcpListener::bind("127.0.0.1:0").unwrap();
        let project = Self { folder, address: free.local_addr().unwrap().to_string() };
        drop(free);
        let (status, said) = project.run(PREPARE);
        assert_eq!(status, Some(0), "{said}");
        project
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join("project").join(name)
    }

    pub fn write(&self, name: &str, text: &str) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    /// Runs a script as a reader types it, after the scripts before: variables that they exported are set. Returns its
    /// status and what it printed.
    pub fn run(&self, script: &str) -> (Option<i32>, String) {
        let script =
            [("https://harmony.example", "http://127.0.0.1:4180"), ("0.0.0.0:4180", "127.0.0.1:4180")]
                .into_iter()
                .chain([("127.0.0.1:4180", self.address.as_str())])
                .fold(script.to_owned(), |script, (address, own)| script.replace(address, own));
        let script = format!("{CARRY_ON}\n{script}");
        let output = self.folder.path().join("output");
        let written = File::create(&output).unwrap();
        let mut command = Command::new("bash");
        command
            .args(["-e", "-c", &script])
            .current_dir(self.path(""))
            .env_clear()
            .envs(self.variables())
            .stdin(Stdio::null())
            .stdout(written.try_clone().unwrap())
            .stderr(written);
        let mut child = command.spawn().unwrap();
        let begun = Instant::now();
        let status = loop {
            if let Some(status) = child.try_wait().unwrap() {
                break status.code();
            }
            if begun.elapsed() > WITHIN {
                child.kill().unwrap();
                break child.wait().unwrap().code();
            }
            sleep(Duration::from_millis(5));
        };
        (status, String::from_utf8_lossy(&fs::read(output).unwrap()).into_owned())
    }

    fn variables(&self) -> Vec<(String, String)> {
        let programs = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/guide/bin");
        let within = |name: &str| self.folder.path().join(name).display().to_string();
        let mut variables = vec![
            ("PATH", format!("{}:{}", programs.display(), std::env::var("PATH").unwrap())),
            ("HOME", within("home")),
            ("GUIDE", within("")),
            ("GUIDE_ADDRESS", self.address.clone()),
            ("GUIDE_EXAMPLES", crate::root().join("examples").display().to_string()),
            ("GUIDE_HARMONY", env!("CARGO_BIN_EXE_harmony").to_owned()),
            ("GITHUB_STEP_SUMMARY", within("summary")),
        ];
        for name in ["GIT_AUTHOR_NAME", "GIT_AUTHOR_EMAIL", "GIT_COMMITTER_NAME", "GIT_COMMITTER_EMAIL"] {
            variables.push((name, "ada@example.org".to_owned()));
        }
        variables.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
    }
}

impl Drop for Project {
    fn drop(&mut self) {
        // The server ends with its page.
        self.run("kill \"$(cat \"$GUIDE/server.pid\")\"");
    }
}
