use leptos::prelude::*;
use leptos_router::components::Form;

use super::theme::ThemeSwitch;
use crate::live::{Live, LiveState};
use crate::ui::{Glyph, Icon};

#[component]
pub(super) fn Bar() -> impl IntoView {
    view! {
        <header class="bar">
            <div class="bar__search" role="search">
                <Form method="GET" action="/documents">
                    <label class="visually-hidden" for="search">
                        "Search documents by title, path, session or verdict"
                    </label>
                    <input class="bar__input" id="search" type="search" name="q" placeholder="Search documents" autocomplete="off" enterkeyhint="search"/>
                    <Glyph icon=Icon::Search/>
                    <kbd class="needs-script" aria-hidden="true">
                        "/"
                    </kbd>
                </Form>
            </div>
            <div class="bar__end">
                <LiveMark/>
                <a class="button" href="/add">
                    <Glyph icon=Icon::Add/>
                    "Add"
                </a>
                <ThemeSwitch/>
            </div>
        </header>
    }
}

/// Says in word, shape and color how true the page is.
#[component]
fn LiveMark() -> impl IntoView {
    let state = Live::expect().state;
    let word = move || match state.get() {
        LiveState::Connecting => "Connecting".to_owned(),
        LiveState::Live => "Live".to_owned(),
        LiveState::CatchingUp => "Catching up".to_owned(),
        LiveState::Stale { since } => format!("Stale since {since}"),
    };
    view! {
        <span class=move || format!("live needs-script live--{}", state.with(LiveState::as_str)) role="status" title=word>
            <span class="live__dot"></span>
            <span class="live__word">{word}</span>
        </span>
        <span class="live without-script" title="Without scripts a page shows the moment at which it was loaded">
            <span class="live__dot"></span>
            <span class="live__word">"Not live"</span>
        </span>
    }
}
