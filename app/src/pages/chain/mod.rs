//! A session with its chains at a moment: each as a table, a graph or a timeline of one and the same state.

mod address;
mod axis;
mod callout;
mod changes;
mod drawing;
mod evidence;
mod graph;
mod inspector;
mod moments;
mod opinions;
mod rows;
mod steps;
mod timeline;
mod took;

use self::callout::Callout;
use self::changes::Changes;
use self::evidence::SessionEvidence;
use self::graph::Graph;
use self::inspector::Inspector;
use self::moments::Moments;
use self::opinions::SecondOpinions;
use self::steps::StepTable;
use self::timeline::Timeline;
use self::took::UsualTimes;
use super::not_found::NotFound;
use super::quarantine::{QuarantineBanner, quarantine_href};
use super::sessions::{session_badge, session_name};
use super::wrong_address::WrongAddress;
use crate::api::{SessionPage as Page, SessionQuery, SharedLibrary, load_session};
use crate::document::State;
use crate::islands::{ChainKeys, Fresh, InPlace, OpenAtHand};
use crate::moves::Progress;
use crate::moves::StepNumber;
use crate::quarantine::{Quarantined, Targeted};
use crate::track::{Attached, Chain, ChainHead, Note, NoteKind, Session, Step, Waiting};
use crate::ui::prelude::*;
use crate::ui::{Crumbs, ROWS_OF_PAGE, RowPages, Tab, Tabs, crumb, duration_words, rows_around};

pub use self::address::{ChainAddress, Shown};
pub(super) use self::drawing::{Drawing, WIDTH};
pub(super) use self::graph::shortened;

#[component]
pub fn SessionPage() -> impl IntoView {
    let (address, mut errors) = use_query_map().with_untracked(ChainAddress::of);
    let head = use_context::<SharedLibrary>().map(|library| library.head().seq);
    errors.extend(head.map(|head| address.moments_after(head)).into_iter().flatten());
    if !errors.is_empty() {
        let whole = ChainAddress::session(&address.session).href();
        return view! { <WrongAddress errors href=whole label="The session"/> }.into_any();
    }
    let query = SessionQuery {
        name: address.session.clone(),
        at: address.at,
        with: address.with,
        chain: address.chain.clone(),
        step: address.step,
    };
    let page = Resource::new_blocking(move || query.clone(), load_session);
    view! {
        <Loaded resource=page let:found>
            {match found {
                Some(page) => view! { <Whole page address=address.clone()/> }.into_any(),
                None if address.session.is_empty() => view! { <NoName/> }.into_any(),
                None => {
                    view! { <NotFound title="Session not found" text="No document names this session, or its documents were deleted."/> }
                        .into_any()
                }
            }}
        </Loaded>
    }
    .into_any()
}

/// Where documents without a session were once shown as one.
#[component]
fn NoName() -> impl IntoView {
    if let Some(response) = use_context::<leptos_axum::ResponseOptions>() {
        response.set_status(http::StatusCode::NOT_FOUND);
    }
    view! {
        <div class="page">
            <PageHead title="Without a session"/>
            <div class="card">
                <Empty icon=Icon::Search title="The address names no session" text="Chains of documents without a session are listed by the folder of these documents.">
                    <a class="button button--primary" href="/sessions">
                        "All sessions"
                    </a>
                </Empty>
            </div>
        </div>
    }
}

