use leptos::prelude::*;

use crate::ui::{Glyph, Icon};

/// A button that copies a text and reports it in its own label.
#[island]
pub fn CopyButton(
    text: String,
    /// What is copied, as in "Copy the command".
    what: String,
    /// Shown beside the icon, to distinguish several buttons.
    #[prop(optional)]
    label: Option<String>,
) -> impl IntoView {
    let copied = RwSignal::new(false);
    let copy = move |_| {
        #[cfg(feature = "browser")]
        {
            let text = text.clone();
            leptos::task::spawn_local(async move { report_copy(&text, copied).await });
        }
        #[cfg(not(feature = "browser"))]
        let _ = &text;
    };
    let name = format!("Copy {what}");
    view! {
        <button class="button button--small button--quiet needs-script" type="button" aria-label=name on:click=copy>
            {move || view! { <Glyph icon=if copied.get() { Icon::Check } else { Icon::Copy }/> }}
            {label}
            <span class="visually-hidden" role="status">{move || if copied.get() { "Copied" } else { "" }}</span>
        </button>
    }
}

/// Copies a text, and sets a signal for a moment once it is copied.
#[cfg(feature = "browser")]
pub(super) async fn report_copy(text: &str, copied: RwSignal<bool>) {
    if copy_text(text).await {
        copied.set(true);
        set_timeout(move || copied.set(false), std::time::Duration::from_secs(2));
    }
}

/// Copies a text, and returns whether the browser allowed it. If not, a toast says so.
#[cfg(feature = "browser")]
pub(super) fn copy_text(text: &str) -> impl Future<Output = bool> + use<> {
    let written = window().navigator().clipboard().write_text(text);
    async move {
        let is_copied = wasm_bindgen_futures::JsFuture::from(written).await.is_ok();
        if !is_copied {
            super::toasts::Toast::of_page().error("The browser did not allow copying.");
        }
        is_copied
    }
}

/// A command to run elsewhere, with a button that copies it.
#[component]
pub fn Command(#[prop(into)] line: String) -> impl IntoView {
    view! {
        <span class="copy">
            <code tabindex="0">{line.clone()}</code>
            <CopyButton text=line what="the command".to_owned()/>
        </span>
    }
}
