//! `cargo xtask fuzz`: damages documents, or lets libFuzzer find inputs, and looks for one that violates an invariant.

mod guided;

use std::process::ExitCode;

use anyhow::{Context, Result};

use crate::layout::Layout;
use crate::process;

/// Passes its options to `probe fuzz`, which reports unknown ones.
pub fn run(options: &[String]) -> Result<ExitCode> {
    let layout = Layout::of_workspace()?;
    if let Some((first, options)) = options.split_first()
        && first == "--guided"
    {
        return guided::run(&layout, options);
    }
    let mut command =
        layout.cargo(&["run", "--quiet", "--profile", "fuzz", "--package", "probe", "--", "fuzz"]);
    let status = command.args(options).status().context("cargo could not be started")?;
    Ok(process::code(status))
}
