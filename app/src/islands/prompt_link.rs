use leptos::prelude::*;

use crate::ui::{Glyph, Icon};

/// A link to a text for an agent. With scripts, it copies the text instead and reports so in its icon.
#[island]
pub fn PromptLink(href: String, label: String) -> impl IntoView {
    let copied = RwSignal::new(false);
    #[cfg(feature = "hydrate")]
    let copy = {
        let href = href.clone();
        move |event: leptos::ev::MouseEvent| {
            event.prevent_default();
            leptos::task::spawn_local(copy(href.clone(), copied));
        }
    };
    #[cfg(not(feature = "hydrate"))]
    let copy = |_| {};
    view! {
        <a class="button button--small button--quiet" href=href rel="external" on:click=copy title="Copy a prompt for the agent">
            {move || view! { <Glyph icon=if copied.get() { Icon::Check } else { Icon::Copy }/> }}
            {label}
            <span class="visually-hidden" role="status">{move || if copied.get() { "Copied" } else { "" }}</span>
        </a>
    }
}

#[cfg(feature = "hydrate")]
async fn copy(href: String, copied: RwSignal<bool>) {
    match super::fragment::text_at(&href).await {
        Ok(prompt) => super::copy_button::report_copy(&prompt, copied).await,
        Err(_) => super::toasts::Toast::of_page().error("The server did not answer. Try again."),
    }
}
