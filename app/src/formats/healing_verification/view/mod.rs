//! The viewer: healed or not, then the figures before and after, then why, and what comes next.

mod banner;
mod chart;
mod tables;

use super::{GateCount, GateState, HealingVerification, Remaining, number};
use crate::reading::Figure;
use crate::text::Span;
use crate::ui::entries;
use crate::ui::prelude::*;

impl Viewer for HealingVerification {
    fn view(self, context: ViewContext) -> impl IntoView {
        let context = &context;
        if self == Self::default() {
            return view! { <Unread/> }.into_any();
        }
        let report = self.clone();
        let score = report.overall_score().map(|(_, row)| (number(&row.before), number(&row.after)));
        let (before, after) = score.unwrap_or_default();
        let reasoning = report.reasoning.map(|text| {
            let place = context.place("reasoning", None).map(data_span);
            view! {
                <div class="card card--padded stop-row" data-span=place data-stop>
                    <Markdown text field="reasoning"/>
                </div>
            }
        });
        let evidence = |text| view! { <Markdown text/> };
        let next = context.facts([
            ("At once", "immediateAction", report.immediate_action),
            ("Next steps", "nextSteps", report.next_steps),
        ]);
        view! {
            <article class="verification">
                {banner::banner(self.clone(), context)}
                <section class="section" aria-label="Health score">
                    <h2 class="section__title">"Health score"</h2>
                    <div class="verification__figures">
                        {chart::chart(before, after, report.expected_score)}
                        {tables::comparison(report.comparison, context)}
                    </div>
                </section>
                <section class="section" aria-label="Target gate">
                    <h2 class="section__title">
                        "Target gate "
                        {report.target_gate.map(|gate| view! { <span data-field="targetGate">{visible(&gate)}</span> })}
                    </h2>
                    <div class="verification__states">
                        {state("Before", BEFORE, report.before, context)}
                        {state("After", AFTER, report.after, context)}
                    </div>
                    {report.change.map(|change| view! {
                        <p class="verification__change">
                            "Change: " <strong data-field="change">{visible(&change)}</strong>
                        </p>
                    })}
                </section>
                {tables::other_gates(report.other_gates, report.new_violations, context)}
                <section class="section" aria-label="Why this verdict">
                    <h2 class="section__title">"Why this verdict"</h2>
                    {reasoning}
                    {entries("evidence", report.evidence, "No evidence is stated.", context, evidence)}
                </section>
                <section class="section" aria-label="What to do">
                    <h2 class="section__title">"What to do"</h2>
                    {next}
                </section>
                {remaining(report.remaining, context)}
            </article>
        }
        .into_any()
    }
}

/// The state itself, its violations, its pass rate, its pattern.
type StateFields = [&'static str; 4];

const BEFORE: StateFields = ["before", "before.violations", "before.passRate", "before.pattern"];
const AFTER: StateFields = ["after", "after.violations", "after.passRate", "after.pattern"];

/// The gate that was to be healed, at one time.
fn state(
    title: &'static str,
    fields: StateFields,
    state: GateState,
    context: &ViewContext,
) -> impl IntoView + use<> {
    let [whole, violations, pass_rate, pattern] = fields;
    let rate = number(&state.pass_rate);
    let bar =
        rate.map(|rate| view! { <Bars parts=vec![("passed", "pass", rate.0.clamp(0.0, 100.0))] of=100.0/> });
    let rate = match rate {
        Some(rate) => view! { {rate.to_string()} " %" }.into_any(),
        None => shown(&state.pass_rate),
    };
    let places = [violations, pass_rate, pattern].into_iter().filter_map(|field| context.place(field, None));
    let place = places.reduce(Span::to);
    view! {
        <div class="card card--padded stop-row" data-field=whole data-span=place.map(data_span) data-stop=place.is_some()>
            <h3 class="verification__label">{title}</h3>
            <p class="verification__count">
                <span data-field=violations>{shown(&state.violations)}</span>
                <span class="muted">" violations"</span>
            </p>
            {bar}
            <p class="muted">
                <span data-field=pass_rate>{rate}</span> " of runs passed"
            </p>
            {state.pattern.map(|text| view! { <p><Inline text field=pattern/></p> })}
        </div>
    }
}

/// What is left to heal; nothing is shown where the report speaks of nothing left.
fn remaining(remaining: Remaining, context: &ViewContext) -> Option<impl IntoView + use<>> {
    let is_stated = remaining != Remaining::default();
    let entry = |gate: GateCount| {
        view! {
            <div class="verification__left">
                <span class="flag__issue" data-field="remaining.byGate[].gate">{visible(gate.gate.as_deref().unwrap_or_default())}</span>
                <span class="verification__left-count" data-field="remaining.byGate[].count">{shown(&gate.count)}</span>
                {gate.pattern.map(|text| view! {
                    <span class="muted"><Inline text field="remaining.byGate[].pattern"/></span>
                })}
            </div>
        }
    };
    is_stated.then(|| {
        let gates = Some(remaining.by_gate).filter(|gates| !gates.is_empty());
        view! {
            <section class="section" aria-label="Remaining violations" data-field="remaining">
                <h2 class="section__title">
                    "Remaining violations "
                    {remaining.total.map(|total| view! {
                        <span class="section__count" data-field="remaining.total">{visible(&total.to_string())}</span>
                    })}
                </h2>
                {gates.map(|gates| entries("remaining.byGate", gates, "", context, entry))}
                {remaining.suggested_action.map(|text| view! {
                    <p class="verification__change">
                        "Suggested: " <Inline text field="remaining.suggestedAction"/>
                    </p>
                })}
            </section>
        }
    })
}

/// A figure as text, or that there is none.
fn shown(figure: &Option<Figure>) -> AnyView {
    match figure {
        Some(figure) => visible(&figure.to_string()),
        None => view! { <span class="faint">"not stated"</span> }.into_any(),
    }
}
