use super::chain::{ChainAddress, from_agent, state_badge, title_of, waiting_for};
use super::quarantine::QuarantineBadge;
use super::wrong_address::{WrongAddress, number, unknown};
use crate::api::{SessionHead, SessionsPage as SessionsList, load_sessions};
use crate::islands::{Fresh, ListKeys};
use crate::quarantine::{Quarantined, Targeted};
use crate::track::ChainHead;
use crate::ui::prelude::*;

/// All sessions, the most recently active first.
#[component]
pub fn SessionsPage() -> impl IntoView {
    let map = use_query_map().get_untracked();
    let mut errors = unknown(&map, &["before"]);
    let before = number(&map, "before", &mut errors);
    if !errors.is_empty() {
        return view! { <WrongAddress errors href="/sessions" label="All sessions"/> }.into_any();
    }
    let list = Resource::new_blocking(move || before, load_sessions);
    view! {
        <div class="page">
            <PageHead title="Sessions" lead="What agents did together: their chains, step by step."/>
            <div data-fresh="sessions">
                <Loaded resource=list let:loaded>
                    <Listing list=loaded/>
                </Loaded>
            </div>
            <Fresh/>
            <ListKeys/>
        </div>
    }
    .into_any()
}

#[component]
fn Listing(list: SessionsList) -> impl IntoView {
    if list.sessions.is_empty() {
        return view! {
            <div class="card">
                <Empty
                    icon=Icon::Inbox
                    title="No sessions yet"
                    text="A document belongs to a session when its delivery names one, as in POST /api/documents?session=night-42; a chain that is described without one is here too."
                >
                    <a class="button" href="/formats/chain-compilation">
                        "How to describe a chain"
                    </a>
                </Empty>
            </div>
        }
        .into_any();
    }
    let older = list.next.map(|before| {
        view! { <a class="button" href=format!("/sessions?before={before}")>"Older sessions"</a> }
    });
    let quarantined = list.quarantined;
    let rows = list.sessions.into_iter().map(|session| row(session, &quarantined)).collect_view();
    view! {
        <section class="card scroll-x" aria-label="Sessions">
            <Table columns=&["Session", "Chains", "Documents", "Began", "Newest"] rows/>
        </section>
        <nav class="overview__more" aria-label="Pages of the list">{older}</nav>
    }
    .into_any()
}

/// Chains of a session that a row shows, newest first.
const MOST_CHAINS: usize = 3;

fn row((head, chains): (SessionHead, Vec<ChainHead>), quarantined: &[Quarantined]) -> impl IntoView + use<> {
    let is_quarantined = quarantined.iter().any(|quarantined| quarantined.is_of_session(&head.name));
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
            <td>
                <a href=address.href() data-row="">{session_name(&head.name)}</a>
                {is_quarantined.then(|| view! { " "<QuarantineBadge/> })}
            </td>
            <td>
                <ul class="standings">{shown}</ul>
                {(more > 0).then(|| view! { <p class="faint">{format!("and {more} before")}</p> })}
            </td>
            <td>{counted(head.documents, "document")}</td>
            <td>
                <Moment milliseconds=head.first_ms/>
            </td>
            <td>
                <Moment milliseconds=head.newest_ms/>
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

/// Documents that name no session share a place.
pub(super) fn session_name(name: &str) -> AnyView {
    if name.is_empty() { "Without a session".into_any() } else { visible(name) }
}
