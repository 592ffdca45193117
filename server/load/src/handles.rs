//! The limit of file handles: a thousand viewers need more sockets than most shells allow by default.

use anyhow::{Result, bail};
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

/// Handles beside the sockets: for stores, pipes and the runtime.
const OTHERS: u64 = 128;

/// Raises the limit of this process and its children as far as the system allows.
pub fn allow(sockets: u64) -> Result<()> {
    let Rlimit { current, maximum } = getrlimit(Resource::Nofile);
    let wanted = sockets + OTHERS;
    if current.is_none_or(|current| current >= wanted) {
        return Ok(());
    }
    if let Some(maximum) = maximum.filter(|maximum| *maximum < wanted) {
        bail!(
            "{sockets} sockets need {wanted} file handles, and the system allows {maximum}: raise its hard limit \
             (`ulimit -Hn {wanted}` as root), or load fewer viewers"
        );
    }
    Ok(setrlimit(Resource::Nofile, Rlimit { current: Some(wanted), maximum })?)
}
