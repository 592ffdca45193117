//! A text outside of the dashboard, for readers who may know nothing else of the server.

use std::sync::Arc;

use leptos_router::params::ParamsMap;

use super::address::{Address, View};
use super::asked::Asked;
use super::part::Part;
use crate::query_error::QueryError;
use crate::scan::Blocks;
use crate::text::Text;
use crate::ui::prelude::*;
use crate::ui::{Surroundings, Tab, Tabs};

/// Where a text is previewed.
#[derive(Clone, Debug)]
pub enum PreviewPlace {
    /// Under an address, with what its query asks for.
    Link { base: String, query: Vec<(String, String)> },
    /// In a file.
    File,
}

impl PreviewPlace {
    /// Returns what can't be read in the query.
    pub fn errors(&self) -> Vec<QueryError> {
        match self {
            Self::File => Vec::new(),
            Self::Link { query, .. } => Asked::of(&query.iter().cloned().collect::<ParamsMap>()).1,
        }
    }
}

/// What of a text may be shown in a file, in bytes of HTML; the source comes on top.
const ALLOWANCE_OF_FILE: usize = 4 * Allowance::OF_PAGE;

/// A text as the page of its document shows it, apart from what only the dashboard can do.
#[component]
pub fn PreviewedText<'a>(text: &'a Arc<Text>, place: PreviewPlace) -> impl IntoView + use<> {
    match place {
        PreviewPlace::File => {
            Allowance::provide(ALLOWANCE_OF_FILE);
            let blocks = Blocks::of(text, None);
            let part = Part::of_file(text, &blocks);
            let address = Address::within(Surroundings::File, String::new(), None).beside(part.lines());
            part.view(&address, None)
        }
        PreviewPlace::Link { base, query } => {
            let (asked, _) = Asked::of(&query.into_iter().collect());
            Allowance::provide(Allowance::OF_PAGE);
            let blocks = Blocks::of(text, asked.read_as);
            let part = Part::of(text, &blocks, &asked);
            let Asked { read_as, shown, block, narrowing, chosen, .. } = asked;
            let address = Address::within(Surroundings::Link, base, read_as)
                .beginning_with(block)
                .narrowed_by(narrowing)
                .choosing(chosen)
                .beside(part.lines());
            let tab =
                |view: View| Tab { label: view.label(), href: address.view(view), is_current: view == shown };
            let tabs = View::ALL.map(tab).to_vec();
            view! {
                <Tabs label="Views of the report" tabs/>
                {part.view(&address, None)}
            }
            .into_any()
        }
    }
}
