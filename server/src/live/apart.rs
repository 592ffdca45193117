//! Threads that only send events to viewers. Thousands of viewers are woken at once; on the threads of all others, each request
//! would wait until the last of them was written to.

use std::sync::LazyLock;

use tokio::runtime::Runtime;

use crate::cores;

static RUNTIME: LazyLock<Option<Runtime>> = LazyLock::new(|| cores::beside("viewers", cores::all(), || ()));

/// Runs a viewer's connection there.
pub async fn apart(connection: impl Future<Output = ()> + Send + 'static) {
    match RUNTIME.as_ref().filter(|_| cores::has_threads()) {
        Some(runtime) => drop(runtime.spawn(connection)),
        None => connection.await,
    }
}
