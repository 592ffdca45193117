//! The viewer: what is wrong and how sure that is, then what heals it, then what it rests on.

mod confidence_badge;
mod evidence;
mod healing_recommendation_panel;
mod prevention;

use leptos::prelude::*;

use self::confidence_badge::ConfidenceBadge;
use self::evidence::{Alternatives, Evidence};
use self::healing_recommendation_panel::HealingRecommendationPanel;
use self::prevention::PreventionPanel;
use super::DiagnosisReport;
use super::words::{Classification, Severity};
use crate::reading::{OneOf, Word};
use crate::ui::linking::data_span;
use crate::ui::visible::visible;
use crate::ui::{Badge, Markdown, Masthead, Tone, Unread, ViewContext, Viewer};

impl Viewer for DiagnosisReport {
    fn view(&self, context: &ViewContext) -> AnyView {
        view! { <DiagnosisReportViewer report=self.clone() context=context.clone()/> }.into_any()
    }
}

#[component]
pub fn DiagnosisReportViewer(report: DiagnosisReport, context: ViewContext) -> impl IntoView {
    if report == DiagnosisReport::default() {
        return view! { <Unread/> }.into_any();
    }
    let triage = report.auto_triage.map(|triage| {
        view! {
            <span class="badge badge--plain">
                "Auto-triage: " <span data-field="autoTriage">{visible(said(&triage))}</span>
            </span>
        }
    });
    view! {
        <article class="diagnosis">
            <Masthead kind="Root cause analysis" title=report.pattern field="pattern">
                {report.gate.map(|gate| view! {
                    <span class="badge badge--plain" data-field="gate">{visible(&gate)}</span>
                })}
                {report.severity.map(|severity| view! {
                    <Badge tone=tone(severity.known) label=said(&severity).to_owned() field="severity"/>
                })}
                <ConfidenceBadge level=report.confidence field="confidence"/>
                {triage}
            </Masthead>
            {report.title.map(|title| view! { <p class="muted">{visible(&title)}</p> })}
            <Cause
                classification=report.classification
                explanation=report.explanation
                context=context.clone()
            />
            <HealingRecommendationPanel healing=report.healing context=context.clone()/>
            <Evidence
                timing=report.timing
                changes=report.code_history
                pattern_analysis=report.pattern_analysis
                context=context.clone()
            />
            <Alternatives alternatives=report.alternatives context=context.clone()/>
            <PreventionPanel prevention=report.prevention context/>
        </article>
    }
    .into_any()
}

#[component]
fn Cause(
    classification: Option<OneOf<Classification>>,
    explanation: Option<String>,
    context: ViewContext,
) -> impl IntoView {
    let word = match classification {
        Some(word) => {
            let told = word.known.map_or("none of the known causes", in_words);
            view! {
                <p class="diagnosis__cause">
                    <span class="diagnosis__classification" data-field="classification">{visible(said(&word))}</span>
                    <span class="muted">{told}</span>
                </p>
            }
            .into_any()
        }
        None => view! { <p class="faint">"The cause is not classified."</p> }.into_any(),
    };
    let place = context.place("explanation", None);
    view! {
        <section class="section" aria-label="Root cause">
            <h2 class="section__title">"Root cause"</h2>
            <div class="card card--padded stop-row" data-span=place.map(data_span) data-stop=place.is_some()>
                {word}
                {explanation.map(|text| view! { <Markdown text field="explanation"/> })}
            </div>
        </section>
    }
}

const fn in_words(classification: Classification) -> &'static str {
    match classification {
        Classification::ParserBug => "the parser reads the text wrongly",
        Classification::OrchestratorDrift => "the orchestrator writes otherwise than the contract says",
        Classification::ContractOutdated => "the contract no longer says what is meant",
        Classification::AgentDrift => "an agent writes otherwise than the contract says",
        Classification::TemplateMismatch => "the template and the contract differ",
    }
}

/// The word of the contract, or all that was written where it says more.
pub(super) fn said<T: Word>(word: &OneOf<T>) -> &str {
    word.remark().unwrap_or(word.as_str())
}

const fn tone(severity: Option<Severity>) -> Tone {
    match severity {
        Some(Severity::Critical) => Tone::Critical,
        Some(Severity::High) => Tone::High,
        Some(Severity::Medium) => Tone::Medium,
        Some(Severity::Low) => Tone::Low,
        None => Tone::Other,
    }
}
