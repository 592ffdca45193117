use std::ops::RangeInclusive;

use leptos::prelude::*;
use leptos_router::params::ParamsMap;

use crate::pages::document::source::page_of;
use crate::read_as::ReadAs;
use crate::ui::{Anchors, Narrowed, Narrowing, Surroundings, ViewContext};

crate::named::named! {
    /// One of the ways a document is shown.
    pub(crate) enum View {
        Viewer = "viewer",
        Source = "source",
        Json = "json",
    }
}

impl View {
    pub(super) const fn label(self) -> &'static str {
        match self {
            Self::Viewer => "Viewer",
            Self::Source => "Source",
            Self::Json => "JSON",
        }
    }
}

/// Makes the addresses of a document's views, lines and rows. A forced format is kept in all of them, and the
/// order and filters of lists wherever lists are shown.
#[derive(Clone)]
pub(in crate::pages) struct Address {
    base: String,
    surroundings: Surroundings,
    /// The lines of the source that are on the page itself.
    beside: RangeInclusive<u32>,
    read_as: Option<ReadAs>,
    /// The block that the page begins with, from 1.
    block: u32,
    narrowing: Narrowing,
    /// What the records of a log must have, by facet.
    chosen: Vec<(&'static str, String)>,
    /// The server has the document.
    is_stored: bool,
}

impl Address {
    pub(in crate::pages) fn new(id: &str, read_as: Option<ReadAs>) -> Self {
        Self::within(Surroundings::Dashboard, format!("/documents/{id}"), read_as)
    }

    /// The views of a text under an address of its own, or in a file.
    pub(super) fn within(surroundings: Surroundings, base: String, read_as: Option<ReadAs>) -> Self {
        Self {
            base,
            surroundings,
            beside: RangeInclusive::new(1, 0),
            read_as,
            block: 1,
            narrowing: Narrowing::default(),
            chosen: Vec::new(),
            is_stored: true,
        }
    }

    /// Of a text that only the browser has. Its addresses are queries alone, which the page's script answers.
    pub(in crate::pages) fn in_browser(read_as: Option<ReadAs>) -> Self {
        Self { base: String::new(), is_stored: false, ..Self::new("", read_as) }
    }

    /// Nothing of a text that only the browser has, whose address is the part that would name a line.
    pub(super) fn beside(self, beside: RangeInclusive<u32>) -> Self {
        if self.is_stored { Self { beside, ..self } } else { self }
    }

    pub(super) fn surroundings(&self) -> Surroundings {
        self.surroundings
    }

    pub(super) fn beginning_with(self, block: u32) -> Self {
        Self { block, ..self }
    }

    pub(super) fn narrowed_by(self, narrowing: Narrowing) -> Self {
        Self { narrowing, ..self }
    }

