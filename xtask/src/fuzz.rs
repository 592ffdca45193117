//! `cargo xtask fuzz`: damages documents and looks for one that violates an invariant.

use std::process::ExitCode;

use anyhow::{Context, Result};

use crate::layout::Layout;
use crate::process;

/// Passes its options to `probe fuzz`, which reports unknown ones.
pub fn run(options: &[String]) -> Result<ExitCode> {
    let layout = Layout::of_workspace()?;
    let mut command =
        layout.cargo(&["run", "--quiet", "--profile", "fuzz", "--package", "probe", "--", "fuzz"]);
    let status = command.args(options).status().context("cargo could not be started")?;
    Ok(process::code(status))
}
