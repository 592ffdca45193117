use crate::ui::prelude::*;

#[component]
pub fn NotFoundPage() -> impl IntoView {
    view! { <NotFound title="There is no such page" text="The address may be mistyped, or the page may have moved."/> }
}

/// Responds with 404 as well, so that machines notice.
#[component]
pub(super) fn NotFound(title: &'static str, text: &'static str) -> impl IntoView {
    #[cfg(feature = "ssr")]
    if let Some(response) = use_context::<leptos_axum::ResponseOptions>() {
        response.set_status(http::StatusCode::NOT_FOUND);
    }
    view! {
        <Title text="Not found"/>
        <div class="page">
            <h1 class="visually-hidden">"Not found"</h1>
            <div class="card">
                <Empty icon=Icon::Search title text>
                    <a class="button" href="/">
                        "To the overview"
                    </a>
                    <a class="button" href="/documents">
                        "All documents"
                    </a>
                </Empty>
            </div>
        </div>
    }
}
