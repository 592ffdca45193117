use leptos::prelude::*;

use crate::api::Retention;
use crate::document::DocumentHead;
use crate::ui::utc;

/// How long the document stays, and what a person can do about it.
#[component]
pub(super) fn Keeping<'a>(head: &'a DocumentHead) -> impl IntoView + use<> {
    let policy = use_context::<Retention>().unwrap_or_default();
    let said = match (head.pinned, policy.documents_ms) {
        (true, _) => "Pinned: it stays until it is deleted.".to_owned(),
        (false, None) => "It stays until it is deleted.".to_owned(),
        (false, Some(kept_ms)) => {
            let (last_day, _) = utc(head.received_ms.saturating_add(kept_ms));
            format!("It is kept until {last_day}; a pinned one stays.")
        }
    };
    let (action, label) = if head.pinned { ("unpin", "Unpin") } else { ("pin", "Pin") };
    let base = format!("/documents/{}", head.id);
    view! {
        <section class="keeping" aria-label="Keeping">
            <form method="POST" action=format!("{base}/{action}")>
                <button class="button button--small" type="submit">
                    {label}
                </button>
            </form>
            <a class="button button--small button--danger" href=format!("{base}/delete")>
                "Delete"
            </a>
            <span class="muted">{said}</span>
        </section>
    }
}
