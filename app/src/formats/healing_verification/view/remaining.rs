use leptos::prelude::*;

use super::super::{GateCount, Remaining};
use super::health_score_chart::shown;
use crate::ui::linking::data_span;
use crate::ui::visible::visible;
use crate::ui::{Inline, ViewContext, paged};

/// What is left to heal; nothing is shown where the report speaks of nothing left.
#[component]
pub(super) fn RemainingViolations(remaining: Remaining, context: ViewContext) -> impl IntoView {
    if remaining == Remaining::default() {
        return ().into_any();
    }
    let item = |(index, gate): (usize, GateCount)| {
        let place = context.place("remaining.byGate", Some(index as u32));
        view! {
            <li class="flag stop-row verification__left" data-span=place.map(data_span) data-stop>
                <span class="flag__issue" data-field="remaining.byGate[].gate">{visible(gate.gate.as_deref().unwrap_or_default())}</span>
                <span class="verification__left-count" data-field="remaining.byGate[].count">{shown(&gate.count)}</span>
                {gate.pattern.map(|text| view! {
                    <span class="muted"><Inline text field="remaining.byGate[].pattern"/></span>
                })}
            </li>
        }
    };
    let gates = remaining.by_gate;
    let list = (!gates.is_empty()).then(|| {
        let (pages, items) = paged(gates, "Pages of gates", &context, item);
        view! { {pages} <ul class="flags card" data-field="remaining.byGate">{items}</ul> }
    });
    view! {
        <section class="section" aria-label="Remaining violations" data-field="remaining">
            <h2 class="section__title">
                "Remaining violations "
                {remaining.total.map(|total| view! {
                    <span class="section__count" data-field="remaining.total">{visible(&total.to_string())}</span>
                })}
            </h2>
            {list}
            {remaining.suggested_action.map(|text| view! {
                <p class="verification__change">
                    "Suggested: " <Inline text field="remaining.suggestedAction"/>
                </p>
            })}
        </section>
    }
    .into_any()
}
