use std::sync::Arc;

use super::address::Address;
use super::contract::contract;
use super::prose::prose;
use super::reading::{RECORDS_OF_PAGE, Reading};
use crate::format::Parsed;
use crate::formats;
use crate::pages::document::diagnostics::Actions;
use crate::scan::{Blocks, LogOfText};
use crate::text::Text;
use crate::ui::prelude::*;
use crate::ui::{page_of_rows, record_anchor};

/// The records of a log as one: what they show together, then line by line.
#[component]
pub(super) fn LogBlock<'a>(
    log: &'a LogOfText,
    blocks: &'a Blocks<'a>,
    reading: &'a Reading,
    text: &'a Arc<Text>,
    address: &'a Address,
    actions: &'a Actions,
    first_row: u32,
) -> impl IntoView + use<> {
    let lines = address.lines();
    let context = |parsed: &Parsed| ViewContext::new(text.clone(), parsed, lines, address.rows(), first_row);
    let LogOfText { spec, log, records } = log;
    let values = blocks.read_records(records.iter().copied());
    let values: Vec<&Parsed> = values.iter().collect();
    let Some(first) = values.first() else { return ().into_any() };
    let (shown, pages) = page_of_rows(records.len(), RECORDS_OF_PAGE, "Pages of records", &context(first));
    let LogView { head, lines: views } = (log.view)(&values, shown.clone(), &context(first));
    let of_page = records.iter().enumerate().skip(shown.start).take(shown.len());
    let record = |((index, block), view): ((usize, &usize), AnyView)| {
        let parsed = reading.block(*block)?;
        let line = text.position(parsed.span.start).line;
        Some(view! {
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
        })
    };
    let views: Vec<_> = of_page.zip(views).filter_map(record).collect();
    let pages_below =
        page_of_rows(records.len(), RECORDS_OF_PAGE, "Pages of records, again", &context(first)).1;
    view! {
        <section class="block" aria-label=spec.name>
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
