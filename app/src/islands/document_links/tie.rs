//! Links elements whose spans overlap: pointing at one marks the others, choosing one scrolls to them. Works with every
//! viewer.

use std::cell::RefCell;
use std::rc::Rc;

use leptos::ev;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{Element, Event, HtmlElement};

use crate::islands::page::{self, first, listen, listen_to_keys};
use crate::text::Span;
use crate::ui::linking::span_of_data;

/// What `j` and `k` stop at, and what `n` and `p` do.
const FINDINGS: &str = "[data-span][data-stop]";
const ISSUES: &str = "[data-span][data-issue]";

/// The linked elements of the page, and the last one that a key stopped at.
struct Page {
    tied: Vec<(Element, Span)>,
    at: RefCell<Option<Element>>,
    pointed: RefCell<Option<Span>>,
}

/// Called once, after hydration.
pub(super) fn tie() {
    let tied = elements("[data-span]");
    let page = Rc::new(Page { tied, at: RefCell::new(None), pointed: RefCell::new(None) });
    let pointed = page.clone();
    listen(ev::mouseover, move |event| pointed.point(span_under(&event)));
    let focused = page.clone();
    listen(ev::focusin, move |event| focused.point(span_under(&event)));
    let clicked = page.clone();
    listen(ev::click, move |event| clicked.click(&event));
    listen_to_keys(move |event| page.key(&event.key()));
}

impl Page {
    fn point(&self, span: Option<Span>) {
        if *self.pointed.borrow() == span {
            return;
        }
        self.pointed.replace(span);
        self.mark("is-linked", span);
    }

    /// Handles a click: a link into the source scrolls to it if it is shown beside the viewer, and a line of the source
    /// scrolls the viewer.
    fn click(&self, event: &ev::MouseEvent) {
        let Some(target) = element_of(event) else { return };
        let is_link = closest(&target, "a[href]").is_some();
        let is_jump = closest(&target, "[data-jump]").is_some();
        let is_source_line = closest(&target, ".document__side .source span").is_some();
        let Some(span) = span_of(&target) else { return };
        if is_jump && self.shows_beside(span) && !event.ctrl_key() && !event.meta_key() {
            event.prevent_default();
            self.choose(span);
        } else if is_source_line && !is_link {
            self.choose(span);
        }
    }

    fn key(&self, key: &str) {
        match key {
            "j" => self.step(FINDINGS, 1),
            "k" => self.step(FINDINGS, -1),
            "n" => self.step(ISSUES, 1),
            "p" => self.step(ISSUES, -1),
            "1" | "2" | "3" => {
                if let Some(tab) = first::<HtmlElement>(&format!(".tabs__tab:nth-of-type({key})")) {
                    tab.click();
                }
            }
            _ => {}
        }
    }

    fn step(&self, stops: &str, by: isize) {
        let stops = stops_of(stops);
        let last = stops.len().saturating_sub(1);
        let at = self.at.borrow().as_ref().and_then(|at| stops.iter().position(|(stop, _)| stop == at));
        let next = match at {
            None if by > 0 => 0,
            None => last,
            Some(at) => at.saturating_add_signed(by).min(last),
        };
        if let Some((element, span)) = stops.get(next) {
            // A place that is folded is unfolded.
            if let Some(folded) = closest(element, "details:not([open])") {
                // Fails only for a name that can't be an attribute's.
                let _ = folded.set_attribute("open", "");
            }
            self.choose(*span);
            self.at.replace(Some(element.clone()));
            scroll(element);
        }
    }

    fn choose(&self, span: Span) {
        self.mark("is-chosen", Some(span));
        let first = |selector: &str| {
            self.tied.iter().find(|(element, at)| at.overlaps(span) && closest(element, selector).is_some())
        };
        for selector in [".finding, .issue", ".document__side .source > div"] {
            if let Some((element, _)) = first(selector) {
                scroll(element);
            }
        }
        let stops = [FINDINGS, ISSUES].into_iter().flat_map(stops_of);
        self.at.replace(stops.into_iter().find(|(_, at)| *at == span).map(|(stop, _)| stop));
    }

    fn mark(&self, class: &str, span: Option<Span>) {
        for (element, at) in &self.tied {
            let is_meant = span.is_some_and(|span| span.overlaps(*at) || span == *at);
            // Fails only for a class name with a space.
            let _ = element.class_list().toggle_with_force(class, is_meant);
        }
    }

    fn shows_beside(&self, span: Span) -> bool {
        self.tied.iter().any(|(element, at)| {
            at.overlaps(span)
                && closest(element, ".document__side").is_some()
                && element.get_bounding_client_rect().height() > 0.0
        })
    }
}

/// Returns the stops of the keys, in their present order and without hidden ones.
fn stops_of(selector: &str) -> Vec<(Element, Span)> {
    let mut stops = elements(selector);
    stops.retain(|(element, _)| closest(element, "[hidden]").is_none());
    stops
}

fn elements(selector: &str) -> Vec<(Element, Span)> {
    let found = page::elements(document().query_selector_all(selector)).into_iter();
    found.filter_map(|element: Element| Some((element.clone(), own_span(&element)?))).collect()
}

/// Returns the span of an element. An empty one, where something is missing, becomes the byte after it.
fn own_span(element: &Element) -> Option<Span> {
    let span = span_of_data(&element.get_attribute("data-span")?)?;
    Some(if span.is_empty() { Span::new(span.start, span.start + 1) } else { span })
}

fn span_of(element: &Element) -> Option<Span> {
    own_span(&closest(element, "[data-span]")?)
}

fn span_under(event: &Event) -> Option<Span> {
    span_of(&element_of(event)?)
}

fn element_of(event: &Event) -> Option<Element> {
    event.target()?.dyn_into().ok()
}

fn closest(element: &Element, selector: &str) -> Option<Element> {
    element.closest(selector).ok().flatten()
}

fn scroll(element: &Element) {
    let options = web_sys::ScrollIntoViewOptions::new();
    options.set_block(web_sys::ScrollLogicalPosition::Nearest);
    element.scroll_into_view_with_scroll_into_view_options(&options);
}
