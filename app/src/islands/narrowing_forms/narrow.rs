//! Sorts and hides the rows of the page, by the same rules as the server.

use leptos::ev;
use leptos::prelude::*;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Element, Event, HtmlFormElement, HtmlInputElement, HtmlSelectElement};

use crate::islands::page::{self, listen};
use crate::ui::linking::row_of_data;
use crate::ui::size::grouped;
use crate::ui::{Narrowing, RowFacts};

/// Called once, after hydration.
pub(super) fn narrow() {
    listen(ev::input, |event| {
        if let Some(form) = form_of(&event).filter(has_all_rows) {
            apply(&form);
        }
    });
    listen(ev::change, |event| {
        let is_choice = event.target().is_some_and(|target| target.has_type::<HtmlSelectElement>());
        if let Some(form) = form_of(&event).filter(|form| is_choice && !has_all_rows(form)) {
            // Fails only for an invalid form, and this one has no required fields.
            let _ = form.request_submit();
        }
    });
    listen(ev::submit, |event| {
        if let Some(form) = form_of(&event).filter(has_all_rows) {
            event.prevent_default();
            apply(&form);
        }
    });
}

fn form_of(event: &Event) -> Option<HtmlFormElement> {
    let target: Element = event.target()?.dyn_into().ok()?;
    target.closest("form[data-narrows]").ok()??.dyn_into().ok()
}

/// Returns whether the page has all rows of the list, including those that don't match.
fn has_all_rows(form: &HtmlFormElement) -> bool {
    form.get_attribute("data-narrows").as_deref() == Some("here")
}

fn apply(form: &HtmlFormElement) {
    let Some(list) = form.parent_element() else { return };
    let fields = fields(form);
    let field = |name: &str| fields.iter().find(|(field, _)| field == name).map(|(_, value)| value.clone());
    let narrowing = Narrowing::of(field);
    let mut rows: Vec<_> =
        elements(&list, "[data-row]").into_iter().filter_map(|row| Some((facts(&row)?, row))).collect();
    rows.sort_by(|(left, _), (right, _)| narrowing.compare(left, right));
    let mut fitting = 0;
    for (facts, row) in &rows {
        let fits = narrowing.admits(facts);
        fitting += usize::from(fits);
        show(row, fits);
        if let Some(body) = row.parent_element() {
            // Moves the row to the end.
            let _ = body.append_child(row);
        }
    }
    for none in elements(&list, "[data-none]") {
        show(&none, fitting == 0);
    }
    for count in elements(form, "[data-count]") {
        let words = format!("{} of {}", grouped(fitting as u64), grouped(rows.len() as u64));
        count.set_text_content(Some(&words));
    }
    for line in elements(form, "[data-narrowed]") {
        show(&line, narrowing.leaves_out());
    }
    keep_in_address(&fields);
}

/// Puts the filters into the address, so that the page can be reloaded or shared.
fn keep_in_address(fields: &[(String, String)]) {
    let pair = |(name, value): &(String, String)| format!("{name}={}", js_sys::encode_uri_component(value));
    let pairs: Vec<_> = fields.iter().map(pair).collect();
    let Ok(path) = window().location().pathname() else { return };
    let address = if pairs.is_empty() { path } else { format!("{path}?{}", pairs.join("&")) };
    if let Ok(history) = window().history() {
        // Browsers refuse it if it is called too often; the next change updates it.
        let _ = history.replace_state_with_url(&JsValue::NULL, "", Some(&address));
    }
}

/// Returns the fields that aren't empty.
fn fields(form: &HtmlFormElement) -> Vec<(String, String)> {
    let field = |element: Element| {
        let value = match element.dyn_ref::<HtmlInputElement>() {
            Some(input) => input.value(),
            None => element.dyn_ref::<HtmlSelectElement>()?.value(),
        };
        (!value.trim().is_empty()).then_some((element.get_attribute("name")?, value))
    };
    elements(form, "[name]").into_iter().filter_map(field).collect()
}

/// Returns the facts of a row from what it shows.
fn facts(row: &Element) -> Option<RowFacts> {
    let shown = |selector: &str| {
        let shown: Vec<_> =
            elements(row, selector).iter().filter_map(|element| element.text_content()).collect();
        shown.join(" ")
    };
    let severity = row.class_name().split_once("finding--")?.1.to_owned();
    Some(RowFacts {
        severity: severity.split(' ').next().unwrap_or_default().to_owned(),
        file: shown("[data-file]"),
        words: shown("[data-words]"),
        ..row_of_data(&row.get_attribute("data-row")?)?
    })
}

fn show(element: &Element, is_shown: bool) {
    // Fails only for an invalid name.
    let _ = element.toggle_attribute_with_force("hidden", !is_shown);
}

fn elements(within: &Element, selector: &str) -> Vec<Element> {
    page::elements(within.query_selector_all(selector))
}
