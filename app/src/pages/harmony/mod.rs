//! Health: how well texts keep to their contracts at the gates, and what takes points from it.

mod alignment;
mod courses;
mod gates;
mod healing;
mod history;
mod ledger;
mod patterns;
mod reports;

pub(super) use courses::days;

use super::document::{Address, View};
use super::wrong_address::{WrongAddress, unknown};
use crate::api::{HealthPage, HealthQuery, load_health, load_traces};
use crate::catalog::{GATES, gate_name, gate_named};
use crate::health::{Band, Sum, Trend, Windows};
use crate::islands::Fresh;
use crate::query_error::QueryError;
use crate::trace::{Trace, TraceList, TraceQuery};
use crate::track::is_own_gate;
use crate::ui::prelude::*;

/// The records on the page of a pattern.
const MOST_RECORDS: usize = 100;

#[component]
pub fn HarmonyPage() -> impl IntoView {
    let map = use_query_map().get_untracked();
    let mut errors = unknown(&map, &["gate", "format", "rule"]);
    let asked = map.get("gate").filter(|gate| !gate.trim().is_empty());
    let gate = asked.as_deref().and_then(gate_named);
    if let (Some(asked), None) = (&asked, gate) {
        errors.push(QueryError::new("gate", asked, GATES));
    }
    let query =
        TraceQuery { gate, format: map.get("format"), rule: map.get("rule"), ..TraceQuery::default() };
    errors.extend(query.error());
    if !errors.is_empty() {
        return view! { <WrongAddress errors href="/harmony" label="All gates"/> }.into_any();
    }
    let chosen = chosen(&query);
    let shown = match query.rule {
        Some(_) => view! { <OfPattern query/> }.into_any(),
        None => view! { <OfGates query=HealthQuery { gate: query.gate, format: query.format }/> }.into_any(),
    };
    view! {
        <div class="page">
            <PageHead title="Harmony" lead="How well texts keep to their contracts at the 14 gates, and what takes points from the score."/>
            {chosen}
            <div data-fresh="health">{shown}</div>
            <Fresh/>
        </div>
    }
    .into_any()
}

/// A pattern: what it calls for, how often the rule is broken, and the newest records that break it.
#[component]
fn OfPattern(query: TraceQuery) -> impl IntoView {
    let asked = query.clone();
    let page = Resource::new_blocking(
        move || asked.clone(),
        |asked| async move {
            Ok::<_, ServerFnError>((load_health(HealthQuery::default()).await?, load_traces(asked).await?))
        },
    );
    view! {
        <Loaded resource=page let:loaded>
            <Pattern page=loaded.0 traces=loaded.1 query=query.clone()/>
        </Loaded>
    }
}

#[component]
fn Pattern(page: HealthPage, traces: TraceList, query: TraceQuery) -> impl IntoView {
    let HealthPage { health, reports, .. } = page;
    let is_of = |pattern: &crate::health::Pattern| {
        query.rule.as_ref() == Some(&pattern.rule)
            && query.format.as_ref().is_none_or(|format| *format == pattern.format)
    };
    let healings = health.healings.into_iter().filter(|healing| is_of(&healing.pattern)).collect();
    let patterns = health.patterns.into_iter().filter(is_of).collect();
    view! {
        {healing::section(healings, &reports)}
        {patterns::section(patterns)}
        {gates::newest(traces.traces.into_iter().take(MOST_RECORDS).collect())}
    }
}

#[component]
fn OfGates(query: HealthQuery) -> impl IntoView {
    let gate = query.gate;
    let page = Resource::new_blocking(move || query.clone(), load_health);
    view! {
        <Loaded resource=page let:loaded>
            <Whole page=loaded gate/>
        </Loaded>
    }
}

/// What the page is narrowed to, with the way back.
fn chosen(query: &TraceQuery) -> Option<impl IntoView + use<>> {
    let TraceQuery { gate, format, rule, .. } = query;
    let name = match (gate, format, rule) {
        (Some(gate), ..) if is_own_gate(*gate) => format!("Gate {}", gate_name(*gate).unwrap_or_default()),
        (Some(gate), ..) => format!("Gate {gate}: {}", gate_name(*gate).unwrap_or_default()),
        (None, Some(format), Some(rule)) => format!("Records of {format} that break {rule}"),
        _ => return None,
    };
    Some(
        view! { <p class="harmony__chosen"><strong>{visible(&name)}</strong> <a href="/harmony">"All gates"</a></p> },
    )
}

