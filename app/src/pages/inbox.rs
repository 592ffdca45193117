//! The inbox: what waits for a person, the most urgent first.

use super::chain::ChainAddress;
use super::sessions::session_name;
use super::wrong_address::{WrongAddress, number, unknown};
use crate::api::{InboxPage as Items, InboxQuery, load_inbox};
use crate::health::Urgency;
use crate::inbox::{Item, ItemKind};
use crate::islands::{Fresh, ListKeys};
use crate::query_error::QueryError;
use crate::ui::prelude::*;

#[component]
pub fn InboxPage() -> impl IntoView {
    let map = use_query_map().get_untracked();
    let mut errors = unknown(&map, &["kind", "skip"]);
    let skip = number(&map, "skip", &mut errors);
    let asked = map.get("kind").filter(|kind| !kind.is_empty());
    let kind = asked.as_deref().and_then(ItemKind::named);
    if let (Some(asked), None) = (&asked, kind) {
        let names: Vec<&str> = ItemKind::ALL.into_iter().map(ItemKind::as_str).collect();
        errors.push(QueryError::new("kind", asked, format!("one of {}", names.join(", "))));
    }
    if !errors.is_empty() {
        return view! { <WrongAddress errors href="/inbox" label="The inbox"/> }.into_any();
    }
    let query = InboxQuery { kind, skip };
    let page = Resource::new_blocking(move || query, load_inbox);
    view! {
        <div class="page">
            <PageHead title="Inbox" lead="What waits for a person, the most urgent first.">
                <p><a href="/webhooks">"Webhooks"</a>" report it elsewhere."</p>
            </PageHead>
            <div data-fresh="inbox">
                <Loaded resource=page let:loaded>
                    <Listing page=loaded query/>
                </Loaded>
            </div>
            <Fresh/>
            <ListKeys/>
        </div>
    }
    .into_any()
}

#[component]
fn Listing(page: Items, query: InboxQuery) -> impl IntoView {
    let count = page.count();
    let chip = |label: &'static str, href: String, count: u64, is_chosen: bool| {
        view! {
            <li>
                <a class="button button--small" href=href aria-current=is_chosen.then_some("true")>
                    {label}" "<span class="section__count">{grouped(count)}</span>
                </a>
            </li>
        }
    };
    let of_kind = |(kind, count): (&ItemKind, &u64)| {
        let is_chosen = query.kind == Some(*kind);
        (*count > 0 || is_chosen).then(|| chip(kind.label(), address(Some(*kind), None), *count, is_chosen))
    };
    let chips = page.counts.iter().filter_map(of_kind).collect_view();
    let all = (count > 0 || query.kind.is_some())
        .then(|| chip("all", address(None, None), count, query.kind.is_none()));
    let next = page.next.map(|skip| {
        view! { <a class="button" href=address(query.kind, Some(skip))>"Less urgent"</a> }
    });
    let back = address(query.kind, None);
    let is_empty = page.items.is_empty();
    let items = page.items.into_iter().map(|item| inbox_item(item, &back)).collect_view();
    view! {
        {page.is_behind.then(|| view! { <p class="muted" role="status">"Many sessions changed; some are not counted yet. This page updates by itself."</p> })}
        <ul class="inbox__kinds" aria-label="Kinds">{all}{chips}</ul>
        {match is_empty {
            true => view! {
                <div class="card">
                    <Empty
                        icon=Icon::Inbox
                        title="Nothing waits for you"
                        text="Human gates, failed gates, contradicted approvals, flags for a human, escalations, quarantines and recommendations come here."
                    >
                        <a class="button" href="/">"Overview"</a>
                    </Empty>
                </div>
            }
            .into_any(),
            false => view! {
                <section class="card card--padded" aria-label="Waits for a person">
                    <ul class="inbox">{items}</ul>
                </section>
            }
            .into_any(),
        }}
        <nav class="overview__more" aria-label="Pages of the list">{next}</nav>
    }
}

fn address(kind: Option<ItemKind>, skip: Option<u64>) -> String {
    let kind = kind.map(|kind| format!("kind={}", kind.as_str()));
    let skip = skip.map(|skip| format!("skip={skip}"));
    let query: Vec<String> = kind.into_iter().chain(skip).collect();
    if query.is_empty() { "/inbox".to_owned() } else { format!("/inbox?{}", query.join("&")) }
}

/// An item with what can be done about it. Its forms lead back to the page that shows it.
pub(super) fn inbox_item(item: Item, back: &str) -> impl IntoView + use<> {
    let Item { key, kind, urgency, at_ms, session, title, question, place } = item;
    let tone = match (kind, urgency) {
        (ItemKind::HumanGate | ItemKind::Decision, _) => Tone::Waiting,
        (ItemKind::FailedGate, _) => Tone::Fail,
        (ItemKind::Contradicted, _) => Tone::Contradicted,
        (ItemKind::Quarantine, _) => Tone::Quarantined,
        (_, Urgency::Critical) => Tone::Critical,
        (_, Urgency::High) => Tone::High,
        (_, Urgency::Medium) => Tone::Medium,
    };
    let of_session = session.map(|name| {
        let href = ChainAddress::session(&name).href();
        view! { <span>"in "<a href=href>{session_name(&name)}</a></span> }
    });
    let hidden = hidden_inputs(vec![("key", key), ("back", back.to_owned())]);
    let href = place.href();
    view! {
        <li class="inbox__item">
            <div class="inbox__words">
                <p class="inbox__title">
                    <Badge tone label=kind.label()/>
                    <a href=href.clone() data-row="">{visible(&title)}</a>
                </p>
                <p class="inbox__question">{visible(&question)}</p>
                <p class="inbox__facts faint">
                    <Moment milliseconds=at_ms/>
                    {of_session}
                </p>
            </div>
            <form class="inbox__actions" method="POST" action="/inbox">
                {hidden}
                <a class="button button--small button--primary" href=href>{kind.action()}</a>
                <button class="button button--small" type="submit" name="action" value="done">"Done"</button>
                <button class="button button--small" type="submit" name="action" value="hour" title="Show it again in an hour">"1 h"</button>
                <button class="button button--small" type="submit" name="action" value="day" title="Show it again tomorrow">"Tomorrow"</button>
            </form>
        </li>
    }
}
