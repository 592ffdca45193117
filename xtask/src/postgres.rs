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
    node: Node,
    folder: PathBuf,
}

impl Postgres {
    /// Starts a server with an empty database; `None` where PostgreSQL isn't installed.
    pub fn start() -> Result<Option<Self>> {
        let Some(programs) = programs() else { return Ok(None) };
        let folder = new_folder("postgres")?;
        let node = Node::named("data", &folder, &programs, free_port()?);
        node.create()?;
        let address = format!("postgres://harmony@127.0.0.1:{}/postgres", node.port);
        let started = Self { address, node, folder };
        started.node.start(&[])?;
        Ok(Some(started))
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        // Its data is needed no more.
        let _ = self.node.stop();
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// One process of PostgreSQL with its files.
pub struct Node {
    programs: PathBuf,
    pub data: PathBuf,
    log: PathBuf,
    pub port: u16,
}

impl Node {
    pub fn named(name: &str, folder: &Path, programs: &Path, port: u16) -> Self {
        let (data, log) = (folder.join(name), folder.join(format!("{name}.log")));
        Self { programs: programs.to_owned(), data, log, port }
    }

    /// Makes its files.
    pub fn create(&self) -> Result<()> {
        let mut create = self.program("initdb");
        create.args(["--username=harmony", "--auth=trust", "--encoding=UTF8", "--locale=C", "--no-sync"]);
        process::quietly(create.arg("-D").arg(&self.data))
    }

    /// Starts it with settings that it has beside the usual ones. What a crash of the machine would lose may be lost here.
    pub fn start(&self, settings: &[&str]) -> Result<()> {
        let port = format!("port={}", self.port);
        let usual = [
            &port, "listen_addresses=127.0.0.1", "unix_socket_directories=", "fsync=off",
            "max_connections=400",
        ];
        let settings: Vec<String> =
            usual.iter().chain(settings).map(|setting| format!("-c {setting}")).collect();
        let mut start = self.control("start");
        process::quietly(start.args(["-w", "-o", &settings.join(" "), "-l"]).arg(&self.log))
    }

    pub fn stop(&self) -> Result<()> {
        process::quietly(self.control("stop").args(["-m", "immediate"]))
    }

    pub fn control(&self, what: &str) -> Command {
        let mut command = self.program("pg_ctl");
        command.arg(what).arg("-D").arg(&self.data);
        command
    }

    /// Returns a command of a program, run by the user who may.
    pub fn program(&self, name: &str) -> Command {
        let mut command = as_owner(&self.programs.join(name));
        command.current_dir("/");
        command
    }
}

/// Makes a folder that belongs to the user who runs PostgreSQL.
pub fn new_folder(name: &str) -> Result<PathBuf> {
    let folder = std::env::temp_dir().join(format!("harmony-{name}-{}", std::process::id()));
    fs::create_dir_all(&folder).context("no folder could be created for PostgreSQL")?;
    if let Some(owner) = owner() {
        process::quietly(Command::new("chown").arg(owner).arg(&folder))?;
    }
    Ok(folder)
}

pub fn free_port() -> Result<u16> {
    Ok(TcpListener::bind("127.0.0.1:0")?.local_addr()?.port())
}

/// Returns the folder with the newest `initdb`, which Debian has outside of the path.
pub fn programs() -> Option<PathBuf> {
    if let Some(program) = process::find("initdb") {
        // The path may have links to some of the programs.
        return fs::canonicalize(program).ok()?.parent().map(Path::to_owned);
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
