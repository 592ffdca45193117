use leptos::prelude::*;

use crate::ui::tone::Tone;

/// A score of 100 as a number with a bar; the bar's color is the band it falls in, unless the claim is contradicted.
#[component]
pub fn Score(value: u8, #[prop(optional)] is_contradicted: bool) -> impl IntoView {
    let tone = match value {
        _ if is_contradicted => Tone::Contradicted,
        90.. => Tone::Pass,
        60..=89 => Tone::Medium,
        _ => Tone::Fail,
    };
    view! {
        <span class="score">
            <span class="score__number">{value}"%"</span>
            <svg class=format!("score__bar tone-{}", tone.as_str()) viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
                <rect class="score__track" width="100" height="8"></rect>
                <rect class="score__value" width=value.min(100).to_string() height="8"></rect>
            </svg>
        </span>
    }
}
