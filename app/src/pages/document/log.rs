use std::sync::Arc;

use leptos::prelude::*;

use super::address::Address;
use super::blocks::{contract, prose};
use crate::format::{Parsed, Spec};
use crate::formats::{self, FORMATS, RegisteredFormat, RegisteredLog};

use crate::text::Text;
use crate::ui::linking::data_span;
use crate::ui::size::counted;
use crate::ui::{Actions, LogView, Tag, ViewContext, page_of_rows, record_anchor};

/// Records laid out at once, each with all that it says.
const PAGE: usize = 25;

/// Blocks of a text that are shown as one.
pub(super) struct LogOfText<'a> {
    spec: &'static Spec,
    log: &'static RegisteredLog,
    records: Vec<&'a Parsed>,
}

impl LogOfText<'_> {
    pub(super) fn holds(&self, parsed: &Parsed) -> bool {
        parsed.spec.id == self.spec.id && !parsed.fenced
    }

    pub(super) fn opens_with(&self, parsed: &Parsed) -> bool {
        self.records.first().is_some_and(|first| first.span == parsed.span)
    }
}

/// The logs of a text. One record alone is no log, and an example in a fence is no record.
pub(super) fn logs_of(blocks: &[Parsed]) -> Vec<LogOfText<'_>> {
    let log = |room: &'static RegisteredFormat| {
        let mut log = LogOfText { spec: room.spec, log: room.log.as_ref()?, records: Vec::new() };
        log.records = blocks.iter().filter(|parsed| log.holds(parsed)).collect();
        (log.records.len() > 1).then_some(log)
    };
    FORMATS.iter().filter_map(log).collect()
}

/// The records of a log as one: what they say together, then line by line.
#[component]
pub(super) fn LogBlock<'a>(
    log: &'a LogOfText<'a>,
    text: &'a Arc<Text>,
    address: &'a Address,
    actions: &'a Actions,
    first_row: u32,
) -> impl IntoView + use<> {
    let lines = address.lines();
    let context = |parsed: &Parsed| ViewContext::new(text.clone(), parsed, lines, address.rows(), first_row);
    let LogOfText { spec, log, records } = log;
    let Some(first) = records.first() else { return ().into_any() };
    let (shown, pages) = page_of_rows(records.len(), PAGE, "Pages of records", &context(first));
    let LogView { head, lines: views } = (log.view)(records, shown.clone(), &context(first));
    let of_page = records.iter().enumerate().skip(shown.start).take(shown.len());
    let record = |((index, parsed), view): ((usize, &&Parsed), AnyView)| {
        let line = text.position(parsed.span.start).line;
        view! {
            <li class="log__record card card--padded" id=record_anchor(index) data-span=data_span(parsed.span) data-stop>
                {view}
                <details class="log__whole">
                    <summary>"All that it says"</summary>
                    <div class="viewer">{formats::view(parsed, &context(parsed))}</div>
                    {prose(parsed, text)}
                </details>
                <a class="in-source" href=lines.run(line) data-jump>"line "{line}</a>
                {(!parsed.diagnostics.is_empty()).then(|| contract(parsed, text, lines, actions))}
            </li>
        }
    };
    let views = of_page.zip(views).map(record).collect_view();
    let pages_below = page_of_rows(records.len(), PAGE, "Pages of records, again", &context(first)).1;
    view! {
        <section class="block log" aria-label=spec.name>
            <p class="block__heading facts">
                <Tag label=format!("{} {}", spec.id, spec.name)/>
                {counted(records.len() as u64, "record")}
            </p>
            <div class="viewer">{head}</div>
            {pages}
            <ol class="log__records">{views}</ol>
            {pages_below}
        </section>
    }
    .into_any()
}
