use leptos::prelude::*;

use crate::api::Retention;
use crate::document::DocumentHead;
use crate::ui::{Anchors, Glyph, Icon, exact};

/// What can be done with a document, and how long it is kept.
#[component]
pub(super) fn Menu<'a>(head: &'a DocumentHead) -> impl IntoView + use<> {
    let policy = use_context::<Retention>().unwrap_or_default();
    let kept = match (head.pinned, policy.documents_ms) {
        (true, _) => "Pinned: kept until it is deleted".to_owned(),
        (false, None) => "Kept until it is deleted".to_owned(),
        (false, Some(kept_ms)) => {
            let [last_day, ..] = exact(head.received_ms.saturating_add(kept_ms));
            format!("Kept until {last_day}, or longer if it is pinned")
        }
    };
    let (action, label) = if head.pinned { ("unpin", "Unpin") } else { ("pin", "Pin") };
    let base = format!("/documents/{}", head.id);
    view! {
        <button class="button button--icon" type="button" popovertarget="menu" aria-label="Actions" title="Actions">
            <Glyph icon=Icon::More/>
        </button>
        <div class="menu" id="menu" popover role="group" aria-label="Actions">
            <form method="POST" action=format!("{base}/{action}")>
                <button class="menu__item" type="submit">
                    {label}
                </button>
            </form>
            <a class="menu__item" href=format!("/api/documents/{}/raw", head.id) rel="external">
                "Raw text"
            </a>
            <a class="menu__item" href=format!("#{}", Anchors::id("detection"))>"Detection"</a>
            <a class="menu__item menu__item--danger" href=format!("{base}/delete")>
                "Delete"
            </a>
            <p class="menu__note">{kept}</p>
        </div>
    }
}
