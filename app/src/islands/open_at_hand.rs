use leptos::prelude::*;

/// Scrolls the graph, but not the page, to the step that is marked with `data-at-hand`.
#[island]
pub fn OpenAtHand() -> impl IntoView {
    #[cfg(feature = "hydrate")]
    Effect::new(|| {
        let found = document().query_selector(".graph__drawing [data-at-hand]");
        if let Ok(Some(mark)) = found
            && let Ok(Some(frame)) = mark.closest(".graph__drawing")
        {
            let (mark, outer) = (mark.get_bounding_client_rect(), frame.get_bounding_client_rect());
            let middle = |start: f64, length: f64, of: f64, frame: f64| {
                (start - of + length / 2.0 - frame / 2.0).max(0.0) as i32
            };
            frame.set_scroll_top(middle(mark.top(), mark.height(), outer.top(), outer.height()));
            frame.set_scroll_left(middle(mark.left(), mark.width(), outer.left(), outer.width()));
        }
    });
}
