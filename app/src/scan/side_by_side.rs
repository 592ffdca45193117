//! Work on many things that takes as many threads as pay.

use std::num::NonZero;
use std::panic;
use std::thread::{self, Builder};

/// Fewer are done before a thread has begun.
const FEWEST: usize = 256;

/// Maps all items, in order. Threads are started where there are many items and several processors; a browser has one.
pub(super) fn side_by_side<T: Sync, R: Send>(items: &[T], map: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let threads = match items.len() / FEWEST {
        0 | 1 => 1,
        most => thread::available_parallelism().map_or(1, NonZero::get).min(most),
    };
    if threads == 1 {
        return items.iter().map(map).collect();
    }
    let (own, others) = items.split_at(items.len() / threads);
    let parts = others.chunks(others.len().div_ceil(threads - 1));
    let map_all = |part: &[T]| part.iter().map(&map).collect::<Vec<R>>();
    thread::scope(|scope| {
        let begin = |part| Builder::new().spawn_scoped(scope, move || map_all(part)).map_err(|_| part);
        let begun: Vec<_> = parts.map(begin).collect();
        let mut mapped = map_all(own);
        for thread in begun {
            mapped.extend(match thread {
                Ok(thread) => thread.join().unwrap_or_else(|payload| panic::resume_unwind(payload)),
                // The system has no thread to give.
                Err(part) => map_all(part),
            });
        }
        mapped
    })
}

#[cfg(test)]
mod tests {
    use super::side_by_side;

    #[test]
    fn items_stay_in_order() {
        for count in [0, 1, 255, 256, 512, 1_000, 10_001] {
            let items: Vec<usize> = (0..count).collect();
            let doubled: Vec<usize> = items.iter().map(|item| item * 2).collect();
            assert_eq!(side_by_side(&items, |item| item * 2), doubled);
        }
    }
}
