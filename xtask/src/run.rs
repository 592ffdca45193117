//! `cargo xtask run`: builds what is needed and becomes the server.

use std::env;
use std::process::{Command, ExitCode};

use anyhow::{Context, Result, bail};

use crate::build;
use crate::layout::{Layout, Profile};
use crate::stages::Stages;

pub fn run(options: &[String]) -> Result<ExitCode> {
    let (own, for_harmony) = match options.iter().position(|option| option == "--") {
        Some(place) => (&options[..place], &options[place + 1..]),
        None => (options, &[][..]),
    };
    let (profile, rest) = Profile::from_options(own);
    if let Some(unknown) = rest.first() {
        bail!("`cargo xtask run` knows no `{unknown}`; what is for harmony stands after `--`");
    }
    let layout = Layout::of_workspace()?;
    let mut stages = Stages::new(build::STAGES);
    let binary = build::binary(&layout, profile, &mut stages)?;
    eprintln!("ready after {:.1} s", stages.elapsed().as_secs_f32());
    let mut command = Command::new(binary);
    command.args(for_harmony);
    if for_harmony.is_empty() && has_screen() {
        command.arg("--open");
    }
    become_it(&mut command)
}

/// Whether a browser that is opened here would be seen by anyone.
fn has_screen() -> bool {
    let is_set = |name: &str| env::var_os(name).is_some_and(|value| !value.is_empty());
    let has_display =
        cfg!(any(windows, target_os = "macos")) || is_set("DISPLAY") || is_set("WAYLAND_DISPLAY");
    has_display && !is_set("CI")
}

/// Signals go straight to the server, since nothing stands between it and the shell.
#[cfg(unix)]
fn become_it(command: &mut Command) -> Result<ExitCode> {
    use std::os::unix::process::CommandExt;

    Err(command.exec()).context("harmony could not be started")
}

#[cfg(not(unix))]
fn become_it(command: &mut Command) -> Result<ExitCode> {
    let status = command.status().context("harmony could not be started")?;
    Ok(if status.success() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
