use super::head::{Figures, StateBadge};
use crate::document::DocumentHead;
use crate::ui::prelude::*;

/// The documents of a preview as a list of links.
#[component]
pub fn PreviewIndex(
    title: String,
    /// Each with its address.
    documents: Vec<(DocumentHead, String)>,
) -> impl IntoView {
    let count = counted(documents.len() as u64, "report");
    let row = |(head, href): (DocumentHead, String)| {
        view! {
            <li class="preview__entry">
                <span class="preview__state"><StateBadge head=head.clone()/></span>
                <a class="preview__title" href=href>{visible(&head.title)}</a>
                <span class="facts preview__figures"><Figures head/></span>
            </li>
        }
    };
    let rows: Vec<_> = documents.into_iter().map(row).collect();
    view! {
        <section class="preview__index" id="reports" aria-label="All reports">
            <header class="document__head">
                <h1 class="document__title">{visible(&title)}</h1>
                <p class="facts">{count}", the worst first"</p>
            </header>
            <ol class="card">{rows}</ol>
        </section>
    }
}
