//! What the reader has in hand, which isn't drawn again meanwhile.

use gloo_timers::future::TimeoutFuture;
use js_sys::Date;
use leptos::prelude::document;

/// The longest that a page is kept as it is.
const LONGEST_MS: f64 = 10_000.0;
const LOOKS_AGAIN_MS: u32 = 30;

/// Waits while the reader holds something down, or has selected words that are about to be replaced, but not for long: a link
/// that is drawn again between press and release isn't clicked, and what isn't selected any more can't be copied.
pub async fn until_let_go() {
    let begun = Date::now();
    while is_held() && Date::now() - begun < LONGEST_MS {
        TimeoutFuture::new(LOOKS_AGAIN_MS).await;
    }
}

fn is_held() -> bool {
    // It fails only for an invalid selector.
    document().query_selector(":active").is_ok_and(|pressed| pressed.is_some()) || has_selected()
}

/// Returns whether words are selected in a part of the page that is replaced.
fn has_selected() -> bool {
    let Ok(Some(selection)) = document().get_selection() else { return false };
    let around = selection.anchor_node().and_then(|node| node.parent_element());
    !selection.is_collapsed()
        && around.is_some_and(|around| around.closest("[data-fresh]").is_ok_and(|part| part.is_some()))
}
