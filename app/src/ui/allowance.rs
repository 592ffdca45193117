use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use leptos::prelude::*;

/// How much of a text's content a page may still show, in bytes of HTML.
///
/// A text within the limit may make a page of hundreds of megabytes: by one value of many megabytes, by many long ones,
/// by rows, or by characters that are spelled out. So everything that shows a part of a text takes its cost from the
/// page's allowance. Once it is spent, values are cut to a few words and lists within a row to a few entries.
#[derive(Clone)]
pub struct Allowance(Arc<AtomicUsize>);

impl Allowance {
    /// No text that a person would read to its end needs as much.
    pub const OF_PAGE: usize = 800_000;
    /// What a value may show in any case.
    const OF_VALUE: usize = 160;
    /// What the markup of a row costs.
    const OF_ROW: usize = 800;
    /// Entries of a list that are shown in any case.
    const FEWEST_ROWS: usize = 3;

    /// Gives one to the page that is being made. Pages without one show each value up to its own limit.
    pub fn provide(bytes: usize) {
        provide_context(Self(Arc::new(AtomicUsize::new(bytes))));
    }

    /// Takes what something costs.
    pub fn take(cost: usize) {
        if let Some(Self(left)) = use_context() {
            // Only the thread that makes the page takes from it.
            left.store(left.load(Ordering::Relaxed).saturating_sub(cost), Ordering::Relaxed);
        }
    }

    fn left() -> usize {
        use_context().map_or(usize::MAX, |Self(left)| left.load(Ordering::Relaxed))
    }

    /// Whether so much was taken that a page had better end.
    pub fn is_nearly_spent() -> bool {
        Self::left() < Self::OF_PAGE / 2
    }

    /// What a value may cost that has a limit of its own.
    pub(super) fn for_value(limit: usize) -> usize {
        limit.min(Self::left().max(Self::OF_VALUE))
    }

    /// How many rows of a list may be shown that has a limit of its own; takes what they cost.
    pub fn rows(count: usize) -> usize {
        let rows = count.min((Self::left() / Self::OF_ROW).max(Self::FEWEST_ROWS));
        Self::take(rows * Self::OF_ROW);
        rows
    }
}