#[component]
fn Whole(page: Page, address: ChainAddress) -> impl IntoView {
    let foremost = page.session.foremost().map(|chain| chain.id.clone());
    let Page {
        session: Session { name, project, newest_ms, chains, reports, .. },
        state,
        health,
        with,
        moments,
        words,
        opinions,
        usual,
        evidence,
        quarantined,
    } = page;
    provide_context(UsualTimes(usual));
    let of_session: Vec<Quarantined> =
        quarantined.iter().filter(|quarantined| quarantined.is_of_session(&name)).cloned().collect();
    let quarantine =
        of_session.is_empty().then(|| view! { <a href=quarantine_href("session", &name)>"Quarantine"</a> });
    let title = name.clone();
    let count = chains.len();
    let documents = address.documents_href();
    let export = (count > 0).then(|| {
        let href = address.trace_href();
        view! { <a href=href download="trace.json" rel="external">"Export as trace"</a> }
    });
    let chosen = address.chain.clone().or(foremost);
    let list = (count > 1).then(|| {
        let chains = chains.iter().map(Chain::head).collect();
        view! { <ChainList chains quarantined=quarantined.clone() chosen=chosen.clone() address=address.clone()/> }
    });
    let chain = chains.into_iter().find(|chain| Some(&chain.id) == chosen.as_ref());
    let address = ChainAddress { chain: chosen, ..address };
    let before =
        with.map(|with| with.chains.into_iter().find(|chain| Some(&chain.id) == address.chain.as_ref()));
    let none_there = match count {
        0 if moments.is_empty() => "No document mentions a chain in this session.",
        0 => "No chain in this session at this point.",
        _ => "There is no such chain at this moment.",
    };
    let shown = match chain {
        Some(chain) => {
            view! { <ChainView chain before words quarantined address=address.clone()/> }.into_any()
        }
        None => view! { <p class="card card--padded muted">{none_there}</p> }.into_any(),
    };
    view! {
        <Title text=title/>
        <div class="page document">
            <header class="document__head">
                <Crumbs steps=crumb("Sessions", "/sessions")/>
                <h1 class="document__title">{session_name(&name)}</h1>
                <p class="facts" data-fresh="facts">
                    {session_badge(state)}
                    {project.as_deref().map(|project| view! { <span>"project "{visible(project)}</span> })}
                    <span>{counted(count as u64, "chain")}</span>
                    {(newest_ms > 0).then(|| view! { <span>"newest " <Moment milliseconds=newest_ms/></span> })}
                    {health.score().map(|score| view! { <span>"health "{format!("{score:.0}")}</span> })}
                    {evidence::contradicted(&evidence)}
                    <a href=documents>"Documents"</a>
                    {quarantine}
                    {export}
                </p>
            </header>
            // Without a chain there is nothing to go through, unless there is one at another event.
            {(count > 0 || address.at.is_some()).then(|| view! { <Moments moments address=address.clone()/> })}
            <div data-fresh="chains">
                {of_session.into_iter().map(|quarantined| view! { <QuarantineBanner quarantined/> }).collect_view()}
                {list}
                {shown}
                <SecondOpinions opinions/>
                <Reports title="Unlinked reports" reports/>
            </div>
            <div data-fresh="evidence">
                <SessionEvidence evidence session=name/>
            </div>
            <Fresh/>
            <InPlace/>
            <OpenAtHand/>
            <ChainKeys/>
        </div>
    }
}

/// Of many chains a page, the one that holds the chain that is shown.
#[component]
fn ChainList(
    chains: Vec<ChainHead>,
    quarantined: Vec<Quarantined>,
    chosen: Option<String>,
    address: ChainAddress,
) -> impl IntoView {
    let is_held = |chain: &ChainHead| {
        let is_of_chain =
            |quarantined: &Quarantined| quarantined.is_of_chain(&chain.id, chain.title.as_deref());
        quarantined.iter().any(is_of_chain)
    };
    let is_chosen = |chain: &ChainHead| chosen.as_ref() == Some(&chain.id);
    let at = chains.iter().position(is_chosen).unwrap_or_default();
    let rows = rows_around(at as u32 + 1, chains.len(), ROWS_OF_PAGE);
    let ids: Vec<String> = chains.iter().map(|chain| chain.id.clone()).collect();
    let href_of =
        move |chain: Option<String>| ChainAddress { chain, step: None, row: None, ..address.clone() }.href();
    let row = |chain: &ChainHead| {
        view! {
            <li>
                <a class="chain-list__chain" href=href_of(Some(chain.id.clone())) aria-current=is_chosen(chain).then_some("true")>
                    {state_badge(chain)}
                    {is_held(chain).then(|| view! { <Badge tone=Tone::Quarantined label="quarantined"/> })}
                    <span class="chain-list__title">{title_of(chain.title.as_deref())}{from_agent(chain.agent.as_deref())}</span>
                    <span class="faint">{format!("{} of {} done", grouped(chain.settled.into()), grouped(chain.steps.into()))}</span>
                </a>
            </li>
        }
    };
    let shown = chains.get(rows.clone()).unwrap_or_default().iter().map(row).collect_view();
    let count = ids.len();
    let of_row = move |row: u32| href_of(ids.get(row.saturating_sub(1) as usize).cloned());
    view! {
        <ul class="chain-list card" aria-label="Chains of the session">{shown}</ul>
        <RowPages rows count label="Pages of chains" href=of_row/>
    }
}

pub(super) fn title_of(title: Option<&str>) -> AnyView {
    match title {
        Some(title) => visible(title),
        None => view! { <span class="faint">"Untitled chain"</span> }.into_any(),
    }
}

/// Marks a chain that a sub-agent or a tool reported, since the session doesn't go through it.
pub(super) fn from_agent(agent: Option<&str>) -> Option<AnyView> {
    agent.map(|agent| view! { <span class="faint">" from "{visible(agent)}</span> }.into_any())
}

