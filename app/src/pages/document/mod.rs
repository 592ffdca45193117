//! A document: its viewer with the source beside it, the source alone, or the JSON.

mod address;
mod blocks;
mod head;
mod pane;
mod steps;

use leptos::prelude::*;
use leptos_meta::Title;
use leptos_router::hooks::{use_params_map, use_query_map};

use self::address::{Address, View};
use self::blocks::{Blocks, JsonBlocks};
use self::head::Head;
use self::pane::SourcePane;
use super::not_found::NotFound;
use crate::api::{self, load_document};
use crate::scan;
use crate::text::Text;
use crate::ui::{Linking, Loaded, Tab, Tabs};

#[component]
pub fn DocumentPage() -> impl IntoView {
    let parameters = use_params_map();
    let id = Memo::new(move |_| parameters.with(|map| map.get("id")).unwrap_or_default());
    let page = Resource::new_blocking(move || id.get(), load_document);
    view! {
        <Loaded resource=page let:found>
            {match found {
                Some(page) => view! { <Document page/> }.into_any(),
                None => {
                    view! { <NotFound title="There is no such document" text="It may have been removed, or the address may be mistyped."/> }
                        .into_any()
                }
            }}
        </Loaded>
    }
}

/// Reads the text with the code that the server uses, and shows it three ways.
#[component]
fn Document(page: api::DocumentPage) -> impl IntoView {
    let linking = Linking::provide();
    let address = Address::new(page.head.id.clone());
    let query = use_query_map();
    let shown = Memo::new(move |_| query.with(|map| View::of(map.get("view").as_deref())));
    let text = Text::new(page.text);
    let oddities = text.oddities();
    let blocks = scan::read(&text);
    let diagnostics =
        StoredValue::new(blocks.iter().flat_map(|block| block.diagnostics.clone()).collect::<Vec<_>>());
    let blocks = StoredValue::new(blocks);
    let text = StoredValue::new(text);
    // The page of the source that is shown; the address says it first, a click on a finding may change it.
    let line = RwSignal::new(1);
    let asked =
        Memo::new(move |_| query.with(|map| map.get("from").and_then(|from| from.parse::<u32>().ok())));
    let from = Signal::derive(move || if line.get() > 1 { line.get() } else { asked.get().unwrap_or(1) });
    steps::on_keys(linking, blocks, address);
    pane::follow(linking, text, line);
    let title = page.head.title.clone();
    let tabs = move || {
        let tab = |view: View| Tab {
            label: view.label(),
            href: address.view(view),
            is_current: view == shown.get(),
        };
        view! { <Tabs label="Views of the document" tabs=View::ALL.map(tab).to_vec()/> }
    };
    let source = move || view! { <SourcePane text diagnostics from address/> };
    let content = move || match shown.get() {
        View::Viewer => view! {
            <div class="document__split">
                <div class="document__viewer">
                    <Blocks text blocks address/>
                </div>
                <aside class="document__side card" aria-label="Source">{source()}</aside>
            </div>
        }
        .into_any(),
        View::Source => view! { <div class="card">{source()}</div> }.into_any(),
        View::Json => view! { <JsonBlocks blocks/> }.into_any(),
    };
    view! {
        <Title text=title/>
        <div class="page document">
            <Head head=page.head oddities/>
            {tabs}
            {content}
        </div>
    }
}
