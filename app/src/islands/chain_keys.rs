use leptos::prelude::*;

/// Handles the keys of a chain's page; each follows a link of the page.
#[island]
pub fn ChainKeys() -> impl IntoView {
    #[cfg(feature = "hydrate")]
    Effect::new(|| {
        super::page::listen_to_keys(|event| {
            if let Some(link) = link_of(&event.key()) {
                follow(&link);
            }
        });
    });
}

#[cfg(feature = "hydrate")]
fn link_of(key: &str) -> Option<web_sys::Element> {
    use super::page::first;

    match key {
        "1" | "2" | "3" => first(&format!(".tabs__tab:nth-of-type({key})")),
        "h" => first(".moments a[rel=prev]"),
        "l" => first(".moments a[rel=next]"),
        "j" => step(1),
        "k" => step(-1),
        _ => None,
    }
}

/// Returns the step after or before the selected one, or the current step if none is selected. It gets the focus, and with
/// it comes into view.
#[cfg(feature = "hydrate")]
fn step(by: isize) -> Option<web_sys::Element> {
    let links: Vec<web_sys::Element> = super::page::elements(document().query_selector_all("a[data-step]"));
    let chosen = step_of_address();
    let is_chosen = |link: &web_sys::Element| chosen.is_some() && link.get_attribute("data-step") == chosen;
    let next = match links.iter().position(is_chosen) {
        Some(at) => at.checked_add_signed(by)?,
        None => links.iter().position(|link| link.has_attribute("data-at-hand")).unwrap_or(0),
    };
    let link = links.into_iter().nth(next)?;
    super::page::focus_on(&link);
    Some(link)
}

/// Returns the step that the address names. It changes at once, while the page follows.
#[cfg(feature = "hydrate")]
pub(super) fn step_of_address() -> Option<String> {
    let search = window().location().search().ok()?;
    web_sys::UrlSearchParams::new_with_str(&search).ok()?.get("step")
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
