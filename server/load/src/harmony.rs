//! The server that is loaded: a process of its own, on a port of its own, with a store of its own.

use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::{self, JoinHandle};

use anyhow::{Context, Result};

use crate::loopback::Loopback;

pub struct Harmony {
    child: Child,
    pub address: Loopback,
    log: Option<JoinHandle<Vec<usize>>>,
}

impl Harmony {
    /// Starts it, and waits until it says where it listens.
    pub fn start(binary: &Path, store: &Path) -> Result<Self> {
        let mut child = Command::new(binary)
            .args(["serve", "--listen", "127.0.0.1:0", "--store"])
            .arg(store)
            // How many documents each commit held is told there, and nowhere else.
            .env("RUST_LOG", "warn,server::store::sqlite::writer=debug")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .with_context(|| format!("{} could not be started", binary.display()))?;
        let said = BufReader::new(child.stdout.take().context("it has no output")?);
        let address = announced(said, "http://")?;
        let log = child.stderr.take().context("it has no log")?;
        let log = thread::spawn(move || commits(log));
        Ok(Self { child, address, log: Some(log) })
    }

    /// Ends it, and says how many documents each of its commits held.
    pub fn end(mut self) -> Result<Vec<usize>> {
        self.child.kill().context("harmony could not be ended")?;
        let log = self.log.take().context("it was ended already")?;
        log.join().ok().context("its log could not be read")
    }
}

impl Drop for Harmony {
    fn drop(&mut self) {
        // It may have ended by itself; then there is nothing left to do.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The address that a program prints when it listens; what it prints after that is read and dropped.
pub fn announced(mut said: impl BufRead + Send + 'static, before: &str) -> Result<Loopback> {
    let mut line = String::new();
    let address = loop {
        line.clear();
        if said.read_line(&mut line)? == 0 {
            anyhow::bail!("it ended before it said where it listens");
        }
        if let Some((_, address)) = line.split_once(before) {
            break address.trim().parse()?;
        }
    };
    thread::spawn(move || std::io::copy(&mut said, &mut std::io::sink()));
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
