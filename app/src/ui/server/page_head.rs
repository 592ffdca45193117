use leptos::prelude::*;
use leptos_meta::Title;

/// The title of a page, for its tab as well, and a sentence on what the page shows, or more.
#[component]
pub fn PageHead(
    title: &'static str,
    #[prop(optional)] lead: Option<&'static str>,
    #[prop(optional)] children: Option<Children>,
) -> impl IntoView {
    view! {
        <Title text=title/>
        <div class="page__head">
            <h1>{title}</h1>
            {lead.map(|lead| view! { <p class="page__lead">{lead}</p> })}
            {children.map(|children| children())}
        </div>
    }
}
