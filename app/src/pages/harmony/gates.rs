//! The 14 gates in their phases, those of the team, and the newest records.

use super::{block_href, score_bar, trend_badge};
use crate::catalog::{Catalog, OwnGate, gate_label, own_gates};
use crate::document::{BlockHead, State};
use crate::health::{Health, Windows};
use crate::trace::Trace;
use crate::track::gate_name;
use crate::ui::prelude::*;

const PHASES: [(&str, std::ops::RangeInclusive<u32>); 5] = [
    ("Request", 1..=3),
    ("Compilation", 4..=6),
    ("Execution", 7..=10),
    ("Completion", 11..=12),
    ("After", 13..=14),
];

pub(super) fn section(health: &Health, chosen: Option<u32>) -> impl IntoView + use<> {
    let row = |gate: u32, name: String| {
        let windows = health.gates.get(&gate).copied().unwrap_or_default();
        let state = health.states.get(&gate).copied().unwrap_or_default();
        row(gate, name, windows, state, chosen == Some(gate))
    };
    let phase = |(name, numbers): (&'static str, std::ops::RangeInclusive<u32>)| {
        let named = |gate: u32| format!("{gate} {}", gate_name(gate).unwrap_or_default());
        let rows: Vec<_> = numbers.map(|gate| row(gate, named(gate))).collect();
        view! {
            <tbody>
                <tr class="harmony__phase"><th scope="rowgroup" colspan="7">{name}</th></tr>
                {rows}
            </tbody>
        }
    };
    let own: Vec<_> =
        own_gates().into_iter().map(|OwnGate { number, name }| row(number, name.to_owned())).collect();
    let own = (!own.is_empty()).then(|| {
        view! {
            <tbody>
                <tr class="harmony__phase"><th scope="rowgroup" colspan="7">"Your gates"</th></tr>
                {own}
            </tbody>
        }
    });
    view! {
        <section class="section" aria-label="Gates">
            <h2 class="section__title">"Gates"</h2>
            <div class="card scroll-x">
                <table class="table table--stacked">
                    <thead>
                        <tr>
                            <th scope="col">"Gate"</th>
                            <th scope="col">"State"</th>
                            <th scope="col">"Formats"</th>
                            <th scope="col">"Score, 24 h"</th>
                            <th scope="col">"Without errors"</th>
                            <th scope="col">"Trend"</th>
                            <th scope="col">"Records, 24 h / 7 d"</th>
                        </tr>
                    </thead>
                    {PHASES.map(phase)}
                    {own}
                </table>
            </div>
        </section>
    }
}

fn row(gate: u32, name: String, windows: Windows, state: State, is_chosen: bool) -> impl IntoView {
    let specs: Vec<_> = Catalog::current().specs().filter(|spec| spec.gate == gate).collect();
    let formats = match specs.as_slice() {
        [] => view! { <span class="faint">"no format reports here"</span> }.into_any(),
        few if few.len() <= 3 => {
            let names: Vec<String> = few.iter().map(|spec| spec.labelled()).collect();
            view! { <span class="muted">{names.join(", ")}</span> }.into_any()
        }
        many => view! { <span class="muted">{format!("{} formats", many.len())}</span> }.into_any(),
    };
    let rate = windows.day.pass_rate().map(|rate| format!("{rate:.0} %"));
    let records = (windows.week.traces > 0)
        .then(|| format!("{} / {}", grouped(windows.day.traces), grouped(windows.week.traces)));
    let name = match windows.week.traces {
        0 => view! { <span>{visible(&name)}</span> }.into_any(),
        _ => {
            let href = format!("/harmony?gate={gate}");
            view! { <a href=href aria-current=is_chosen.then_some("true")>{visible(&name)}</a> }.into_any()
        }
    };
    view! {
        <tr>
            <td>{name}</td>
            <td>{state.label(None).map(|label| view! { <Badge tone=Tone::from(state) label/> })}</td>
            <td>{formats}</td>
            <td data-label="Score, 24 h">{score_bar(windows.day)}</td>
            <td data-label="Without errors">{rate}</td>
            <td>{trend_badge(windows.trend())}</td>
            <td class="harmony__number" data-label="Records, 24 h / 7 d">{records}</td>
        </tr>
    }
}

/// The newest records, each opening on its text.
pub(super) fn newest(traces: Vec<Trace>) -> impl IntoView {
    let count = traces.len();
    let row = |trace: Trace| {
        let gate = gate_label(trace.gate, &trace.format);
        let who = trace.agent.as_deref().or(trace.model.as_deref()).map(visible);
        let session = trace.session.as_deref().map(|session| {
            let href = super::super::chain::ChainAddress::session(session).href();
            view! { <a class="path" href=href>{visible(session)}</a> }
        });
        view! {
            <tr>
                <td><Score value=trace.score/></td>
                <td><a href=block_href(&trace)>{visible(&trace.title)}</a></td>
                <td>{trace.format}</td>
                <td>{visible(&gate)}</td>
                <td>{session}{trace.step.map(|step| format!(" step {step}"))}</td>
                <td>{who}</td>
                <td><Moment milliseconds=trace.at_ms/></td>
            </tr>
        }
    };
    let rows = traces.into_iter().map(row).collect_view();
    (count > 0).then(|| {
        view! {
            <section class="section" aria-label="Newest records">
                <h2 class="section__title">"Newest records"</h2>
                <p class="muted harmony__lead">
                    {format!("Each record is a report at a gate. Of a text with more than {0}, only the first {0} count.", BlockHead::MOST)}
                </p>
                <div class="card scroll-x">
                    <Table columns=&["Score", "Record", "Format", "Gate", "Session", "Author", "Time"] rows class="table table--stacked"/>
                </div>
            </section>
        }
    })
}
