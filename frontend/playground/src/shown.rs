use std::cell::{Cell, RefCell};
use std::rc::Rc;

use leptos::mount::mount_to;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::spawn_local;
use wasm_split_helpers::SplitLoaderError;
use web_sys::{Element, HtmlElement};

use crate::dom;
use crate::later::Mounted;

/// A place of the page, and the view that it shows.
#[derive(Clone)]
pub struct Shown {
    place: HtmlElement,
    mounted: Rc<RefCell<Option<Mounted>>>,
    /// How many views it was asked for.
    asked: Rc<Cell<u32>>,
}

impl Shown {
    pub fn at(place: HtmlElement) -> Self {
        Self { place, mounted: Rc::default(), asked: Rc::default() }
    }

    pub fn place(&self) -> &HtmlElement {
        &self.place
    }

    /// Shows another view in place of the last.
    pub fn show(&self, view: impl FnOnce() -> AnyView + 'static) {
        let Some(fresh) = self.ask() else { return };
        let mounted = mount_to(fresh.clone(), view);
        self.replace(&fresh, Box::new(mounted));
    }

    /// Shows what code draws that may have to be loaded first, unless another view is asked for meanwhile.
    pub fn show_later<Drawn>(&self, draw: impl FnOnce(HtmlElement) -> Drawn)
    where
        Drawn: Future<Output = Result<Mounted, SplitLoaderError>> + 'static,
    {
        let Some(fresh) = self.ask() else { return };
        let (shown, asked, drawn) = (self.clone(), self.asked.get(), draw(fresh.clone()));
        spawn_local(async move {
            let drawn = drawn.await;
            if shown.asked.get() != asked {
                return;
            }
            match drawn {
                Ok(mounted) => shown.replace(&fresh, mounted),
                Err(_) => shown.show(|| {
                    view! { <p class="muted">"The viewers could not be loaded. Reload the page to try again."</p> }.into_any()
                }),
            }
        });
    }

    /// Returns an element for another view.
    fn ask(&self) -> Option<HtmlElement> {
        self.asked.set(self.asked.get().wrapping_add(1));
        dom::create("div", "playground__drawn").map(JsCast::unchecked_into)
    }

    /// Keeps the focus, and where the place is scrolled to.
    fn replace(&self, fresh: &HtmlElement, mounted: Mounted) {
        let focused = document().active_element().filter(|focused| self.place.contains(Some(focused)));
        let (top, left) = (self.place.scroll_top(), self.place.scroll_left());
        self.place.replace_children_with_node_1(fresh);
        *self.mounted.borrow_mut() = Some(mounted);
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
