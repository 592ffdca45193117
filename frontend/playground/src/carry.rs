//! The text behind the `#` of the address.

use app::pages::playground::{Carried, LinkError};
use leptos::prelude::window;
use leptos_router::params::ParamsMap;
use wasm_bindgen::JsValue;

/// Returns what the address of the page carries; `None` if there is nothing behind its `#`.
pub fn of_page() -> Option<Result<Carried, LinkError>> {
    let hash = window().location().hash().ok()?;
    let fragment = hash.strip_prefix('#').filter(|fragment| !fragment.is_empty())?;
    Some(Carried::of(fragment))
}

/// Returns the text, its name, and how it is read, as a link carries them.
pub fn carried(text: &str, name: &str, query: &ParamsMap) -> Carried {
    let read_as = query.get_str("as").unwrap_or_default().to_owned();
    Carried { text: text.to_owned(), name: name.to_owned(), read_as }
}

/// Returns the query that shows a text as its link says.
pub fn query_of(carried: &Carried) -> ParamsMap {
    let mut query = ParamsMap::new();
    if !carried.read_as.is_empty() {
        query.insert("as", carried.read_as.clone());
    }
    query
}

/// Returns the address of a page of this server that carries the text.
pub fn address(page: &str, carried: &Carried) -> Result<String, LinkError> {
    let origin = window().location().origin().unwrap_or_default();
    Ok(format!("{origin}{page}#{}", carried.fragment()?))
}

/// Makes the address of this page carry the text, as a step that Back undoes.
pub fn go(carried: &Carried) -> Result<(), LinkError> {
    let fragment = format!("#{}", carried.fragment()?);
    if let Ok(history) = window().history() {
        // Fails only where an address is too long, and the page shows the text all the same.
        let _ = history.push_state_with_url(&JsValue::NULL, "", Some(&fragment));
    }
    Ok(())
}
