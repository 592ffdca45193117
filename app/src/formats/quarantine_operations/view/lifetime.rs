use leptos::prelude::*;

use crate::ui::{Glyph, Icon, Moment, RequestTime};

/// Whether that moment is past for who asks now; the text alone does not know.
pub(super) fn is_over(until: Option<i64>) -> bool {
    until.zip(RequestTime::milliseconds()).is_some_and(|(until, now)| until <= now)
}

#[component]
pub(super) fn Lifetime(until: Option<i64>) -> impl IntoView {
    until.map(|milliseconds| {
        let words = if is_over(until) {
            view! { <span>"Ended by itself on "<Moment milliseconds/>"."</span> }.into_any()
        } else {
            view! { <span>"Ends by itself on "<Moment milliseconds/>", unless it is released before."</span> }
                .into_any()
        };
        view! {
            <p class="quarantine__end card card--padded">
                <Glyph icon=Icon::Live/>
                {words}
            </p>
        }
    })
}
