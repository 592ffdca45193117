use std::collections::BTreeMap;

use super::super::{Finding, FindingSeverity, Lines};
use crate::reading::SeverityLevel;
use crate::ui::linking::row_data;
use crate::ui::prelude::*;
use crate::ui::visible::{CLIP, clip};
use crate::ui::{FindingsUnread, NarrowingForm, ROWS_OF_PAGE, RowFacts, file_path};

/// Up to so many findings are read without help.
const FEW: usize = 3;

/// The body of a review: each finding with its place, tied to its row in the source.
#[component]
pub(super) fn FindingsTable(findings: Vec<Finding>, context: ViewContext) -> impl IntoView {
    let count = findings.len();
    let unread = context.has_unread_findings().then(|| view! { <FindingsUnread/> });
    let content = match findings.is_empty() {
        true if unread.is_some() => {
            view! { <p class="findings__none">"Findings that could not be parsed are in the source."</p> }
                .into_any()
        }
        true => view! { <p class="findings__none">"No findings"</p> }.into_any(),
        false => view! { <Rows findings context/> }.into_any(),
    };
    view! {
        <section class="section" aria-label="Findings" data-field="findings">
            <h2 class="section__title">"Findings" <span class="section__count">{grouped(count as u64)}</span>" "{unread}</h2>
            <div class="card">{content}</div>
        </section>
    }
}

#[component]
fn Rows(findings: Vec<Finding>, context: ViewContext) -> impl IntoView {
    let narrowed = context.narrowed().cloned();
    let by = narrowed.as_ref().map(|narrowed| narrowed.by.clone()).unwrap_or_default();
    let mut rows: Vec<(RowFacts, Finding)> =
        findings.into_iter().enumerate().map(|(index, finding)| (facts(index, &finding), finding)).collect();
    let severities = severities(&rows);
    let count = rows.len();
    let fitting = rows.iter().filter(|(facts, _)| by.admits(facts)).count();
    let form = narrowed
        .filter(|_| count > FEW)
        .map(|narrowed| view! { <NarrowingForm narrowed severities fitting count/> });
    // A page that holds all rows can be narrowed in the browser, so it has those that don't fit as well.
    let is_whole = count <= ROWS_OF_PAGE;
    if !is_whole {
        rows.retain(|(facts, _)| by.admits(facts));
    }
    rows.sort_by(|(left, _), (right, _)| by.compare(left, right));
    let of_finding = |(_, (facts, finding)): (usize, (RowFacts, Finding))| {
        row(&facts, !by.admits(&facts), finding, &context)
    };
    let (pages, rows) = paged(rows, "Pages of findings", &context, of_finding);
    let none = (fitting == 0 || is_whole).then(|| {
        view! { <p class="findings__none" hidden=fitting != 0 data-none>"No findings match."</p> }
    });
    view! {
        {form}
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
        {none}
    }
}

/// What a finding is ordered and found by.
fn facts(index: usize, finding: &Finding) -> RowFacts {
    let tone = tone(finding);
    // The gravest first; what has a severity of its own kind, or none, comes last.
    let graver =
        [Tone::Critical, Tone::High, Tone::Medium, Tone::Low].into_iter().take_while(|it| *it != tone);
    let words = [&finding.description, &finding.suggestion].map(|words| words.as_deref().unwrap_or_default());
    RowFacts {
        index: index as u32,
        number: finding.number,
        rank: graver.count() as u8,
        severity: tone.as_str().to_owned(),
        file: clip(finding.file.as_deref().unwrap_or_default(), CLIP).0.to_owned(),
        line: finding.line.map(|line| line.start),
        words: words.join(" ").replace(['`', '*'], ""),
    }
}

/// The severities that occur, with how often.
fn severities(rows: &[(RowFacts, Finding)]) -> Vec<(String, usize)> {
    let mut counts: BTreeMap<(u8, &str), usize> = BTreeMap::new();
    for (facts, _) in rows {
        *counts.entry((facts.rank, facts.severity.as_str())).or_default() += 1;
    }
    counts.into_iter().map(|((_, severity), count)| (severity.to_owned(), count)).collect()
}

fn row(facts: &RowFacts, is_hidden: bool, finding: Finding, context: &ViewContext) -> impl IntoView + use<> {
    let tone = tone(&finding);
    let severity = finding.severity.as_ref().map_or("no severity", FindingSeverity::as_str).to_owned();
    let place = context.place("findings", Some(facts.index));
    let has_location = finding.file.is_some() || finding.line.is_some() || finding.line_as_written.is_some();
    let as_written = finding.line_as_written.map(|written| {
        view! { <span class="faint" data-field="findings[].lineAsWritten">" ("{visible(&written)}")"</span> }
    });
    let location = has_location.then(|| {
        view! {
            <span class="path">
                <span data-file data-field="findings[].file">{finding.file.as_deref().map(|file| file_path(file, facts.line))}</span>
                {finding.line.map(range)}
                {as_written}
            </span>
        }
    });
    // A description under a heading may have paragraphs, lists and code.
    let (text, field) = (finding.description.unwrap_or_default(), "findings[].description");
    let description = match text.contains(['\n', '\r']) {
        true => view! { <Markdown text field/> }.into_any(),
        false => view! { <Inline text field/> }.into_any(),
    };
    view! {
        <tr class=format!("finding finding--{}", tone.as_str()) role="row" data-span=place.map(data_span) data-stop hidden=is_hidden data-row=row_data(facts)>
            <td role="cell" data-field="findings[].number">{finding.number}</td>
            <td role="cell">
                <Badge tone label=severity field="findings[].severity"/>
                {finding.is_fixed.then(|| view! { <Tag label="fixed"/> })}
            </td>
            <td role="cell">
                <div data-words>{description}</div>
                {finding.suggestion.map(|suggestion| view! {
                    <p class="finding__suggestion">
                        "Suggestion: "
                        <span data-words>
                            <Inline text=suggestion field="findings[].suggestion"/>
                        </span>
                    </p>
                })}
                <OtherCells cells=finding.other_cells field="findings[].otherCells"/>
                <p class="finding__place">{location}<InSource place context=context.clone()/></p>
            </td>
        </tr>
    }
}

fn tone(finding: &Finding) -> Tone {
    let level = finding.severity.as_ref().and_then(FindingSeverity::level);
    Tone::of_severity(level.map(SeverityLevel::as_str))
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
