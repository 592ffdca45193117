use leptos::prelude::*;

/// Handles the keys of a chain's page; each follows a link of the page.
#[island]
pub fn ChainKeys() -> impl IntoView {
    #[cfg(feature = "hydrate")]
    Effect::new(|| {
        // Until the page of a step has loaded, the next press continues from that step.
        let awaited = StoredValue::new(None);
        super::page::listen_to_keys(move |event| {
            if let Some(link) = link_of(&event.key(), awaited) {
                follow(&link);
            }
        });
        super::page::listen(leptos::ev::Custom::new("pageshow"), move |_: web_sys::Event| {
            awaited.set_value(None);
        });
    });
}

#[cfg(feature = "hydrate")]
fn link_of(key: &str, awaited: StoredValue<Option<usize>>) -> Option<web_sys::Element> {
    use super::page::first;

    match key {
        "1" | "2" | "3" => first(&format!(".tabs__tab:nth-of-type({key})")),
        "h" => first("a[rel=prev]"),
        "l" => first("a[rel=next]"),
        "j" => step(1, awaited),
        "k" => step(-1, awaited),
        _ => None,
    }
}

/// Returns the step after or before the selected one, or the current step if none is selected.
#[cfg(feature = "hydrate")]
fn step(by: isize, awaited: StoredValue<Option<usize>>) -> Option<web_sys::Element> {
    let links: Vec<web_sys::Element> = super::page::elements(document().query_selector_all("a[data-step]"));
    let has = |name: &'static str| links.iter().position(|link| link.has_attribute(name));
    let next = match awaited.get_value().or_else(|| has("aria-current")) {
        Some(at) => at.checked_add_signed(by)?,
        None => has("data-at-hand").unwrap_or(0),
    };
    let link = links.into_iter().nth(next)?;
    awaited.set_value(Some(next));
    Some(link)
}

/// Follows a link. Links in the graph are SVG, which has no `click`.
#[cfg(feature = "hydrate")]
fn follow(link: &web_sys::Element) {
    let press = web_sys::MouseEventInit::new();
    press.set_bubbles(true);
    press.set_cancelable(true);
    if let Ok(press) = web_sys::MouseEvent::new_with_mouse_event_init_dict("click", &press) {
        // Listeners may cancel it.
        let _ = link.dispatch_event(&press);
    }
}
