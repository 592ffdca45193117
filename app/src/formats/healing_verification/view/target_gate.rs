use leptos::prelude::*;

use super::super::{GateState, number};
use super::health_score_chart::shown;
use crate::reading::Figure;
use crate::ui::linking::data_span;
use crate::ui::visible::visible;
use crate::ui::{Bars, Inline, ViewContext};

/// The gate that was to be healed, at both times side by side.
#[component]
pub(super) fn TargetGate(
    gate: Option<String>,
    before: GateState,
    after: GateState,
    change: Option<String>,
    context: ViewContext,
) -> impl IntoView {
    view! {
        <section class="section" aria-label="Target gate">
            <h2 class="section__title">
                "Target gate " {gate.map(|gate| view! { <span data-field="targetGate">{visible(&gate)}</span> })}
            </h2>
            <div class="verification__states">
                <State
                    title="Before"
                    fields=["before", "before.violations", "before.passRate", "before.pattern"]
                    state=before
                    context=context.clone()
                />
                <State
                    title="After"
                    fields=["after", "after.violations", "after.passRate", "after.pattern"]
                    state=after
                    context
                />
            </div>
            {change.map(|change| view! {
                <p class="verification__change">
                    "Change: " <strong data-field="change">{visible(&change)}</strong>
                </p>
            })}
        </section>
    }
}

#[component]
fn State(
    title: &'static str,
    /// The state itself, its violations, its pass rate, its pattern.
    fields: [&'static str; 4],
    state: GateState,
    context: ViewContext,
) -> impl IntoView {
    let [whole, violations, pass_rate, pattern] = fields;
    let rate = number(&state.pass_rate).map(|rate| rate.0.clamp(0.0, 100.0));
    let places = [violations, pass_rate, pattern].into_iter().filter_map(|field| context.place(field, None));
    let place = places.reduce(crate::text::Span::to);
    view! {
        <div class="card card--padded stop-row" data-field=whole data-span=place.map(data_span) data-stop=place.is_some()>
            <h3 class="verification__label">{title}</h3>
            <p class="verification__count">
                <span data-field=violations>{shown(&state.violations)}</span>
                <span class="muted">" violations"</span>
            </p>
            {rate.map(|rate| view! { <Bars parts=vec![("passed", "pass", rate)] of=100.0/> })}
            <p class="muted">
                <span data-field=pass_rate>{percent(&state.pass_rate)}</span> " of runs passed"
            </p>
            {state.pattern.map(|text| view! { <p><Inline text field=pattern/></p> })}
        </div>
    }
}

fn percent(figure: &Option<Figure>) -> AnyView {
    match number(figure) {
        Some(rate) => view! { {rate.to_string()} " %" }.into_any(),
        None => shown(figure),
    }
}
