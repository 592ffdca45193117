//! Diagnoses and verifications, held against what was measured.

use super::document_href;
use crate::health::{HealingReport, Sum, VERIFICATION};
use crate::ui::prelude::*;

pub(super) fn section(reports: Vec<HealingReport>) -> Option<impl IntoView> {
    let is_empty = reports.is_empty();
    let rows = reports.into_iter().map(row).collect_view();
    (!is_empty).then(|| {
        view! {
            <section class="section" aria-label="Diagnoses and verifications">
                <h2 class="section__title">"Diagnoses and verifications"</h2>
                <p class="muted harmony__lead">"What a verification claims beside the score of its gate in the 24 hours before and after it."</p>
                <div class="card scroll-x">
                    <Table columns=&["Report", "Gate", "Claims", "Measured before", "Measured after", "Result", "Time"] rows class="table table--stacked"/>
                </div>
            </section>
        }
    })
}

fn row(report: HealingReport) -> impl IntoView {
    let result = match report.is_contradicted() {
        _ if report.format != VERIFICATION => None,
        None => Some(view! { <span class="faint">"no data"</span> }.into_any()),
        Some(true) => Some(view! { <Badge tone=Tone::Contradicted label="contradicted"/> }.into_any()),
        Some(false) => Some(view! { <Badge tone=Tone::Pass label="confirmed"/> }.into_any()),
    };
    let measured = |sum: Sum| sum.score().map_or("–".to_owned(), |score| format!("{score:.0}"));
    view! {
        <tr>
            <td><a href=document_href(&report.document)>{visible(&report.title)}</a>" "<span class="faint">{report.format.clone()}</span></td>
            <td data-label="Gate">{report.gate}</td>
            <td class="harmony__number" data-label="Claims">{report.claimed}</td>
            <td class="harmony__number" data-label="Measured before">{measured(report.before)}</td>
            <td class="harmony__number" data-label="Measured after">{measured(report.after)}</td>
            <td>{result}</td>
            <td><Moment milliseconds=report.at_ms/></td>
        </tr>
    }
}
