//! `cargo xtask build`: builds the one binary, with everything that browsers load embedded.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use anyhow::{Context, Result};

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
    stage("server", || package(layout, profile, "server"))?;
    Ok(layout.program(profile, "harmony"))
}

/// The program that uses, measures and attacks servers.
pub struct Load {
    program: PathBuf,
    /// For stores, on the disk of the sources: temporary folders may be in memory, which no real store is.
    folder: PathBuf,
}

impl Load {
    pub fn build(layout: &Layout, profile: Profile) -> Result<Self> {
        stage("load", || package(layout, profile, "load"))?;
        let folder = layout.target.join("load");
        fs::create_dir_all(&folder).with_context(|| format!("{} could not be made", folder.display()))?;
        Ok(Self { program: layout.program(profile, "load"), folder })
    }

    /// Returns the command that does something to servers of this binary.
    pub fn command(&self, words: &[&str], harmony: &Path) -> Command {
        let mut command = Command::new(&self.program);
        command.args(words).arg("--harmony").arg(harmony).arg("--folder").arg(&self.folder);
        command
    }
}

fn package(layout: &Layout, profile: Profile, name: &str) -> Result<()> {
    let mut command = layout.cargo(&["build", "--package", name]);
    process::run(command.args((profile == Profile::Release).then_some("--release")))
}
