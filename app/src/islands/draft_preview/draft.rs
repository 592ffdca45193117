//! Sends the draft after each pause of its author, and shows the page that answers in place.

use leptos::ev;
use leptos::prelude::*;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{Element, Event, HtmlFormElement, HtmlTextAreaElement, RequestInit, Response, UrlSearchParams};

use crate::islands::copy_button::copy_text;
use crate::islands::fragment;
use crate::islands::page::{first, listen};
use crate::islands::toasts::Toast;

/// A shorter pause is one between two letters.
const PAUSE_MS: u32 = 350;

/// Called once, after hydration.
pub(super) fn follow() {
    let typed = StoredValue::new(0_u32);
    listen(ev::input, move |event| {
        let Some(form) = closest(&event, "form[data-draft]") else { return };
        let number = typed.get_value().wrapping_add(1);
        typed.set_value(number);
        // A later draft is shown instead.
        let is_newest = move || typed.try_get_value() == Some(number);
        leptos::task::spawn_local(async move {
            gloo_timers::future::TimeoutFuture::new(PAUSE_MS).await;
            if is_newest() && show(form, is_newest).await.is_err() {
                Toast::of_page().error("The preview could not be loaded.");
            }
        });
    });
    listen(ev::click, |event| {
        if closest::<Element>(&event, "[data-copy-draft]").is_some() {
            leptos::task::spawn_local(copy());
        }
    });
}

fn closest<T: JsCast>(event: &Event, selector: &str) -> Option<T> {
    let target: Element = event.target()?.dyn_into().ok()?;
    target.closest(selector).ok()??.dyn_into().ok()
}

fn draft() -> Option<String> {
    first::<HtmlTextAreaElement>("form[data-draft] textarea").map(|area| area.value())
}

/// Asks for the page of the draft, and replaces the preview and the address.
async fn show(form: HtmlFormElement, is_newest: impl Fn() -> bool) -> Result<(), JsValue> {
    let fields = UrlSearchParams::new()?;
    fields.append("source", &draft().unwrap_or_default());
    let request = RequestInit::new();
    request.set_method("POST");
    request.set_body(&fields);
    let sent = window().fetch_with_str_and_init(&form.action(), &request);
    let response: Response = JsFuture::from(sent).await?.dyn_into()?;
    let address = response.url();
    if fragment::show_response(response, is_newest).await? {
        window().history()?.replace_state_with_url(&JsValue::NULL, "", Some(&address))?;
    }
    Ok(())
}

async fn copy() {
    if copy_text(&draft().unwrap_or_default()).await {
        Toast::of_page().done("Copied.");
    }
}
