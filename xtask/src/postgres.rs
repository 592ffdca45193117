//! A PostgreSQL server for tests, with a folder and a port of its own.

use std::fs;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};

use crate::process;
use crate::setup::debian;

pub struct Postgres {
    pub address: String,
    control: PathBuf,
    folder: PathBuf,
}

impl Postgres {
    /// Starts a server with an empty database; `None` where PostgreSQL isn't installed.
    pub fn start() -> Result<Option<Self>> {
        let Some(programs) = programs() else { return Ok(None) };
        let folder = std::env::temp_dir().join(format!("harmony-postgres-{}", std::process::id()));
        fs::create_dir_all(&folder).context("no folder could be created for PostgreSQL")?;
        if let Some(owner) = owner() {
            process::quietly(Command::new("chown").arg(owner).arg(&folder))?;
        }
        let mut create = as_owner(&programs.join("initdb"));
        create
            .args(["--username=harmony", "--auth=trust", "--encoding=UTF8", "--locale=C", "--no-sync", "-D"]);
        process::quietly(create.arg(folder.join("data")).current_dir(&folder))?;
        let port = TcpListener::bind("127.0.0.1:0")?.local_addr()?.port();
        let started = Self {
            address: format!("postgres://harmony@127.0.0.1:{port}/postgres"),
            control: programs.join("pg_ctl"),
            folder,
        };
        // What a crash of the machine would lose may be lost here.
        let settings = format!(
            "-p {port} -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c fsync=off -c max_connections=400"
        );
        process::quietly(
            started.control("start").args(["-w", "-o", &settings, "-l"]).arg(started.folder.join("log")),
        )?;
        Ok(Some(started))
    }

    /// Returns the command that ends it without warning and starts it again.
    pub fn crash(&self) -> String {
        let mut command = self.control("restart");
        command.args(["-w", "-s", "-m", "immediate", "-l"]).arg(self.folder.join("log"));
        let words = std::iter::once(command.get_program()).chain(command.get_args());
        let quoted = words.map(|word| format!("'{}'", word.to_string_lossy()));
        format!("cd / && {} >/dev/null 2>&1", quoted.collect::<Vec<_>>().join(" "))
    }

    fn control(&self, what: &str) -> Command {
        let mut command = as_owner(&self.control);
        command.arg(what).arg("-D").arg(self.folder.join("data")).current_dir(&self.folder);
        command
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        // Its data is needed no more.
        let _ = process::quietly(self.control("stop").args(["-m", "immediate"]));
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

/// Returns the user to run it as, since it refuses to run as the superuser.
fn owner() -> Option<&'static str> {
    debian::is_root().then_some("postgres")
}

fn as_owner(program: &Path) -> Command {
    let Some(owner) = owner() else { return Command::new(program) };
    let mut command = Command::new("setpriv");
    command.args([format!("--reuid={owner}"), format!("--regid={owner}"), "--clear-groups".to_owned()]);
    command.arg(program);
    command
}
