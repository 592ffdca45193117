use leptos::prelude::*;

/// Follows links with `data-in-place` without loading the page: the parts with `data-fresh` are replaced, the address
/// follows, and going back works. Without scripts they are links. Escape follows the one with `data-close`.
#[island]
pub fn InPlace() -> impl IntoView {
    #[cfg(feature = "hydrate")]
    Effect::new(|| {
        use super::page::{first, listen, listen_to_keys};

        listen(leptos::ev::click, |event| {
            if let Some(address) = address_of(&event) {
                event.prevent_default();
                follow(&address);
            }
        });
        listen(leptos::ev::popstate, |_| leptos::task::spawn_local(show_again()));
        listen_to_keys(|event| {
            let close = first::<web_sys::HtmlElement>("a[data-close]").filter(|_| event.key() == "Escape");
            if let Some(close) = close.filter(|_| first::<web_sys::Element>("dialog[open]").is_none()) {
                close.click();
            }
        });
    });
}

/// Returns where a plain click leads; with a modifier, the browser opens another page.
#[cfg(feature = "hydrate")]
fn address_of(event: &web_sys::MouseEvent) -> Option<String> {
    use wasm_bindgen::JsCast;

    let is_plain = event.button() == 0
        && !(event.ctrl_key() || event.meta_key() || event.shift_key() || event.alt_key())
        && !event.default_prevented();
    let target: web_sys::Element = event.target()?.dyn_into().ok()?;
    target.closest("a[data-in-place]").ok()??.get_attribute("href").filter(|_| is_plain)
}

/// The address changes at once, so that a key that follows goes on from there; the parts come later.
#[cfg(feature = "hydrate")]
fn follow(address: &str) {
    let before = super::chain_keys::step_of_address();
    let is_new = window().location().href().is_ok_and(|shown| !shown.ends_with(address));
    if is_new && let Ok(history) = window().history() {
        // Fails only for an address of another site.
        let _ = history.push_state_with_url(&wasm_bindgen::JsValue::NULL, "", Some(address));
    }
    let focused = || document().active_element();
    let is_closed = focused().is_some_and(|link| link.has_attribute("data-close"));
    leptos::task::spawn_local(async move {
        show_again().await;
        // The link that closed the step is gone; the reader goes on at the step.
        let is_lost = focused().is_none_or(|active| active.tag_name() == "BODY");
        if let Some(step) = before.filter(|_| is_closed || is_lost) {
            super::page::focus(&format!("a[data-step='{step}']"));
        }
    });
}

/// Shows what the address of the page says now.
#[cfg(feature = "hydrate")]
async fn show_again() {
    let location = window().location();
    let Ok(address) = location.href() else { return };
    match super::fragment::show(&address).await {
        Ok(()) => super::open_at_hand::reveal(),
        // A failure to load the page is shown by the browser.
        Err(_) => {
            let _ = location.reload();
        }
    }
}
