use std::ops::Range;
use std::sync::Arc;

use super::address::{Address, View};
use super::issues::issues;
use super::log::LogBlock;
use super::prose::prose;
use super::reading::{Reading, Unit, page_before};
use crate::catalog::Catalog;
use crate::document::Contradiction;
use crate::format::Parsed;
use crate::formats;
use crate::language::translated;
use crate::nearest::Nearest;
use crate::pages::document::diagnostics::Actions;
use crate::report::Report;
use crate::scan::Blocks;
use crate::text::Text;
use crate::ui::Surroundings;
use crate::ui::prelude::*;

/// What a page of blocks is drawn from.
pub(super) struct BlockPage<'a> {
    pub text: &'a Arc<Text>,
    pub blocks: &'a Blocks<'a>,
    pub units: &'a [Unit<'a>],
    /// Those that the page may show.
    pub page: Range<usize>,
    pub reading: &'a Reading,
    pub address: &'a Address,
    /// The issues of each block are listed below its viewer.
    pub with_contract: bool,
}

impl BlockPage<'_> {
    /// Draws one unit after the other while the page's allowance lasts, and the links to the pages around.
    fn draw(&self, view: View, unit: impl Fn(&Unit<'_>) -> AnyView) -> AnyView {
        let shown = self.units.get(self.page.clone()).unwrap_or_default();
        let mut drawn = Vec::new();
        for shown in shown {
            if !drawn.is_empty() && Allowance::is_nearly_spent() {
                break;
            }
            drawn.push(unit(shown));
        }
        let page = self.page.start..self.page.start + drawn.len();
        view! {
            {self.pages(view, &page, "Pages of blocks")}
            {drawn}
            {self.pages(view, &page, "Pages of blocks, again")}
        }
        .into_any()
    }

    /// `Blocks 21–40 of 5 000`, and the ways to the others; nothing where the page has all.
    fn pages(&self, view: View, page: &Range<usize>, label: &'static str) -> Option<impl IntoView + use<>> {
        let count = self.units.len();
        let link = |block: Option<u32>, label: &'static str| {
            block.map(|block| view! { <a href=self.address.blocks(view, block)>{label}</a> })
        };
        let range = match page.len() {
            1 => format!("Block {}", grouped(page.end as u64)),
            _ => format!("Blocks {}–{}", grouped(page.start as u64 + 1), grouped(page.end as u64)),
        };
        let before = page_before(page.start);
        let next = (page.end < count).then_some(page.end as u32 + 1);
        let last = (page.end < count).then(|| page_before(count)).flatten();
        (page.len() < count).then(|| {
            if self.address.surroundings() == Surroundings::File {
                let told = format!("{range} of {}", grouped(count as u64));
                return view! { <p class="block-pages card">{told}</p> }.into_any();
            }
            view! {
                <nav class="block-pages card" aria-label=label>
                    <strong>{format!("{range} of {}", grouped(count as u64))}</strong>
                    {link(before.map(|_| 1), "First")}
                    {link(before, "Previous")}
                    {link(next, "Next")}
                    {link(last, "Last")}
                </nav>
            }
            .into_any()
        })
    }
}

/// Each block with its own viewer, and what deviates in it.
#[component]
pub(super) fn BlockViews<'a>(
    page: BlockPage<'a>,
    actions: Option<&'a Actions>,
    first_row: u32,
) -> impl IntoView + use<> {
    let BlockPage { text, blocks, reading, address, with_contract, .. } = page;
    if blocks.is_empty() {
        return view! { <Unrecognized text address/> }.into_any();
    }
    let lines = address.lines();
    let is_alone = blocks.len() == 1;
    let block = |parsed: &Parsed| {
        let context =
            address.around(ViewContext::new(text.clone(), parsed, lines, address.rows(), first_row));
        let heading = (!is_alone).then(|| heading(parsed, text, lines));
        view! {
            <section class="block" aria-label=parsed.spec.name>
                {heading}
                {contradiction(parsed, text, lines)}
                <div class="viewer">{formats::view(parsed, &context)}</div>
                {prose(parsed, text)}
                {with_contract.then(|| issues(parsed, text, lines, actions))}
            </section>
        }
        .into_any()
    };
    let unit = |unit: &Unit<'_>| match unit {
        Unit::Block(index) => reading.block(*index).map(block).into_any(),
        Unit::Log(log) => {
            view! { <LogBlock log=*log blocks reading text address actions first_row/> }.into_any()
        }
    };
    page.draw(View::Viewer, unit)
}

