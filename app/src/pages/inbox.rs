//! The inbox: what waits for a person, the most urgent first.

use super::chain::ChainAddress;
use super::sessions::session_name;
use super::wrong_address::{WrongAddress, number, unknown};
use crate::api::{InboxPage as Items, InboxQuery, InboxView, load_inbox};
use crate::diagnostic::Severity;
use crate::health::Urgency;
use crate::inbox::{Item, ItemKind, Place, encoded};
use crate::islands::{Fresh, ListKeys};
use crate::language::translated;
use crate::query_error::QueryError;
use crate::ui::Age;
use crate::ui::prelude::*;

#[component]
pub fn InboxPage() -> impl IntoView {
    let map = use_query_map().get_untracked();
    let mut errors = unknown(&map, &["kind", "skip", "view", "handled"]);
    let skip = number(&map, "skip", &mut errors);
    let asked = map.get("view").filter(|view| !view.is_empty());
    let view = asked.as_deref().map_or(Some(InboxView::default()), InboxView::named);
    if let (Some(asked), None) = (&asked, view) {
        let names: Vec<&str> = InboxView::ALL.into_iter().map(InboxView::as_str).collect();
        errors.push(QueryError::new("view", asked, format!("one of {}", names.join(", "))));
    }
    let asked = map.get("kind").filter(|kind| !kind.is_empty());
    let kind = asked.as_deref().and_then(ItemKind::named);
    if let (Some(asked), None) = (&asked, kind) {
        let names: Vec<&str> = ItemKind::ALL.into_iter().map(ItemKind::as_str).collect();
        errors.push(QueryError::new("kind", asked, format!("one of {}", names.join(", "))));
    }
    if !errors.is_empty() {
        return view! { <WrongAddress errors href="/inbox" label="The inbox"/> }.into_any();
    }
    let query = InboxQuery { view: view.unwrap_or_default(), kind, skip };
    let page = Resource::new_blocking(move || query, load_inbox);
    view! {
        <div class="page">
            <PageHead title="Inbox" lead="What waits for a person, the most urgent first.">
                <p><a href="/webhooks">"Webhooks"</a></p>
            </PageHead>
            <Undo back=address(InboxQuery { skip: None, ..query })/>
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
    let of = |kind: Option<ItemKind>| address(InboxQuery { kind, ..InboxQuery::default() });
    let is_waiting = query.view == InboxView::Waiting;
    let of_kind = |(kind, count): (&ItemKind, &u64)| {
        let is_chosen = query.kind == Some(*kind) && is_waiting;
        (*count > 0 || is_chosen).then(|| chip(kind.label(), of(Some(*kind)), *count, is_chosen))
    };
    let chips = page.counts.iter().filter_map(of_kind).collect_view();
    let all = (count > 0 || query != InboxQuery::default())
        .then(|| chip("all", of(None), count, query.kind.is_none() && is_waiting));
    let hidden = |label: &'static str, view: InboxView| {
        let href = address(InboxQuery { view, ..InboxQuery::default() });
        let current = (query.view == view).then_some("true");
        view! { <li><a class="button button--small" href=href aria-current=current>{label}</a></li> }
    };
    let next = page.next.map(|skip| {
        let label = match query.view {
            InboxView::Waiting => "Less urgent",
            InboxView::Done => "Done before",
            InboxView::Snoozed => "Later",
        };
        view! { <a class="button" href=address(InboxQuery { skip: Some(skip), ..query })>{label}</a> }
    });
    let back = address(InboxQuery { skip: None, ..query });
    let is_empty = page.items.is_empty();
    let items = (1..).zip(page.items).map(|(row, item)| inbox_item(item, Some((&back, row)))).collect_view();
    view! {
        {page.is_behind.then(|| view! { <p class="muted" role="status">"Many sessions changed; some are not counted yet. This page updates by itself."</p> })}
        <ul class="inbox__kinds" aria-label="Kinds">
            {all}
            {chips}
            {hidden("Snoozed", InboxView::Snoozed)}
            {hidden("Done", InboxView::Done)}
        </ul>
        {match (is_empty, query.view) {
            (true, InboxView::Done) => view! { <p class="card card--padded muted">"No item is marked as done."</p> }.into_any(),
            (true, InboxView::Snoozed) => view! { <p class="card card--padded muted">"Nothing is snoozed."</p> }.into_any(),
            (true, InboxView::Waiting) => view! {
                <div class="card">
                    <Empty
                        icon=Icon::Inbox
                        title="Nothing waits for you"
                        text="Human gates, failed gates, contradicted approvals, flags for a human, escalations, quarantines and recommendations come here."
                    >
                        <code>"harmony ingest reports/"</code>
                        <a class="button" href="/">"Overview"</a>
                    </Empty>
                </div>
            }
            .into_any(),
            (false, view) => view! {
                <section class="card card--padded" aria-label=match view {
                    InboxView::Waiting => "Needs attention",
                    InboxView::Done => "Done",
                    InboxView::Snoozed => "Snoozed",
                }>
                    <ul class="inbox">{items}</ul>
                </section>
            }
            .into_any(),
        }}
        <nav class="overview__more" aria-label="Pages of the list">{next}</nav>
    }
}

