use std::collections::BTreeMap;

use super::chain::{ChainAddress, from_agent, state_badge, title_of, waiting_for};
use super::wrong_address::{WrongAddress, number, unknown};
use crate::api::{SessionHead, SessionsPage as SessionsList, SessionsQuery, load_sessions};
use crate::document::State;
use crate::islands::{Fresh, ListKeys};
use crate::quarantine::{Quarantined, Targeted};
use crate::query_error::QueryError;
use crate::track::ChainHead;
use crate::ui::Age;
use crate::ui::prelude::*;

/// All sessions, the most recently active first.
#[component]
pub fn SessionsPage() -> impl IntoView {
    let map = use_query_map().get_untracked();
    let mut errors = unknown(&map, &["before", "state"]);
    let before = number(&map, "before", &mut errors);
    let asked = map.get("state").filter(|state| !state.is_empty());
    let state = asked.as_deref().and_then(State::named);
    if let (Some(asked), None) = (&asked, state) {
        let names: Vec<&str> = State::ALL.into_iter().map(State::as_str).collect();
        errors.push(QueryError::new("state", asked, format!("one of {}", names.join(", "))));
    }
    if !errors.is_empty() {
        return view! { <WrongAddress errors href="/sessions" label="All sessions"/> }.into_any();
    }
    let query = SessionsQuery { state, before, name: None };
    let asked = query.clone();
    let list = Resource::new_blocking(move || asked.clone(), load_sessions);
    view! {
        <div class="page">
            <PageHead title="Sessions" lead="Agent runs and their steps."/>
            <div data-fresh="sessions">
                <Loaded resource=list let:loaded>
                    <Listing list=loaded query=query.clone()/>
                </Loaded>
            </div>
            <Fresh/>
            <ListKeys/>
        </div>
    }
    .into_any()
}

#[component]
fn Listing(list: SessionsList, query: SessionsQuery) -> impl IntoView {
    if list.counts.is_empty() {
        return view! {
            <div class="card">
                <Empty
                    icon=Icon::Inbox
                    title="No sessions yet"
                    text="Sessions group the documents of one run. Add ?session=NAME when you send them; chains without one are listed by their folder."
                >
                    <code>"harmony ingest reports/ --session night-42"</code>
                    <a class="button" href="/contract/chain-compilation">
                        "See the chain format"
                    </a>
                </Empty>
            </div>
        }
        .into_any();
    }
    let older = list.next.map(|before| {
        let href = address(SessionsQuery { before: Some(before), ..query.clone() });
        view! { <a class="button" href=href>"Older sessions"</a> }
    });
    let quarantined = list.quarantined;
    let is_empty = list.sessions.is_empty();
    let rows = list.sessions.into_iter().map(|session| row(session, &quarantined)).collect_view();
    view! {
        {states(&list.counts, query.state)}
        {match is_empty {
            true => view! { <p class="card card--padded muted">"No session is in this state."</p> }.into_any(),
            false => view! {
                <section class="card scroll-x" aria-label="Sessions">
                    <Table columns=&["Session", "State", "Chains", "Documents", "Began", "Last active"] rows class="table table--stacked"/>
                </section>
            }
            .into_any(),
        }}
        <nav class="overview__more" aria-label="Pages of the list">{older}</nav>
    }
    .into_any()
}

/// A link to the sessions of each state, those that matter most first.
fn states(counts: &BTreeMap<State, u64>, chosen: Option<State>) -> impl IntoView + use<> {
    let link = |label: &'static str, state: Option<State>, count: u64| {
        let href = address(SessionsQuery { state, ..SessionsQuery::default() });
        view! {
            <li>
                <a class="button button--small" href=href aria-current=(chosen == state).then_some("true")>
                    {label}" "<span class="section__count">{grouped(count)}</span>
                </a>
            </li>
        }
    };
    let of_state = |state: State| {
        let count = counts.get(&state).copied().unwrap_or(0);
        let label = if state == State::None { "no state" } else { state.as_str() };
        (count > 0 || chosen == Some(state)).then(|| link(label, Some(state), count))
    };
    let all = link("all", None, counts.values().sum());
    let each = State::ALL.into_iter().rev().map(of_state).collect_view();
    view! { <ul class="inbox__kinds" aria-label="States">{all}{each}</ul> }
}

