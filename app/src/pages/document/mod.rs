//! A document: its viewer with the source beside it, the source alone, or the JSON.

mod address;
mod asked;
mod blocks;
mod change;
mod counts;
mod diagnostics;
mod edited;
mod facets;
#[cfg(feature = "ssr")]
mod head;
mod issues;
mod log;
#[cfg(feature = "ssr")]
mod menu;
#[cfg(feature = "ssr")]
mod page;
mod part;
#[cfg(feature = "ssr")]
mod previewed;
mod prose;
mod reading;
mod recognition;
mod source;

use std::sync::Arc;

use self::counts::Counts;
use self::part::Part;
use self::recognition::{Recognition, by_choice};
use crate::scan::Blocks;
use crate::text::Text;
use crate::ui::prelude::*;
use crate::ui::{Tab, Tabs};

#[cfg(feature = "ssr")]
pub(super) use self::address::read_as_parameters;
pub(super) use self::address::{Address, View};
pub(super) use self::asked::Asked;
pub(super) use self::diagnostics::{Actions, DiagnosticActions, DiagnosticCard};
#[cfg(feature = "ssr")]
pub use self::page::DocumentPage;
#[cfg(feature = "ssr")]
pub use self::previewed::{PreviewPlace, PreviewedText};
pub use self::source::{MarkedLine, marked_lines};

/// A text, shown three ways, as an address asks.
#[component]
pub(super) fn TextViews(
    text: Arc<Text>,
    asked: Asked,
    /// Where the text is; what is asked of it is added.
    address: Address,
    /// What the text is called in what is copied.
    file: String,
    /// An editor beside the views shows the source and its issues.
    #[prop(optional)]
    beside_editor: bool,
) -> impl IntoView {
    let blocks = Blocks::of(&text, asked.read_as);
    let part = Part::of(&text, &blocks, &asked).beside_editor(beside_editor);
    let Asked { read_as, shown, block, narrowing, chosen, .. } = asked;
    let address = address.beside(part.lines()).beginning_with(block).narrowed_by(narrowing).choosing(chosen);
    let actions = Actions { file, fix_href: address.fixed(), prompt_href: address.prompts() };
    let content = part.view(&address, Some(&actions));
    let Part { units, reading, .. } = &part;
    let counts = (shown != View::Json)
        .then(|| view! { <Counts text=&text reading count=blocks.len() actions=&actions/> });
    let tab = |view: View| Tab { label: view.label(), href: address.view(view), is_current: view == shown };
    view! {
        {read_as.map(|read_as| by_choice(read_as, &text, &address))}
        <div class="document__bar">
            <Tabs label="Views of the document" tabs=View::ALL.map(tab).to_vec()/>
            {counts}
        </div>
        {content}
        <Recognition text=&text read_as address=&address units/>
    }
}
