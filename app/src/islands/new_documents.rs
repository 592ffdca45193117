use leptos::prelude::*;

use crate::live::Live;

/// New ones don't push the list while it is read: they wait until they are asked for. A list that has nothing to
/// read is loaded anew at once.
#[island]
pub fn NewDocuments(
    /// The address of the list as it is shown, filters and all.
    address: String,
    is_empty: bool,
) -> impl IntoView {
    let arrived = Live::of_page().new_documents;
    #[cfg(feature = "hydrate")]
    {
        let arrived = arrived.clone();
        Effect::new(move || {
            if arrived.get() > 0 && is_empty {
                // Fails only where the browser forbids it; the link then stays.
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
