//! The functions that Node calls.

use wasm_bindgen::prelude::wasm_bindgen;

use crate::line;

#[wasm_bindgen]
pub fn line_of_document(name: &str, bytes: &[u8]) -> String {
    line::of_document(name, bytes)
}
