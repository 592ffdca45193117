use leptos::prelude::*;

use crate::ui::icon::Glyph;
use crate::ui::tone::Tone;
use crate::ui::visible::visible;

/// A word with its shape and color.
#[component]
pub fn Badge(
    tone: Tone,
    #[prop(into)] label: String,
    /// The field it shows, where a viewer shows one.
    #[prop(optional, into)]
    field: Option<String>,
) -> impl IntoView {
    view! {
        <span class=format!("badge badge--{}", tone.as_str()) data-field=field>
            <Glyph icon=tone.icon()/>
            {visible(&label)}
        </span>
    }
}

/// A word without weight: a format, a revision, a count.
#[component]
pub fn Tag(#[prop(into)] label: String) -> impl IntoView {
    view! { <span class="badge badge--plain">{visible(&label)}</span> }
}
