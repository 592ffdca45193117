//! Programs that tests start, besides what builds them.

use anyhow::{Result, bail};

use super::debian;
use crate::process;

/// Each with its package on Debian, and on macOS.
const PROGRAMS: [(&str, &str, &str); 5] = [
    // Tests of the server mirror quarantines in it.
    ("redis-server", "redis-server", "redis"),
    // Its server, which tests start, comes with its client.
    ("psql", "postgresql", "postgresql"),
    // Commands of the guide use them.
    ("curl", "curl", "curl"),
    ("jq", "jq", "jq"),
    ("python3", "python3", "python"),
];

/// Makes sure that all of them are on the path.
pub fn ensure() -> Result<()> {
    let missing = || PROGRAMS.iter().filter(|(program, ..)| process::find(program).is_none());
    if missing().next().is_some() && debian::can_install() {
        let packages: Vec<&str> = missing().map(|(_, package, _)| *package).collect();
        debian::install(&packages)?;
    }
    let programs: Vec<&str> = missing().map(|(program, ..)| *program).collect();
    if programs.is_empty() {
        return Ok(());
    }
    let of_mac = cfg!(target_os = "macos");
    let packages: Vec<&str> = missing().map(|(_, debian, mac)| if of_mac { *mac } else { *debian }).collect();
    let install = if of_mac { "brew install" } else { "sudo apt-get install -y" };
    let (programs, packages) = (programs.join(", "), packages.join(" "));
    bail!(
        "{programs} is missing, which tests start; install it with `{install} {packages}`, or your system's command"
    )
}