    pub(super) fn choosing(self, chosen: Vec<(&'static str, String)>) -> Self {
        Self { chosen, ..self }
    }

    pub(super) fn chosen(&self) -> &[(&'static str, String)] {
        &self.chosen
    }

    /// What viewers need to have their lists narrowed otherwise, where there are pages that do so.
    pub(super) fn narrowed(&self) -> Option<Narrowed> {
        (self.surroundings != Surroundings::File).then(|| Narrowed {
            by: self.narrowing.clone(),
            form_action: self.base.clone(),
            kept: self.kept(),
        })
    }

    /// Adds to what a viewer may ask where its lists are narrowed, and where its links may lead.
    pub(super) fn around(&self, context: ViewContext) -> ViewContext {
        let context = context.within(self.surroundings);
        match self.narrowed() {
            Some(narrowed) => context.narrowed_by(narrowed),
            None => context,
        }
    }

    /// The document as it is recognized.
    pub(super) fn without_read_as(&self) -> &str {
        &self.base
    }

    pub(in crate::pages) fn view(&self, view: View) -> String {
        match view {
            View::Viewer => self.at(&[]),
            other => self.at(&[("view", other.as_str().to_owned())]),
        }
    }

    /// The page of blocks that begins with one of them, from 1, in the view in which it is shown.
    pub(in crate::pages) fn blocks(&self, shown: View, block: u32) -> String {
        self.clone().beginning_with(block).view(shown)
    }

    /// The pages of the source, within the view in which it is shown; a file has no others than it shows.
    pub(super) fn source_pages(&self, shown: View) -> Callback<u32, Option<String>> {
        let address = self.clone();
        Callback::new(move |from: u32| {
            if address.beside.contains(&from) {
                return Some(format!("#{}", line_anchor(from)));
            }
            let has_pages = address.surroundings != Surroundings::File;
            let page = [("view", shown.as_str().to_owned()), ("from", from.to_string())];
            has_pages.then(|| address.at(&page))
        })
    }

    /// The lines of the source. Unless the page itself has them, the link leads to the source alone; where it is beside the
    /// viewer, the page's script goes there instead.
    pub(in crate::pages) fn lines(&self) -> Callback<u32, String> {
        let address = self.clone();
        Callback::new(move |line| {
            if address.beside.contains(&line) {
                return format!("#{}", line_anchor(line));
            }
            if address.surroundings == Surroundings::File {
                return source_anchor();
            }
            let page = [("view", View::Source.as_str().to_owned()), ("from", page_of(line).to_string())];
            format!("{}#L{line}", address.at(&page))
        })
    }

    /// The viewer with long lists from a row on.
    pub(in crate::pages) fn rows(&self) -> Callback<u32, String> {
        let address = self.clone();
        Callback::new(move |row: u32| {
            if address.surroundings == Surroundings::File {
                return source_anchor();
            }
            let mut parameters: Vec<_> = address.narrowing.parts().collect();
            parameters.extend(address.chosen.iter().cloned());
            parameters.push(("row", row.to_string()));
            address.at(&parameters)
        })
    }

    /// The page that proposes a format for the document, if the server has it. A file leads to no other page.
    pub(super) fn new_format(&self) -> Option<String> {
        (self.is_stored && self.surroundings != Surroundings::File).then(|| format!("{}/format", self.base))
    }

    /// The text with a fix made, by its name.
    pub(in crate::pages) fn fixed(&self) -> Callback<String, String> {
        let address = self.clone();
        let path = if self.is_stored { "/fixed" } else { "" };
        Callback::new(move |fix: String| {
            let parameters = read_as_parameters(address.read_as).into_iter().chain([("fix", fix)]);
            address.under(path, parameters)
        })
    }

    /// The prompt that asks an agent to fix something, by the name of the fix, if the server has the document.
    pub(super) fn prompts(&self) -> Option<Callback<String, String>> {
        let address = self.clone();
        self.is_stored.then(|| {
            Callback::new(move |fix: String| {
                let parameters = read_as_parameters(address.read_as).into_iter().chain([("fix", fix)]);
                let query: ParamsMap = parameters.collect();
                format!("/api{}/prompt{}", address.base, query.to_query_string())
            })
        })
    }

    fn at(&self, parameters: &[(&'static str, String)]) -> String {
        self.under("", self.kept().into_iter().chain(parameters.iter().cloned()))
    }

    fn under(&self, path: &str, parameters: impl Iterator<Item = (&'static str, String)>) -> String {
        let mut map = ParamsMap::new();
        parameters.for_each(|(name, value)| map.insert(name, value));
        format!("{}{path}{}", self.base, map.to_query_string())
    }

    /// What all addresses of the document's views have in common.
    fn kept(&self) -> Vec<(&'static str, String)> {
        let block = (self.block > 1).then(|| ("block", self.block.to_string()));
        read_as_parameters(self.read_as).into_iter().chain(block).collect()
    }
}

fn line_anchor(line: u32) -> String {
    Anchors::id(&format!("L{line}"))
}

/// The source of a text in a file, for what the file shows nowhere else.
fn source_anchor() -> String {
    format!("#{}", Anchors::id("source"))
}

/// Returns a `read_as` as the parameters of an address or a form.
pub(in crate::pages) fn read_as_parameters(read_as: Option<ReadAs>) -> Vec<(&'static str, String)> {
    let Some(ReadAs { room, at }) = read_as else { return Vec::new() };
    let format = ("as", room.spec.id.to_owned());
    [format].into_iter().chain(at.map(|at| ("at", at.to_string()))).collect()
}
