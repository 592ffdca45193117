use super::address::{summary_of, with_finding};
use super::graph::{Graph, anchor_of};
use crate::audit::{DecisionQuery, Link, MachineMove, RecordFinding, StoredDecision};
use crate::diagnostic::Severity;
use crate::document::State;
use crate::format::Format;
use crate::formats::V36Decision;
use crate::pages::chain::ChainAddress;
use crate::ui::prelude::*;
use crate::ui::{lamps, line_href, trail_href};

/// A page of records. Those of a task are in the order of time, with their links as a graph.
#[component]
pub(super) fn Records(records: Vec<StoredDecision>, query: DecisionQuery) -> impl IntoView {
    let mut records = records;
    if records.is_empty() {
        return view! { <p class="card card--padded muted">"No record on this page has all that is chosen."</p> }
            .into_any();
    }
    let is_of_task = query.task.is_some();
    if is_of_task {
        records.sort_by_key(|record| (record.at_ms, record.number));
    }
    let graph = is_of_task.then(|| view! { <Graph records=records.clone()/> });
    let shown: Vec<u64> = records.iter().map(|record| record.number).collect();
    let rows: Vec<_> = records.into_iter().map(|record| row(record, &shown)).collect();
    view! {
        {graph}
        <ol class="log__records">{rows}</ol>
    }
    .into_any()
}

/// The tone of a decision: what contradicts itself has one of its own, and what was found in a record matters more than
/// that it claims to have passed.
pub(super) fn tone_of(record: &StoredDecision) -> Tone {
    let spec = &V36Decision::SPEC;
    let disproves = |rule: &str| spec.contradictions.iter().any(|known| known.id == rule);
    if record.findings.iter().any(|finding| disproves(&finding.rule)) {
        return Tone::Contradicted;
    }
    let gravest = record.findings.iter().map(|finding| finding.severity).min();
    match (spec.hints.state(record.class.as_deref()), gravest) {
        (State::Passed, Some(severity @ (Severity::Error | Severity::Warning))) => Tone::from(severity),
        (state, _) => Tone::from(state),
    }
}

fn row(record: StoredDecision, shown: &[u64]) -> impl IntoView + use<> {
    let tone = tone_of(&record);
    let StoredDecision { number, place, session, id, ts, task, layer, class, level, actor, reason, .. } =
        record;
    let said = |value: &Option<String>| visible(value.as_deref().unwrap_or("not said"));
    let label = class.unwrap_or_else(|| "no class".to_owned());
    let href = line_href(&place.document, place.line);
    let task = match task {
        Some(task) => view! { <a class="mono" href=trail_href(&task)>{visible(&task)}</a> }.into_any(),
        None => view! { <span>"no task"</span> }.into_any(),
    };
    let session = session.map(|session| {
        let href = ChainAddress::session(&session).href();
        view! { <a class="path" href=href>{visible(&session)}</a> }
    });
    view! {
        <li class="log__record card card--padded" id=anchor_of(number)>
            <p class="decision-log__what">
                <Badge tone label/>
                <strong class="mono">{said(&reason)}</strong>
                {record.moves.into_iter().map(moved).collect_view()}
            </p>
            <p class="facts">
                <span>{said(&ts)}</span>
                {task}
                <span class="mono">{said(&layer)}</span>
                <span>"by "{said(&actor)}", "{said(&level)}</span>
                <span class="mono">{said(&id)}</span>
                {session}
            </p>
            {lamps(record.signals.iter().map(|(name, is_lit)| (name.as_str(), *is_lit)))}
            {links(record.links, shown)}
            {findings(record.findings)}
            <a class="in-source" href=href>{format!("line {} of the document", grouped(place.line.into()))}</a>
        </li>
    }
}

fn moved(step: MachineMove) -> impl IntoView {
    let MachineMove { machine, from, to } = step;
    let way = match from {
        Some(from) => format!("{machine} {from} → {to}"),
        None => format!("{machine} → {to}"),
    };
    view! { <Tag label=way/> }
}

/// The decisions on which it rests: on this page, in a document, or nowhere.
fn links(links: Vec<Link>, shown: &[u64]) -> Option<impl IntoView + use<>> {
    let chip = |Link { id, target }: Link| match target {
        Some((number, _)) if shown.contains(&number) => {
            view! { <a class="chain__wait" href=format!("#{}", anchor_of(number))>{visible(&id)}</a> }
                .into_any()
        }
        Some((_, place)) => {
            let href = line_href(&place.document, place.line);
            view! { <a class="chain__wait" href=href>{visible(&id)}</a> }.into_any()
        }
        None => view! {
            <span class="chain__wait faint" title="No decision of any document">{visible(&id)}</span>
        }
        .into_any(),
    };
    let chips: Vec<_> = links.into_iter().map(chip).collect();
    (!chips.is_empty()).then(|| {
        view! { <p class="decision-log__links"><span class="faint">"rests on "</span>{chips}</p> }
    })
}

fn findings(findings: Vec<RecordFinding>) -> Option<impl IntoView> {
    let finding = |RecordFinding { rule, severity }: RecordFinding| {
        let href = with_finding(None, &rule);
        let summary = summary_of(&rule).map(|summary| view! { " "<span class="muted">{summary}</span> });
        view! {
            <li>
                <a class="decisions__finding" href=href><Badge tone=Tone::from(severity) label=rule/></a>
                {summary}
            </li>
        }
    };
    let findings: Vec<_> = findings.into_iter().map(finding).collect();
    (!findings.is_empty()).then(|| view! { <ul class="decisions__findings-list">{findings}</ul> })
}
