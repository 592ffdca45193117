//! Where things lie: sources, cargo's target folder, the site and the binary.

use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};

/// The two ways to build the server. The browser's code is always built for size: that compiles sooner
/// than a debug build, and what is tested is what is shipped.
#[derive(Copy, Clone, PartialEq, Eq)]
pub enum Profile {
    Dev,
    Release,
}

impl Profile {
    /// What is left of the options once `--release` is taken out of them.
    pub fn from_options(options: &[String]) -> (Self, Vec<&str>) {
        let rest: Vec<&str> = options.iter().map(String::as_str).filter(|it| *it != "--release").collect();
        let profile = if rest.len() < options.len() { Self::Release } else { Self::Dev };
        (profile, rest)
    }

    /// The name of its folder in the target folder.
    pub const fn folder(self) -> &'static str {
        match self {
            Self::Dev => "debug",
            Self::Release => "release",
        }
    }
}

pub struct Layout {
    pub root: PathBuf,
    pub target: PathBuf,
}

impl Layout {
    /// Asks cargo, since the target folder may be set by a variable or a configuration file.
    pub fn of_workspace() -> Result<Self> {
        let output = cargo()
            .args(["metadata", "--no-deps", "--format-version", "1"])
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .output()
            .context("cargo could not be started")?;
        let metadata: serde_json::Value =
            serde_json::from_slice(&output.stdout).context("`cargo metadata` gave no answer")?;
        let folder = |key: &str| {
            metadata[key]
                .as_str()
                .map(PathBuf::from)
                .with_context(|| format!("`cargo metadata` lacks `{key}`"))
        };
        Ok(Self { root: folder("workspace_root")?, target: folder("target_directory")? })
    }

    /// Beside cargo's own `build` folder: the server's build script finds it there without being told.
    pub fn site(&self, profile: Profile) -> PathBuf {
        self.target.join(profile.folder()).join("site")
    }

    pub fn binary(&self, profile: Profile) -> PathBuf {
        self.target.join(profile.folder()).join(format!("harmony{}", env::consts::EXE_SUFFIX))
    }

    /// A cargo command in the workspace's root.
    pub fn cargo(&self, arguments: &[&str]) -> Command {
        let mut command = cargo();
        command.args(arguments).current_dir(&self.root);
        command
    }

    /// A path as a person in the workspace would write it.
    pub fn relative<'a>(&self, path: &'a Path) -> &'a Path {
        path.strip_prefix(&self.root).unwrap_or(path)
    }
}

fn cargo() -> Command {
    Command::new(env::var_os("CARGO").unwrap_or_else(|| OsString::from("cargo")))
}
