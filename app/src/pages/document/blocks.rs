use leptos::prelude::*;

use super::address::Address;
use crate::format::Parsed;
use crate::text::Text;
use crate::ui::{Detail, DiagnosticCard, Empty, Icon, JsonView, Markdown, Tag, ViewContext};

/// Deviations shown before the rest is left to the source.
const MOST_DEVIATIONS: usize = 100;

/// Every block with its own viewer, and what deviates in it.
#[component]
pub(super) fn Blocks(
    text: StoredValue<Text>,
    blocks: StoredValue<Vec<Parsed>>,
    address: Address,
) -> impl IntoView {
    if blocks.with_value(Vec::is_empty) {
        return view! { <Unrecognized text/> }.into_any();
    }
    let line_href = Callback::new(move |line| address.line(line));
    blocks.with_value(|blocks| {
        let is_alone = blocks.len() == 1;
        let show = |parsed: &Parsed| {
            let context = ViewContext::new(text, parsed, line_href);
            let heading = (!is_alone).then(|| view! { <BlockHeading parsed text address/> });
            let viewer = parsed.value.view(&context);
            view! { <section class="block" aria-label=parsed.spec.name>{heading} {viewer} <Contract context/></section> }
        };
        blocks.iter().map(show).collect_view().into_any()
    })
}

/// Which of several blocks this is, and where it stands.
#[component]
fn BlockHeading<'p>(parsed: &'p Parsed, text: StoredValue<Text>, address: Address) -> impl IntoView + use<> {
    let line = text.with_value(|text| text.position(parsed.span.start).line);
    view! {
        <p class="block__heading facts">
            <Tag label=format!("{} {}", parsed.spec.id, parsed.spec.name)/>
            <a href=address.line(line)>"line "{line}</a>
            {parsed.fenced.then_some("an example in a code fence, not an event")}
        </p>
    }
}

/// Where the text deviates from its contract, and how to mend it.
#[component]
fn Contract(context: ViewContext) -> impl IntoView {
    let diagnostics = context.diagnostics.get_value();
    let count = diagnostics.len();
    let card = move |diagnostic| {
        view! { <DiagnosticCard diagnostic text=context.text detail=Detail::Full line_href=context.line_href/> }
    };
    let content = if diagnostics.is_empty() {
        view! { <p class="muted">"The text keeps its contract."</p> }.into_any()
    } else {
        let cards = diagnostics.into_iter().take(MOST_DEVIATIONS).map(card).collect_view();
        view! { <div class="diagnostics card">{cards}</div> }.into_any()
    };
    view! {
        <section class="section" aria-label="Contract">
            <h2 class="section__title">"Contract" <span class="section__count">{deviations(count)}</span></h2>
            {content}
            {(count > MOST_DEVIATIONS).then(|| {
                view! { <p class="muted">{format!("{} more stand in the source.", count - MOST_DEVIATIONS)}</p> }
            })}
        </section>
    }
}

fn deviations(count: usize) -> String {
    match count {
        0 => "no deviations".to_owned(),
        1 => "1 deviation".to_owned(),
        _ => format!("{count} deviations"),
    }
}

/// A text of no format is kept and shown as what it is.
#[component]
fn Unrecognized(text: StoredValue<Text>) -> impl IntoView {
    let is_empty = text.with_value(|text| text.source().trim().is_empty());
    let source = text.with_value(|text| text.read(text.span()).into_owned());
    view! {
        <div class="card">
            <Empty
                icon=Icon::File
                title="No format was recognized"
                text="The text is kept as it came. A review report, for one, opens with the heading “# Review Report: …”."
            >
                <a class="button" href="/formats">
                    "Formats that are read"
                </a>
            </Empty>
        </div>
        {(!is_empty).then(|| view! { <div class="card card--padded document__free"><Markdown text=source/></div> })}
    }
}

#[component]
pub(super) fn JsonBlocks(blocks: StoredValue<Vec<Parsed>>) -> impl IntoView {
    let lines = blocks.with_value(|blocks| blocks.iter().map(crate::report::json).collect::<Vec<_>>());
    if lines.is_empty() {
        return view! {
            <div class="card">
                <Empty icon=Icon::File title="No data" text="No format was recognized in this text, so there is nothing to put into JSON."/>
            </div>
        }
        .into_any();
    }
    let block = |value| view! { <div class="card"><JsonView value/></div> };
    view! { <div class="document__json">{lines.into_iter().map(block).collect_view()}</div> }.into_any()
}
