//! `cargo xtask attack`: attacks a server on this machine, and what browsers show of hostile texts. Fails if anything gets
//! through, if the server fails, or if others wait.

use std::path::Path;
use std::process::ExitCode;
use std::thread;

use anyhow::{Context, Result, anyhow};

use crate::build::Load;
use crate::layout::{Layout, Profile};
use crate::process::stage;
use crate::setup::{browser, node};
use crate::{build, options};

/// The last one is in a browser.
pub const PARTS: [&str; 4] = ["doors", "bombs", "secrets", "browser"];

pub fn run(options: &[String]) -> Result<ExitCode> {
    let (is_short, options) = without_short(options);
    let parts = options::only("attack", &PARTS, &options)?;
    let layout = Layout::of_workspace()?;
    let harmony = build::binary(&layout, profile(is_short))?;
    let holds = attack(&layout, &harmony, &parts, is_short)?;
    Ok(if holds { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Runs the parts against a server that is built. Those of a short attack run at once, since speeds don't matter in it.
pub fn attack(layout: &Layout, harmony: &Path, parts: &[&str], is_short: bool) -> Result<bool> {
    let (in_browser, over_http): (Vec<&str>, Vec<&str>) = parts.iter().partition(|part| **part == "browser");
    if over_http.is_empty() {
        return browser(layout, harmony, is_short);
    }
    // Where times are compared, the attackers must not be what is slow.
    let load = Load::build(layout, profile(is_short))?;
    let mut command = load.command(&["attack"], harmony);
    command.arg("--only").arg(over_http.join(",")).args(is_short.then_some("--short"));
    let mut started = || command.status().context("load could not be started");
    if in_browser.is_empty() || !is_short {
        let holds = stage("attack", &mut started)?.success();
        return Ok(if in_browser.is_empty() { holds } else { browser(layout, harmony, is_short)? && holds });
    }
    thread::scope(|scope| {
        let attack = scope.spawn(started);
        let shown = browser(layout, harmony, is_short);
        let attacked = attack.join().map_err(|_| anyhow!("load could not be waited for"))?;
        Ok(shown? && attacked?.success())
    })
}

/// Speeds are compared in a long attack only.
fn profile(is_short: bool) -> Profile {
    if is_short { Profile::Dev } else { Profile::Release }
}

fn browser(layout: &Layout, harmony: &Path, is_short: bool) -> Result<bool> {
    let end2end = layout.end2end();
    let chromium = browser::ensure(&end2end)?;
    let mut command = node::npm("npx");
    command.args(["playwright", "test", "--config", "attack.config.ts"]).current_dir(&end2end);
    command.env("HARMONY_BINARY", harmony).env("CHROMIUM", chromium);
    // One of so many payloads is used.
    command.env("HARMONY_ATTACK", if is_short { "120" } else { "1" });
    let status = stage("attack in a browser", || command.status().context("npx could not be started"))?;
    Ok(status.success())
}

fn without_short(options: &[String]) -> (bool, Vec<String>) {
    let (short, rest): (Vec<_>, Vec<_>) = options.iter().cloned().partition(|option| option == "--short");
    (!short.is_empty(), rest)
}
