//! Recommendations: what a pattern calls for, for a person to accept or to ignore.

use super::document_href;
use crate::health::{DIAGNOSIS, Decision, Healing, HealingReport, Pattern, Urgency};
use crate::ui::prelude::*;

/// The recommendations that are shown at once.
const MOST: usize = 6;

pub(super) fn section(healings: Vec<Healing>, reports: &[HealingReport]) -> Option<impl IntoView + use<>> {
    let open = healings.iter().filter(|healing| healing.is_open()).count();
    let count = healings.len();
    let mut shown: Vec<_> = healings.into_iter().map(|healing| card(healing, reports)).collect();
    let more = shown.split_off(shown.len().min(MOST));
    (count > 0).then(|| {
        view! {
            <section class="section" aria-label="Healing" id="healing">
                <h2 class="section__title">"Healing " <span class="section__count">{format!("{open} open")}</span></h2>
                <div class="harmony__healings">{shown}</div>
                {(!more.is_empty()).then(|| view! {
                    <details class="harmony__more">
                        <summary>{format!("{} more", more.len())}</summary>
                        <div class="harmony__healings">{more}</div>
                    </details>
                })}
            </section>
        }
    })
}

fn card(healing: Healing, reports: &[HealingReport]) -> impl IntoView + use<> {
    let Healing { pattern, urgency, flow, target, effort, decided } = healing;
    let Pattern { rule, format, name, gate, day, week, owner, .. } = pattern;
    let attached: Vec<_> = reports
        .iter()
        .filter(|report| report.is_about(&rule, gate))
        .map(|report| {
            let word = if report.format == DIAGNOSIS { "Diagnosis" } else { "Verification" };
            view! { <li><a href=document_href(&report.document)>{word}</a>" " <Moment milliseconds=report.at_ms/></li> }
        })
        .collect();
    let badge = urgency.map(|urgency| {
        let tone = match urgency {
            Urgency::Medium => Tone::Medium,
            Urgency::High => Tone::High,
            Urgency::Critical => Tone::Critical,
        };
        view! { <Badge tone label=urgency.as_str()/> }
    });
    let said = format!("{} in 24 hours, {} in seven days.", counted(day, "record"), grouped(week));
    let choice = match decided {
        Some(decided) => {
            let reason = decided.reason.map(|reason| view! { ": "{visible(&reason)} });
            let word = match decided.decision {
                Decision::Accepted => "Accepted",
                Decision::Ignored => "Ignored",
            };
            view! {
                <p class="muted">{word}" " <Moment milliseconds=decided.at_ms/>{reason}</p>
            }
            .into_any()
        }
        None => view! {
            <form class="harmony__choice" method="POST" action="/healing">
                <input type="hidden" name="rule" value=rule.clone()/>
                <input type="hidden" name="format" value=format.clone()/>
                <input class="field__input" type="text" name="reason" aria-label="Reason" placeholder="Reason, needed to ignore" required/>
                <button class="button button--small button--primary" type="submit" name="decision" value="accepted" formnovalidate>"Accept"</button>
                <button class="button button--small" type="submit" name="decision" value="ignored">"Ignore"</button>
            </form>
        }
        .into_any(),
    };
    view! {
        <article class="card card--padded harmony__healing">
            <h3>{badge}" " <span class="mono">{rule}</span>" in "{format}" "{name}</h3>
            <p>{said}" Owner: "{owner.as_str()}"."</p>
            <p class="muted"><span class="mono">{flow}</span>{format!(" for {target}. Effort: {effort}.")}</p>
            {(!attached.is_empty()).then(|| view! { <ul class="facts">{attached}</ul> })}
            {choice}
        </article>
    }
}
