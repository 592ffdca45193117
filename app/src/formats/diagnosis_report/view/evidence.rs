//! What the diagnosis rests on, and what it rules out.

use super::super::words::Relation;
use super::super::{Alternative, Change, Timing};
use crate::ui::prelude::*;

pub(super) fn view(
    timing: Timing,
    changes: Vec<Change>,
    pattern_analysis: Option<String>,
    context: &ViewContext,
) -> impl IntoView + use<> {
    let gates = (!timing.affected_gates.is_empty()).then(|| timing.affected_gates.join(", "));
    let facts = context.facts([
        ("Violations started", "timing.violationsStarted", timing.violations_started),
        ("How often", "timing.frequency", timing.frequency),
        ("Affected gates", "timing.affectedGates", gates),
    ]);
    let looks = context.place("patternAnalysis", None);
    view! {
        <section class="section" aria-label="Evidence">
            <h2 class="section__title">"Evidence"</h2>
            <div data-field="timing">{facts}</div>
            {pattern_analysis.map(|text| view! {
                <div class="card card--padded stop-row" data-span=looks.map(data_span) data-stop=looks.is_some()>
                    <h3 class="healing__label">"What the violations look like"</h3>
                    <Markdown text field="patternAnalysis"/>
                </div>
            })}
            {code_history(changes, context)}
        </section>
    }
}

fn code_history(changes: Vec<Change>, context: &ViewContext) -> AnyView {
    let head = TableHead {
        caption: "When files were changed",
        class: "table--stacked",
        columns: &[("File", ""), ("Last modified", ""), ("Against the violations", "")],
    };
    let cells = |change: Change| {
        let relation = change.relation.map(|relation| {
            let class = match relation.known {
                Some(Relation::Before) => "relation relation--before",
                Some(Relation::After) => "relation relation--after",
                None => "relation",
            };
            view! {
                <span class="table__label">"Against the violations "</span>
                <span class=class data-field="codeHistory[].relation">{visible(relation.shown())}</span>
            }
        });
        view! {
            <td class="path" data-field="codeHistory[].file">{visible(change.file.as_deref().unwrap_or_default())}</td>
            <td>
                <span class="table__label">"Last modified "</span>
                <span data-field="codeHistory[].modified">{visible(change.modified.as_deref().unwrap_or("not stated"))}</span>
            </td>
            <td>{relation}</td>
        }
    };
    table(head, "codeHistory", changes, "No changes of code are stated.", context, cells)
}

pub(super) fn alternatives(alternatives: Vec<Alternative>, context: &ViewContext) -> AnyView {
    let entry = |alternative: Alternative| {
        view! {
            <p class="flag__issue">
                <Inline text=alternative.cause.unwrap_or_default() field="alternatives[].cause"/>
            </p>
            {alternative.ruled_out.map(|text| view! {
                <p class="flag__reason"><Inline text field="alternatives[].ruledOut"/></p>
            })}
        }
    };
    list_section("Ruled out", "alternatives", alternatives, "No other cause was considered.", context, entry)
}
