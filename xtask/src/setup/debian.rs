//! Packages on Debian, where a fresh machine is often used as root.

use std::fs;
use std::process::Command;

use anyhow::Result;

use crate::process;

/// Returns whether packages can be installed here without a prompt.
pub fn can_install() -> bool {
    is_debian() && is_root() && process::find("apt-get").is_some()
}

/// Ubuntu does not count: its `chromium` package is a snap, which does not start in containers.
pub fn is_debian() -> bool {
    let facts = fs::read_to_string("/etc/os-release").unwrap_or_default();
    facts.lines().any(|line| line == "ID=debian")
}

pub fn install(packages: &[&str]) -> Result<()> {
    let apt = || {
        let mut command = Command::new("apt-get");
        command.env("DEBIAN_FRONTEND", "noninteractive").args(["-y", "-o", "DPkg::Lock::Timeout=120"]);
        command
    };
    process::quietly(apt().arg("update"))?;
    process::quietly(apt().args(["install", "--no-install-recommends"]).args(packages))
}

pub fn is_root() -> bool {
    Command::new("id").arg("-u").output().is_ok_and(|output| output.stdout.trim_ascii() == b"0")
}
