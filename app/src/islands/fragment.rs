//! Updates parts of a page in place. The server renders them like any page; this module fetches an address and replaces
//! the parts marked with `data-fresh`. Such parts contain no islands, which would not be hydrated.

use std::cell::Cell;

use leptos::prelude::*;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{Document, DomParser, Element, FocusOptions, HtmlElement, Response, SupportedType};

use super::page::elements;
use crate::live::held::{is_pressed, wait_while};

const MARK: &str = "data-fresh";

thread_local! {
    /// How often parts were asked for, and which of these answers is shown.
    static ASKED: Cell<u64> = const { Cell::new(0) };
    static SHOWN: Cell<u64> = const { Cell::new(0) };
}

/// Replaces the parts by those of an address. Returns an error if the server doesn't respond with that page.
pub async fn show(address: &str) -> Result<(), JsValue> {
    let (turn, page) = ask(address).await?;
    show_in_turn(turn, &page)
}

/// Likewise, once the reader holds nothing down and has no words selected that would go.
pub async fn show_once_let_go(address: &str) -> Result<(), JsValue> {
    let (turn, page) = ask(address).await?;
    wait_while(|| is_pressed() || replaces_selected(&page)).await;
    show_in_turn(turn, &page)
}

async fn ask(address: &str) -> Result<(u64, Document), JsValue> {
    let turn = ASKED.get() + 1;
    ASKED.set(turn);
    Ok((turn, fetch(address).await?))
}

fn show_in_turn(turn: u64, page: &Document) -> Result<(), JsValue> {
    // A late answer does not replace that to a later question.
    if turn < SHOWN.get() {
        return Ok(());
    }
    SHOWN.set(turn);
    show_page(page)
}

/// Returns whether words are selected in a part that a page replaces.
fn replaces_selected(page: &Document) -> bool {
    let Ok(Some(selection)) = document().get_selection() else { return false };
    let around = selection.anchor_node().filter(|_| !selection.is_collapsed());
    let around = around.and_then(|node| node.parent_element()?.closest(&format!("[{MARK}]")).ok()?);
    let Some(old) = around else { return false };
    new_of(&old, page).is_ok_and(|new| new.is_some_and(|new| !old.is_equal_node(Some(&new))))
}

/// Returns the part of a page that replaces another.
fn new_of(old: &Element, page: &Document) -> Result<Option<Element>, JsValue> {
    let name = old.get_attribute(MARK).unwrap_or_default();
    page.query_selector(&format!("[{MARK}='{name}']"))
}

/// Returns the page at an address.
pub async fn fetch(address: &str) -> Result<Document, JsValue> {
    parsed(&text_at(address).await?)
}

/// Returns what the server responds with.
pub async fn text_at(address: &str) -> Result<String, JsValue> {
    let response: Response = JsFuture::from(window().fetch_with_str(address)).await?.dyn_into()?;
    text_of(response).await
}

/// Replaces the parts by those of a page that the server responded with, if they are still wanted once they are there.
/// Returns whether they were.
pub async fn show_response(response: Response, are_wanted: impl Fn() -> bool) -> Result<bool, JsValue> {
    let html = text_of(response).await?;
    if !are_wanted() {
        return Ok(false);
    }
    show_page(&parsed(&html)?)?;
    Ok(true)
}

async fn text_of(response: Response) -> Result<String, JsValue> {
    if !response.ok() {
        return Err(JsValue::from_f64(response.status().into()));
    }
    let text = JsFuture::from(response.text()?).await?;
    Ok(text.as_string().unwrap_or_default())
}

fn parsed(html: &str) -> Result<Document, JsValue> {
    DomParser::new()?.parse_from_string(html, SupportedType::TextHtml)
}

fn show_page(page: &Document) -> Result<(), JsValue> {
    for old in elements::<Element>(document().query_selector_all(&format!("[{MARK}]"))) {
        if let Some(new) = new_of(&old, page)? {
            replace(&old, &new)?;
        }
    }
    Ok(())
}

/// Replaces the parts and the address of the page, so that it can be linked. Adds no history entry: going back leaves the
/// page.
pub async fn go(address: &str) -> Result<(), JsValue> {
    window().history()?.replace_state_with_url(&JsValue::NULL, "", Some(address))?;
    show(address).await
}

/// Returns the scrollable regions, which keep their scroll position.
fn regions(part: &Element) -> Vec<Element> {
    elements(part.query_selector_all("[role='region']"))
}

/// Replaces a part, but not while the reader types into it. Keeps the focus.
fn replace(old: &Element, new: &Element) -> Result<(), JsValue> {
    if old.is_equal_node(Some(new)) {
        return Ok(());
    }
    let focused = document().active_element().filter(|focused| old.contains(Some(focused)));
    if focused.as_ref().is_some_and(|focused| focused.tag_name() == "INPUT") {
        return Ok(());
    }
    let scrolled =
        regions(old).iter().map(|region| (region.scroll_top(), region.scroll_left())).collect::<Vec<_>>();
    document().adopt_node(new)?;
    old.replace_with_with_node_1(new)?;
    for (region, (top, left)) in regions(new).iter().zip(scrolled) {
        region.set_scroll_top(top);
        region.set_scroll_left(left);
    }
    if let Some(focused) = focused {
        let links = elements::<Element>(new.query_selector_all("a[href]"));
        // Other links may lead to the same step.
        let same = |link: &&Element| {
            ["href", "data-step"].iter().all(|name| link.get_attribute(name) == focused.get_attribute(name))
        };
        let again = links.iter().find(same);
        if let Some(again) = again {
            // The reader may have scrolled on since.
            let options = FocusOptions::new();
            options.set_prevent_scroll(true);
            again.unchecked_ref::<HtmlElement>().focus_with_options(&options)?;
        }
    }
    Ok(())
}
