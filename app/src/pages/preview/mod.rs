//! Previews: documents outside of the dashboard, in a file or under a link of their own. They work without scripts, and
//! nothing in them leads to other pages of the server.

mod frame;
mod head;
mod index;

use std::sync::Arc;

use self::head::Head;
use crate::document::DocumentHead;
use crate::pages::document::{PreviewPlace, PreviewedText};
use crate::text::Text;
use crate::ui::Anchors;
use crate::ui::prelude::*;

pub use self::frame::{Lifetime, PreviewFrame};
pub use self::index::PreviewIndex;

/// One document. Its ids begin with `anchors`, which sets several in one file apart.
#[component]
pub fn PreviewReport(
    head: DocumentHead,
    text: Arc<Text>,
    place: PreviewPlace,
    #[prop(optional, into)] anchors: String,
    /// The address of the list of documents, where there are several.
    #[prop(optional_no_strip)]
    index_href: Option<String>,
) -> impl IntoView {
    provide_context(Anchors(anchors));
    let label = head.title.clone();
    let back = index_href.map(|href| view! { <p class="preview__back"><a href=href>"All reports"</a></p> });
    view! {
        <article class="preview__report document" id=Anchors::id("report") aria-label=label>
            {back}
            <Head head oddities=text.oddities()/>
            <PreviewedText text=&text place/>
        </article>
    }
}
