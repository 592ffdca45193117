//! `cargo xtask lighthouse`: Lighthouse's scores of a release with sample documents.

use std::process::{Command, ExitCode};

use anyhow::{Context, Result};

use crate::layout::{Layout, Profile};
use crate::{build, options, process, setup};

pub fn run(options: &[String]) -> Result<ExitCode> {
    options::none("lighthouse", options)?;
    let layout = Layout::of_workspace()?;
    let binary = build::binary(&layout, Profile::Release)?;
    let folder = layout.end2end().join("lighthouse");
    setup::node::ensure(&folder)?;
    let chromium = setup::browser::ensure(&layout.end2end())?;
    let status = Command::new("node")
        .arg("run.js")
        .current_dir(&folder)
        .env("HARMONY_BINARY", binary)
        .env("CHROMIUM", chromium)
        .status()
        .context("node could not be started")?;
    Ok(process::code(status))
}
