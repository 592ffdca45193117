//! Work on many things that takes as many threads as pay.

use rayon::prelude::*;

/// Fewer are done before a thread wakes up.
const FEWEST: usize = 512;

/// Whether so many items pay for threads. A browser has one.
const fn pays(items: usize) -> bool {
    !cfg!(target_arch = "wasm32") && items >= FEWEST
}

/// Maps all items, in order, on several threads where they are many.
pub(crate) fn side_by_side<T: Sync, R: Send>(items: &[T], map: impl Fn(&T) -> R + Sync) -> Vec<R> {
    if !pays(items.len()) {
        return items.iter().map(map).collect();
    }
    // What lies next to each other in memory is best done by one thread.
    items.par_iter().with_min_len(FEWEST / 4).map(&map).collect()
}

/// Does two things with so many items, at once where they are many.
pub(crate) fn join<A: Send, B: Send>(
    items: usize,
    one: impl FnOnce() -> A + Send,
    other: impl FnOnce() -> B + Send,
) -> (A, B) {
    if pays(items) { rayon::join(one, other) } else { (one(), other()) }
}
