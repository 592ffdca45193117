//! Elements and events of the page.

use leptos::ev::EventDescriptor;
use leptos::prelude::{document, window_event_listener};
use leptos_router::params::ParamsMap;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Element, Event, HtmlFormElement, UrlSearchParams};

/// Returns the first such element of the page.
pub fn first<T: JsCast>(selector: &str) -> Option<T> {
    document().query_selector(selector).ok()??.dyn_into().ok()
}

/// Returns the nearest such element around the target of an event.
pub fn around<T: JsCast>(event: &Event, selector: &str) -> Option<T> {
    let target: Element = event.target()?.dyn_into().ok()?;
    target.closest(selector).ok()??.dyn_into().ok()
}

pub fn create(name: &str, class: &str) -> Option<Element> {
    // Fails only for a name that no element has.
    let element = document().create_element(name).ok()?;
    element.set_class_name(class);
    Some(element)
}

/// Handles an event as long as the page is open.
pub fn listen<E: EventDescriptor + 'static>(event: E, handle: impl Fn(E::EventType) + 'static)
where
    E::EventType: JsCast,
{
    // The handle would remove the listener, if it were asked to.
    drop(window_event_listener(event, handle));
}

/// Returns what the address of a link or the fields of a form ask for.
pub fn query(written: &str) -> ParamsMap {
    let mut map = ParamsMap::new();
    for pair in written.trim_start_matches('?').split('&').filter(|pair| !pair.is_empty()) {
        let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
        map.insert(name.to_owned(), value.to_owned());
    }
    map
}

/// Returns the fields of a form as a query.
pub fn fields(form: &HtmlFormElement) -> Result<ParamsMap, JsValue> {
    let fields = web_sys::FormData::new_with_form(form)?;
    let written = UrlSearchParams::new_with_str_sequence_sequence(&fields)?;
    // Forms write a blank as `+`, addresses as `%20`.
    Ok(query(&String::from(written.to_string()).replace('+', "%20")))
}
