use std::any::Any;

use leptos::mount::mount_to;
use leptos::prelude::{AnyView, document};
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement};

use crate::dom;

/// A place of the page, and the view that it shows.
pub struct Shown {
    place: HtmlElement,
    /// Unmounts the view when it is dropped.
    mounted: Option<Box<dyn Any>>,
}

impl Shown {
    pub fn at(place: HtmlElement) -> Self {
        Self { place, mounted: None }
    }

    pub fn place(&self) -> &HtmlElement {
        &self.place
    }

    /// Shows another view in place of the last. Keeps the focus, and where the place is scrolled to.
    pub fn show(&mut self, view: impl FnOnce() -> AnyView + 'static) {
        let Some(fresh) = dom::create("div", "playground__drawn") else { return };
        let mounted = mount_to(fresh.clone().unchecked_into(), view);
        let focused = document().active_element().filter(|focused| self.place.contains(Some(focused)));
        let (top, left) = (self.place.scroll_top(), self.place.scroll_left());
        self.place.replace_children_with_node_1(&fresh);
        self.mounted = Some(Box::new(mounted));
        self.place.set_scroll_top(top);
        self.place.set_scroll_left(left);
        if let Some(again) = focused.and_then(|focused| self.same_as(&focused)) {
            // A failure to focus doesn't matter.
            let _ = again.focus();
        }
    }

    /// Returns the element that a link or field has become.
    fn same_as(&self, element: &Element) -> Option<HtmlElement> {
        for name in ["href", "name"] {
            let Some(value) = element.get_attribute(name) else { continue };
            let all = self.place.query_selector_all(&format!("[{name}]")).ok()?;
            let elements =
                (0..all.length()).filter_map(|index| all.item(index)?.dyn_into::<HtmlElement>().ok());
            let mut same = elements.filter(|element| element.get_attribute(name).as_ref() == Some(&value));
            return same.next();
        }
        None
    }
}
