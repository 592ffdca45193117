use std::sync::Arc;

use leptos::prelude::*;

use super::address::Address;
use super::log::{LogBlock, logs_of};
use super::prose::prose_of;
use crate::diagnostic::Diagnostic;
use crate::format::Parsed;
use crate::formats;
use crate::nearest::Nearest;
use crate::report;
use crate::text::Text;
use crate::ui::{
    Actions, DiagnosticActions, DiagnosticCard, Empty, Icon, JsonView, Markdown, Tag, ViewContext,
};

/// Deviations listed before the rest is left to the source.
const MOST_DEVIATIONS: usize = 100;

/// Every block with its own viewer, and what deviates in it.
#[component]
pub(super) fn Blocks<'a>(
    text: &'a Arc<Text>,
    blocks: &'a [Parsed],
    address: &'a Address,
    actions: &'a Actions,
    first_row: u32,
) -> impl IntoView + use<> {
    if blocks.is_empty() {
        return view! { <Unrecognized text/> }.into_any();
    }
    let lines = address.lines();
    let is_alone = blocks.len() == 1;
    let logs = logs_of(blocks);
    let block = |parsed: &Parsed| {
        let of_log = logs.iter().find(|log| log.holds(parsed));
        if let Some(log) = of_log {
            return log
                .opens_with(parsed)
                .then(|| view! { <LogBlock log text address actions first_row/> })
                .into_any();
        }
        let context = ViewContext::new(text.clone(), parsed, lines, address.rows(), first_row)
            .narrowed_by(address.narrowed());
        let heading = (!is_alone).then(|| heading(parsed, text, lines));
        view! {
            <section class="block" aria-label=parsed.spec.name>
                {heading}
                <div class="viewer">{formats::view(parsed, &context)}</div>
                {prose(parsed, text)}
                {contract(parsed, text, lines, actions)}
            </section>
        }
        .into_any()
    };
    blocks.iter().map(block).collect_view().into_any()
}

/// Which of several blocks this is, and where it stands.
fn heading(parsed: &Parsed, text: &Text, lines: Callback<u32, String>) -> impl IntoView + use<> {
    let line = text.position(parsed.span.start).line;
    view! {
        <p class="block__heading facts">
            <Tag label=format!("{} {}", parsed.spec.id, parsed.spec.name)/>
            <a href=lines.run(line) data-jump>"line "{line}</a>
            {parsed.fenced.then_some("an example in a code fence, not an event")}
        </p>
    }
}

/// What the block says beyond its fields.
pub(super) fn prose(parsed: &Parsed, text: &Text) -> Option<impl IntoView + use<>> {
    let prose = prose_of(parsed, text);
    (!prose.is_empty()).then(|| {
        view! {
            <section class="section" aria-label="Also written here">
                <h2 class="section__title">"Also written here"</h2>
                <div class="card card--padded">
                    <Markdown text=prose/>
                </div>
            </section>
        }
    })
}

/// Where the text deviates from its contract, and how to fix it.
pub(super) fn contract(
    parsed: &Parsed,
    text: &Text,
    lines: Callback<u32, String>,
    actions: &Actions,
) -> impl IntoView + use<> {
    let count = parsed.diagnostics.len();
    let counted = match count {
        0 => "no deviations".to_owned(),
        1 => "1 deviation".to_owned(),
        _ => format!("{count} deviations"),
    };
    let card = |diagnostic: &Diagnostic| {
        let line_href = lines.run(text.position(diagnostic.span.start).line);
        let actions = view! { <DiagnosticActions diagnostic text spec=parsed.spec actions/> }.into_any();
        view! { <DiagnosticCard diagnostic text line_href actions/> }
    };
    let cards = parsed.diagnostics.iter().take(MOST_DEVIATIONS).map(card).collect_view();
    view! {
        <section class="section" aria-label="Contract">
            <h2 class="section__title">"Contract" <span class="section__count">{counted}</span></h2>
            {if count == 0 {
                view! { <p class="muted">"The text keeps its contract to the letter."</p> }.into_any()
            } else {
                view! { <div class="diagnostics card">{cards}</div> }.into_any()
            }}
            {(count > MOST_DEVIATIONS).then(|| {
                view! { <p class="muted">{format!("{} more stand in the source.", count - MOST_DEVIATIONS)}</p> }
            })}
        </section>
    }
}

/// A text of no format is kept and shown as what it is.
#[component]
fn Unrecognized<'a>(text: &'a Text) -> impl IntoView + use<> {
    let source = text.read(text.span()).into_owned();
    let is_blank = source.trim().is_empty();
    let near = match Nearest::of(text) {
        Some(nearest) => nearest.told(),
        None => "Nothing in it opens as a format that is read, and it is near to none.".to_owned(),
    };
    let told =
        format!("{near} It is kept as it came; above, you can have it read as a format of your choice.");
    view! {
        <div class="card">
            <Empty
                icon=Icon::File
                title="No format was recognized"
                text=told
            >
                <a class="button" href="/formats">
                    "Formats that are read"
                </a>
            </Empty>
        </div>
        {(!is_blank).then(|| view! { <div class="card card--padded document__free"><Markdown text=source/></div> })}
    }
}

#[component]
pub(super) fn JsonBlocks<'a>(blocks: &'a [Parsed]) -> impl IntoView + use<> {
    if blocks.is_empty() {
        return view! {
            <div class="card">
                <Empty icon=Icon::File title="No data" text="No format was recognized in this text, so there is nothing to put into JSON."/>
            </div>
        }
        .into_any();
    }
    let block = |parsed| view! { <div class="card"><JsonView value=report::json(parsed)/></div> };
    view! { <div class="document__json">{blocks.iter().map(block).collect_view()}</div> }.into_any()
}
