//! The viewer: healed or not, then the figures before and after, then why, and what comes next.

mod banner;
mod gate_comparison_table;
mod health_score_chart;
mod remaining;
mod target_gate;

use leptos::prelude::*;

use self::banner::VerdictBanner;
use self::gate_comparison_table::GateComparisonTable;
use self::health_score_chart::{ComparisonTable, HealthScoreChart};
use self::remaining::RemainingViolations;
use self::target_gate::TargetGate;
use super::{HealingVerification, number};
use crate::ui::linking::data_span;
use crate::ui::{Fact, Facts, Markdown, Unread, ViewContext, Viewer, paged};

impl Viewer for HealingVerification {
    fn view(&self, context: &ViewContext) -> AnyView {
        view! { <HealingVerificationViewer report=self.clone() context=context.clone()/> }.into_any()
    }
}

#[component]
pub fn HealingVerificationViewer(report: HealingVerification, context: ViewContext) -> impl IntoView {
    if report == HealingVerification::default() {
        return view! { <Unread/> }.into_any();
    }
    let places = context.clone();
    let place = move |field| places.place(field, None);
    let score = report.overall_score().map(|(_, row)| (number(&row.before), number(&row.after)));
    let (before, after) = score.unwrap_or_default();
    view! {
        <article class="verification">
            <VerdictBanner report=report.clone()/>
            <section class="section" aria-label="Health score">
                <h2 class="section__title">"Health score"</h2>
                <div class="verification__figures">
                    <HealthScoreChart before after expected=report.expected_score.clone()/>
                    <ComparisonTable rows=report.comparison.clone() context=context.clone()/>
                </div>
            </section>
            <TargetGate
                gate=report.target_gate
                before=report.before
                after=report.after
                change=report.change
                context=context.clone()
            />
            <GateComparisonTable
                gates=report.other_gates
                new_violations=report.new_violations
                context=context.clone()
            />
            <section class="section" aria-label="Why this verdict">
                <h2 class="section__title">"Why this verdict"</h2>
                {report.reasoning.map(|text| view! {
                    <div class="card card--padded stop-row" data-span=place("reasoning").map(data_span) data-stop>
                        <Markdown text field="reasoning"/>
                    </div>
                })}
                <Evidence evidence=report.evidence context=context.clone()/>
            </section>
            <section class="section" aria-label="What to do">
                <h2 class="section__title">"What to do"</h2>
                <Facts>
                    <Fact
                        label="At once"
                        field="immediateAction"
                        value=report.immediate_action
                        place=place("immediateAction")
                    />
                    <Fact label="Next steps" field="nextSteps" value=report.next_steps place=place("nextSteps")/>
                </Facts>
            </section>
            <RemainingViolations remaining=report.remaining context/>
        </article>
    }
    .into_any()
}

#[component]
fn Evidence(evidence: Vec<String>, context: ViewContext) -> impl IntoView {
    let item = |(index, text): (usize, String)| {
        let place = context.place("evidence", Some(index as u32));
        view! {
            <li class="flag stop-row" data-span=place.map(data_span) data-stop>
                <Markdown text/>
            </li>
        }
    };
    match evidence.is_empty() {
        true => {
            view! { <p class="card card--padded faint" data-field="evidence">"No evidence is stated."</p> }
                .into_any()
        }
        false => {
            let (pages, items) = paged(evidence, "Pages of evidence", &context, item);
            view! { {pages} <ul class="flags card" data-field="evidence">{items}</ul> }.into_any()
        }
    }
}
