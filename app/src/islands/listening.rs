use leptos::prelude::*;

use crate::event::Cursor;
use crate::live::Live;

/// Waits for the first document, says when it is there, and then shows the page with it.
#[island]
pub fn Listening(
    /// Where the order of events ended when the page was rendered.
    start: Cursor,
) -> impl IntoView {
    let live = Live::of_page();
    live.begin_at(Some(start));
    let is_heard = Memo::new(move |_| live.new_documents.get() > 0);
    #[cfg(feature = "hydrate")]
    Effect::new(move || {
        if is_heard.get() {
            // Long enough to be noticed. It fails only if the browser forbids it; a reload by hand does the same.
            let reload = || drop(window().location().reload());
            set_timeout(reload, std::time::Duration::from_millis(1200));
        }
    });
    let words = move || match is_heard.get() {
        true => "The first document is here",
        false => "Listening for the first document",
    };
    view! { <p class="listening needs-script" class:listening--heard=is_heard role="status">{words}</p> }
}
