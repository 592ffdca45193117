//! The page of a stored document.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use super::head::Head;
use super::part::CanBeSplit;
use super::{Address, Asked, TextViews, View};
use crate::api;
use crate::document::DocumentHead;
use crate::islands::{DocumentLinks, NarrowingForms, NewReading, RemovedNotice, side_of};
use crate::pages::of_document::OfDocument;
use crate::pages::wrong_address::WrongAddress;
use crate::text::Text;
use crate::ui::FileLinks;
use crate::ui::prelude::*;

/// How wide the source is before a reader says otherwise.
const USUAL_SIDE: &str = "3";

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
    FileLinks::provide(&page.head.source);
    let parts = use_context::<http::request::Parts>();
    let side = parts.and_then(|parts| side_of(&parts.headers)).unwrap_or(USUAL_SIDE).to_owned();
    provide_context(CanBeSplit { side });
    let address = Address::new(&page.head.id, asked.read_as);
    let text = Arc::new(Text::new(page.text));
    let oddities = text.oddities();
    let file = page.head.name().to_owned();
    let title = match page.head.lead() {
        Some(lead) if lead.name != page.head.title => format!("{} · {}", page.head.title, lead.name),
        _ => page.head.title.clone(),
    };
    let id = page.head.id.clone();
    let reading = reading_of(&page.head);
    view! {
        <Title text=title/>
        <div class="page document" data-reading=reading>
            <Head head=page.head versions=page.versions opinion=page.opinion earlier=page.earlier oddities quarantined=page.quarantined/>
            <TextViews text asked address file/>
        </div>
        <RemovedNotice document=Some(id)/>
        <NewReading/>
        <DocumentLinks/>
        <NarrowingForms/>
    }
    .into_any()
}

/// Returns a digest of how a document was read, by which an open page knows whether it shows the newest reading.
fn reading_of(head: &DocumentHead) -> String {
    let mut hasher = DefaultHasher::new();
    serde_json::to_string(&head.blocks).unwrap_or_default().hash(&mut hasher);
    format!("{:016x}", hasher.finish())
}
