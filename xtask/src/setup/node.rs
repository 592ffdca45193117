//! Node and the packages of the browser tests.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::process;

/// The oldest version that Playwright supports.
const OLDEST_NODE: u32 = 20;

/// Installs the packages in the lock file of `folder`, unless they are installed already.
pub fn ensure(folder: &Path) -> Result<()> {
    node()?;
    let wanted = fs::read(folder.join("package-lock.json")).context("package-lock.json could not be read")?;
    let installed = folder.join("node_modules/.installed-lock.json");
    if fs::read(&installed).is_ok_and(|lock| lock == wanted) {
        return Ok(());
    }
    process::quietly(npm("npm").args(["ci", "--no-audit", "--no-fund"]).current_dir(folder))?;
    fs::write(&installed, wanted).with_context(|| format!("{} could not be written", installed.display()))
}

/// `npm` or `npx`, which on Windows are scripts.
pub fn npm(program: &str) -> Command {
    Command::new(if cfg!(windows) { format!("{program}.cmd") } else { program.to_owned() })
}

fn node() -> Result<()> {
    let version = Command::new("node").arg("--version").output().ok();
    let version = version.map(|output| String::from_utf8_lossy(&output.stdout).trim().to_owned());
    let Some(version) = version else {
        bail!("the browser tests need Node {OLDEST_NODE} or newer: install it from https://nodejs.org");
    };
    let major = version.trim_start_matches('v').split('.').next().and_then(|major| major.parse::<u32>().ok());
    if major.is_none_or(|major| major < OLDEST_NODE) {
        bail!("the browser tests need Node {OLDEST_NODE} or newer, and this is {version}");
    }
    Ok(())
}
