//! The site: what browsers load, made in a fresh folder and copied over the last one where it differs,
//! so that an unchanged site does not build the server again.

use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use anyhow::{Context, Result};

use crate::layout::{Layout, Profile};
use crate::stages::Stages;

mod browser_code;
mod compress;
mod style;
mod sync;

pub use self::compress::sibling;
pub use self::sync::files;

/// Stages that [`build`] takes.
pub const STAGES: usize = 3;

/// Makes the site of a profile. A release carries compressed siblings of its files.
pub fn build(layout: &Layout, profile: Profile, stages: &mut Stages) -> Result<()> {
    let site = layout.site(profile);
    let fresh = site.with_extension("new");
    empty(&fresh)?;
    let package = fresh.join("pkg");
    fs::create_dir_all(&package).with_context(|| format!("{} could not be made", package.display()))?;
    stages.stage("browser code", |stage| browser_code::build(layout, &package, stage))?;
    stages.stage("styles and files", |_| {
        style::build(layout, &package)?;
        sync::copy(&layout.root.join("public"), &fresh)
    })?;
    stages.stage("site", |stage| {
        if profile == Profile::Release {
            compress::siblings(&fresh, &site)?;
        }
        let changed = sync::mirror(&fresh, &site)?;
        stage.note(match changed {
            0 => "unchanged".to_owned(),
            changed => format!("{changed} files changed"),
        });
        empty(&fresh)
    })
}

fn empty(folder: &Path) -> Result<()> {
    match fs::remove_dir_all(folder) {
        Err(error) if error.kind() != ErrorKind::NotFound => {
            Err(error).with_context(|| format!("{} could not be removed", folder.display()))
        }
        _ => Ok(()),
    }
}