#[component]
fn ChainView(
    chain: Chain,
    /// At the second moment; the inner value is `None` if it didn't exist then.
    before: Option<Option<Chain>>,
    words: Vec<crate::api::StepWords>,
    mut quarantined: Vec<Quarantined>,
    address: ChainAddress,
) -> impl IntoView {
    quarantined.retain(|quarantined| quarantined.is_of_chain(&chain.id, chain.title.as_deref()));
    let is_quarantined = !quarantined.is_empty();
    let count = chain.steps.len();
    let rows = rows::rows(&chain, &address);
    let steps = chain.steps.get(rows.clone()).unwrap_or_default().to_vec();
    let numbers: Vec<StepNumber> = chain.steps.iter().map(|step| step.number).collect();
    let of_row = {
        let address = address.clone();
        move |row: u32| {
            let row = numbers.get(row.saturating_sub(1) as usize).copied();
            ChainAddress { row, ..address.clone() }.href()
        }
    };
    let jump = address.clone();
    // A step that is chosen leaves the rows where they are.
    let row = steps.first().map(|first| first.number).filter(|_| steps.len() < count);
    let address = ChainAddress { row: row.or(address.row), ..address };
    let last = chain.steps.last().map_or(1, |step| step.number.number);
    let at_hand = chain.at_hand();
    let shown = match address.shown {
        Shown::Table => view! { <StepTable steps at_hand address=address.clone()/> }.into_any(),
        Shown::Graph => view! { <Graph steps at_hand address=address.clone()/> }.into_any(),
        Shown::Timeline => {
            view! { <Timeline steps at_hand from=chain.opened_ms to=chain.newest_ms is_by_receipt=chain.is_by_receipt address=address.clone()/> }
                .into_any()
        }
    };
    let tab = |shown: Shown| Tab {
        label: shown.label(),
        href: ChainAddress { shown, ..address.clone() }.href(),
        is_current: shown == address.shown,
    };
    let inspected = address.step.and_then(|number| chain.step(number).cloned());
    let is_inspected = inspected.is_some();
    let notes = chain.oddities();
    view! {
        <section aria-label="Chain">
            {quarantined.into_iter().map(|quarantined| view! { <QuarantineBanner quarantined/> }).collect_view()}
            <Head chain=&chain is_quarantined address=address.clone()/>
            {before.map(|before| view! { <Changes before after=chain.clone() address=address.clone()/> })}
            <Tabs label="Views of the chain" tabs=Shown::ALL.map(tab).to_vec()/>
            <RowPages rows count label="Pages of steps" href=of_row>
                <Jump last address=jump/>
            </RowPages>
            <div class="chain-page" class:chain-page--inspected=is_inspected>
                <div>{shown}</div>
                {inspected.map(|step| view! { <Inspector step words address=address.clone()/> })}
            </div>
            <Notes notes/>
            <Reports title="Unlinked reports" reports=chain.reports/>
        </section>
    }
}

/// What a person wants to know first: how far it is, and what it waits for.
#[component]
fn Head<'c>(chain: &'c Chain, is_quarantined: bool, address: ChainAddress) -> impl IntoView + use<> {
    let waits_for = chain.waits_for();
    let is_called = chain.head().waits_for_a_person();
    let waits = waits_for.as_ref().filter(|_| !is_called).map(|waiting| {
        view! { <p class="chain-head__waits">{waiting_for(waiting)}" "{step_at_hand(chain, &address)}</p> }
    });
    let callout = waits_for
        .filter(|_| is_called)
        .map(|waiting| view! { <Callout waiting chain address=address.clone()/> });
    let took = chain.ended_ms.unwrap_or(chain.newest_ms) - chain.opened_ms;
    let took = (took >= 1000).then(|| {
        let title =
            chain.is_by_receipt.then_some("Between the receipts of its first and its newest document");
        view! { <span class="muted" title=title>"· "{duration_words(took)}</span> }
    });
    let fact = |label: &'static str, value: &Option<String>| {
        value
            .as_ref()
            .map(|value| view! { <div class="fact"><dt>{label}</dt><dd>{visible(value)}</dd></div> })
    };
    view! {
        <header class="chain-head card card--padded">
            <div class="chain-head__words">
                <h2>{title_of(chain.title.as_deref())}</h2>
                {from_agent(chain.agent.as_deref()).map(|agent| view! { <p>{agent}</p> })}
                {waits}
            </div>
            <p class="chain-head__figures">
                <span>{format!("{} of {} done", grouped(chain.count(Progress::is_settled) as u64), grouped(chain.steps.len() as u64))}" "{took}</span>
                {state_badge(&chain.head())}
                {match is_quarantined {
                    true => view! { <QuarantineBadge/> }.into_any(),
                    false => view! { <a href=quarantine_href("chain", &chain.id)>"Quarantine"</a> }.into_any(),
                }}
            </p>
            {callout}
            <dl class="fact-list chain-head__facts">
                {fact("Request", &chain.request)}
                {fact("Source", &chain.source)}
                {fact("Logs", &chain.logs)}
                {fact("Learnings", &chain.learnings)}
                {fact("Gates", &inspector::names_of_gates(&chain.gates))}
            </dl>
        </header>
    }
}

