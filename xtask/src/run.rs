//! `cargo xtask run`: builds what is needed and becomes the server.

use std::env;
use std::process::{Command, ExitCode};
use std::time::Instant;

use anyhow::{Context, Result};

use crate::layout::Layout;
use crate::{build, options};

pub fn run(options: &[String]) -> Result<ExitCode> {
    let (own, for_harmony) = match options.iter().position(|option| option == "--") {
        Some(place) => (&options[..place], &options[place + 1..]),
        None => (options, &[][..]),
    };
    let profile = options::profile("run", own).context("what is for harmony goes after `--`")?;
    let started = Instant::now();
    let binary = build::binary(&Layout::of_workspace()?, profile)?;
    eprintln!("ready after {:.1} s", started.elapsed().as_secs_f32());
    let mut command = Command::new(binary);
    command.args(for_harmony);
    if for_harmony.is_empty() && has_screen() {
        command.arg("--open");
    }
    become_it(&mut command)
}

/// Returns whether anyone would see a browser that is opened here.
fn has_screen() -> bool {
    let is_set = |name: &str| env::var_os(name).is_some_and(|value| !value.is_empty());
    let has_display =
        cfg!(any(windows, target_os = "macos")) || is_set("DISPLAY") || is_set("WAYLAND_DISPLAY");
    has_display && !is_set("CI")
}

/// Replaces this program, so that signals go straight to the server.
#[cfg(unix)]
fn become_it(command: &mut Command) -> Result<ExitCode> {
    use std::os::unix::process::CommandExt;

    Err(command.exec()).context("harmony could not be started")
}

#[cfg(not(unix))]
fn become_it(command: &mut Command) -> Result<ExitCode> {
    let status = command.status().context("harmony could not be started")?;
    Ok(crate::process::code(status))
}
