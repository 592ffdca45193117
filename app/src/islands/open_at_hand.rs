use leptos::prelude::*;

/// Scrolls the graph, but not the page, to the chosen step, or else to the one that is marked with `data-at-hand`.
#[island]
pub fn OpenAtHand() -> impl IntoView {
    #[cfg(feature = "hydrate")]
    Effect::new(reveal);
}

/// A step that is in view already stays where it is.
#[cfg(feature = "hydrate")]
pub(super) fn reveal() {
    use super::page::first;

    let found = first::<web_sys::Element>(".graph__drawing [aria-current]")
        .or_else(|| first(".graph__drawing [data-at-hand]"));
    if let Some(mark) = found
        && let Ok(Some(frame)) = mark.closest(".graph__drawing")
    {
        let (mark, outer) = (mark.get_bounding_client_rect(), frame.get_bounding_client_rect());
        let is_within = mark.top() >= outer.top()
            && mark.bottom() <= outer.bottom()
            && mark.left() >= outer.left()
            && mark.right() <= outer.right();
        if is_within {
            return;
        }
        let middle = |scrolled: i32, start: f64, length: f64, of: f64, frame: f64| {
            scrolled + (start - of + length / 2.0 - frame / 2.0) as i32
        };
        let (top, left) = (frame.scroll_top(), frame.scroll_left());
        frame.set_scroll_top(middle(top, mark.top(), mark.height(), outer.top(), outer.height()));
        frame.set_scroll_left(middle(left, mark.left(), mark.width(), outer.left(), outer.width()));
    }
}
