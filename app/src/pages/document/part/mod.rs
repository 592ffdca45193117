//! The part of a document that is on a page.

#[cfg(feature = "ssr")]
mod file;

use std::ops::{Range, RangeInclusive};
use std::sync::Arc;

use super::address::{Address, View};
use super::asked::Asked;
use super::blocks::{BlockPage, BlockViews, JsonBlocks};
use super::diagnostics::Actions;
use super::reading::{self, Reading, Unit};
use super::source::{SourceView, page, page_span};
use crate::scan::Blocks;
use crate::text::Text;
use crate::ui::Anchors;
use crate::ui::prelude::*;

pub(super) struct Part<'a> {
    text: &'a Arc<Text>,
    blocks: &'a Blocks<'a>,
    pub units: Vec<Unit<'a>>,
    pub reading: Reading,
    shown: View,
    /// Which units, as long as the page's allowance lasts.
    of_page: Range<usize>,
    /// The first lines of the pages of the source.
    source_pages: Vec<u32>,
    row: u32,
    /// An editor beside the views shows the source and its issues.
    is_beside_editor: bool,
}

impl<'a> Part<'a> {
    /// What an address asks for.
    pub fn of(text: &'a Arc<Text>, blocks: &'a Blocks<'a>, asked: &Asked) -> Self {
        let Asked { shown, from, row, block, .. } = *asked;
        let units = reading::units(blocks, shown);
        let of_page = reading::page(block, units.len());
        let units_of_page = units.get(of_page.clone()).unwrap_or_default();
        let from = from.unwrap_or_else(|| reading::first_line(blocks, units_of_page, text));
        let source_span = (shown != View::Json).then(|| page_span(text, from));
        let reading = Reading::of(blocks, units_of_page, row, source_span);
        Self {
            text,
            blocks,
            shown,
            of_page,
            source_pages: vec![from],
            row,
            reading,
            units,
            is_beside_editor: false,
        }
    }

    pub fn beside_editor(self, is_beside_editor: bool) -> Self {
        Self { is_beside_editor, ..self }
    }

    /// The lines of the source that the page shows.
    pub fn lines(&self) -> RangeInclusive<u32> {
        let pages = (self.source_pages.first(), self.source_pages.last());
        match pages {
            (Some(first), Some(last)) if self.shown == View::Viewer && !self.is_beside_editor => {
                page(self.text, *first).0..=page(self.text, *last).1
            }
            _ => RangeInclusive::new(1, 0),
        }
    }

    pub fn view(&self, address: &Address, actions: Option<&Actions>) -> AnyView {
        let Self { text, blocks, units, reading, shown, of_page, source_pages, row, is_beside_editor } = self;
        let with_contract = !is_beside_editor;
        let source = |actions: Option<&Actions>| {
            let of_source = reading.of_source();
            let page = |from: &u32| {
                let page_href = address.source_pages(*shown);
                view! { <SourceView text blocks=&of_source from=*from page_href actions/> }.into_any()
            };
            source_pages.iter().map(page).collect::<Vec<_>>().into_any()
        };
        let page =
            || BlockPage { text, blocks, units, page: of_page.clone(), reading, address, with_contract };
        let viewer = || view! { <BlockViews page=page() actions first_row=*row/> };
        match shown {
            View::Viewer if *is_beside_editor => viewer().into_any(),
            View::Viewer => view! {
                <div class="document__split">
                    <div>{viewer()}</div>
                    {splitter()}
                    <aside class="document__side card" id=Anchors::id("source") aria-label="Source">{source(None)}</aside>
                </div>
            }
            .into_any(),
            View::Source => view! { <div class="card">{source(actions)}</div> }.into_any(),
            View::Json => view! { <JsonBlocks page=page()/> }.into_any(),
        }
    }
}

/// The page can be split elsewhere.
#[cfg(feature = "ssr")]
#[derive(Clone)]
pub(super) struct CanBeSplit {
    /// How wide the source is.
    pub side: String,
}

#[cfg(feature = "ssr")]
fn splitter() -> Option<impl IntoView> {
    use_context::<CanBeSplit>().map(|CanBeSplit { side }| view! { <crate::islands::Splitter side/> })
}

#[cfg(not(feature = "ssr"))]
fn splitter() -> Option<AnyView> {
    None
}
