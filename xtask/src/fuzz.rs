//! `cargo xtask fuzz`: damages documents and looks for one of which something does not hold.

use std::process::ExitCode;

use anyhow::{Context, Result};

use crate::layout::Layout;
use crate::process;

/// The options are those of `probe fuzz`, which names those that it does not know.
pub fn run(options: &[String]) -> Result<ExitCode> {
    let layout = Layout::of_workspace()?;
    let mut command =
        layout.cargo(&["run", "--quiet", "--profile", "fuzz", "--package", "probe", "--", "fuzz"]);
    let status = command.args(options).status().context("cargo could not be started")?;
    Ok(process::code(status))
}
