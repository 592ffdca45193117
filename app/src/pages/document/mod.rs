//! A document: its viewer with the source beside it, the source alone, or the JSON.

mod address;
mod asked;
mod blocks;
mod contract;
mod diagnostics;
mod edited;
mod facets;
mod fixing;
#[cfg(feature = "ssr")]
mod head;
#[cfg(feature = "ssr")]
mod keeping;
mod log;
#[cfg(feature = "ssr")]
mod page;
mod prose;
mod reading;
mod recognition;
mod source;

use std::sync::Arc;

use self::blocks::{BlockPage, BlockViews, JsonBlocks};
use self::fixing::Fixing;
use self::reading::Reading;
use self::recognition::Recognition;
use self::source::{SourceView, page_span};
use crate::scan::Blocks;
use crate::text::Text;
use crate::ui::prelude::*;
use crate::ui::{Tab, Tabs};

#[cfg(feature = "ssr")]
pub(super) use self::address::read_as_parameters;
pub(super) use self::address::{Address, View};
pub(super) use self::asked::Asked;
pub(super) use self::diagnostics::{Actions, DiagnosticActions, DiagnosticCard};
#[cfg(feature = "ssr")]
pub use self::page::DocumentPage;
#[cfg(feature = "ssr")]
pub(super) use self::page::name_of;
pub use self::source::{MarkedLine, marked_lines};

/// A text, shown three ways, as an address asks.
#[component]
pub(super) fn TextViews(
    text: Arc<Text>,
    asked: Asked,
    /// Where the text is; what is asked of it is added.
    address: Address,
    /// What the text is called in what is copied.
    file: String,
    /// An editor beside the views shows the source and its deviations.
    #[prop(optional)]
    beside_editor: bool,
) -> impl IntoView {
    let Asked { read_as, shown, from, row, block, narrowing, chosen } = asked;
    let address = address.beginning_with(block).narrowed_by(narrowing).choosing(chosen);
    let blocks = Blocks::of(&text, read_as);
    let units = reading::units(&blocks, shown);
    let of_page = reading::page(block, units.len());
    let units_of_page = units.get(of_page.clone()).unwrap_or_default();
    let from = from.unwrap_or_else(|| reading::first_line(&blocks, units_of_page, &text));
    let source_span = (shown != View::Json).then(|| page_span(&text, from));
    let reading = Reading::of(&blocks, units_of_page, row, source_span);
    let actions = Actions { file, fix_href: address.fixed() };
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
        with_contract: !beside_editor,
    };
    let viewer = || view! { <BlockViews page=block_page() actions=&actions first_row=row/> };
    let content = match shown {
        View::Viewer if beside_editor => viewer().into_any(),
        View::Viewer => view! {
            <div class="document__split">
                <div>{viewer()}</div>
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
    view! {
        <Tabs label="Views of the document" tabs=View::ALL.map(tab).to_vec()/>
        <Recognition text=&text read_as address=&address units=&units/>
        {fixing}
        {content}
    }
}
