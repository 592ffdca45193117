//! `cargo xtask build`: the one binary, with all that browsers load inside.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Result, bail};

use crate::layout::{Layout, Profile};
use crate::stages::{Stage, Stages};
use crate::{process, setup, site};

/// Stages that [`binary`] takes.
pub const STAGES: usize = site::STAGES + 2;

pub fn run(options: &[String]) -> Result<ExitCode> {
    let (profile, rest) = Profile::from_options(options);
    if let Some(unknown) = rest.first() {
        bail!("`cargo xtask build` knows no `{unknown}`");
    }
    let layout = Layout::of_workspace()?;
    let mut stages = Stages::new(STAGES);
    let binary = binary(&layout, profile, &mut stages)?;
    println!("{}", layout.relative(&binary).display());
    Ok(ExitCode::SUCCESS)
}

/// Builds the site, then the server around it; says where the binary is.
pub fn binary(layout: &Layout, profile: Profile, stages: &mut Stages) -> Result<PathBuf> {
    stages.stage("tools", setup::rust::ensure)?;
    site::build(layout, profile, stages)?;
    stages.stage("server", |stage| server(layout, profile, stage))?;
    Ok(layout.binary(profile))
}

/// Builds the server around the site that is there.
pub fn server(layout: &Layout, profile: Profile, stage: &Stage) -> Result<()> {
    let mut command = layout.cargo(&["build", "--package", "server"]);
    if profile == Profile::Release {
        command.arg("--release");
    }
    process::build(command.env_remove("LEPTOS_OUTPUT_NAME"), stage)
}
