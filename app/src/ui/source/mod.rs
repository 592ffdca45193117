//! A text with its line numbers, and its deviations in place.

mod line;

use std::collections::BTreeMap;

use leptos::prelude::*;

use self::line::SourceLine;
use super::size::grouped;
use crate::diagnostic::Diagnostic;
use crate::text::{Span, Text};

/// Lines on one page of the source; a page of this length is laid out at once.
pub const PAGE: u32 = 500;

/// The first line (from 1) of the page that holds `line`.
pub const fn page_of(line: u32) -> u32 {
    (line.saturating_sub(1) / PAGE) * PAGE + 1
}

/// A page of the text, from line `from`.
#[component]
pub fn SourceView(
    text: StoredValue<Text>,
    diagnostics: StoredValue<Vec<Diagnostic>>,
    /// A line on the page that is shown.
    #[prop(into)]
    from: Signal<u32>,
    /// The address of the page that begins at a line.
    page_href: Callback<u32, String>,
) -> impl IntoView {
    let count = text.with_value(|text| text.lines().count());
    let first = Memo::new(move |_| page_of(from.get().clamp(1, count.max(1))));
    let page = move || {
        let first = first.get();
        let last = (first + PAGE - 1).min(count);
        text.with_value(|text| diagnostics.with_value(|all| rows(text, all, first, last)))
            .into_iter()
            .map(|row| view! { <SourceLine row text/> })
            .collect_view()
    };
    let pages = (count > PAGE).then(|| view! { <Pages first count page_href/> });
    view! {
        {pages}
        <div class="source" role="region" aria-label="Source" tabindex="0">
            {page}
        </div>
    }
}

#[component]
fn Pages(first: Memo<u32>, count: u32, page_href: Callback<u32, String>) -> impl IntoView {
    let last = move || (first.get() + PAGE - 1).min(count);
    let link = move |from: Option<u32>, label: &'static str| {
        from.map(|from| view! { <a href=page_href.run(from)>{label}</a> })
    };
    view! {
        <nav class="source__pages" aria-label="Pages of the source">
            <span>
                {move || format!("Lines {}–{} of {}", grouped(first.get().into()), grouped(last().into()), grouped(count.into()))}
            </span>
            {move || link((first.get() > PAGE).then_some(1), "First")}
            {move || link(first.get().checked_sub(PAGE).filter(|from| *from > 0), "Previous")}
            {move || link(Some(first.get() + PAGE).filter(|from| *from <= count), "Next")}
            {move || link(Some(page_of(count)).filter(|from| *from > first.get()), "Last")}
        </nav>
    }
}

/// A line with what is said of it.
#[derive(Clone, Debug)]
pub(super) struct Row {
    pub number: u32,
    pub span: Span,
    /// Those that begin on this line.
    pub notes: Vec<Diagnostic>,
    /// Parts of the line that are underlined.
    pub marks: Vec<(Span, &'static str)>,
}

fn rows(text: &Text, diagnostics: &[Diagnostic], first: u32, last: u32) -> Vec<Row> {
    let lines = text.lines();
    let mut rows: BTreeMap<u32, Row> = (first..=last)
        .map(|number| {
            (number, Row { number, span: lines.line(number - 1), notes: Vec::new(), marks: Vec::new() })
        })
        .collect();
    for diagnostic in diagnostics {
        let begins = lines.line_of(diagnostic.span.start) + 1;
        let ends = lines.line_of(diagnostic.span.end.saturating_sub(1).max(diagnostic.span.start)) + 1;
        for (number, row) in rows.range_mut(begins..=ends) {
            row.marks.push((diagnostic.span, diagnostic.severity.as_str()));
            if *number == begins {
                row.notes.push(diagnostic.clone());
            }
        }
    }
    rows.into_values().collect()
}
