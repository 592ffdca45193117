use leptos::prelude::*;

use super::super::{GateChange, number};
use super::health_score_chart::shown;
use crate::ui::linking::data_span;
use crate::ui::visible::visible;
use crate::ui::{Bars, InSource, Inline, ViewContext, paged};

/// Did the healing hurt another gate? Violations before and after, each pair of bars to the same scale.
#[component]
pub(super) fn GateComparisonTable(
    gates: Vec<GateChange>,
    new_violations: Option<String>,
    context: ViewContext,
) -> impl IntoView {
    let counts = gates.iter().flat_map(|gate| [number(&gate.before), number(&gate.after)]).flatten();
    let most = counts.map(|count| count.0).fold(1.0, f64::max);
    let count = gates.len();
    let row = |(index, gate): (usize, GateChange)| {
        let place = context.place("otherGates", Some(index as u32));
        let (before, after) = (number(&gate.before), number(&gate.after));
        let tone = match before.zip(after) {
            Some((before, after)) if after > before => "fail",
            Some((before, after)) if after < before => "pass",
            _ => "unknown",
        };
        let bar = |name, tone, figure: Option<crate::reading::Number>| {
            figure.map(|figure| {
                view! {
                    <span class="gate-comparison__bar" aria-hidden="true">
                        <span class="gate-comparison__name">{name}</span>
                        <Bars parts=vec![(name, tone, figure.0)] of=most/>
                    </span>
                }
            })
        };
        view! {
            <tr class="stop-row" data-span=place.map(data_span) data-stop>
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
                <td class="table__number"><InSource place context=context.clone()/></td>
            </tr>
        }
    };
    let (pages, rows) = paged(gates, "Pages of gates", &context, row);
    let content = match count {
        0 => view! { <p class="card card--padded faint">"No other gates are compared."</p> }.into_any(),
        _ => view! {
            {pages}
            <div class="card scroll-x" tabindex="0">
                <table class="table verification__table">
                    <thead>
                        <tr>
                            <th scope="col">"Gate"</th>
                            <th scope="col" class="table__number">"Before"</th>
                            <th scope="col" class="table__number">"After"</th>
                            <th scope="col">"Violations"</th>
                            <th scope="col">"Change"</th>
                            <th scope="col"><span class="visually-hidden">"Source"</span></th>
                        </tr>
                    </thead>
                    <tbody>{rows}</tbody>
                </table>
            </div>
        }
        .into_any(),
    };
    view! {
        <section class="section" aria-label="Other gates" data-field="otherGates">
            <h2 class="section__title">"Other gates " <span class="section__count">{count}</span></h2>
            {content}
            {new_violations.map(|said| view! {
                <p class="verification__change">
                    "New violations introduced: " <strong data-field="newViolations">{visible(&said)}</strong>
                </p>
            })}
        </section>
    }
}
