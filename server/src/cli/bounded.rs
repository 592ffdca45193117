//! Work that may take only so long.

use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use anyhow::bail;

/// Returns what `work` returns, or an error if that takes longer. The work then ends with the process.
pub(super) fn within<T: Send + 'static>(
    most: Duration,
    work: impl FnOnce() -> anyhow::Result<T> + Send + 'static,
) -> anyhow::Result<T> {
    let (done, result) = mpsc::channel();
    thread::spawn(move || done.send(work()));
    match result.recv_timeout(most) {
        Ok(result) => result,
        Err(_) => bail!("no answer within {} s", most.as_secs()),
    }
}
