use leptos::prelude::*;

/// One view of a page among several; each has an address.
#[derive(Clone, Debug)]
pub struct Tab {
    pub label: &'static str,
    pub href: String,
    pub is_current: bool,
}

#[component]
pub fn Tabs(#[prop(into)] label: String, tabs: Vec<Tab>) -> impl IntoView {
    let tab = |tab: Tab| {
        view! {
            <a class="tabs__tab" href=tab.href aria-current=tab.is_current.then_some("page")>
                {tab.label}
            </a>
        }
    };
    view! { <nav class="tabs" aria-label=label>{tabs.into_iter().map(tab).collect_view()}</nav> }
}
