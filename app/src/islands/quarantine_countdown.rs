use leptos::prelude::*;

use crate::ui::visible::visible;
use crate::ui::{Glyph, Tone, duration_words};

/// What is blocked and for how long yet, second by second; once the time is over it says so. Without scripts it says
/// what was true when the page was made.
#[island]
pub fn QuarantineCountdown(
    /// What is blocked, as written.
    target_type: String,
    /// The field that the word is.
    field: String,
    /// When the quarantine ends by itself: milliseconds since 1970.
    until: i64,
    /// When the page was made, by the server's clock.
    made: i64,
) -> impl IntoView {
    let now = RwSignal::new(made);
    #[cfg(feature = "hydrate")]
    Effect::new(move || {
        use std::time::Duration;

        // The reader's clock may be wrong, so that it only tells how long the page has been open.
        let opened = js_sys::Date::now();
        let count = move || now.set(made + (js_sys::Date::now() - opened) as i64);
        if let Ok(interval) = set_interval_with_handle(count, Duration::from_secs(1)) {
            on_cleanup(move || interval.clear());
        }
    });
    let is_over = Memo::new(move |_| now.get() >= until);
    let tone = move || if is_over.get() { Tone::Unknown } else { Tone::Fail };
    let state = move || if is_over.get() { " expired " } else { " blocked " };
    let time = move || match until - now.get() {
        left @ 1.. => format!("{} left", duration_words(left)),
        over => format!("{} ago", duration_words(-over)),
    };
    view! {
        <span class=move || format!("badge badge--{}", tone().as_str())>
            {move || view! { <Glyph icon=tone().icon()/> }}
            <span>
                <span data-field=field>{visible(&target_type)}</span>
                {state}
                <span role="timer">{time}</span>
            </span>
        </span>
    }
}
