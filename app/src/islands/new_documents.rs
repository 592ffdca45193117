use leptos::prelude::*;

use crate::live::Live;

/// A button that shows new documents, so that the list doesn't move while it is read. An empty list reloads at once.
#[island]
pub fn NewDocuments(
    /// The address of the list with its filters.
    address: String,
    is_empty: bool,
) -> impl IntoView {
    let arrived = Live::of_page().new_documents;
    #[cfg(feature = "hydrate")]
    {
        let arrived = arrived.clone();
        Effect::new(move || {
            if arrived.get() > 0 && is_empty {
                // Fails only if the browser forbids it; the link stays.
                let _ = window().location().reload();
            }
        });
    }
    #[cfg(not(feature = "hydrate"))]
    let _ = is_empty;
    let link = move || {
        let label = match arrived.get() {
            0 => return None,
            1 => "1 new document, show".to_owned(),
            count => format!("{count} new documents, show"),
        };
        Some(view! { <a class="button button--small" href=address.clone()>{label}</a> })
    };
    view! {
        <div class="page__actions" role="status">
            {link}
        </div>
    }
}
