//! Formats that are written line by line: what their records say together, and no record says alone.

use std::any::Any;
#[cfg(feature = "ssr")]
use std::ops::Range;

use crate::diagnostic::{Diagnostic, FieldPath};
use crate::format::{Format, Parsed};
use crate::formats::FORMATS;
use crate::text::Span;
#[cfg(feature = "ssr")]
use crate::ui::ViewContext;

/// A format whose blocks in one text are the lines of a log.
pub trait Log: Format {
    /// Looks for contradictions between records, which stand in order of the text. Each diagnostic belongs to the
    /// record of this number, and names the other place as related.
    fn check_log(records: &[Record<'_, Self>], report: &mut dyn FnMut(usize, Diagnostic));

    /// What is shown of a log of which the records in `shown` are on the page.
    #[cfg(feature = "ssr")]
    fn view_log(records: &[Record<'_, Self>], shown: Range<usize>, context: &ViewContext) -> LogView;
}

/// A log as the table lists it, whatever its format.
pub struct RegisteredLog {
    check: fn(&mut [&mut Parsed]),
    #[cfg(feature = "ssr")]
    pub view: fn(&[&Parsed], Range<usize>, &ViewContext) -> LogView,
}

impl RegisteredLog {
    pub const fn of<T: Log>() -> Self {
        Self {
            check: check_records::<T>,
            #[cfg(feature = "ssr")]
            view: view_records::<T>,
        }
    }
}

/// What the records of a log say together, and each record that is on the page in short.
#[cfg(feature = "ssr")]
pub struct LogView {
    pub head: leptos::prelude::AnyView,
    pub lines: Vec<leptos::prelude::AnyView>,
}

/// Where a record of this number stands on its page.
#[cfg(feature = "ssr")]
pub fn record_anchor(index: usize) -> String {
    format!("record-{}", index + 1)
}

/// The address of a record, on this page or another.
#[cfg(feature = "ssr")]
pub fn record_href(index: usize, shown: &Range<usize>, context: &ViewContext) -> String {
    let anchor = record_anchor(index);
    match shown.contains(&index) {
        true => format!("#{anchor}"),
        false => format!("{}#{anchor}", context.rows_href(index as u32 + 1)),
    }
}

/// One line of a log.
pub struct Record<'p, T> {
    pub value: &'p T,
    parsed: &'p Parsed,
}

impl<T> Record<'_, T> {
    /// Where a field stands; the first character of the record where it is not stated.
    pub fn place(&self, path: FieldPath) -> Span {
        let start = self.parsed.span.take(1);
        self.parsed.coverage.span_of(path).unwrap_or(start)
    }
}

/// Checks the logs of a text. Examples in a fence are no lines of a log.
pub fn check(blocks: &mut [Parsed]) {
    for room in FORMATS {
        let Some(log) = &room.log else { continue };
        let of_room = |parsed: &&mut Parsed| parsed.spec.id == room.spec.id && !parsed.fenced;
        let mut lines: Vec<&mut Parsed> = blocks.iter_mut().filter(of_room).collect();
        if lines.len() > 1 {
            (log.check)(&mut lines);
        }
    }
}

/// Checks the records of one format, and hands each what was found of it.
fn check_records<T: Log>(lines: &mut [&mut Parsed]) {
    let mut found: Vec<(usize, Diagnostic)> = Vec::new();
    let records: Vec<Record<'_, T>> = lines.iter().filter_map(|parsed| record(parsed)).collect();
    if records.len() == lines.len() {
        T::check_log(&records, &mut |index, diagnostic| found.push((index, diagnostic)));
    }
    for (index, diagnostic) in found {
        if let Some(line) = lines.get_mut(index) {
            line.diagnostics.push(diagnostic);
        }
    }
    for line in lines {
        line.diagnostics.sort_by_key(|diagnostic| (diagnostic.span, diagnostic.severity));
    }
}

#[cfg(feature = "ssr")]
fn view_records<T: Log>(lines: &[&Parsed], shown: Range<usize>, context: &ViewContext) -> LogView {
    let records: Vec<Record<'_, T>> = lines.iter().filter_map(|parsed| record(parsed)).collect();
    T::view_log(&records, shown, context)
}

fn record<T: Log>(parsed: &Parsed) -> Option<Record<'_, T>> {
    let value: &dyn Any = &*parsed.value;
    Some(Record { value: value.downcast_ref()?, parsed })
}
