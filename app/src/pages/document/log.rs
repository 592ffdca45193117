use std::collections::BTreeMap;
use std::sync::Arc;

use super::address::Address;
use super::facets::Facets;
use super::issues::issues;
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
    actions: Option<&'a Actions>,
    first_row: u32,
) -> impl IntoView + use<> {
    let lines = address.lines();
    let unchosen = address.clone().choosing(Vec::new());
    let context = |parsed: &Parsed, rows: &Address| {
        address.around(ViewContext::new(text.clone(), parsed, lines, rows.rows(), first_row))
    };
    let LogOfText { spec, log, records } = log;
    let values = blocks.read_records(records.iter().copied());
    let values: Vec<&Parsed> = values.iter().collect();
    let Some(first) = values.first() else { return ().into_any() };
    let facets = Facets::of(log, &values, address.chosen());
    let pages = |label| page_of_rows(facets.fitting.len(), RECORDS_OF_PAGE, label, &context(first, address));
    let (page, pages_above) = pages("Pages of records");
    let shown = facets.fitting.get(page).unwrap_or_default();
    let Some(LogView { head, lines: views }) =
        formats::view_records(spec, &values, shown, &context(first, &unchosen))
    else {
        return ().into_any();
    };
    let of_page = shown.iter().filter_map(|index| Some((*index, *records.get(*index)?)));
    // Records that were chosen may be anywhere, and the page has read those of its rows.
    let missing = || of_page.clone().map(|(_, block)| block).filter(|block| reading.block(*block).is_none());
    let chosen: BTreeMap<usize, Parsed> = missing().zip(blocks.read(missing())).collect();
    let record = |((index, block), view): ((usize, usize), AnyView)| {
        let parsed = reading.block(block).or_else(|| chosen.get(&block))?;
        let line = text.position(parsed.span.start).line;
        Some(view! {
            <li class="log__record card card--padded" id=record_anchor(index) data-span=data_span(parsed.span) data-stop>
                {view}
                <details class="log__whole">
                    <summary>"All fields"</summary>
                    <div class="viewer">{formats::view(parsed, &context(parsed, &unchosen))}</div>
                    {prose(parsed, text)}
                </details>
                <a class="in-source" href=lines.run(line) data-jump>"line "{line}</a>
                {(!parsed.diagnostics.is_empty()).then(|| issues(parsed, text, lines, actions))}
            </li>
        })
    };
    let views: Vec<_> = of_page.clone().zip(views).filter_map(record).collect();
    let pages_below = pages("Pages of records, again").1;
    let form = address.narrowed().map(|narrowed| facets.form(narrowed, records.len()));
    view! {
        <section class="block" aria-label=spec.name>
            <p class="block__heading facts">
                <Tag label=spec.labelled()/>
                {counted(records.len() as u64, "record")}
            </p>
            {form}
            <div class="viewer">{head}</div>
            {pages_above}
            <ol class="log__records">{views}</ol>
            {pages_below}
        </section>
    }
    .into_any()
}
