use leptos::prelude::*;

use crate::live::{Live, LiveState};

/// Says across the page that the server can't be reached. The page stays as it is: a link that is followed meanwhile is
/// opened once the server answers again.
#[island]
pub fn Away() -> impl IntoView {
    let state = Live::of_page().state;
    let wanted = RwSignal::new(None::<String>);
    #[cfg(feature = "hydrate")]
    {
        let held = state.clone();
        super::page::listen(leptos::ev::click, move |event| {
            if held.with_untracked(|state| matches!(state, LiveState::Stale { .. }))
                && let Some(href) = page_of(&event)
            {
                event.prevent_default();
                wanted.set(Some(href));
            }
        });
        let back = state.clone();
        Effect::new(move || {
            let is_back = back.with(|state| matches!(state, LiveState::Live));
            if let Some(href) = wanted.get_untracked().filter(|_| is_back) {
                // Fails only for an address that no link can have.
                let _ = window().location().assign(&href);
            }
        });
    }
    let next = move || match wanted.get() {
        Some(_) => "The page that you chose opens once it answers.",
        None => "This page updates once it answers.",
    };
    move || {
        let LiveState::Stale { since } = state.get() else { return ().into_any() };
        view! {
            <p class="away" role="status">
                <strong>{format!("Harmony can’t be reached since {since}.")}</strong>
                " "
                {next}
            </p>
        }
        .into_any()
    }
}

/// The page of this server that a click leads to.
#[cfg(feature = "hydrate")]
fn page_of(event: &leptos::ev::MouseEvent) -> Option<String> {
    use wasm_bindgen::JsCast;

    let target: web_sys::Element = event.target()?.dyn_into().ok()?;
    let link: web_sys::HtmlAnchorElement =
        target.closest("a[href]:not([rel~=external])").ok()??.dyn_into().ok()?;
    let location = window().location();
    let is_here = link.pathname() == location.pathname().ok()? && !link.hash().is_empty();
    let is_plain = event.button() == 0 && !event.ctrl_key() && !event.meta_key() && !event.shift_key();
    let is_meant =
        is_plain && !is_here && link.origin() == location.origin().ok()? && !event.default_prevented();
    is_meant.then(|| link.href())
}
