//! The viewer: what is wrong and how sure that is, then what heals it, then what it rests on.

mod confidence;
mod evidence;
mod healing;

use self::confidence::confidence;
use super::words::Classification;
use super::{DiagnosisReport, LearningEntry, Prevention};
use crate::reading::OneOf;
use crate::ui::prelude::*;

impl Viewer for DiagnosisReport {
    fn view(self, context: ViewContext) -> impl IntoView {
        if self == Self::default() {
            return view! { <Unread/> }.into_any();
        }
        let (report, context) = (self, &context);
        let triage = report.auto_triage.map(|triage| {
            view! {
                <span class="badge badge--plain">
                    "Auto-triage: " <span data-field="autoTriage">{visible(triage.shown())}</span>
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
                        <Badge tone=Tone::of_severity(Some(severity.as_str())) label=severity.shown() field="severity"/>
                    })}
                    {confidence(report.confidence, "confidence")}
                    {triage}
                </Masthead>
                {report.title.map(|title| view! { <p class="muted">{visible(&title)}</p> })}
                {cause(report.classification, report.explanation, context)}
                {healing::view(report.healing, context)}
                {evidence::view(report.timing, report.code_history, report.pattern_analysis, context)}
                {evidence::alternatives(report.alternatives, context)}
                {prevention(report.prevention, context)}
            </article>
        }
        .into_any()
    }
}

fn cause(
    classification: Option<OneOf<Classification>>,
    explanation: Option<String>,
    context: &ViewContext,
) -> impl IntoView + use<> {
    let word = match classification {
        Some(word) => {
            let meaning = word.known.map_or("none of the known causes", in_words);
            view! {
                <p class="diagnosis__cause">
                    <span class="diagnosis__classification" data-field="classification">{visible(word.shown())}</span>
                    <span class="muted">{meaning}</span>
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

/// How it is kept from coming back, and what is to be learned of it.
fn prevention(prevention: Prevention, context: &ViewContext) -> impl IntoView + use<> {
    let facts = context.facts([
        ("At once", "prevention.immediate", prevention.immediate),
        ("In the long run", "prevention.longTerm", prevention.long_term),
    ]);
    view! {
        <section class="section" aria-label="Prevention" data-field="prevention">
            <h2 class="section__title">"Prevention"</h2>
            {facts}
            {learning(prevention.learning_entry, context)}
        </section>
    }
}

fn learning(entry: LearningEntry, context: &ViewContext) -> impl IntoView + use<> {
    let heading = |field: &'static str, value: Option<String>| {
        value.map(|value| view! { <span data-field=field>{visible(&value)}</span> })
    };
    let facts = context.facts([
        ("Root cause", "prevention.learningEntry.rootCause", entry.root_cause),
        ("Fix", "prevention.learningEntry.fix", entry.fix),
        ("Prevention", "prevention.learningEntry.prevention", entry.prevention),
    ]);
    view! {
        <div class="learning-entry card" data-field="prevention.learningEntry">
            <p class="learning-entry__head">
                <span class="learning-entry__id">{heading("prevention.learningEntry.id", entry.id)}</span>
                <span class="learning-entry__title">{heading("prevention.learningEntry.title", entry.title)}</span>
                <span class="faint">{heading("prevention.learningEntry.date", entry.date)}</span>
            </p>
            {facts}
        </div>
    }
}