/// A link to the step that matters now, unless it is shown already.
fn step_at_hand(chain: &Chain, address: &ChainAddress) -> Option<AnyView> {
    let number = chain.at_hand().filter(|number| address.step != Some(*number))?;
    let href = ChainAddress { step: Some(number), row: None, ..address.clone() }.href();
    let link =
        view! { <a class="button button--small" href=href data-in-place="">{format!("Step #{number}")}</a> };
    Some(link.into_any())
}

pub(super) fn waiting_for(waiting: &Waiting) -> AnyView {
    let list = |numbers: &[StepNumber]| {
        let names: Vec<String> = numbers.iter().take(12).map(|number| format!("#{number}")).collect();
        let more = numbers.len().saturating_sub(12);
        if more > 0 { format!("{} and {more} more", names.join(", ")) } else { names.join(", ") }
    };
    match waiting {
        Waiting::Person { step: None, prompt: None } => "Awaiting approval.".into_any(),
        Waiting::Person { step, prompt } => {
            let step = step.map(|step| format!(" at step {step}")).unwrap_or_default();
            let prompt = prompt.as_deref().map(|prompt| view! { ": " {visible(prompt)} });
            view! { {format!("Waiting for you{step}")}{prompt} }.into_any()
        }
        Waiting::Decision { step, .. } => format!("Step {step} failed. Decision needed.").into_any(),
        Waiting::Steps { numbers } => format!("Running: {}.", list(numbers)).into_any(),
        Waiting::Circle { numbers } => format!("Deadlock: {} wait on each other.", list(numbers)).into_any(),
        Waiting::Start { numbers } => format!("Ready to start: {}.", list(numbers)).into_any(),
        Waiting::End => "All steps finished; no completion report (1.4).".into_any(),
    }
}

/// The badge of a chain.
pub(super) fn state_badge(chain: &ChainHead) -> AnyView {
    view! { <Badge tone=Tone::from(chain.state) label=chain.label()/> }.into_any()
}

/// The badge of a step.
fn step_badge(step: &Step) -> AnyView {
    let tone = match step.state() {
        State::Contradicted => Tone::Contradicted,
        _ => Tone::from(step.progress),
    };
    view! { <Badge tone label=step.label()/> }.into_any()
}

/// To any step at once.
#[component]
fn Jump(
    /// The greatest number of a step.
    last: u32,
    address: ChainAddress,
) -> impl IntoView {
    let hidden = hidden_inputs(ChainAddress { row: None, step: None, ..address }.parameters());
    view! {
        <form class="jump" method="GET" action="/session">
            {hidden}
            <label>"Step " <input class="field__input" type="number" name="row" min="1" max=last/></label>
            <button class="button button--small" type="submit">"Go"</button>
        </form>
    }
}

/// Anomalies in the chain's course, and what should have come.
#[component]
fn Notes(notes: Vec<Note>) -> impl IntoView {
    let count = notes.len();
    if count == 0 {
        return ().into_any();
    }
    let note = |note: Note| {
        let tone = match note.kind {
            NoteKind::Contradiction | NoteKind::Blocked => Tone::Error,
            NoteKind::OutOfOrder | NoteKind::Unplanned => Tone::Warning,
            NoteKind::Repeated | NoteKind::Missing => Tone::Info,
        };
        view! {
            <li class="flag chain-note">
                <Badge tone label=note.kind.as_str()/>
                <span class="chain-note__message">{visible(&note.message)}</span>
                {note.place.map(|place| inspector::place_link(&place))}
            </li>
        }
    };
    view! {
        <Section title="Anomalies" count>
            <ul class="card">{notes.into_iter().take(ROWS_OF_PAGE).map(note).collect_view()}</ul>
            {(count > ROWS_OF_PAGE).then(|| view! { <p class="muted">{format!("{} more.", grouped((count - ROWS_OF_PAGE) as u64))}</p> })}
        </Section>
    }
    .into_any()
}

#[component]
fn Reports(title: &'static str, reports: Vec<Attached>) -> impl IntoView {
    let count = reports.len();
    (count > 0).then(|| {
        view! {
            <Section title count>
                <ul class="card">{reports.into_iter().take(ROWS_OF_PAGE).map(inspector::report_row).collect_view()}</ul>
                {(count > ROWS_OF_PAGE).then(|| view! { <p class="muted">{format!("{} more are in the list of documents.", grouped((count - ROWS_OF_PAGE) as u64))}</p> })}
            </Section>
        }
    })
}
