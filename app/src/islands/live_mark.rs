use leptos::prelude::*;

use crate::live::{Live, LiveState};

/// Says in word, shape and color how true the page is.
#[island]
pub fn LiveMark() -> impl IntoView {
    let state = Live::of_page().state;
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
