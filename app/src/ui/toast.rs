use leptos::prelude::*;

use crate::ui::icon::Glyph;
use crate::ui::tone::Tone;
use crate::ui::visible::visible;

/// A short message about what just happened.
#[component]
pub fn ToastCard(
    /// What it is about: an error, a warning, or something that was done.
    tone: Tone,
    text: String,
    /// The button that closes it.
    #[prop(optional)]
    children: Option<Children>,
) -> impl IntoView {
    let class = match tone {
        Tone::Error => "toast toast--error",
        Tone::Warning => "toast toast--warning",
        _ => "toast toast--done",
    };
    view! {
        <div class=class>
            <Glyph icon=tone.icon()/>
            <p class="toast__text">{visible(&text)}</p>
            {children.map(|children| children())}
        </div>
    }
}
