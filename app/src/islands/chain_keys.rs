use leptos::prelude::*;

/// The keys of a chain's page; each does what a link of the page does.
#[island]
pub fn ChainKeys() -> impl IntoView {
    #[cfg(feature = "hydrate")]
    Effect::new(|| {
        let handle = window_event_listener(leptos::ev::keydown, |event| {
            if super::is_shortcut(&event)
                && let Some(link) = link_of(&event.key())
            {
                link.click();
            }
        });
        on_cleanup(move || handle.remove());
    });
}

#[cfg(feature = "hydrate")]
fn link_of(key: &str) -> Option<web_sys::HtmlElement> {
    match key {
        "1" | "2" | "3" => first(&format!(".tabs__tab:nth-of-type({key})")),
        "h" => first("a[rel=prev]"),
        "l" => first("a[rel=next]"),
        "j" => step(1),
        "k" => step(-1),
        _ => None,
    }
}

/// The step after or before the one that is inspected; where none is, the one that the page opened at.
#[cfg(feature = "hydrate")]
fn step(by: isize) -> Option<web_sys::HtmlElement> {
    use wasm_bindgen::JsCast;

    let Some(chosen) = first("a[data-step][aria-current]") else {
        return first("a[data-step][data-at-hand]").or_else(|| first("a[data-step]"));
    };
    let links = document().query_selector_all("a[data-step]").ok()?;
    let links: Vec<web_sys::HtmlElement> =
        (0..links.length()).filter_map(|index| links.item(index)?.dyn_into().ok()).collect();
    let at = links.iter().position(|link| *link == chosen)?;
    links.into_iter().nth(at.checked_add_signed(by)?)
}

#[cfg(feature = "hydrate")]
fn first(selector: &str) -> Option<web_sys::HtmlElement> {
    use wasm_bindgen::JsCast;

    document().query_selector(selector).ok()??.dyn_into().ok()
}