fn address(query: SessionsQuery) -> String {
    let state = query.state.map(|state| format!("state={}", state.as_str()));
    let before = query.before.map(|before| format!("before={before}"));
    let query: Vec<String> = state.into_iter().chain(before).collect();
    if query.is_empty() { "/sessions".to_owned() } else { format!("/sessions?{}", query.join("&")) }
}

/// Chains of a session that a row shows, newest first.
const MOST_CHAINS: usize = 3;

fn row((head, chains): (SessionHead, Vec<ChainHead>), quarantined: &[Quarantined]) -> impl IntoView + use<> {
    let is_held = |chain: &ChainHead| {
        let is_of_chain =
            |quarantined: &Quarantined| quarantined.is_of_chain(&chain.id, chain.title.as_deref());
        quarantined.iter().any(is_of_chain)
    };
    let address = ChainAddress::session(&head.name);
    let more = chains.len().saturating_sub(MOST_CHAINS);
    let shown = chains.into_iter().rev().take(MOST_CHAINS);
    let standing = |chain: ChainHead| {
        let is_quarantined = is_held(&chain);
        view! { <Standing chain address=address.clone() is_quarantined/> }
    };
    let shown = shown.map(standing).collect_view();
    view! {
        <tr>
            <td class="standings__session">
                <a href=address.href() data-row="">{session_name(&head.name)}</a>
            </td>
            <td>{session_badge(head.state)}</td>
            <td>
                <ul class="standings">{shown}</ul>
                {(more > 0).then(|| view! { <p class="faint">{format!("and {more} before")}</p> })}
            </td>
            <td class="standings__figure">{counted(head.documents, "document")}</td>
            <td class="standings__figure">
                <span class="table__label">"Began "</span>
                <Age milliseconds=head.first_ms/>
            </td>
            <td class="standings__figure">
                <span class="table__label">"Last active "</span>
                <Age milliseconds=head.newest_ms/>
            </td>
        </tr>
    }
}

/// Where a chain is: its state, how far it is, and what it waits for.
#[component]
pub(super) fn Standing(
    chain: ChainHead,
    address: ChainAddress,
    #[prop(optional)] is_quarantined: bool,
) -> impl IntoView {
    let href = address.of_chain(&chain.id).href();
    let waits = chain.waits_for.as_ref().filter(|_| chain.waits_for_a_person()).map(waiting_for);
    view! {
        <li class="standings__chain">
            {state_badge(&chain)}
            {is_quarantined.then(|| view! { <QuarantineBadge/> })}
            <a class="standings__title" href=href>{title_of(chain.title.as_deref())}{from_agent(chain.agent.as_deref())}</a>
            <span class="faint">{format!("{} of {} done", grouped(chain.settled.into()), grouped(chain.steps.into()))}</span>
            {waits.map(|waits| view! { <span class="standings__waits">{waits}</span> })}
        </li>
    }
}

/// The badge of a session.
pub(super) fn session_badge(state: State) -> Option<AnyView> {
    match state {
        State::Quarantined => Some(view! { <QuarantineBadge/> }.into_any()),
        state => state.label(None).map(|label| view! { <Badge tone=Tone::from(state) label/> }.into_any()),
    }
}

/// A session's name, or of what the documents without one are.
pub(super) fn session_name(name: &str) -> AnyView {
    match name.split_once(':') {
        Some((kind @ ("folder" | "file" | "document"), place)) => {
            view! { <span class="faint">{kind}</span>" "{visible(place)} }.into_any()
        }
        _ => visible(name),
    }
}
