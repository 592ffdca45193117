//! Elements and events of the page.

use leptos::ev::{EventDescriptor, keydown};
use leptos::prelude::*;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{HtmlElement, KeyboardEvent, NodeList};

/// Returns what a query found. It fails only for an invalid selector.
pub fn elements<T: JsCast>(found: Result<NodeList, JsValue>) -> Vec<T> {
    let Ok(found) = found else { return Vec::new() };
    (0..found.length()).filter_map(|index| found.item(index)?.dyn_into().ok()).collect()
}

/// Returns the first such element of the page.
pub fn first<T: JsCast>(selector: &str) -> Option<T> {
    document().query_selector(selector).ok()??.dyn_into().ok()
}

/// Focuses the first such element of the page.
#[cfg(feature = "hydrate")]
pub fn focus(selector: &str) {
    if let Some(element) = first::<web_sys::Element>(selector) {
        focus_on(&element);
    }
}

/// Focuses an element. Links in drawings can be focused as well, though they aren't elements of HTML.
#[cfg(feature = "hydrate")]
pub fn focus_on(element: &web_sys::Element) {
    // A failure to focus doesn't matter.
    let _ = element.unchecked_ref::<HtmlElement>().focus();
}

/// Keeps what the reader chose in a cookie, or forgets it.
#[cfg(feature = "hydrate")]
pub fn keep(name: &str, value: Option<&str>) {
    let kept_for = if value.is_some() { 31_536_000 } else { 0 };
    if let Ok(html) = document().dyn_into::<web_sys::HtmlDocument>() {
        let value = value.unwrap_or_default();
        // Fails only if the browser forbids it.
        let _ = html.set_cookie(&format!("{name}={value}; path=/; max-age={kept_for}; samesite=strict"));
    }
}

/// Handles an event until the island is removed.
pub fn listen<E: EventDescriptor + 'static>(event: E, handle: impl Fn(E::EventType) + 'static)
where
    E::EventType: JsCast,
{
    let handle = window_event_listener(event, handle);
    on_cleanup(move || handle.remove());
}

/// Handles the keys that are shortcuts, likewise.
pub fn listen_to_keys(handle: impl Fn(KeyboardEvent) + 'static) {
    listen(keydown, move |event| {
        if is_shortcut(&event) {
            handle(event);
        }
    });
}

/// Returns whether a key was pressed without modifiers and outside of fields.
fn is_shortcut(event: &KeyboardEvent) -> bool {
    if event.ctrl_key() || event.meta_key() || event.alt_key() {
        return false;
    }
    let target = event.target().and_then(|target| target.dyn_into::<HtmlElement>().ok());
    let is_typing = target.is_some_and(|element| {
        matches!(element.tag_name().as_str(), "INPUT" | "TEXTAREA" | "SELECT")
            || element.is_content_editable()
    });
    !is_typing
}
