//! What the diagnosis rests on, and what it rules out.

use leptos::prelude::*;

use super::super::words::Relation;
use super::super::{Alternative, Change, Timing};
use super::said;
use crate::ui::linking::data_span;
use crate::ui::visible::visible;
use crate::ui::{Fact, Facts, InSource, Inline, Markdown, ViewContext, paged};

#[component]
pub(super) fn Evidence(
    timing: Timing,
    changes: Vec<Change>,
    pattern_analysis: Option<String>,
    context: ViewContext,
) -> impl IntoView {
    let places = context.clone();
    let place = move |field| places.place(field, None);
    let gates = (!timing.affected_gates.is_empty()).then(|| timing.affected_gates.join(", "));
    let looks = place("patternAnalysis");
    view! {
        <section class="section" aria-label="Evidence">
            <h2 class="section__title">"Evidence"</h2>
            <div data-field="timing">
                <Facts>
                    <Fact
                        label="Violations started"
                        field="timing.violationsStarted"
                        value=timing.violations_started
                        place=place("timing.violationsStarted")
                    />
                    <Fact label="How often" field="timing.frequency" value=timing.frequency place=place("timing.frequency")/>
                    <Fact
                        label="Affected gates"
                        field="timing.affectedGates"
                        value=gates
                        place=place("timing.affectedGates")
                    />
                </Facts>
            </div>
            {pattern_analysis.map(|text| view! {
                <div class="card card--padded stop-row" data-span=looks.map(data_span) data-stop=looks.is_some()>
                    <h3 class="healing__label">"What the violations look like"</h3>
                    <Markdown text field="patternAnalysis"/>
                </div>
            })}
            <CodeHistory changes context=context.clone()/>
        </section>
    }
}

#[component]
fn CodeHistory(changes: Vec<Change>, context: ViewContext) -> impl IntoView {
    if changes.is_empty() {
        return view! { <p class="card card--padded faint" data-field="codeHistory">"No changes of code are stated."</p> }
            .into_any();
    }
    let row = |(index, change): (usize, Change)| {
        let place = context.place("codeHistory", Some(index as u32));
        let relation = change.relation.map(|relation| {
            let class = match relation.known {
                Some(Relation::Before) => "relation relation--before",
                Some(Relation::After) => "relation relation--after",
                None => "relation",
            };
            view! { <span class=class data-field="codeHistory[].relation">{visible(said(&relation))}</span> }
        });
        view! {
            <tr class="stop-row" data-span=place.map(data_span) data-stop>
                <td class="path" data-field="codeHistory[].file">{visible(change.file.as_deref().unwrap_or_default())}</td>
                <td>
                    <span class="table__label">"Last modified "</span>
                    <span data-field="codeHistory[].modified">{visible(change.modified.as_deref().unwrap_or("not stated"))}</span>
                </td>
                <td>
                    {relation.is_some().then(|| view! { <span class="table__label">"Against the violations "</span> })}
                    {relation}
                </td>
                <td class="table__number"><InSource place context=context.clone()/></td>
            </tr>
        }
    };
    let (pages, rows) = paged(changes, "Pages of changes", &context, row);
    view! {
        {pages}
        <div class="card scroll-x" tabindex="0" data-field="codeHistory">
            <table class="table table--stacked">
                <caption class="visually-hidden">"When files were changed"</caption>
                <thead>
                    <tr>
                        <th scope="col">"File"</th>
                        <th scope="col">"Last modified"</th>
                        <th scope="col">"Against the violations"</th>
                        <th scope="col"><span class="visually-hidden">"Source"</span></th>
                    </tr>
                </thead>
                <tbody>{rows}</tbody>
            </table>
        </div>
    }
    .into_any()
}

#[component]
pub(super) fn Alternatives(alternatives: Vec<Alternative>, context: ViewContext) -> impl IntoView {
    let count = alternatives.len();
    let item = |(index, alternative): (usize, Alternative)| {
        let place = context.place("alternatives", Some(index as u32));
        view! {
            <li class="flag stop-row" data-span=place.map(data_span) data-stop>
                <p class="flag__issue">
                    <Inline text=alternative.cause.unwrap_or_default() field="alternatives[].cause"/>
                </p>
                {alternative.ruled_out.map(|text| view! {
                    <p class="flag__reason"><Inline text field="alternatives[].ruledOut"/></p>
                })}
            </li>
        }
    };
    let content = match count {
        0 => view! { <p class="card card--padded faint">"No other cause was considered."</p> }.into_any(),
        _ => {
            let (pages, items) = paged(alternatives, "Pages of causes", &context, item);
            view! { {pages} <ul class="flags card">{items}</ul> }.into_any()
        }
    };
    view! {
        <section class="section" aria-label="Ruled out" data-field="alternatives">
            <h2 class="section__title">"Ruled out " <span class="section__count">{count}</span></h2>
            {content}
        </section>
    }
}
