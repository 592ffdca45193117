use crate::api::SharedLibrary;
use crate::islands::{LiveMark, ThemeSwitch};
use crate::ui::prelude::*;

#[component]
pub(super) fn Bar() -> impl IntoView {
    let asked = use_query_map().with_untracked(|map| map.get("q"));
    // Read before the page's data, so that no event is missed in between.
    let start = use_context::<SharedLibrary>().map(|library| library.head());
    view! {
        <header class="bar">
            <form class="bar__search" role="search" method="GET" action="/documents">
                <label class="visually-hidden" for="search">
                    "Search documents by title, path, session or verdict"
                </label>
                <input class="bar__input" id="search" type="search" name="q" value=asked placeholder="Search documents" autocomplete="off" enterkeyhint="search"/>
                <Glyph icon=Icon::Search/>
                <kbd class="needs-script" aria-hidden="true">
                    "/"
                </kbd>
            </form>
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
