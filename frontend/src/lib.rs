//! Wakes the islands in the pages that the server sent.
#![cfg(target_arch = "wasm32")]

// The islands are exported by the crate itself; it only has to be there.
use app as _;

/// Called once by the script that the server writes into each page, before it wakes each island.
#[wasm_bindgen::prelude::wasm_bindgen]
pub fn hydrate() {
    console_error_panic_hook::set_once();
    leptos::mount::hydrate_islands();
}
