use leptos::prelude::*;

use crate::language::translated;
use crate::ui::icon::Glyph;
use crate::ui::tone::Tone;
use crate::ui::visible::visible;

/// A label of more letters is no word, and may take several lines.
const LONGEST: usize = 24;

/// A word with its shape and color.
#[component]
pub fn Badge(
    tone: Tone,
    #[prop(into)] label: String,
    /// The field it shows, where a viewer shows one.
    #[prop(optional, into)]
    field: Option<String>,
) -> impl IntoView {
    let is_long = label.chars().nth(LONGEST).is_some();
    view! {
        <span class=format!("badge badge--{}", tone.as_str()) class:badge--long=is_long data-field=field>
            <Glyph icon=tone.icon()/>
            {visible(&translated(&label))}
        </span>
    }
}

/// A word without weight: a format, a revision, a count.
#[component]
pub fn Tag(#[prop(into)] label: String) -> impl IntoView {
    view! { <span class="badge badge--plain">{visible(&label)}</span> }
}

/// Marks what is quarantined, wherever it is shown.
#[component]
pub fn QuarantineBadge() -> impl IntoView {
    view! {
        <a class="quarantine-badge" href="/quarantine" title="quarantined">
            <Badge tone=Tone::Quarantined label="quarantined"/>
        </a>
    }
}
