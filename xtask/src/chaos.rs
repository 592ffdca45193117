//! `cargo xtask chaos`: kills servers on a file, then servers and their database, while writers write and viewers watch. Fails
//! if anything acknowledged is lost or there twice, or a viewer misses an event without knowing.

use std::fs;
use std::process::{Command, ExitCode};

use anyhow::{Context, Result};

use crate::layout::{Layout, Profile};
use crate::postgres::Postgres;
use crate::process::{self, stage};
use crate::{build, setup};

pub fn run(options: &[String]) -> Result<ExitCode> {
    if cfg!(unix) {
        setup::programs::ensure()?;
    }
    let layout = Layout::of_workspace()?;
    let harmony = build::binary(&layout, Profile::Dev)?;
    stage("load", || process::run(&mut layout.cargo(&["build", "--package", "load"])))?;
    let folder = layout.target.join("load");
    fs::create_dir_all(&folder).with_context(|| format!("{} could not be made", folder.display()))?;
    let command = || {
        let mut command = Command::new(layout.program(Profile::Dev, "load"));
        command.arg("chaos").arg("--harmony").arg(&harmony).arg("--folder").arg(&folder).args(options);
        command
    };
    let mut holds = command().status().context("load could not be started")?.success();
    println!();
    match Postgres::start()? {
        Some(postgres) => {
            let mut command = command();
            command.arg("--database").arg(&postgres.address).arg("--crash-database").arg(postgres.crash());
            holds &= command.status().context("load could not be started")?.success();
        }
        None => println!("PostgreSQL is not installed: left out"),
    }
    Ok(if holds { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
