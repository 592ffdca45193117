use leptos::prelude::*;

/// Submits the form of filters as soon as one of them is chosen. Without scripts, its button does.
#[island]
pub fn ApplyAtOnce() -> impl IntoView {
    #[cfg(feature = "hydrate")]
    super::page::listen(leptos::ev::change, |event| {
        use wasm_bindgen::JsCast;

        let chosen = event.target().and_then(|target| target.dyn_into::<web_sys::Element>().ok());
        let form = chosen.and_then(|chosen| chosen.closest("form.filters").ok().flatten());
        if let Some(form) = form.and_then(|form| form.dyn_into::<web_sys::HtmlFormElement>().ok()) {
            // Fails for a value that the browser refuses, and says so beside the field.
            let _ = form.request_submit();
        }
    });
}
