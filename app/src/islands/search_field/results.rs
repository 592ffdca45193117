//! The results under the search field: a list box, from which the keys of the field choose.

use gloo_timers::future::TimeoutFuture;
use leptos::ev;
use leptos::html::Div;
use leptos::prelude::*;
use leptos::task::spawn_local;
use web_sys::{Element, HtmlElement, HtmlInputElement, KeyboardEvent};

use crate::islands::{fragment, page};

/// Results are asked for after such a pause in typing.
const PAUSE_MS: u32 = 80;
const CHOSEN: &str = "aria-selected";

#[derive(Clone)]
pub struct Results {
    input: HtmlInputElement,
    list: NodeRef<Div>,
    is_open: RwSignal<bool>,
    /// Counts what was asked, so that late results are dropped.
    turn: StoredValue<u32>,
}

impl Results {
    pub fn new(input: HtmlInputElement, list: NodeRef<Div>, is_open: RwSignal<bool>) -> Self {
        Self { input, list, is_open, turn: StoredValue::new(0) }
    }

    pub fn listen(self) {
        let combobox = [
            ("role", "combobox"),
            ("aria-controls", "hits"),
            ("aria-autocomplete", "list"),
            ("aria-expanded", "false"),
        ];
        set(&self.input, &combobox);
        if let Some(list) = self.list.get_untracked() {
            set(&list, &[("role", "listbox")]);
        }
        let results = self.clone();
        let asks = move |event: &web_sys::Event| {
            if results.is_from_field(event) {
                spawn_local(results.clone().ask());
            }
        };
        let typed = asks.clone();
        page::listen(ev::input, move |event| typed(&event));
        page::listen(ev::focusin, move |event| asks(&event));
        let results = self.clone();
        page::listen(ev::focusout, move |event| {
            if results.is_from_field(&event) {
                results.set_open(false);
            }
        });
        let list = self.list;
        page::listen(ev::mousedown, move |event| {
            // The field keeps the focus until the click arrives, which would close the list before.
            let target: web_sys::Node = event_target(&event);
            if list.get_untracked().is_some_and(|list| list.contains(Some(&target))) {
                event.prevent_default();
            }
        });
        page::listen(ev::keydown, move |event| self.take_key(&event));
    }

    fn is_from_field(&self, event: &web_sys::Event) -> bool {
        event.target().as_ref() == Some(self.input.as_ref())
    }

    fn take_key(&self, event: &KeyboardEvent) {
        if (event.ctrl_key() || event.meta_key()) && event.key() == "k" {
            event.prevent_default();
            // A failure to focus doesn't matter.
            let _ = self.input.focus();
            self.input.select();
        }
        if !self.is_from_field(event) {
            return;
        }
        if !self.is_open.get_untracked() {
            if event.key() == "Escape" {
                // The keys of the page are at hand again.
                let _ = self.input.blur();
            }
            return;
        }
        match event.key().as_str() {
            "ArrowDown" => self.choose(1),
            "ArrowUp" => self.choose(-1),
            "Escape" => self.set_open(false),
            "Enter" => {
                let Some(chosen) = self.hits().into_iter().find(is_chosen) else { return };
                chosen.click();
                let _ = self.input.blur();
            }
            _ => return,
        }
        event.prevent_default();
    }

    /// Shows the results for what is typed, unless more is typed meanwhile.
    async fn ask(self) {
        let turn = self.turn.get_value() + 1;
        self.turn.set_value(turn);
        TimeoutFuture::new(PAUSE_MS).await;
        if self.turn.get_value() != turn {
            return;
        }
        let words = String::from(js_sys::encode_uri_component(&self.input.value()));
        let Ok(page) = fragment::fetch(&format!("/search?q={words}")).await else { return };
        let has_focus = document().active_element().as_ref() == Some(self.input.as_ref());
        if self.turn.get_value() != turn || !has_focus {
            return;
        }
        if let (Ok(Some(found)), Some(list)) = (page.query_selector("[data-hits]"), self.list.get_untracked())
            && document().adopt_node(&found).is_ok()
        {
            list.replace_children_with_node_1(&found);
            for (number, hit) in self.hits().iter().enumerate() {
                set(hit, &[("role", "option"), ("tabindex", "-1"), ("id", &format!("hit-{number}"))]);
            }
            self.set_open(true);
        }
    }

    fn hits(&self) -> Vec<HtmlElement> {
        let list = self.list.get_untracked();
        list.map(|list| page::elements(list.query_selector_all("a"))).unwrap_or_default()
    }

    fn choose(&self, by: isize) {
        let hits = self.hits();
        let at = hits.iter().position(is_chosen);
        let next = match at {
            Some(at) => at.checked_add_signed(by),
            None => Some(0),
        };
        let Some(next) = next.and_then(|next| hits.get(next)) else { return };
        if let Some(before) = at.and_then(|at| hits.get(at)) {
            let _ = before.remove_attribute(CHOSEN);
        }
        set(next, &[(CHOSEN, "true")]);
        set(&self.input, &[("aria-activedescendant", &next.id())]);
        next.scroll_into_view_with_bool(false);
    }

    fn set_open(&self, is_open: bool) {
        self.is_open.set(is_open);
        set(&self.input, &[("aria-expanded", if is_open { "true" } else { "false" })]);
        let _ = self.input.remove_attribute("aria-activedescendant");
    }
}

fn is_chosen(hit: &HtmlElement) -> bool {
    hit.has_attribute(CHOSEN)
}

/// Fails for invalid names alone.
fn set(element: &Element, attributes: &[(&str, &str)]) {
    for (name, value) in attributes {
        let _ = element.set_attribute(name, value);
    }
}
