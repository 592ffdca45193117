#[cfg(feature = "hydrate")]
mod results;

use leptos::html::{Div, Input};
use leptos::prelude::*;

#[cfg(feature = "hydrate")]
use self::results::Results;
use crate::ui::{Glyph, Icon};

/// The search field of all pages. It shows results while the reader types; without scripts it is a form.
#[island]
pub fn SearchField(asked: Option<String>) -> impl IntoView {
    let (field, list) = (NodeRef::<Input>::new(), NodeRef::<Div>::new());
    let is_open = RwSignal::new(false);
    #[cfg(feature = "hydrate")]
    field.on_load(move |input| Results::new(input, list, is_open).listen());
    view! {
        <form class="bar__search" role="search" method="GET" action="/documents">
            <label class="visually-hidden" for="search">
                "Search sessions, documents, formats, rules and pages"
            </label>
            <input class="bar__input" id="search" type="search" name="q" value=asked placeholder="Search" autocomplete="off" enterkeyhint="search" node_ref=field/>
            <Glyph icon=Icon::Search/>
            <kbd class="needs-script" aria-hidden="true">
                "/"
            </kbd>
            <div class="hits" id="hits" aria-label="Results" hidden=move || !is_open.get() node_ref=list></div>
        </form>
    }
}
