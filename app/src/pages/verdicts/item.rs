use super::{gate_title, outcome_badge};
use crate::gate::{GateKind, GateOutcome};
use crate::pages::chain::ChainAddress;
use crate::ui::line_href;
use crate::ui::prelude::*;
use crate::ui::{Crumbs, crumb};
use crate::work_item::{Attempt, GateAttempts, RecordedFlag, RecordedPlace, WorkItem};

/// The gates of a work item side by side.
#[component]
pub(super) fn Item(
    item: Option<WorkItem>,
    task: String,
    /// The ids of the formats that are quarantined.
    quarantined: Vec<String>,
) -> impl IntoView {
    let Some(item) = item else { return view! { <Missing task/> }.into_any() };
    let count = item.gates.len();
    let columns = GateKind::ALL.map(|kind| {
        let gate = item.gates.iter().find(|gate| gate.kind == kind);
        let is_held = gate.is_some() && quarantined.iter().any(|id| id == kind.id());
        column(kind, gate.cloned(), is_held)
    });
    view! {
        <Crumbs steps=crumb("Verdicts", "/verdicts")/>
        <div class="page__head">
            <h1 class="verdicts__task">{visible(&item.task)}</h1>
            <p class="page__lead">
                {outcome_badge(item.outcome)}" "{meaning(item.outcome, count)}
            </p>
            {item.is_cut.then(|| view! { <p class="muted">"Older answers are left out."</p> })}
        </div>
        <div class="verdicts__columns">{columns.into_iter().collect_view()}</div>
    }
    .into_any()
}

#[component]
fn Missing(task: String) -> impl IntoView {
    if let Some(response) = use_context::<leptos_axum::ResponseOptions>() {
        response.set_status(http::StatusCode::NOT_FOUND);
    }
    view! {
        <div class="page__head">
            <h1 class="verdicts__task">{visible(&task)}</h1>
        </div>
        <div class="card">
            <Empty icon=Icon::Check title="No verdicts" text="No gate has judged this work item, or its verdicts were deleted.">
                <a class="button" href="/verdicts">"All verdicts"</a>
            </Empty>
        </div>
    }
}

/// What the outcome of the gates together follows from.
fn meaning(outcome: GateOutcome, gates: usize) -> String {
    let total = GateKind::ALL.len();
    let answered =
        if gates == total { String::new() } else { format!("; {gates} of {total} gates answered") };
    let newest = match outcome {
        GateOutcome::Pass => "The newest answer of each gate passes",
        GateOutcome::Fail => "The newest answer of a gate fails",
        GateOutcome::Redeploy => "The newest answer of a gate has a red flag: the work is done again",
        GateOutcome::Undecidable => "The newest answer of a gate says neither pass nor fail",
    };
    format!("{newest}{answered}.")
}

fn column(kind: GateKind, gate: Option<GateAttempts>, is_quarantined: bool) -> impl IntoView {
    let title = gate_title(kind);
    let attempts = match gate {
        Some(gate) => {
            // The newest counts.
            let attempts = gate.attempts.into_iter().rev().map(attempt).collect_view();
            view! { <ol class="verdicts__attempts">{attempts}</ol> }.into_any()
        }
        None => view! { <p class="card card--padded muted">"No answer yet."</p> }.into_any(),
    };
    view! {
        <section aria-label=title>
            <h2 class="section__title">
                {title}
                {is_quarantined.then(|| view! { " "<QuarantineBadge/> })}
            </h2>
            {attempts}
        </section>
    }
}

fn attempt(attempt: Attempt) -> impl IntoView {
    let Attempt { attempt, outcome, rule, flags, more_flags, document, line, session, at_ms, .. } = attempt;
    let number = attempt.map_or_else(|| "Attempt".to_owned(), |number| format!("Attempt {number}"));
    let flags = flags.into_iter().map(|flag| red_flag(flag, &document)).collect_view();
    let more = (more_flags > 0)
        .then(|| view! { <p class="muted">{format!("{more_flags} more in the document")}</p> });
    let session = session.map(|session| {
        let href = ChainAddress::session(&session).href();
        view! { " · "<a class="path" href=href>{visible(&session)}</a> }
    });
    view! {
        <li class="card card--padded">
            <h3 class="verdicts__attempt">{number}" "{outcome_badge(outcome)}</h3>
            <p>{visible(&rule)}</p>
            <ul class="verdicts__flags">{flags}</ul>
            {more}
            <p class="verdicts__from">
                <Moment milliseconds=at_ms/>" · "
                <a href=line_href(&document, line)>{format!("line {line}")}</a>" of "
                <a href=format!("/documents/{document}")>"the document"</a>
                {session}
            </p>
        </li>
    }
}

/// A red flag with both of its places, in the document's words.
fn red_flag(flag: RecordedFlag, document: &str) -> impl IntoView + use<> {
    let places = flag.places.into_iter().map(|place| quoted(place, document)).collect_view();
    view! {
        <li>
            <p><Tag label=flag.flag/>" "{visible(&flag.message)}</p>
            <ul class="verdicts__places">{places}</ul>
        </li>
    }
}

fn quoted(place: RecordedPlace, document: &str) -> impl IntoView + use<> {
    let RecordedPlace { field, line, quote } = place;
    let quote = match line.zip(quote) {
        Some((line, quote)) => view! {
            <code class="verdicts__quote">{visible(&quote)}</code>" "
            <a href=line_href(document, line)>{format!("line {line}")}</a>
        }
        .into_any(),
        None => view! { <span class="muted">"not in the answer"</span> }.into_any(),
    };
    view! { <li>{visible(&field)}" "{quote}</li> }
}
