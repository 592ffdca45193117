//! Figures before and after healing: of all that is compared, and of the other gates.

use super::super::{Comparison, GateChange, number};
use super::shown;
use crate::reading::Number;
use crate::ui::prelude::*;

pub(super) fn comparison(rows: Vec<Comparison>, context: &ViewContext) -> AnyView {
    let head = TableHead {
        caption: "Figures before and after healing",
        class: "verification__table",
        columns: &[
            ("Metric", ""),
            ("Before Healing", "table__number"),
            ("After Healing", "table__number"),
            ("Delta", "table__number"),
            ("Status", ""),
        ],
    };
    let cells = |row: Comparison| {
        let delta = number(&row.delta).map(Number::signed).or(row.delta.map(|delta| delta.written));
        view! {
            <th scope="row"><Inline text=row.metric.unwrap_or_default() field="comparison[].metric"/></th>
            <td class="table__number" data-field="comparison[].before">{shown(&row.before)}</td>
            <td class="table__number" data-field="comparison[].after">{shown(&row.after)}</td>
            <td class="table__number" data-field="comparison[].delta">{delta.map(|delta| visible(&delta))}</td>
            <td data-field="comparison[].status">{row.status.map(|status| visible(&status))}</td>
        }
    };
    table(head, "comparison", rows, "No figures are compared.", context, cells)
}

/// Did the healing hurt another gate? Violations before and after, each pair of bars to the same scale.
pub(super) fn other_gates(
    gates: Vec<GateChange>,
    new_violations: Option<String>,
    context: &ViewContext,
) -> impl IntoView + use<> {
    let head = TableHead {
        caption: "Violations before and after healing",
        class: "verification__table",
        columns: &[
            ("Gate", ""),
            ("Before", "table__number"),
            ("After", "table__number"),
            ("Violations", ""),
            ("Change", ""),
        ],
    };
    let count = gates.len();
    let counts = gates.iter().flat_map(|gate| [number(&gate.before), number(&gate.after)]).flatten();
    let most = counts.map(|count| count.0).fold(1.0, f64::max);
    let bar = |name: &'static str, tone: &'static str, figure: Option<Number>| {
        figure.map(|figure| {
            view! {
                <span class="gate-comparison__bar" aria-hidden="true">
                    <span class="gate-comparison__name">{name}</span>
                    <Bars parts=vec![(name, tone, figure.0)] of=most/>
                </span>
            }
        })
    };
    let cells = |gate: GateChange| {
        let (before, after) = (number(&gate.before), number(&gate.after));
        let tone = match before.zip(after) {
            Some((before, after)) if after > before => "fail",
            Some((before, after)) if after < before => "pass",
            _ => "unknown",
        };
        view! {
            <th scope="row"><Inline text=gate.gate.unwrap_or_default() field="otherGates[].gate"/></th>
            <td class="table__number" data-field="otherGates[].before">{shown(&gate.before)}</td>
            <td class="table__number" data-field="otherGates[].after">{shown(&gate.after)}</td>
            <td class="gate-comparison__bars">
                {bar("before", "unknown", before)}
                {bar("after", tone, after)}
            </td>
            <td class=format!("tone-{tone}") data-field="otherGates[].change">
                {gate.change.map(|change| visible(&change))}
            </td>
        }
    };
    view! {
        <section class="section" aria-label="Other gates">
            <h2 class="section__title">"Other gates " <span class="section__count">{count}</span></h2>
            {table(head, "otherGates", gates, "No other gates are compared.", context, cells)}
            {new_violations.map(|stated| view! {
                <p class="verification__change">
                    "New violations introduced: " <strong data-field="newViolations">{visible(&stated)}</strong>
                </p>
            })}
        </section>
    }
}
