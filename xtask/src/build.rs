//! `cargo xtask build`: builds the one binary, with everything that browsers load embedded.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Result;

use crate::layout::{Layout, Profile};
use crate::process::{self, stage};
use crate::{options, setup, site};

pub fn run(options: &[String]) -> Result<ExitCode> {
    let binary = binary(&Layout::of_workspace()?, options::profile("build", options)?)?;
    println!("{}", binary.display());
    Ok(ExitCode::SUCCESS)
}

/// Builds the server with the site inside, and returns where the binary is.
pub fn binary(layout: &Layout, profile: Profile) -> Result<PathBuf> {
    match profile {
        Profile::Dev => drop(site::build(layout, profile)?),
        // The server's build script builds the site.
        Profile::Release => setup::rust::ensure()?,
    }
    stage("server", || {
        let mut command = layout.cargo(&["build", "--package", "server"]);
        if profile == Profile::Release {
            command.arg("--release");
        }
        process::run(&mut command)
    })?;
    Ok(layout.program(profile, "harmony"))
}
