use leptos::prelude::*;

use super::super::{Finding, FindingSeverity, Lines};
use crate::ui::linking::data_span;
use crate::ui::size::grouped;
use crate::ui::{Badge, Inline, Tag, Tone, ViewContext};

/// Rows laid out at once; a longer list is shown page by page.
const PAGE: usize = 100;

/// The body of a review: each finding with its place, tied to its row in the source.
#[component]
pub(super) fn FindingsTable(findings: Vec<Finding>, context: ViewContext) -> impl IntoView {
    let count = findings.len();
    let content = if findings.is_empty() {
        view! { <p class="findings__none">"The report states no findings."</p> }.into_any()
    } else {
        view! { <Rows findings context/> }.into_any()
    };
    view! {
        <section class="section" aria-label="Findings" data-field="findings">
            <h2 class="section__title">"Findings" <span class="section__count">{grouped(count as u64)}</span></h2>
            <div class="card">{content}</div>
        </section>
    }
}

#[component]
fn Rows(findings: Vec<Finding>, context: ViewContext) -> impl IntoView {
    let count = findings.len();
    let first = (context.first_row().saturating_sub(1) as usize / PAGE * PAGE).min((count - 1) / PAGE * PAGE);
    let last = (first + PAGE).min(count);
    let rows = findings
        .into_iter()
        .enumerate()
        .skip(first)
        .take(PAGE)
        .map(|(index, finding)| row(index, finding, &context));
    let rows = rows.collect_view();
    let link = |from: Option<usize>, label: &'static str| {
        from.map(|from| view! { <a href=context.rows_href(from as u32 + 1)>{label}</a> })
    };
    let pages = (count > PAGE).then(|| {
        view! {
            <nav class="source__pages" aria-label="Pages of findings">
                <span>{format!("{}–{} of {}", grouped(first as u64 + 1), grouped(last as u64), grouped(count as u64))}</span>
                {link(first.checked_sub(PAGE), "Previous")}
                {link((last < count).then_some(last), "Next")}
            </nav>
        }
    });
    view! {
        {pages}
        <table class="findings" role="table">
            <thead role="rowgroup">
                <tr role="row">
                    <th role="columnheader" scope="col">"#"</th>
                    <th role="columnheader" scope="col">"Severity"</th>
                    <th role="columnheader" scope="col">"Finding"</th>
                </tr>
            </thead>
            <tbody role="rowgroup">{rows}</tbody>
        </table>
    }
}

fn row(index: usize, finding: Finding, context: &ViewContext) -> impl IntoView + use<> {
    let tone = tone(finding.severity.as_ref());
    let severity = finding.severity.as_ref().map_or("no severity", FindingSeverity::as_str).to_owned();
    let number = finding.number.map(|number| number.to_string());
    let place = context.place("findings", Some(index as u32));
    let in_source = place.map(|place| {
        let (line, href) = context.line(place);
        view! { <a class="finding__source" href=href data-jump title="Where it stands in the report">"source line "{line}</a> }
    });
    let has_location = finding.file.is_some() || finding.line.is_some() || finding.line_as_written.is_some();
    let location = has_location.then(|| {
        let as_written = finding.line_as_written.map(|written| {
            view! { <span class="faint" data-field="findings[].lineAsWritten">" ("{written}")"</span> }
        });
        view! {
            <span class="path">
                <span data-field="findings[].file">{finding.file}</span>
                {finding.line.map(range)}
                {as_written}
            </span>
        }
    });
    view! {
        <tr class=format!("finding finding--{}", tone.as_str()) role="row" data-span=place.map(data_span) data-stop>
            <td class="finding__number" role="cell" data-field="findings[].number">{number}</td>
            <td class="finding__severity" role="cell">
                <Badge tone label=severity field="findings[].severity"/>
                {finding.is_fixed.then(|| view! { <Tag label="fixed"/> })}
            </td>
            <td class="finding__body" role="cell">
                <div class="finding__description">
                    <Inline text=finding.description.unwrap_or_default() field="findings[].description"/>
                </div>
                {finding.suggestion.map(|suggestion| view! {
                    <div class="finding__suggestion">
                        <span class="finding__label">"Suggestion"</span>
                        <Inline text=suggestion field="findings[].suggestion"/>
                    </div>
                })}
                <p class="finding__place">{location}{in_source}</p>
            </td>
        </tr>
    }
}

fn tone(severity: Option<&FindingSeverity>) -> Tone {
    match severity.and_then(FindingSeverity::level) {
        Some(FindingSeverity::Critical) => Tone::Critical,
        Some(FindingSeverity::High) => Tone::High,
        Some(FindingSeverity::Medium) => Tone::Medium,
        Some(FindingSeverity::Low) => Tone::Low,
        Some(FindingSeverity::Other(_)) | None => Tone::Other,
    }
}

/// `:42`, or `:42–58`.
fn range(lines: Lines) -> impl IntoView {
    let end = (lines.end != lines.start).then(|| format!("–{}", lines.end));
    view! {
        <span data-field="findings[].line">
            ":"<span data-field="findings[].line.start">{lines.start}</span>
            <span data-field="findings[].line.end">{end}</span>
        </span>
    }
}
