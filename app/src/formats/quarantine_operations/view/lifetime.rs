use leptos::prelude::*;

use super::super::check::seconds;
use crate::reading::instant;
use crate::ui::{Glyph, Icon, Moment};

/// When a quarantine ends by itself, as far as its beginning and its duration tell.
#[component]
pub(super) fn Lifetime(
    /// When it was put under quarantine, as written.
    began: Option<String>,
    /// How long it lasts from then on, as written.
    ttl: Option<String>,
) -> impl IntoView {
    let end = began.as_deref().and_then(instant).zip(ttl.as_deref().and_then(seconds));
    end.and_then(|(began, seconds)| {
        let milliseconds = began.milliseconds.checked_add(seconds.checked_mul(1000)?)?;
        Some(view! {
            <p class="quarantine__end card card--padded">
                <Glyph icon=Icon::Live/>
                <span>"Ends by itself on "<Moment milliseconds/>", unless it is released before."</span>
            </p>
        })
    })
}
