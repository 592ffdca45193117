use leptos::prelude::*;

use crate::ui::duration::time_left;
use crate::ui::icon::Glyph;
use crate::ui::tone::Tone;
use crate::ui::visible::visible;

/// Counts down a quarantine, second by second, until it has expired. Without scripts it shows the state at the time of
/// rendering.
#[island]
pub fn QuarantineCountdown(
    /// The kind of target, as written.
    target_type: String,
    /// The name of the field.
    field: String,
    /// When the quarantine expires, in milliseconds since 1970.
    until: i64,
    /// When the page was rendered, by the server's clock.
    made: i64,
) -> impl IntoView {
    let now = RwSignal::new(made);
    #[cfg(feature = "hydrate")]
    Effect::new(move || {
        use std::time::Duration;

        // The reader's clock may be wrong, so it only measures how long the page has been open.
        let opened = js_sys::Date::now();
        let count = move || now.set(made + (js_sys::Date::now() - opened) as i64);
        if let Ok(interval) = set_interval_with_handle(count, Duration::from_secs(1)) {
            on_cleanup(move || interval.clear());
        }
    });
    let is_over = Memo::new(move |_| now.get() >= until);
    let tone = move || if is_over.get() { Tone::Unknown } else { Tone::Fail };
    let state = move || if is_over.get() { " expired " } else { " blocked " };
    let time = move || time_left(until, now.get());
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
