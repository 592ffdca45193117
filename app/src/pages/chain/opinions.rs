//! A review beside the second opinion on it.

use crate::document::State;
use crate::pages::placed_finding::placed_finding;
use crate::second_opinion::{Comparison, MOST_FINDINGS, Opinion, Row, Standing};
use crate::ui::ROWS_OF_PAGE;
use crate::ui::prelude::*;

#[component]
pub(super) fn SecondOpinions(opinions: Vec<Comparison>) -> impl IntoView {
    (!opinions.is_empty()).then(|| {
        view! {
            <div id="second-opinion">
                <Section title="Second opinion">{opinions.into_iter().map(compared).collect_view()}</Section>
            </div>
        }
    })
}

fn compared(comparison: Comparison) -> impl IntoView {
    let counts = Standing::ALL.map(|standing| {
        let count = comparison.count(standing);
        (count > 0).then(|| view! { <span>{format!("{count} {}", standing.as_str())}</span> })
    });
    let Comparison { step, review, critique, rows, contradictions } = comparison;
    let longest = review.count.max(critique.count);
    let is_cut = longest > MOST_FINDINGS || rows.len() > ROWS_OF_PAGE;
    let contradictions = contradictions.into_iter().map(|message| {
        view! {
            <li class="flag chain-note">
                <Badge tone=Tone::Contradicted label="contradiction"/>
                <span class="chain-note__message">{visible(&message)}</span>
            </li>
        }
    });
    let contradictions = contradictions.collect_view();
    let (review_id, critique_id) = (review.document.clone(), critique.document.clone());
    let row = |row: Row| {
        view! {
            <tr>
                <td>
                    <Badge tone=tone(row.standing) label=row.standing.as_str()/>
                    {row.reason.map(|reason| view! { <p class="muted">{visible(&reason)}</p> })}
                </td>
                <td>{row.review.map(|found| placed_finding(found, &review_id))}</td>
                <td>{row.critique.map(|found| placed_finding(found, &critique_id))}</td>
            </tr>
        }
    };
    let has_rows = !rows.is_empty();
    let rows = rows.into_iter().take(ROWS_OF_PAGE).map(row).collect_view();
    view! {
        <div class="card opinions">
            <p class="facts opinions__head">
                <span>{format!("Step #{step}")}</span>
                {opinion("Review", review)}
                {opinion("Second opinion", critique)}
                {counts}
            </p>
            <ul>{contradictions}</ul>
            {has_rows.then(|| view! {
                <div class="scroll-x" tabindex="0" role="region" aria-label=format!("Findings of both reports of step {step}")>
                    <Table columns=&["Standing", "Review", "Second opinion"] rows/>
                </div>
            })}
            {is_cut.then(|| view! { <p class="muted opinions__head">"Both reports have more findings than are compared here."</p> })}
        </div>
    }
}

const fn tone(standing: Standing) -> Tone {
    match standing {
        Standing::Disagreed => Tone::Fail,
        Standing::Missed => Tone::Warning,
        Standing::Agreed => Tone::Pass,
        Standing::Unmentioned => Tone::Unknown,
    }
}

fn opinion(label: &'static str, Opinion { document, report, .. }: Opinion) -> impl IntoView {
    let badge = report
        .state
        .label(report.verdict.as_deref())
        .map(|label| view! { <Badge tone=Tone::from(report.state) label/> });
    view! {
        <span>
            <a href=format!("/documents/{document}")>{label}</a>
            " "
            {badge}
            {report.score.map(|value| view! { " "<Score value is_contradicted=report.state == State::Contradicted/> })}
        </span>
    }
}
