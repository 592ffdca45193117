//! What the reader has in hand, which isn't drawn again meanwhile: a link that is drawn again between press and release isn't
//! clicked.

use gloo_timers::future::TimeoutFuture;
use js_sys::Date;
use leptos::prelude::document;

/// The longest that a page is kept as it is.
const LONGEST_MS: f64 = 10_000.0;
const LOOKS_AGAIN_MS: u32 = 50;

/// Returns whether the reader holds a link or a button down.
pub fn is_pressed() -> bool {
    // It fails only for an invalid selector.
    document().query_selector(":active").is_ok_and(|pressed| pressed.is_some())
}

/// Waits while something is held, but not for long.
pub async fn wait_while(is_held: impl Fn() -> bool) {
    let begun = Date::now();
    while is_held() && Date::now() - begun < LONGEST_MS {
        TimeoutFuture::new(LOOKS_AGAIN_MS).await;
    }
}
