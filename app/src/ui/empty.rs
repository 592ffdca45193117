use leptos::prelude::*;

use crate::ui::icon::{Glyph, Icon};
use crate::ui::sentence::sentence;

/// A place where something will be: what it is, why it is empty, what to do.
#[component]
pub fn Empty(
    icon: Icon,
    #[prop(into)] title: String,
    /// Words in backticks are code.
    #[prop(into)]
    text: String,
    /// Links and buttons that end the emptiness.
    #[prop(optional)]
    children: Option<Children>,
) -> impl IntoView {
    view! {
        <div class="empty">
            <Glyph icon/>
            <p class="empty__title">{title}</p>
            <p class="empty__text">{sentence(&text)}</p>
            {children.map(|children| view! { <div class="empty__actions">{children()}</div> })}
        </div>
    }
}