/// Offers to undo what a form of this page just did.
#[component]
fn Undo(#[prop(into)] back: String) -> impl IntoView {
    let key = use_query_map().with_untracked(|map| map.get("handled")).filter(|key| !key.is_empty());
    key.map(|key| {
        let hidden = hidden_inputs(vec![("key", key), ("back", back)]);
        view! {
            <Banner severity=Severity::Info>
                <p class="banner__text">"The item is no longer listed."</p>
                <form method="POST" action="/inbox">
                    {hidden}
                    <button class="button button--small" type="submit" name="action" value="reopen">"Undo"</button>
                </form>
            </Banner>
        }
    })
}

fn address(query: InboxQuery) -> String {
    let InboxQuery { view, kind, skip } = query;
    let view = (view != InboxView::default()).then(|| format!("view={}", view.as_str()));
    let kind = kind.map(|kind| format!("kind={}", kind.as_str()));
    let skip = skip.map(|skip| format!("skip={skip}"));
    let query: Vec<String> = view.into_iter().chain(kind).chain(skip).collect();
    if query.is_empty() { "/inbox".to_owned() } else { format!("/inbox?{}", query.join("&")) }
}

/// An item that waits, with the way to it.
pub(super) fn waiting_item(item: Item) -> impl IntoView {
    inbox_item(item, None)
}

/// An item, with what can be done about it where there is a page to come back to, at the row that takes its place.
fn inbox_item(item: Item, listed: Option<(&str, u32)>) -> impl IntoView + use<> {
    let Item { key, kind, urgency, at_ms, session, title, question, place, done_ms, until_ms } = item;
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
    let href = match (kind, &place) {
        // The viewer begins with what is contradicted, and by what.
        (ItemKind::Contradicted, Place::Text { document, .. }) => format!("/documents/{}", encoded(document)),
        _ => place.href(),
    };
    let row = listed.map(|(_, row)| format!("row-{row}"));
    let actions = listed.map(|(back, row)| {
        let hidden = hidden_inputs(vec![("key", key), ("back", back.to_owned())]);
        view! {
            <form class="inbox__choices" method="POST" action=format!("/inbox#row-{row}")>
                {hidden}
                {match done_ms.or(until_ms) {
                    Some(_) => view! { <button class="button button--small" type="submit" name="action" value="reopen">"Put back"</button> }.into_any(),
                    None => view! {
                        <button class="button button--small" type="submit" name="action" value="done">"Done"</button>
                        <button class="button button--small" type="submit" name="action" value="hour" title="Show it again in an hour">"1 h"</button>
                        <button class="button button--small" type="submit" name="action" value="day" title="Show it again tomorrow">"Tomorrow"</button>
                    }
                    .into_any(),
                }}
            </form>
        }
    });
    view! {
        <li class="inbox__item">
            <div class="inbox__words">
                <p class="inbox__title">
                    <Badge tone label=kind.label()/>
                    <a id=row href=href.clone() data-row="">{visible(&translated(&title))}</a>
                </p>
                <p class="inbox__question">{visible(&translated(&question))}</p>
                <p class="inbox__facts faint">
                    <Age milliseconds=at_ms/>
                    {of_session}
                    {until_ms.map(|until_ms| view! { <span>"snoozed until "<Moment milliseconds=until_ms/></span> })}
                    {done_ms.map(|done_ms| view! { <span>"done "<Age milliseconds=done_ms/></span> })}
                </p>
            </div>
            <div class="inbox__actions">
                <a class="button button--small button--primary" href=href>{kind.action()}</a>
                {actions}
            </div>
        </li>
    }
}
