use super::took::Took;
use super::{ChainAddress, step_badge};
use crate::api::StepWords;
use crate::document::State;
use crate::track::{Attached, EarlierAttempt, GivenOpinion, SecondOpinion, SourceRef, Step, gate_name};
use crate::ui::prelude::*;
use crate::ui::{Tally, duration_words};

/// Everything about one step, with the source text that states it.
#[component]
pub(super) fn Inspector(step: Step, words: Vec<StepWords>, address: ChainAddress) -> impl IntoView {
    let close = ChainAddress { step: None, ..address }.href();
    let fact = |label: &'static str, value: Option<String>| {
        value.map(|value| view! { <div class="fact"><dt>{label}</dt><dd>{visible(&value)}</dd></div> })
    };
    let waits = step.waits_for.iter().map(|number| format!("#{number}")).collect::<Vec<_>>().join(", ");
    let badge = step_badge(&step);
    let attempt = |attempt: &EarlierAttempt| {
        let took = duration_words(attempt.ended_ms - attempt.started_ms);
        if attempt.is_failed { format!("failed after {took}") } else { took }
    };
    let attempts = step.attempts.iter().map(attempt).collect::<Vec<_>>().join(", ");
    let attempts = (!attempts.is_empty()).then_some(attempts);
    let took = view! { <Took step=&step/> };
    let opinion = step.second_opinion.map(opinion);
    let recovery = (!step.recovery.is_empty()).then(|| {
        view! { <ul class="chain-inspector__options">{step.recovery.iter().map(|option| view! { <li>{visible(option)}</li> }).collect_view()}</ul> }
    });
    view! {
        <section class="chain-inspector card card--padded" aria-label=format!("Step {}", step.number)>
            <header class="chain-inspector__head">
                <h3>{format!("Step {}", step.number)}</h3>
                {badge}
                {step.is_blocked.then(|| view! { <Badge tone=Tone::Quarantined label="blocked"/> })}
                <a class="button button--small" href=close data-in-place="" data-close="">"Close"</a>
            </header>
            <dl class="fact-list">
                {fact("Action", step.action)}
                {fact("Model", step.model)}
                {fact("Waits for", (!waits.is_empty()).then_some(waits))}
                {fact("Inputs", step.inputs)}
                {fact("Result", step.result)}
                {fact("Error", step.error)}
                {fact("Gates", names_of_gates(&step.gates))}
                {fact("Earlier attempts", attempts)}
                <div class="fact"><dt>"Took"</dt><dd>{took}</dd></div>
            </dl>
            {recovery}
            {opinion}
            {(!step.reports.is_empty()).then(|| view! {
                <h4>"Reports"</h4>
                <ul>{step.reports.into_iter().map(report_row).collect_view()}</ul>
            })}
            <h4>"Source"</h4>
            {words.is_empty().then(|| view! { <p class="faint">"The documents that spoke of it were removed."</p> })}
            {words.into_iter().map(step_words).collect_view()}
        </section>
    }
}

/// The gates that were come to, by number and name.
pub(super) fn names_of_gates(gates: &[u8]) -> Option<String> {
    let named = |gate: &u8| Some(format!("{gate} {}", gate_name((*gate).into())?));
    let told = gates.iter().filter_map(named).collect::<Vec<_>>().join(", ");
    (!told.is_empty()).then_some(told)
}

fn opinion(opinion: SecondOpinion) -> AnyView {
    match opinion {
        SecondOpinion::Skipped { reason } => view! {
            <p><strong>"Second opinion skipped"</strong>{reason.map(|reason| view! { ": "{visible(&reason)} })}</p>
        }
        .into_any(),
        SecondOpinion::Given(GivenOpinion { summary, missed, disagreements, .. }) => {
            let count = |count: Option<u32>, word: &str| count.map(|count| format!("{count} {word}"));
            view! {
                <p>
                    <strong>"Second opinion"</strong>
                    {summary.map(|summary| view! { ": "{visible(&summary)} })}
                </p>
                <p class="facts">{count(missed, "missed")}" "{count(disagreements, "disagreements")}</p>
            }
            .into_any()
        }
    }
}

pub(super) fn report_row(attached: Attached) -> impl IntoView {
    let report = attached.report;
    let href = format!("/documents/{}", attached.place.document);
    let badge = report
        .state
        .label(report.verdict.as_deref())
        .map(|label| view! { <Badge tone=Tone::from(report.state) label/> });
    view! {
        <li class="flag chain-note">
            {badge}
            <a class="chain-note__message" href=href>{visible(report.title.as_deref().unwrap_or(&report.name))}</a>
            {report.score.map(|value| view! { <Score value is_contradicted=report.state == State::Contradicted/> })}
            {(report.tally.total() > 0).then(|| view! { <Tally counts=report.tally/> })}
        </li>
    }
}

fn step_words(words: StepWords) -> impl IntoView {
    view! {
        <figure class="chain-inspector__words">
            <pre tabindex="0">{visible(&words.text)}{words.is_cut.then_some("\n…")}</pre>
            <figcaption>{place_link(&words.place)}</figcaption>
        </figure>
    }
}

pub(super) fn place_link(place: &SourceRef) -> impl IntoView + use<> {
    view! { <a class="chain__source" href=place_href(place)>"line "{place.line}</a> }
}

pub(super) fn place_href(place: &SourceRef) -> String {
    let line = place.line;
    format!("/documents/{}?view=source&from={line}#L{line}", place.document)
}
