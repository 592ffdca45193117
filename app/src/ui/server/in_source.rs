use leptos::prelude::*;

use crate::text::Span;
use crate::ui::server::view_context::ViewContext;

/// A link to the line of the source where a value is.
#[component]
pub fn InSource(place: Option<Span>, context: ViewContext) -> impl IntoView {
    place.map(|place| {
        let (line, href) = context.line(place);
        view! {
            <a class="in-source" href=href data-jump>"line "{line}</a>
        }
    })
}
