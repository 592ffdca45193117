use leptos::prelude::*;

use crate::event::Cursor;
use crate::live::{Live, LiveState};

/// Shows by word, shape and color how current the page is.
#[island]
pub fn LiveMark(
    /// The newest event before the page was rendered, from which on the page gets events.
    start: Option<Cursor>,
) -> impl IntoView {
    let live = Live::of_page();
    live.begin_at(start);
    let state = live.state;
    let classes = {
        let state = state.clone();
        move || format!("live needs-script live--{}", state.with(LiveState::as_str))
    };
    let word = move || match state.get() {
        LiveState::Connecting => "Connecting".to_owned(),
        LiveState::Live => "Live".to_owned(),
        LiveState::CatchingUp => "Catching up".to_owned(),
        LiveState::Stale { since } => format!("Stale since {since}"),
    };
    view! {
        <span class=classes role="status">
            <span class="live__dot"></span>
            <span class="live__word">{word}</span>
        </span>
    }
}
