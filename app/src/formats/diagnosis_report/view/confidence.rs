use super::super::words::Level;
use crate::reading::OneOf;
use crate::ui::prelude::*;

/// How sure a diagnosis is: three bars, and the word.
pub(super) fn confidence(level: Option<OneOf<Level>>, field: &'static str) -> AnyView {
    let Some(level) = level else {
        return view! { <span class="confidence confidence--none">"no confidence stated"</span> }.into_any();
    };
    let (bars, tone) = match level.known {
        Some(Level::High) => (3, "pass"),
        Some(Level::Medium) => (2, "medium"),
        Some(Level::Low) => (1, "fail"),
        None => (0, "unknown"),
    };
    let bar = |index: usize| {
        let class = if index < bars { "confidence__bar is-lit" } else { "confidence__bar" };
        let height = 4 + index * 3;
        let y = 12 - height;
        view! { <rect class=class x=index * 5 y=y width="3.5" height=height rx="0.5"></rect> }
    };
    view! {
        <span class=format!("confidence tone-{tone}")>
            <svg class="confidence__meter" viewBox="0 0 14 12" aria-hidden="true">
                {[0, 1, 2].map(bar)}
            </svg>
            <span>
                <span data-field=field>{visible(level.shown())}</span>
                " confidence"
            </span>
        </span>
    }
    .into_any()
}
