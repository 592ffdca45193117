use leptos::prelude::*;

use crate::ui::icon::Glyph;
use crate::ui::tone::Tone;
use crate::ui::visible::visible;

/// A short message about what just happened.
#[component]
pub fn ToastCard(
    is_error: bool,
    text: String,
    /// The button that closes it.
    #[prop(optional)]
    children: Option<Children>,
) -> impl IntoView {
    let class = if is_error { "toast toast--error" } else { "toast toast--done" };
    let tone = if is_error { Tone::Error } else { Tone::Pass };
    view! {
        <div class=class>
            <Glyph icon=tone.icon()/>
            <p class="toast__text">{visible(&text)}</p>
            {children.map(|children| children())}
        </div>
    }
}
