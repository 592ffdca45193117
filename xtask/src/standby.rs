//! A PostgreSQL server with a standby that takes over when the server is killed, and becomes what the other was.

use std::fs;
use std::mem::ManuallyDrop;
use std::path::PathBuf;
use std::process::{Command, ExitCode, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};

use crate::postgres::{self, Node};
use crate::process;

/// Longer than a standby takes to catch up.
const PATIENCE: Duration = Duration::from_secs(60);

/// Two servers, of which one is the primary. All that is known of them is in their folder, for [`run`].
pub struct Pair {
    programs: PathBuf,
    folder: PathBuf,
}

impl Pair {
    /// Starts both; `None` where PostgreSQL isn't installed.
    pub fn start() -> Result<Option<Self>> {
        let Some(programs) = postgres::programs() else { return Ok(None) };
        let pair = Self { programs, folder: postgres::new_folder("pair")? };
        fs::write(
            pair.folder.join("ports"),
            format!("{} {}", postgres::free_port()?, postgres::free_port()?),
        )?;
        fs::write(pair.folder.join("primary"), "0")?;
        let (primary, _) = pair.nodes()?;
        primary.create()?;
        start(&primary)?;
        pair.rebuild()?;
        Ok(Some(pair))
    }

    /// Returns the address of whichever is the primary.
    pub fn address(&self) -> Result<String> {
        let (one, other) = self.ports()?;
        Ok(format!(
            "postgres://harmony@127.0.0.1:{one},127.0.0.1:{other}/postgres?target_session_attrs=read-write"
        ))
    }

    /// Returns the command with which this program does something to them.
    pub fn command(&self, what: &str) -> Result<String> {
        let program = std::env::current_exe()?;
        Ok(format!("'{}' standby {what} '{}'", program.display(), self.folder.display()))
    }

    /// Kills the primary with all of its processes at once, as if its machine was gone, and has the standby take over.
    fn take_over(&self) -> Result<()> {
        let (primary, standby) = self.nodes()?;
        let file = fs::read_to_string(primary.data.join("postmaster.pid"))?;
        let first = file.lines().next().context("the primary has no process")?.to_owned();
        let children = process::output(Command::new("pgrep").args(["-P", &first]))?;
        // What waits for the standby becomes visible to others once the first one is gone.
        let mut kill = Command::new("kill");
        kill.arg("-KILL").args(children.split_whitespace()).arg(&first).stderr(Stdio::null());
        // Some of them may have ended meanwhile.
        kill.status().context("`kill` could not be started")?;
        process::quietly(standby.control("promote").arg("-w"))?;
        let number = if fs::read_to_string(self.folder.join("primary"))? == "0" { "1" } else { "0" };
        Ok(fs::write(self.folder.join("primary"), number)?)
    }

    /// Makes a standby of the one that is not the primary, and waits until every commit waits for it.
    fn rebuild(&self) -> Result<()> {
        let (primary, standby) = self.nodes()?;
        if standby.data.exists() {
            fs::remove_dir_all(&standby.data)?;
        }
        let mut copy = primary.program("pg_basebackup");
        copy.args(["-h", "127.0.0.1", "-U", "harmony", "-p", &primary.port.to_string()]);
        copy.args(["-R", "-X", "stream", "-c", "fast", "--no-sync", "-D"]).arg(&standby.data);
        process::quietly(&mut copy)?;
        // Once it has taken over, it is alone for a while.
        let settings = standby.data.join("postgresql.auto.conf");
        let copied = fs::read_to_string(&settings)?;
        fs::write(&settings, format!("{copied}synchronous_standby_names = ''\n"))?;
        start(&standby)?;
        ask(&primary, "ALTER SYSTEM SET synchronous_standby_names = '*'")?;
        ask(&primary, "SELECT pg_reload_conf()")?;
        let began = Instant::now();
        while ask(&primary, "SELECT sync_state FROM pg_stat_replication WHERE state = 'streaming'")? != "sync"
        {
            if began.elapsed() > PATIENCE {
                bail!("the standby doesn't catch up");
            }
            thread::sleep(Duration::from_millis(50));
        }
        Ok(())
    }

    /// Returns the primary and the standby.
    fn nodes(&self) -> Result<(Node, Node)> {
        let (one, other) = self.ports()?;
        let node = |name, port| Node::named(name, &self.folder, &self.programs, port);
        let nodes = (node("one", one), node("other", other));
        let is_first = fs::read_to_string(self.folder.join("primary"))? == "0";
        Ok(if is_first { nodes } else { (nodes.1, nodes.0) })
    }

    fn ports(&self) -> Result<(u16, u16)> {
        let ports = fs::read_to_string(self.folder.join("ports"))?;
        let (one, other) = ports.split_once(' ').context("there are no two ports")?;
        Ok((one.parse()?, other.parse()?))
    }
}

fn start(node: &Node) -> Result<()> {
    node.start(&["wal_keep_size=256MB"])
}

fn ask(node: &Node, statement: &str) -> Result<String> {
    let mut ask = node.program("psql");
    ask.args(["-h", "127.0.0.1", "-U", "harmony", "-d", "postgres", "-At", "-p", &node.port.to_string()]);
    Ok(process::output(ask.args(["-c", statement]))?.trim().to_owned())
}

/// `standby take-over FOLDER` and `standby rebuild FOLDER`, which the load program calls.
pub fn run(options: &[String]) -> Result<ExitCode> {
    let [what, folder] = options else { bail!("`standby` needs what to do, and a folder") };
    let programs = postgres::programs().context("PostgreSQL is not installed")?;
    // The pair goes on without this process.
    let pair = ManuallyDrop::new(Pair { programs, folder: PathBuf::from(folder) });
    match what.as_str() {
        "take-over" => pair.take_over()?,
        "rebuild" => pair.rebuild()?,
        unknown => bail!("`standby` knows no `{unknown}`"),
    }
    Ok(ExitCode::SUCCESS)
}

impl Drop for Pair {
    fn drop(&mut self) {
        // Their data is needed no more.
        if let Ok((primary, standby)) = self.nodes() {
            for node in [primary, standby] {
                let _ = node.stop();
            }
        }
        let _ = fs::remove_dir_all(&self.folder);
    }
}
