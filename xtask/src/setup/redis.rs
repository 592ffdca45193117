//! Redis, in which tests of the server mirror quarantines.

use anyhow::{Result, bail};

use super::debian;
use crate::process;

/// Makes sure that `redis-server` is on the path.
pub fn ensure() -> Result<()> {
    let is_here = || process::find("redis-server").is_some();
    if !is_here() && debian::can_install() {
        debian::install(&["redis-server"])?;
    }
    if is_here() {
        return Ok(());
    }
    let command = if cfg!(target_os = "macos") {
        "brew install redis"
    } else {
        "sudo apt-get install -y redis-server, or your system's command"
    };
    bail!("redis-server is missing, which tests of the server start; install it with: {command}")
}
