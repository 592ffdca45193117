use crate::api::SharedLibrary;
use crate::islands::{LiveMark, SearchField, ThemeSwitch};
use crate::ui::prelude::*;

#[component]
pub(super) fn Bar() -> impl IntoView {
    let asked = use_query_map().with_untracked(|map| map.get("q"));
    // Read before the page's data, so that no event is missed in between.
    let start = use_context::<SharedLibrary>().map(|library| library.head());
    view! {
        <header class="bar">
            <SearchField asked/>
            <div class="bar__end">
                <LiveMark start/>
                <span class="live without-script" title="Without scripts a page shows the state when it was loaded">
                    <span class="live__dot"></span>
                    <span class="live__word">"Not live"</span>
                </span>
                <a class="button" href="/add">
                    <Glyph icon=Icon::Add/>
                    "Add"
                </a>
                <ThemeSwitch/>
            </div>
        </header>
    }
}
