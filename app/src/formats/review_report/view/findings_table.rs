use leptos::prelude::*;

use super::super::{Finding, FindingSeverity, Lines};
use crate::ui::size::grouped;
use crate::ui::{Badge, Empty, Icon, Inline, Linking, Tone, ViewContext};

/// Rows laid out at once; a longer list is shown page by page.
const PAGE: usize = 100;

/// The body of a review: each finding with its place, tied to its row in the source.
#[component]
pub(super) fn FindingsTable(findings: Vec<Finding>, context: ViewContext) -> impl IntoView {
    let count = findings.len();
    let content = if findings.is_empty() {
        view! {
            <div class="card">
                <Empty icon=Icon::Pass title="No findings" text="The review names nothing to change."/>
            </div>
        }
        .into_any()
    } else {
        view! { <Rows findings context/> }.into_any()
    };
    view! {
        <section class="section" aria-label="Findings" data-field="findings">
            <h2 class="section__title">"Findings" <span class="section__count">{grouped(count as u64)}</span></h2>
            {content}
        </section>
    }
}

#[component]
fn Rows(findings: Vec<Finding>, context: ViewContext) -> impl IntoView {
    let count = findings.len();
    let findings = StoredValue::new(findings);
    let shown = RwSignal::new(0_usize);
    let linking = Linking::expect();
    let places: Vec<_> = (0..count).map(|row| context.place("findings", Some(row as u32))).collect();
    let places = StoredValue::new(places);
    // A finding that was chosen in the source is brought onto the page.
    let page = Memo::new(move |_| {
        let chosen = linking.chosen.get().and_then(|chosen| {
            places.with_value(|places| {
                places.iter().position(|place| place.is_some_and(|place| place.overlaps(chosen)))
            })
        });
        chosen.map_or(shown.get(), |row| row / PAGE)
    });
    let turn = move |to: usize| {
        linking.chosen.set(None);
        shown.set(to);
    };
    let rows = move || {
        let first = page.get() * PAGE;
        let context = context.clone();
        let row = |(index, finding): (usize, Finding)| view! { <Row index finding context=context.clone()/> };
        findings
            .with_value(|all| all.iter().cloned().enumerate().skip(first).take(PAGE).collect::<Vec<_>>())
            .into_iter()
            .map(row)
            .collect_view()
    };
    let last_page = (count - 1) / PAGE;
    view! {
        <div class="card">
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
            {(last_page > 0).then(|| view! {
                <nav class="source__pages needs-script" aria-label="Pages of findings">
                    <span>{move || format!("{}–{} of {}", page.get() * PAGE + 1, ((page.get() + 1) * PAGE).min(count), grouped(count as u64))}</span>
                    <button class="button button--small" type="button" disabled=move || page.get() == 0 on:click=move |_| turn(page.get_untracked() - 1)>
                        "Previous"
                    </button>
                    <button class="button button--small" type="button" disabled=move || page.get() == last_page on:click=move |_| turn(page.get_untracked() + 1)>
                        "Next"
                    </button>
                </nav>
            })}
        </div>
        {(last_page > 0).then(|| view! {
            <p class="muted without-script">{format!("The first {PAGE} of {count} findings; all of them stand in the source and in the JSON.")}</p>
        })}
    }
}

#[component]
fn Row(index: usize, finding: Finding, context: ViewContext) -> impl IntoView {
    let linking = Linking::expect();
    let place = context.place("findings", Some(index as u32));
    let tone = tone(finding.severity.as_ref());
    let severity = finding.severity.as_ref().map_or("no severity", |severity| severity.as_str()).to_owned();
    let number = finding.number.map(|number| number.to_string()).unwrap_or_default();
    let location = finding.file.is_some() || finding.line.is_some();
    let source_line = place.map(|place| {
        let line = context.line(place);
        let choose = move |event: leptos::ev::MouseEvent| {
            if is_beside_source() {
                event.prevent_default();
            }
            linking.chosen.set(Some(place));
        };
        view! {
            <a class="finding__source" href=context.line_href.run(line) on:click=choose title="Where it stands in the report">
                "source line "{line}
            </a>
        }
    });
    view! {
        <tr
            class=format!("finding finding--{}", tone.as_str())
            role="row"
            class:is-linked=move || place.is_some_and(|place| linking.is_pointed_at(place))
            class:is-chosen=move || place.is_some_and(|place| linking.is_chosen(place))
            on:mouseenter=move |_| linking.pointed.set(place)
            on:mouseleave=move |_| linking.leave()
        >
            <td class="finding__number" role="cell" data-field="findings[].number">{number}</td>
            <td class="finding__severity" role="cell">
                <Badge tone label=severity field="findings[].severity"/>
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
                <p class="finding__place">
                    {location.then(|| view! {
                        <span class="path">
                            <span data-field="findings[].file">{finding.file}</span>
                            {finding.line.map(|lines| view! { <span data-field="findings[].line">":"{range(lines)}</span> })}
                        </span>
                    })}
                    {source_line}
                </p>
            </td>
        </tr>
    }
}

fn tone(severity: Option<&FindingSeverity>) -> Tone {
    match severity {
        Some(FindingSeverity::Critical) => Tone::Critical,
        Some(FindingSeverity::High) => Tone::High,
        Some(FindingSeverity::Medium) => Tone::Medium,
        Some(FindingSeverity::Low) => Tone::Low,
        Some(FindingSeverity::Other(_)) | None => Tone::Other,
    }
}

fn range(lines: Lines) -> String {
    if lines.start == lines.end {
        lines.start.to_string()
    } else {
        format!("{}–{}", lines.start, lines.end)
    }
}

/// True where the source stands beside the viewer, so that a click need not leave the page.
fn is_beside_source() -> bool {
    #[cfg(feature = "hydrate")]
    {
        let side = document().query_selector(".document__side").ok().flatten();
        side.is_some_and(|side| side.get_bounding_client_rect().width() > 0.0)
    }
    #[cfg(not(feature = "hydrate"))]
    false
}
