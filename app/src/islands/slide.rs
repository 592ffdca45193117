use leptos::prelude::*;

/// Shows the event that the slider is moved to, in place. Its arrow keys go from event to event, and space plays them.
#[island]
pub fn Slide() -> impl IntoView {
    #[cfg(feature = "hydrate")]
    Effect::new(|| {
        let wanted = StoredValue::new(None::<String>);
        let is_showing = StoredValue::new(false);
        super::page::listen(leptos::ev::input, move |event| {
            let Some(address) = slider_of(&event).and_then(|slider| address_at(&slider)) else { return };
            wanted.set_value(Some(address));
            if !is_showing.get_value() {
                is_showing.set_value(true);
                leptos::task::spawn_local(show(wanted, is_showing));
            }
        });
        super::page::listen(leptos::ev::keydown, |event| {
            let Some(slider) = slider_of(&event) else { return };
            let selector = match event.key().as_str() {
                "ArrowLeft" => ".moments a[rel=prev]",
                "ArrowRight" => ".moments a[rel=next]",
                " " => ".moments button",
                _ => return,
            };
            event.prevent_default();
            let Some(target) = super::page::first::<web_sys::HtmlElement>(selector) else { return };
            match target.get_attribute("href") {
                Some(address) => leptos::task::spawn_local(step(slider, address)),
                None => target.click(),
            }
        });
    });
}

/// The pause between two updates while the slider is moving.
#[cfg(feature = "hydrate")]
const AT_REST_MS: u32 = 60;

#[cfg(feature = "hydrate")]
async fn show(wanted: StoredValue<Option<String>>, is_showing: StoredValue<bool>) {
    loop {
        gloo_timers::future::TimeoutFuture::new(AT_REST_MS).await;
        let Some(address) = wanted.try_update_value(Option::take).flatten() else { break };
        go(&address).await;
    }
    is_showing.set_value(false);
}

/// Shows an event, and moves the slider there, which is not replaced while it has the focus.
#[cfg(feature = "hydrate")]
async fn step(slider: web_sys::HtmlInputElement, address: String) {
    go(&address).await;
    let shown = super::page::first::<web_sys::Element>(".moments__mark.is-shown");
    let place = shown.and_then(|mark| mark.parent_element()?.get_attribute("data-place"));
    if let Some(place) = place {
        slider.set_value(&place);
    }
}

#[cfg(feature = "hydrate")]
async fn go(address: &str) {
    if let Err(error) = super::fragment::go(address).await {
        leptos::logging::warn!("could not show an event: {error:?}");
    }
}

#[cfg(feature = "hydrate")]
fn slider_of(event: &web_sys::Event) -> Option<web_sys::HtmlInputElement> {
    use wasm_bindgen::JsCast;

    let slider: web_sys::HtmlInputElement = event.target()?.dyn_into().ok()?;
    (slider.type_() == "range").then_some(slider)
}

/// Returns the address of the last event up to the slider's place, or of the first one.
#[cfg(feature = "hydrate")]
fn address_at(slider: &web_sys::HtmlInputElement) -> Option<String> {
    let marks =
        super::page::elements::<web_sys::Element>(document().query_selector_all(".moments a[data-place]"));
    let at = slider.value_as_number();
    let place = |mark: &web_sys::Element| mark.get_attribute("data-place")?.parse::<f64>().ok();
    let reached = marks.iter().rfind(|mark| place(mark).is_some_and(|place| place <= at));
    reached.or(marks.first())?.get_attribute("href")
}
