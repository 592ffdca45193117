//! Formats of a team: those of the server, and those that the reader drops. They count in this tab alone.

use std::cell::RefCell;

use app::catalog::Catalog;
use app::catalog::drafts::try_compile;
use app::formats::RegisteredFormat;
use leptos::prelude::window;
use serde::Deserialize;
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::JsFuture;
use web_sys::Response;

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
pub fn add<'f>(files: impl Iterator<Item = &'f FormatFile>) -> Vec<Result<&'static str, String>> {
    let mut added = Vec::new();
    OWN.with_borrow_mut(|own| {
        for FormatFile { file, source } in files {
            added.push(match try_compile(source) {
                Ok(format) => {
                    own.retain(|other| other.spec.id != format.spec.id);
                    own.push(format);
                    Ok(format.spec.name)
                }
                Err(problems) => {
                    let first = problems.first();
                    let line = first.map_or(1, |problem| {
                        source.get(..problem.span.start).map_or(1, |before| before.matches('\n').count() + 1)
                    });
                    let message = first.map_or("it declares no format", |problem| problem.message.as_str());
                    Err(format!("{file} declares no format: line {line}: {message}."))
                }
            });
        }
        Catalog::with(own.clone()).make_current();
    });
    added
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