/// That a block disproves what it claims, with links to both places.
fn contradiction(
    parsed: &Parsed,
    text: &Text,
    lines: Callback<u32, String>,
) -> Option<impl IntoView + use<>> {
    let Contradiction { message, lines: places, .. } = parsed.contradiction(text)?;
    let link = |(index, line): (usize, u32)| {
        view! { {if index == 0 { " " } else { ", " }} <a href=lines.run(line) data-jump>"line "{line}</a> }
    };
    Some(view! {
        <div class="banner banner--contradicted" role="status">
            <Glyph icon=Tone::Contradicted.icon()/>
            <p class="banner__text">
                <strong>"Contradicted: "</strong>
                {visible(&translated(&message))}"."
                {places.into_iter().enumerate().map(link).collect::<Vec<_>>()}
            </p>
        </div>
    })
}

/// Which of several blocks this is, and where it is.
fn heading(parsed: &Parsed, text: &Text, lines: Callback<u32, String>) -> impl IntoView + use<> {
    let line = text.position(parsed.span.start).line;
    view! {
        <p class="block__heading facts">
            <Tag label=parsed.spec.labelled()/>
            <a href=lines.run(line) data-jump>"line "{line}</a>
            {parsed.fenced.then_some("an example in a code fence, not an event")}
        </p>
    }
}

/// A text of no format is kept and shown as what it is.
#[component]
fn Unrecognized<'a>(text: &'a Text, address: &'a Address) -> impl IntoView + use<> {
    let source = text.read(text.span()).into_owned();
    let is_blank = source.trim().is_empty();
    let is_in_dashboard = address.surroundings() == Surroundings::Dashboard;
    let make = address.new_format().filter(|_| !is_blank).map(|href| {
        let label = format!("None of the {}? Make it a format", Catalog::current().specs().count());
        view! { <a class="button button--primary" href=href>{label}</a> }
    });
    let near = match Nearest::of(text) {
        Some(nearest) => nearest.message(),
        None => "No known format matches.".to_owned(),
    };
    let told = match is_in_dashboard {
        true => {
            format!(
                "{near} It is stored, and the search finds it. To parse it, choose a format under “Detection”."
            )
        }
        false => near,
    };
    let formats = is_in_dashboard.then(|| view! { <a class="button" href="/contract">"All formats"</a> });
    view! {
        <div class="card">
            <Empty
                icon=Icon::File
                title="No format was recognized"
                text=told
            >
                {make}
                {formats}
            </Empty>
        </div>
        {(!is_blank).then(|| view! { <div class="card card--padded document__free"><Markdown text=source/></div> })}
    }
}

#[component]
pub(super) fn JsonBlocks<'a>(page: BlockPage<'a>) -> impl IntoView + use<> {
    let BlockPage { blocks, reading, .. } = page;
    if blocks.is_empty() {
        return view! {
            <div class="card">
                <Empty icon=Icon::File title="No data" text="No format was recognized in this text, so there is nothing to put into JSON."/>
            </div>
        }
        .into_any();
    }
    let block = |parsed| view! { <div class="card"><JsonView value=Report::of(parsed)/></div> };
    let unit = |unit: &Unit<'_>| reading.block(unit.first_block()).map(block).into_any();
    view! { <div class="document__json">{page.draw(View::Json, unit)}</div> }.into_any()
}
