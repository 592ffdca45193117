//! What the pages load after the parsers, when they need it: the viewers, and what compiles formats of a team. The build cuts
//! the code of these functions, and all that only they use, into files of their own.

use std::any::Any;
use std::sync::Arc;

use app::catalog::drafts::try_compile;
use app::formats::RegisteredFormat;
use app::islands::DocumentLinks;
use app::pages::playground::Views;
use app::text::Text;
use leptos::mount::mount_to;
use leptos::prelude::*;
use leptos_router::params::ParamsMap;
use wasm_split_helpers::{SplitLoaderError, wasm_split};
use web_sys::HtmlElement;

use crate::formats::FormatFile;

/// A view that is unmounted when this is dropped.
pub type Mounted = Box<dyn Any>;

/// Draws the views of a text in an element.
#[wasm_split(viewers, fallible, preload(load_viewers))]
pub fn draw_views(
    place: HtmlElement,
    text: Arc<Text>,
    query: ParamsMap,
    file: String,
    beside_editor: bool,
) -> Result<Mounted, SplitLoaderError> {
    let mounted = mount_to(place, move || {
        view! {
            <Views text query file beside_editor/>
            {(!beside_editor).then(|| view! { <DocumentLinks/> })}
        }
    });
    Ok(Box::new(mounted))
}

/// Compiles files that declare formats; an error says what is wrong with a file.
#[wasm_split(own_formats, fallible, preload(load_own_formats))]
pub fn compile(
    files: Vec<FormatFile>,
) -> Result<Vec<Result<&'static RegisteredFormat, String>>, SplitLoaderError> {
    Ok(files.iter().map(compile_file).collect())
}

fn compile_file(FormatFile { file, source }: &FormatFile) -> Result<&'static RegisteredFormat, String> {
    try_compile(source).map_err(|problems| {
        let first = problems.first();
        let line = first.map_or(1, |problem| {
            source.get(..problem.span.start).map_or(1, |before| before.matches('\n').count() + 1)
        });
        let message = first.map_or("it declares no format", |problem| problem.message.as_str());
        format!("{file} declares no format: line {line}: {message}.")
    })
}
