//! Hydrates the pages that the server sent.
#![cfg(target_arch = "wasm32")]
// Views are nested types; those of a whole page are deeper than the compiler's default.
#![recursion_limit = "256"]

/// Called once by the script that the server writes into each page.
#[wasm_bindgen::prelude::wasm_bindgen]
pub fn hydrate() {
    console_error_panic_hook::set_once();
    leptos::mount::hydrate_body(app::shell::App);
}
