use leptos::prelude::*;

/// How wide the source is beside the viewer, from 1 to 5, in a cookie, so that the first HTML has it already and nothing
/// jumps.
pub const SIDE_COOKIE: &str = "harmony-side";
pub const SIDES: [&str; 5] = ["1", "2", "3", "4", "5"];

/// Returns the width that a reader chose.
#[cfg(feature = "ssr")]
pub fn side_of(headers: &http::HeaderMap) -> Option<&'static str> {
    let found = crate::cookie::cookie(headers, SIDE_COOKIE)?;
    SIDES.into_iter().find(|side| *side == found)
}

/// The line between the viewer and the source. The pointer and the arrow keys move it.
#[island]
pub fn Splitter(
    /// The width that the page has, of [`SIDES`].
    side: String,
) -> impl IntoView {
    #[cfg(feature = "hydrate")]
    Effect::new(hydrated::listen_to_it);
    view! {
        <div class="splitter needs-script" role="separator" tabindex="0" aria-label="Width of the source" aria-orientation="vertical" aria-valuemin="1" aria-valuemax="5" aria-valuenow=side></div>
    }
}

#[cfg(feature = "hydrate")]
mod hydrated {
    use std::cell::Cell;
    use std::rc::Rc;

    use leptos::ev;
    use leptos::prelude::*;
    use web_sys::Element;

    use super::{SIDE_COOKIE, SIDES};
    use crate::islands::page::{first, keep, listen};

    const VALUE: &str = "aria-valuenow";

    pub(super) fn listen_to_it() {
        let is_pulled = Rc::new(Cell::new(false));
        let gripped = Rc::clone(&is_pulled);
        listen(ev::mousedown, move |event| {
            if first::<Element>(".splitter:hover").is_some() {
                gripped.set(true);
                event.prevent_default();
            }
        });
        listen(ev::mousemove, move |event| {
            if event.buttons() != 1 {
                is_pulled.set(false);
            }
            if is_pulled.get() {
                put(side_at(event.client_x().into()));
            }
        });
        listen(ev::keydown, |event| {
            let Some(splitter) = first::<Element>(".splitter:focus") else { return };
            let now = splitter.get_attribute(VALUE);
            let at = SIDES.iter().position(|side| Some(*side) == now.as_deref()).unwrap_or_default();
            match event.key().as_str() {
                "ArrowLeft" => put(at + 1),
                "ArrowRight" => put(at.wrapping_sub(1)),
                _ => {}
            }
        });
    }

    /// The width with which the line is nearest to the pointer.
    fn side_at(x: f64) -> usize {
        let Some(both) = first::<Element>(".document__split") else { return 0 };
        let place = both.get_bounding_client_rect();
        // From a quarter of both to two thirds; a number outside of that is none of the sides.
        ((place.right() - x) / place.width() * 10.0 - 2.5) as usize
    }

    fn put(side: usize) {
        let (Some(side), Some(root)) = (SIDES.get(side), document().document_element()) else { return };
        // Fails only for a name that can't be an attribute's.
        let _ = root.set_attribute("data-side", side);
        if let Some(splitter) = first::<Element>(".splitter") {
            let _ = splitter.set_attribute(VALUE, side);
        }
        keep(SIDE_COOKIE, Some(side));
    }
}