#[component]
fn Whole(page: HealthPage, gate: Option<u32>) -> impl IntoView {
    let HealthPage { health, ledger, is_of_week, traces, reports } = page;
    view! {
        <section class="harmony__top" aria-label="Score">
            {score_card(health.overall)}
            {history::chart(&health.history)}
        </section>
        {gates::section(&health, gate)}
        {ledger::section(ledger, is_of_week)}
        {healing::section(health.healings, &reports)}
        {reports::section(reports)}
        {patterns::section(health.patterns)}
        {courses::section(health.formats, health.producers, health.agents, health.models)}
        {gates::newest(traces)}
        {alignment::section()}
        <Formulas/>
    }
}

fn score_card(overall: Windows) -> impl IntoView {
    let figure = match overall.day.score().or(overall.week.score()) {
        Some(score) => view! { <p class="harmony__score">{format!("{score:.0}")}</p> }.into_any(),
        None => view! { <p class="harmony__score harmony__score--none">"No data"</p> }.into_any(),
    };
    let facts = |label: &'static str, sum: Sum| {
        let passed = sum.pass_rate().map(|rate| format!(", {rate:.0} % without errors"));
        let score = sum.score().map_or("no data".to_owned(), |score| format!("{score:.1}"));
        view! { <div class="fact"><dt>{label}</dt><dd>{score}{passed}</dd></div> }
    };
    let said = match overall.day.traces {
        0 if overall.week.traces == 0 => "No report has passed a gate in seven days.".to_owned(),
        0 => format!("Seven days, {}; none in the last 24 hours.", counted(overall.week.traces, "record")),
        traces => format!("Last 24 hours, {}.", counted(traces, "record")),
    };
    view! {
        <div class="card card--padded harmony__card">
            <h2 class="section__title">"Health"</h2>
            <div class="harmony__figure">
                {figure}
                <p>{band_badge(overall.day.band().or(overall.week.band()))}{trend_badge(overall.trend())}</p>
            </div>
            <p class="muted">{said}</p>
            <dl class="fact-list">
                {facts("24 hours", overall.day)}
                {facts("7 days", overall.week)}
            </dl>
        </div>
    }
}

fn band_badge(band: Option<Band>) -> Option<impl IntoView> {
    let band = band?;
    let tone = match band {
        Band::Healthy => Tone::Pass,
        Band::Degraded => Tone::Medium,
        Band::Critical => Tone::Fail,
    };
    Some(view! { <Badge tone label=band.as_str()/> })
}

fn trend_badge(trend: Option<Trend>) -> Option<impl IntoView> {
    let (mark, word) = match trend? {
        Trend::Improving => ("↗", "improving"),
        Trend::Stable => ("→", "stable"),
        Trend::Declining => ("↘", "declining"),
    };
    Some(view! { <span class="harmony__trend">{mark}" "{word}</span> })
}

/// A score as a bar, or that there is none.
fn score_bar(sum: Sum) -> AnyView {
    match sum.score() {
        Some(score) => view! { <Score value=score.round() as u8/> }.into_any(),
        None => view! { <span class="faint">"no data"</span> }.into_any(),
    }
}

/// Where a record is shown.
fn document_href(id: &str) -> String {
    format!("/documents/{id}")
}

/// The address of a trace's document, which begins with the block that left it.
fn block_href(trace: &Trace) -> String {
    Address::new(&trace.document, None).blocks(View::Viewer, trace.block)
}

#[component]
fn Formulas() -> impl IntoView {
    view! {
        <details class="card card--padded harmony__formulas">
            <summary>"How this is computed"</summary>
            <ul>
                <li>"Every block of a known format leaves a record at its format's gate. Examples in a code fence leave none."</li>
                <li>"A gate is in the state of its newest record, and waits while a chain waits for a person there."</li>
                <li>"A record's score is 100 − 20 for each error − 5 for each warning, and not below 0. It passes without an error."</li>
                <li>"A score is the mean over the records of a window, so each record's share of the lost points is known: what it lost, divided by the number of records. The shares add up to 100 − score."</li>
                <li>"Windows are whole hours: this hour and the 23, or the 167, before it. Records are kept for seven days, and go with their document."</li>
                <li>"Bands: healthy from 90 on, degraded from 60 on, critical below. No records means no data."</li>
                <li>"Trend: 24 hours against seven days; a difference below 5 points is stable."</li>
                <li>"A pattern is one rule of one format. Three records that break it within 24 hours raise a recommendation: medium from 3 on, high from 5 on, critical from 10 on."</li>
                <li>"A pattern is the parser's if something was written and not read, the contract's if 80 % of at least 10 records of the format break it, and otherwise the agent's."</li>
                <li>"Alignment is the mean of all formats, and a format's the mean of its fields: specified 0 %, read 33 %, shown 66 %, shown and tested 100 %."</li>
            </ul>
        </details>
    }
}
