use leptos::prelude::*;

use crate::ui::visible::visible;

/// The head of a viewer: what kind of text it is, its title, and what matters most.
#[component]
pub fn Masthead(
    /// `Chain`, `Error`.
    kind: &'static str,
    title: Option<String>,
    /// The field that the title is.
    field: &'static str,
    #[prop(optional)] children: Option<Children>,
) -> impl IntoView {
    let title = match title {
        Some(title) => view! { <p class="masthead__title" data-field=field>{visible(&title)}</p> }.into_any(),
        None => view! { <p class="masthead__title faint">"Untitled"</p> }.into_any(),
    };
    view! {
        <header class="masthead card card--padded">
            <div class="masthead__words">
                <p class="masthead__kind">{kind}</p>
                {title}
            </div>
            {children.map(|children| view! { <div class="masthead__figures">{children()}</div> })}
        </header>
    }
}
