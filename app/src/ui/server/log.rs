//! Logs: what all records of a text show together, and each of them in short.

use leptos::prelude::AnyView;

use super::surroundings::Anchors;
use super::view_context::ViewContext;
use crate::log::{Log, Record};

/// Shows the records of a log together.
pub trait LogViewer: Log {
    /// By what its records can be chosen, as an address names it.
    const FACETS: &'static [&'static str];

    /// Returns what a record has of each.
    fn facets(&self) -> Vec<Option<&str>>;

    /// Shows a log of which the records in `shown` are on the page; they ascend.
    fn view_log(records: &[Record<'_, Self>], shown: &[usize], context: &ViewContext) -> LogView;
}

/// What the records of a log show together, and each record on the page in short.
pub struct LogView {
    pub head: AnyView,
    pub lines: Vec<AnyView>,
}

/// Returns the id of a record on its page.
pub fn record_anchor(index: usize) -> String {
    Anchors::id(&format!("record-{}", index + 1))
}

/// Returns the address of a record, on this page or another.
pub fn record_href(index: usize, shown: &[usize], context: &ViewContext) -> String {
    let anchor = record_anchor(index);
    match shown.binary_search(&index).is_ok() {
        true => format!("#{anchor}"),
        false if !context.has_pages() => context.rows_href(index as u32 + 1),
        false => format!("{}#{anchor}", context.rows_href(index as u32 + 1)),
    }
}
