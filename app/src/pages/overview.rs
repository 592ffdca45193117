use super::chain::ChainAddress;
use super::sessions::Standing;
use super::wrong_address::{WrongAddress, unknown};
use crate::api::{Attention, load_attention, load_overview};
use crate::islands::{Fresh, ListKeys, LiveFeed};
use crate::quarantine::Quarantined;
use crate::track::ChainHead;
use crate::ui::prelude::*;

#[component]
pub fn OverviewPage() -> impl IntoView {
    let errors = use_query_map().with_untracked(|map| unknown(map, &[]));
    if !errors.is_empty() {
        return view! { <WrongAddress errors href="/" label="The overview"/> }.into_any();
    }
    let feed = Resource::new_blocking(|| (), |()| load_overview());
    let attention = Resource::new_blocking(|| (), |()| load_attention());
    let origin = origin();
    view! {
        <div class="page">
            <PageHead title="Overview" lead="What agents wrote, newest first."/>
            <div data-fresh="attention">
                <Loaded resource=attention let:loaded>
                    <Waits attention=loaded/>
                </Loaded>
            </div>
            <Fresh/>
            <ListKeys/>
            <Loaded resource=feed let:loaded>
                <LiveFeed loaded origin=origin.clone()/>
            </Loaded>
        </div>
    }
    .into_any()
}

/// What waits for a person's decision, at the top of the page; nothing if nothing waits.
#[component]
fn Waits(attention: Attention) -> impl IntoView {
    let Attention { chains, waiting, unread, quarantines, quarantined } = attention;
    let count = waiting + quarantined;
    if count == 0 && unread == 0 {
        return ().into_any();
    }
    let listed = chains.len() + quarantines.len();
    let more = count - listed as u64;
    let chain = |(session, chain): (String, ChainHead)| {
        view! { <Standing chain address=ChainAddress::session(&session)/> }
    };
    let quarantine = |Quarantined { record, .. }: Quarantined| {
        view! {
            <li class="standings__chain">
                <Badge tone=Tone::Fail label="quarantined"/>
                <a class="standings__title" href="/quarantine">{format!("{} ", record.target_type)}{visible(&record.target_id)}</a>
                <span class="standings__waits">{record.reason.as_deref().map(visible)}</span>
            </li>
        }
    };
    view! {
        <section class="card card--padded attention" aria-label="Waits for a person">
            <h2 class="section__title">
                "Waits for a person " <span class="section__count">{grouped(count)}</span>
            </h2>
            <ul class="standings">
                {chains.into_iter().map(chain).collect_view()}
                {quarantines.into_iter().map(quarantine).collect_view()}
            </ul>
            {(unread > 0).then(|| view! { <p class="muted">{counted(unread, "older session")}" yet to be looked through; load the page again in a moment."</p> })}
            {(more > 0).then(|| view! { <p class="muted">{format!("And {} more; the page ", grouped(more))}<a href="/sessions">"Sessions"</a>" has all chains."</p> })}
        </section>
    }
    .into_any()
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
