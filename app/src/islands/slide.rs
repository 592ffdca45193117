use leptos::prelude::*;

/// Shows the event that the slider is moved to, in place; without scripts its form does.
#[island]
pub fn Slide() -> impl IntoView {
    #[cfg(feature = "hydrate")]
    Effect::new(|| {
        let wanted = StoredValue::new(None::<String>);
        let is_showing = StoredValue::new(false);
        super::page::listen(leptos::ev::input, move |event| {
            let Some(address) = address_of(&event) else { return };
            wanted.set_value(Some(address));
            if !is_showing.get_value() {
                is_showing.set_value(true);
                leptos::task::spawn_local(show(wanted, is_showing));
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
        if let Err(error) = super::fragment::go(&address).await {
            leptos::logging::warn!("could not show an event: {error:?}");
        }
    }
    is_showing.set_value(false);
}

/// Returns the address that the form of the slider would load. At its end, the page is live.
#[cfg(feature = "hydrate")]
fn address_of(event: &web_sys::Event) -> Option<String> {
    use wasm_bindgen::JsCast;
    use web_sys::HtmlInputElement;

    let slider: HtmlInputElement = event.target()?.dyn_into().ok()?;
    let form = slider.form().filter(|_| slider.type_() == "range")?;
    let hidden = super::page::elements(form.query_selector_all("input[type=hidden]"));
    let is_at_end = slider.value() == slider.max();
    let fields = hidden.into_iter().chain((!is_at_end).then_some(slider));
    let pair = |field: HtmlInputElement| {
        format!("{}={}", field.name(), String::from(js_sys::encode_uri_component(&field.value())))
    };
    let pairs: Vec<String> = fields.map(pair).collect();
    Some(format!("{}?{}", form.get_attribute("action")?, pairs.join("&")))
}
