use leptos::prelude::*;

use crate::ui::icon::{Glyph, Icon};

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
    let icon = if is_error { Icon::Error } else { Icon::Pass };
    view! {
        <div class=class>
            <Glyph icon/>
            <p class="toast__text">{text}</p>
            {children.map(|children| children())}
        </div>
    }
}
