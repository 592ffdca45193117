use super::inbox::{Undo, inbox_item};
use super::wrong_address::{WrongAddress, unknown};
use crate::api::{InboxPage, InboxQuery, load_inbox, load_overview, with_quarantined_formats};
use crate::islands::{Fresh, ListKeys, LiveFeed};
use crate::ui::prelude::*;

#[component]
pub fn OverviewPage() -> impl IntoView {
    let errors = use_query_map().with_untracked(|map| unknown(map, &["handled"]));
    if !errors.is_empty() {
        return view! { <WrongAddress errors href="/" label="The overview"/> }.into_any();
    }
    let feed = Resource::new_blocking(|| (), |()| with_quarantined_formats(load_overview()));
    let waiting = Resource::new_blocking(|| (), |()| load_inbox(InboxQuery::default()));
    let origin = origin();
    view! {
        <div class="page">
            <PageHead title="Overview" lead="What agents wrote, newest first."/>
            <Undo back="/"/>
            <div data-fresh="attention">
                <Loaded resource=waiting let:loaded>
                    <Waits inbox=loaded/>
                </Loaded>
            </div>
            <Fresh/>
            <ListKeys/>
            <Loaded resource=feed let:loaded>
                <LiveFeed loaded=loaded.0 origin=origin.clone() quarantined=loaded.1/>
            </Loaded>
        </div>
    }
    .into_any()
}

/// The items of the inbox that the overview shows.
const LISTED: usize = 5;

/// What waits for a person's decision, at the top of the page; nothing if nothing waits.
#[component]
fn Waits(inbox: InboxPage) -> impl IntoView {
    let count = inbox.count();
    (count > 0).then(|| {
        let items = inbox.items.into_iter().take(LISTED).map(|item| inbox_item(item, "/")).collect_view();
        view! {
            <section class="card card--padded attention" aria-label="Needs attention">
                <h2 class="section__title">
                    "Needs attention " <span class="section__count">{grouped(count)}</span>
                </h2>
                <ul class="inbox">{items}</ul>
                <p><a href="/inbox">{format!("View all {}", grouped(count))}</a></p>
            </section>
        }
    })
}

/// Returns the origin under which the requesting browser reaches this server.
fn origin() -> String {
    if let Some(parts) = use_context::<http::request::Parts>()
        && let Some(Ok(host)) = parts.headers.get(http::header::HOST).map(http::HeaderValue::to_str)
    {
        return format!("http://{host}");
    }
    "http://127.0.0.1:4180".to_owned()
}
