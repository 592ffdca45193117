use leptos::prelude::*;
use leptos_meta::Title;

use crate::api::load_overview;
use crate::islands::LiveFeed;
use crate::ui::Loaded;

#[component]
pub fn OverviewPage() -> impl IntoView {
    let feed = Resource::new_blocking(|| (), |()| load_overview());
    let origin = origin();
    view! {
        <Title text="Overview"/>
        <div class="page">
            <div class="page__head">
                <h1>"Overview"</h1>
                <p class="page__lead">"What agents wrote, newest first."</p>
            </div>
            <Loaded resource=feed let:loaded>
                <LiveFeed loaded origin=origin.clone()/>
            </Loaded>
        </div>
    }
}

/// As the browser that asks reaches this server.
fn origin() -> String {
    if let Some(parts) = use_context::<http::request::Parts>()
        && let Some(Ok(host)) = parts.headers.get(http::header::HOST).map(http::HeaderValue::to_str)
    {
        return format!("http://{host}");
    }
    "http://127.0.0.1:4180".to_owned()
}
