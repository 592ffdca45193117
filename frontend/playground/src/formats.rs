//! Formats of a team: those of the server, and those that the reader drops. They count in this tab alone.

use std::cell::RefCell;

use app::catalog::Catalog;
use app::formats::RegisteredFormat;
use leptos::prelude::window;
use serde::Deserialize;
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::JsFuture;
use web_sys::Response;

use crate::later;

/// A file that declares a format.
#[derive(Deserialize)]
pub struct FormatFile {
    pub file: String,
    pub source: String,
}

thread_local! {
    static OWN: RefCell<Vec<&'static RegisteredFormat>> = const { RefCell::new(Vec::new()) };
}

/// Reads texts by these formats, too, from now on. Returns their names, or what is wrong with a file.
pub async fn add(files: Vec<FormatFile>) -> Vec<Result<&'static str, String>> {
    if files.is_empty() {
        return Vec::new();
    }
    let Ok(compiled) = later::compile(files).await else {
        return vec![Err("What reads formats could not be loaded. Try again.".to_owned())];
    };
    OWN.with_borrow_mut(|own| {
        for &format in compiled.iter().flatten() {
            own.retain(|other| other.spec.id != format.spec.id);
            own.push(format);
        }
        Catalog::with(own.clone()).make_current();
    });
    compiled.into_iter().map(|format| format.map(|format| format.spec.name)).collect()
}

/// Returns the files of the formats that the server reads by. None where it is out of reach, as for a page that was
/// opened before it stopped.
pub async fn of_server() -> Vec<FormatFile> {
    let fetched = async {
        let response = JsFuture::from(window().fetch_with_str("/api/formats/own")).await.ok()?;
        let response: Response = response.dyn_into().ok().filter(Response::ok)?;
        let text = JsFuture::from(response.text().ok()?).await.ok()?.as_string()?;
        serde_json::from_str(&text).ok()
    };
    fetched.await.unwrap_or_default()
}
