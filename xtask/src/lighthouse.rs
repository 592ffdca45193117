//! `cargo xtask lighthouse`: Lighthouse's scores of a release with sample documents.

use std::process::{Command, ExitCode};

use anyhow::{Context, Result, bail};

use crate::layout::{Layout, Profile};
use crate::stages::Stages;
use crate::{build, setup};

pub fn run(options: &[String]) -> Result<ExitCode> {
    if let Some(unknown) = options.first() {
        bail!("`cargo xtask lighthouse` knows no `{unknown}`");
    }
    let layout = Layout::of_workspace()?;
    let mut stages = Stages::new(build::STAGES + 3);
    let binary = build::binary(&layout, Profile::Release, &mut stages)?;
    let end2end = layout.root.join("end2end");
    let folder = end2end.join("lighthouse");
    stages.stage("packages of the browser tests", |stage| setup::node::ensure(&end2end, stage))?;
    stages.stage("Lighthouse", |stage| setup::node::ensure(&folder, stage))?;
    let chromium = stages.stage("Chromium", |stage| setup::browser::ensure(&end2end, stage))?;
    let status = Command::new("node")
        .arg("run.js")
        .current_dir(&folder)
        .env("HARMONY_BINARY", binary)
        .env("CHROMIUM", chromium)
        .status()
        .context("node could not be started")?;
    Ok(if status.success() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
