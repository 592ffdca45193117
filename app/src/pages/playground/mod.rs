//! Texts that only the browser has: in the playground, where they are written, and in previews, where a link carries
//! them. The server sends these pages empty; the crate `playground` fills them.

mod draft;
mod link;
mod notes;
#[cfg(feature = "ssr")]
mod page;
#[cfg(feature = "ssr")]
mod preview;

use std::sync::Arc;

use leptos_router::params::ParamsMap;

use super::document::{Address, Asked, TextViews};
use crate::catalog::Catalog;
use crate::read_as::ReadAs;
use crate::text::Text;
use crate::ui::prelude::*;

pub use self::draft::Draft;
pub use self::link::{Carried, LinkError};
pub use self::notes::Notes;
#[cfg(feature = "ssr")]
pub use self::page::{BrowserFiles, PlaygroundPage};
#[cfg(feature = "ssr")]
pub use self::preview::Preview;
pub use super::document::MarkedLine;

/// The views of a text, as a query of their own links asks for them.
#[component]
pub fn Views(
    text: Arc<Text>,
    query: ParamsMap,
    /// What the text is called in what is copied.
    file: String,
    /// As of `TextViews`.
    beside_editor: bool,
) -> impl IntoView {
    Allowance::provide(Allowance::OF_PAGE);
    let (asked, _) = Asked::of(&query);
    let address = Address::in_browser(asked.read_as);
    view! { <TextViews text asked address file beside_editor/> }
}

/// Returns the format that a query asks for.
pub fn read_as(query: &ParamsMap) -> Option<ReadAs> {
    ReadAs::of(query.get_str("as"), query.get_str("at")).ok().flatten()
}

/// Returns the texts to begin with: a complete document of each format that has one, under its name.
pub fn templates() -> Vec<(String, &'static str)> {
    let catalog = Catalog::current();
    let mut specs: Vec<_> = catalog.specs().filter(|spec| !spec.example.is_empty()).collect();
    specs.sort_by_key(|spec| spec.id);
    specs.into_iter().map(|spec| (spec.labelled(), spec.example)).collect()
}
