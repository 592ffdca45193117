use leptos::prelude::*;

use crate::live::Live;

/// Rows of documents that go while a list is open are taken out of it; a page of a document that goes says so.
#[island]
pub fn RemovedNotice(
    /// The document whose page it is.
    document: Option<String>,
) -> impl IntoView {
    let removed = Live::of_page().removed;
    #[cfg(feature = "hydrate")]
    Effect::new(move || {
        removed.with(|removed| {
            removed.iter().for_each(|id| take_out(id));
            if document.as_ref().is_some_and(|document| removed.contains(document)) {
                super::Toast::of_page().error("This document was deleted.");
                keep_no_longer();
            }
        });
    });
    #[cfg(not(feature = "hydrate"))]
    let _ = (removed, document);
}

/// What the page says of keeping the document is true no more, and neither can be done with it.
#[cfg(feature = "hydrate")]
fn keep_no_longer() {
    if let Ok(Some(keeping)) = leptos::prelude::document().query_selector(".keeping") {
        keeping.set_text_content(Some("It was deleted: what this page shows is gone from the store."));
    }
}

/// An id is letters and digits, so that it needs no quoting.
#[cfg(feature = "hydrate")]
fn take_out(id: &str) {
    if !id.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
        return;
    }
    let selector = format!("[data-document='{id}']");
    if let Ok(Some(row)) = leptos::prelude::document().query_selector(&selector) {
        row.remove();
    }
}
