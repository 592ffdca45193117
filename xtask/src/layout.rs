//! The paths of the sources, cargo's target folder, the site and the binary.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};

pub const WASM: &str = "wasm32-unknown-unknown";
/// The profile of the browser's code, in every build of the server. It compiles faster than a debug build, and tests
/// run what is shipped.
pub const WASM_PROFILE: &str = "wasm-release";

/// The two ways to build the server.
#[derive(Copy, Clone, PartialEq, Eq)]
pub enum Profile {
    Dev,
    Release,
}

impl Profile {
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
    /// Finds the target folder, which is configurable, from this program's own path in its `debug` folder.
    pub fn of_workspace() -> Result<Self> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().context("xtask lies in no workspace")?;
        let program = env::current_exe()?;
        let target = program.ancestors().nth(2).context("xtask lies in no target folder")?;
        Ok(Self { root: root.to_owned(), target: target.to_owned() })
    }

    /// Where the server's build script looks for it, whatever machine the server is built for.
    pub fn site(&self, profile: Profile) -> PathBuf {
        self.target.join(profile.folder()).join("site")
    }

    /// A program that was built, such as `harmony`.
    pub fn program(&self, profile: Profile, name: &str) -> PathBuf {
        self.target.join(profile.folder()).join(format!("{name}{}", env::consts::EXE_SUFFIX))
    }

    /// A library that was compiled to WASM, and the folder of its profile.
    pub fn wasm(&self, folder: &str, library: &str) -> PathBuf {
        self.target.join(WASM).join(folder).join(format!("{library}.wasm"))
    }

    pub fn end2end(&self) -> PathBuf {
        self.root.join("end2end")
    }

    /// A cargo command in the workspace's root.
    pub fn cargo(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
        // Leptos reads the variable at compile time and would name the WASM file after it.
        command.args(arguments).current_dir(&self.root).env_remove("LEPTOS_OUTPUT_NAME");
        command
    }
}
