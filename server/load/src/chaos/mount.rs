//! A small disk, which is soon full.

use std::fs::{self, File};
use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result};
use tempfile::TempDir;

pub struct SmallDisk {
    folder: TempDir,
}

impl SmallDisk {
    /// Mounts it in memory; `None` where that isn't allowed.
    pub fn mount(megabytes: u32) -> Result<Option<Self>> {
        let folder = tempfile::tempdir()?;
        // A database runs as another user.
        fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o755))?;
        let mut mount = Command::new("mount");
        mount.args(["-t", "tmpfs", "-o", &format!("size={megabytes}m,mode=1777"), "harmony-chaos"]);
        let mounted = mount.arg(folder.path()).stderr(Stdio::null()).status();
        Ok(mounted.is_ok_and(|status| status.success()).then_some(Self { folder }))
    }

    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    /// Writes a file until there is no room for another byte.
    pub fn fill(&self) -> Result<()> {
        let mut ballast = File::options().create(true).append(true).open(self.ballast())?;
        for size in [64 * 1024, 4096, 1] {
            while ballast.write_all(&vec![0; size]).is_ok() {}
        }
        Ok(())
    }

    pub fn make_room(&self) -> Result<()> {
        fs::remove_file(self.ballast()).context("the ballast can't be removed")
    }

    fn ballast(&self) -> PathBuf {
        self.folder.path().join("ballast")
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        // Lazily, since a database may have files open. What is left of the folder is empty.
        let _ = Command::new("umount").arg("--lazy").arg(self.folder.path()).status();
    }
}
