//! The overview: what needs attention, how runs go, the figures, and the newest reports and verdicts.

mod figures;
mod runs;
mod welcome;

use self::figures::figures;
use self::runs::runs;
use self::welcome::{SampleNotice, Welcome};
use super::inbox::waiting_item;
use super::wrong_address::{WrongAddress, unknown};
use crate::api::{InboxPage, InboxQuery, Overview, load_inbox, load_overview};
use crate::islands::{Fresh, ListKeys, LiveFeed};
use crate::ui::LastVisit;
use crate::ui::prelude::*;

#[component]
pub fn OverviewPage() -> impl IntoView {
    let errors = use_query_map().with_untracked(|map| unknown(map, &[]));
    if !errors.is_empty() {
        return view! { <WrongAddress errors href="/" label="The overview"/> }.into_any();
    }
    let load = || async {
        Ok::<_, ServerFnError>((load_overview().await?, load_inbox(InboxQuery::default()).await?))
    };
    let loaded = Resource::new_blocking(|| (), move |()| load());
    let origin = origin();
    view! {
        <div class="page">
            <Title text="Overview"/>
            <h1 class="visually-hidden">"Overview"</h1>
            <Fresh/>
            <ListKeys/>
            <Loaded resource=loaded let:loaded>
                <Cockpit overview=loaded.0 inbox=loaded.1 origin=origin.clone()/>
            </Loaded>
        </div>
    }
    .into_any()
}

#[component]
fn Cockpit(overview: Overview, inbox: InboxPage, origin: String) -> impl IntoView {
    let Overview { feed, quarantined, overall, history, sessions } = overview;
    let last_visit_ms = use_context::<LastVisit>().map(|LastVisit(at_ms)| at_ms);
    let is_empty = feed.totals.documents == 0;
    let samples = (feed.totals.samples > 0).then(|| view! { <SampleNotice totals=feed.totals/> });
    let figures = (!is_empty).then(|| figures(feed.totals, &sessions, overall, &history));
    view! {
        <div data-fresh="cockpit">
            {samples}
            <div class="cockpit">
                {waits(inbox)}
                <div class="cockpit__side">{figures} {runs(sessions)}</div>
            </div>
        </div>
        {match is_empty {
            true => view! { <Welcome origin cursor=feed.cursor/> }.into_any(),
            false => view! { <LiveFeed loaded=feed quarantined last_visit_ms/> }.into_any(),
        }}
    }
}

/// The items of the inbox that the overview shows.
const LISTED: usize = 4;

/// What waits for a person's decision; nothing if nothing waits.
fn waits(inbox: InboxPage) -> Option<impl IntoView> {
    let count = inbox.count();
    (count > 0).then(|| {
        let items = inbox.items.into_iter().take(LISTED).map(waiting_item).collect_view();
        view! {
            <section class="card card--padded attention" aria-label="Needs attention">
                <h2 class="section__title">
                    "Needs attention " <span class="section__count">{grouped(count)}</span>
                    <a class="cockpit__all" href="/inbox">{format!("View all {}", grouped(count))}</a>
                </h2>
                <ul class="inbox">{items}</ul>
            </section>
        }
    })
}

/// Returns the origin under which the requesting browser reaches this server.
fn origin() -> String {
    if let Some(parts) = use_context::<http::request::Parts>()
        && let Some(Ok(host)) = parts.headers.get(http::header::HOST).map(http::HeaderValue::to_str)
    {
        // A proxy that speaks HTTPS for this server says so.
        let is_secure = parts.headers.get("x-forwarded-proto").is_some_and(|proto| proto == "https");
        let scheme = if is_secure { "https" } else { "http" };
        return format!("{scheme}://{host}");
    }
    "http://127.0.0.1:4180".to_owned()
}
