//! The servers that are attacked.

use std::path::Path;

use anyhow::Result;
use tempfile::TempDir;

use crate::Setup;
use crate::harmony::Harmony;

/// Tokens of these servers, which nobody else knows, since they are on this machine for minutes.
pub const TOKEN: &str = "token-of-the-attacked-server-41";
pub const CI_TOKEN: &str = "ci-token-of-the-attacked-server-41";

pub struct Servers {
    pub open: Harmony,
    pub guarded: Harmony,
    /// Where their stores are, which are deleted in the end.
    _folder: TempDir,
}

impl Servers {
    pub fn start(setup: &Setup) -> Result<Self> {
        let folder = tempfile::tempdir_in(&setup.folder)?;
        let open = start(&setup.harmony, &folder.path().join("open.sqlite"), &[])?;
        let tokens = ["--token", TOKEN, "--ci-token", CI_TOKEN];
        let guarded = start(&setup.harmony, &folder.path().join("guarded.sqlite"), &tokens)?;
        Ok(Self { open, guarded, _folder: folder })
    }
}

pub fn start(harmony: &Path, store: &Path, options: &[&str]) -> Result<Harmony> {
    Harmony::start_with(harmony, store, "off", options)
}
