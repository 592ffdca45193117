//! Threads, and the cores for them.

use std::num::NonZero;
use std::thread;

use rayon::ThreadPoolBuilder;
use tokio::runtime::{Builder, Handle, Runtime, RuntimeFlavor};

/// Returns how many cores there are.
pub fn all() -> usize {
    thread::available_parallelism().map_or(1, NonZero::get)
}

/// Returns how many threads leave a core to others: as many as there are cores but one, and at least one.
pub fn all_but_one() -> usize {
    all().saturating_sub(1).max(1)
}

/// Makes this thread give way to those that answer, when there are not enough cores for all.
pub fn give_way() {
    // Elsewhere, this would slow down the whole process.
    #[cfg(target_os = "linux")]
    if let Err(error) = rustix::process::nice(10) {
        tracing::debug!(%error, "a thread does not give way to others");
    }
}

/// Reads the blocks of one text on fewer threads than there are cores, so that it doesn't keep the server from answering.
pub fn leave_one_to_others() {
    let threads = ThreadPoolBuilder::new().num_threads(all_but_one()).start_handler(|_| give_way());
    if let Err(error) = threads.build_global() {
        tracing::warn!(%error, "large texts are read on all cores");
    }
}

/// Starts threads beside those of the server.
pub fn beside(name: &str, threads: usize, on_start: fn()) -> Option<Runtime> {
    Builder::new_multi_thread()
        .worker_threads(threads)
        .thread_name(name)
        .on_thread_start(on_start)
        .enable_all()
        .build()
        .ok()
}

/// Returns whether this is a server: a runtime of one thread belongs to a command or to a test, which have no others to serve.
pub fn has_threads() -> bool {
    Handle::current().runtime_flavor() == RuntimeFlavor::MultiThread
}
