//! The server under load: a process with its own port and store.

use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::{self, JoinHandle};

use anyhow::{Context, Result, ensure};
use rustix::process::{Pid, Signal, kill_process};

use crate::loopback::Loopback;

pub struct Harmony {
    child: Child,
    pub address: Loopback,
    log: Option<JoinHandle<Vec<usize>>>,
}

impl Harmony {
    /// Starts the server and waits until it prints its address.
    pub fn start(binary: &Path, store: &Path) -> Result<Self> {
        // Only the log has the number of documents in each commit.
        Self::start_with(binary, store, "warn,server::store=debug", &[])
    }

    /// Starts it without a log.
    pub fn start_quietly(binary: &Path, store: &Path) -> Result<Self> {
        Self::start_with(binary, store, "off", &[])
    }

    /// Starts it with further options.
    pub fn start_with(binary: &Path, store: &Path, log: &str, options: &[&str]) -> Result<Self> {
        let mut command = Self::command(binary, store);
        let mut child = command
            .args(options)
            .env("RUST_LOG", log)
            .stderr(Stdio::piped())
            .spawn()
            .with_context(|| format!("could not start {}", binary.display()))?;
        let output = BufReader::new(child.stdout.take().context("harmony has no output")?);
        let address = announced(output, "http://")?;
        let log = child.stderr.take().context("harmony has no log")?;
        let log = thread::spawn(move || commits(log));
        Ok(Self { child, address, log: Some(log) })
    }

    /// Starts one whose log goes where the command says.
    pub fn start_by(mut command: Command) -> Result<Self> {
        let mut child = command.spawn().context("could not start harmony")?;
        let output = BufReader::new(child.stdout.take().context("harmony has no output")?);
        match announced(output, "http://") {
            Ok(address) => Ok(Self { child, address, log: None }),
            Err(error) => {
                child.kill()?;
                child.wait()?;
                Err(error)
            }
        }
    }

    /// Returns the command that starts a server, which prints its address.
    pub fn command(binary: &Path, store: &Path) -> Command {
        let mut command = Command::new(binary);
        command.args(["serve", "--listen", "127.0.0.1:0", "--store"]).arg(store);
        command.stdin(Stdio::null()).stdout(Stdio::piped());
        command
    }

    /// Returns the number of its process.
    pub fn process(&self) -> u32 {
        self.child.id()
    }

    /// Asks the server to stop, and waits until it has.
    pub fn interrupt(mut self) -> Result<()> {
        let process = Pid::from_child(&self.child);
        kill_process(process, Signal::INT).context("could not interrupt harmony")?;
        let status = self.child.wait()?;
        ensure!(status.success(), "harmony ended with {status}");
        Ok(())
    }

    /// Stops the server and returns the number of documents in each of its commits.
    pub fn end(mut self) -> Result<Vec<usize>> {
        self.child.kill().context("could not stop harmony")?;
        let log = self.log.take().context("harmony was stopped already")?;
        log.join().ok().context("could not read the log of harmony")
    }
}

impl Drop for Harmony {
    fn drop(&mut self) {
        // It may have stopped already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Returns the address that a program prints when it listens. Later output is dropped.
pub fn announced(mut output: impl BufRead + Send + 'static, before: &str) -> Result<Loopback> {
    let mut line = String::new();
    let address = loop {
        line.clear();
        if output.read_line(&mut line)? == 0 {
            anyhow::bail!("it stopped before it printed its address");
        }
        if let Some((_, address)) = line.split_once(before) {
            break address.trim().parse()?;
        }
    };
    thread::spawn(move || std::io::copy(&mut output, &mut std::io::sink()));
    Ok(address)
}

fn commits(log: impl Read) -> Vec<usize> {
    let mut commits = Vec::new();
    for line in BufReader::new(log).lines().map_while(Result::ok) {
        match line.split_once("committed documents=") {
            Some((_, count)) => commits.extend(count.trim().parse::<usize>()),
            None => eprintln!("harmony: {line}"),
        }
    }
    commits
}
