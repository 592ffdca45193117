use leptos::prelude::*;

/// Handles the keys of a list, which move the focus to the next and previous row. Enter opens the row, as any link.
#[island]
pub fn ListKeys() -> impl IntoView {
    #[cfg(feature = "hydrate")]
    Effect::new(|| {
        let handle = window_event_listener(leptos::ev::keydown, |event| {
            let by = match event.key().as_str() {
                "j" => 1,
                "k" => -1,
                _ => return,
            };
            if super::keyboard::is_shortcut(&event)
                && let Some(row) = row(by)
            {
                // A failure to focus doesn't matter.
                let _ = row.focus();
            }
        });
        on_cleanup(move || handle.remove());
    });
}

/// Returns the row to focus: the first if none has the focus.
#[cfg(feature = "hydrate")]
fn row(by: isize) -> Option<web_sys::HtmlElement> {
    use wasm_bindgen::JsCast;

    let rows = document().query_selector_all("a[data-row]").ok()?;
    let rows: Vec<web_sys::HtmlElement> =
        (0..rows.length()).filter_map(|index| rows.item(index)?.dyn_into().ok()).collect();
    let focused = document().active_element();
    let at = rows.iter().position(|row| Some(row.as_ref()) == focused.as_ref());
    match at {
        Some(at) => rows.into_iter().nth(at.checked_add_signed(by)?),
        None => rows.into_iter().next(),
    }
}
