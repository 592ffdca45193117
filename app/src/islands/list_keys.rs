use leptos::prelude::*;

/// Handles the keys of a list, which move the focus to the next and previous row, and press what the row that has it
/// offers. Enter opens the row, as any link.
#[island]
pub fn ListKeys() -> impl IntoView {
    #[cfg(feature = "hydrate")]
    Effect::new(|| {
        super::page::listen_to_keys(|event| {
            let by = match event.key().as_str() {
                "j" => 1,
                "k" => -1,
                "x" => return press("tr:focus-within [name=id]"),
                "a" => return super::page::focus(".selection button"),
                "e" => return press("li:focus-within [name=action][value=done]"),
                "s" => return press("li:focus-within [name=action][value=day]"),
                _ => return,
            };
            if let Some(row) = row(by) {
                // A failure to focus doesn't matter.
                let _ = row.focus();
            }
        });
    });
}

/// Presses what the row that has the focus offers.
#[cfg(feature = "hydrate")]
fn press(selector: &str) {
    if let Some(control) = super::page::first::<web_sys::HtmlElement>(selector) {
        control.click();
    }
}

/// Returns the row to focus: the first if none has the focus.
#[cfg(feature = "hydrate")]
fn row(by: isize) -> Option<web_sys::HtmlElement> {
    let rows: Vec<web_sys::HtmlElement> = super::page::elements(document().query_selector_all("a[data-row]"));
    let focused = document().active_element();
    let at = rows.iter().position(|row| Some(row.as_ref()) == focused.as_ref());
    match at {
        Some(at) => rows.into_iter().nth(at.checked_add_signed(by)?),
        None => rows.into_iter().next(),
    }
}
