//! The parsers and viewers in the browser, for two pages: the playground, where a text is written, and previews, where a
//! link carries one. Nothing of a text is sent anywhere.
#![cfg(target_arch = "wasm32")]

mod carry;
mod dom;
mod editor;
mod fetch;
mod files;
mod formats;
mod later;
mod messages;
mod playground;
mod preview;
mod shown;

// Its function reads a document as `probe` does natively, so that tests can compare the two.
use probe as _;
use wasm_bindgen::JsError;
use wasm_bindgen::prelude::wasm_bindgen;

/// Called once by the script of either page. Fails if the viewers can't be loaded.
#[wasm_bindgen]
pub async fn start() -> Result<(), JsError> {
    console_error_panic_hook::set_once();
    later::load_viewers().await?;
    if playground::open().is_none() {
        preview::open();
    }
    Ok(())
}
