//! A PostgreSQL server for tests, with a folder and a port of its own.

use std::fs;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};

use crate::process;
use crate::setup::debian;

/// How long it may take until it answers.
const PATIENCE: Duration = Duration::from_secs(30);

pub struct Postgres {
    pub address: String,
    server: Child,
    folder: PathBuf,
}

impl Postgres {
    /// Starts a server with an empty database; `None` where PostgreSQL isn't installed.
    pub fn start() -> Result<Option<Self>> {
        let Some(programs) = programs() else { return Ok(None) };
        let folder = std::env::temp_dir().join(format!("harmony-postgres-{}", std::process::id()));
        fs::create_dir_all(&folder).context("no folder could be created for PostgreSQL")?;
        // It refuses to run as the superuser.
        let owner = debian::is_root().then_some("postgres");
        if let Some(owner) = owner {
            process::quietly(Command::new("chown").arg(owner).arg(&folder))?;
        }
        let data = folder.join("data");
        let mut create = as_owner(&programs.join("initdb"), owner);
        create
            .args(["--username=harmony", "--auth=trust", "--encoding=UTF8", "--locale=C", "--no-sync", "-D"]);
        process::quietly(create.arg(&data).current_dir(&folder))?;
        let port = TcpListener::bind("127.0.0.1:0")?.local_addr()?.port();
        let mut command = as_owner(&programs.join("postgres"), owner);
        command.arg("-D").arg(&data).args(["-p", &port.to_string()]).current_dir(&folder);
        // What a crash of the machine would lose may be lost here.
        for setting in
            ["listen_addresses=127.0.0.1", "unix_socket_directories=", "fsync=off", "max_connections=400"]
        {
            command.args(["-c", setting]);
        }
        let log = fs::File::create(folder.join("log")).context("PostgreSQL needs a log")?;
        let server =
            command.stdout(Stdio::null()).stderr(log).spawn().context("PostgreSQL could not be started")?;
        let address = format!("postgres://harmony@127.0.0.1:{port}/postgres");
        let started = Self { address, server, folder };
        let began = Instant::now();
        let mut ask = Command::new(programs.join("pg_isready"));
        ask.args(["-q", "-h", "127.0.0.1", "-p", &port.to_string()]);
        while !ask.status().context("pg_isready could not be started")?.success() {
            if began.elapsed() > PATIENCE {
                let log = fs::read_to_string(started.folder.join("log")).unwrap_or_default();
                bail!("PostgreSQL doesn't answer:\n{log}");
            }
            thread::sleep(Duration::from_millis(50));
        }
        Ok(Some(started))
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        // Its data is needed no more. Its other processes notice that it is gone.
        let _ = self.server.kill();
        let _ = self.server.wait();
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// Returns the folder with the newest `initdb`, which Debian has outside of the path.
fn programs() -> Option<PathBuf> {
    if let Some(program) = process::find("initdb") {
        return program.parent().map(Path::to_owned);
    }
    let versions = fs::read_dir("/usr/lib/postgresql").ok()?.flatten().map(|entry| entry.path());
    let number = |path: &PathBuf| path.file_name()?.to_str()?.parse::<u32>().ok();
    let newest = versions.filter(|path| path.join("bin/initdb").is_file()).max_by_key(number)?;
    Some(newest.join("bin"))
}

fn as_owner(program: &Path, owner: Option<&str>) -> Command {
    match owner {
        Some(owner) => {
            let mut command = Command::new("setpriv");
            command.args([
                format!("--reuid={owner}"),
                format!("--regid={owner}"),
                "--clear-groups".to_owned(),
            ]);
            command.arg(program);
            command
        }
        None => Command::new(program),
    }
}
