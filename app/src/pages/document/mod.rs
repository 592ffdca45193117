//! A document: its viewer with the source beside it, the source alone, or the JSON.

mod address;
mod asked;
mod blocks;
mod contract;
mod diagnostics;
mod edited;
mod facets;
mod fixing;
mod head;
mod keeping;
mod log;
mod prose;
mod reading;
mod recognition;
mod source;

use std::sync::Arc;

use self::asked::Asked;
use self::blocks::{BlockPage, BlockViews, JsonBlocks};
use self::fixing::Fixing;
use self::head::Head;
use self::keeping::Keeping;
use self::reading::Reading;
use self::recognition::Recognition;
use super::of_document::OfDocument;
use super::wrong_address::WrongAddress;
use crate::api;
use crate::document::DocumentHead;
use crate::islands::{DocumentLinks, NarrowingForms, RemovedNotice};
use crate::pages::document::diagnostics::Actions;
use crate::pages::document::source::{SourceView, page_span};
use crate::scan::Blocks;
use crate::text::Text;
use crate::ui::prelude::*;
use crate::ui::{Tab, Tabs};

pub(super) use self::address::{Address, View, read_as_parameters};
pub(super) use self::diagnostics::DiagnosticCard;

#[component]
pub fn DocumentPage() -> impl IntoView {
    view! {
        <OfDocument let:page>
            <Document page/>
        </OfDocument>
    }
}

/// Reads the text, and shows it three ways.
#[component]
fn Document(page: api::DocumentPage) -> impl IntoView {
    let (asked, errors) = use_query_map().with_untracked(Asked::of);
    if !errors.is_empty() {
        let href = Address::new(&page.head.id, None).view(View::Viewer);
        return view! { <WrongAddress errors href label="The document"/> }.into_any();
    }
    Allowance::provide(Allowance::OF_PAGE);
    let Asked { read_as, shown, from, row, block, narrowing, chosen } = asked;
    let address =
        Address::new(&page.head.id, read_as).beginning_with(block).narrowed_by(narrowing).choosing(chosen);
    let text = Arc::new(Text::new(page.text));
    let blocks = Blocks::of(&text, read_as);
    let units = reading::units(&blocks, shown);
    let of_page = reading::page(block, units.len());
    let units_of_page = units.get(of_page.clone()).unwrap_or_default();
    let from = from.unwrap_or_else(|| reading::first_line(&blocks, units_of_page, &text));
    let source_span = (shown != View::Json).then(|| page_span(&text, from));
    let reading = Reading::of(&blocks, units_of_page, row, source_span);
    let actions = Actions { file: name_of(&page.head), fix_href: address.fixed() };
    let source = |actions: Option<&Actions>| {
        let page_href = address.source_pages(shown);
        let blocks = reading.of_source();
        view! { <SourceView text=&text blocks=&blocks from page_href actions/> }.into_any()
    };
    let block_page = || BlockPage {
        text: &text,
        blocks: &blocks,
        units: &units,
        page: of_page.clone(),
        reading: &reading,
        address: &address,
    };
    let content = match shown {
        View::Viewer => view! {
            <div class="document__split">
                <div>
                    <BlockViews page=block_page() actions=&actions first_row=row/>
                </div>
                <aside class="document__side card" aria-label="Source">{source(None)}</aside>
            </div>
        }
        .into_any(),
        View::Source => view! { <div class="card">{source(Some(&actions))}</div> }.into_any(),
        View::Json => view! { <JsonBlocks page=block_page()/> }.into_any(),
    };
    let fixing = (shown != View::Json)
        .then(|| view! { <Fixing text=&text reading=&reading count=blocks.len() actions=&actions/> });
    let tab = |view: View| Tab { label: view.label(), href: address.view(view), is_current: view == shown };
    let title = page.head.title.clone();
    let keeping = view! { <Keeping head=&page.head/> };
    let id = page.head.id.clone();
    view! {
        <Title text=title/>
        <div class="page document">
            <Head head=page.head versions=page.versions opinion=page.opinion oddities=text.oddities()/>
            <Tabs label="Views of the document" tabs=View::ALL.map(tab).to_vec()/>
            <Recognition text=&text read_as address=&address units=&units/>
            {fixing}
            {content}
            {keeping}
        </div>
        <RemovedNotice document=Some(id)/>
        <DocumentLinks/>
        <NarrowingForms/>
    }
    .into_any()
}

/// What the text is called where it is spoken of outside of this page.
pub(super) fn name_of(head: &DocumentHead) -> String {
    head.source.path.clone().unwrap_or_else(|| head.title.clone())
}
