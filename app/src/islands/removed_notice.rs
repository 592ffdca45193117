use leptos::prelude::*;

use crate::live::Live;

/// Removes the rows of deleted documents, and shows a notice on the page of one.
#[island]
pub fn RemovedNotice(
    /// The document that the page shows.
    document: Option<String>,
) -> impl IntoView {
    let removed = Live::of_page().removed;
    #[cfg(feature = "hydrate")]
    Effect::new(move || {
        removed.with(|removed| {
            removed.iter().for_each(|id| take_out(id));
            if document.as_ref().is_some_and(|document| removed.contains(document)) {
                super::toasts::Toast::of_page().error("This document was deleted.");
                keep_no_longer();
            }
        });
    });
    #[cfg(not(feature = "hydrate"))]
    let _ = (removed, document);
}

/// Replaces what can be done with the document.
#[cfg(feature = "hydrate")]
fn keep_no_longer() {
    if let Ok(Some(actions)) = leptos::prelude::document().query_selector(".document__actions") {
        actions.set_text_content(Some("Deleted"));
    }
}

/// Removes the row of a document. Its id consists of letters and digits, so that it needs no quoting.
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
