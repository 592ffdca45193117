use super::super::check::seconds;
use super::super::{QuarantineOperations, Record};
use super::state::{badge, is_over};
use crate::reading::{Number, instant};
use crate::ui::prelude::*;

/// All that is under quarantine, with the moment at which each one ends.
pub(super) fn list(report: QuarantineOperations, context: &ViewContext) -> impl IntoView + use<> {
    let count = report.records.len();
    let listed_ms = report.executed_at.as_deref().and_then(instant).map(|instant| instant.milliseconds);
    let of_record = |(index, record)| item(index as u32, record, listed_ms, context);
    let (pages, items) = paged(report.records, "Pages of records", context, of_record);
    let says_none = report.total.as_ref().and_then(|total| total.number) == Some(Number(0.0));
    let none = if says_none { "Nothing is under quarantine." } else { "No record could be read." };
    let content = match count {
        0 => view! { <p class="card card--padded muted">{none}</p> }.into_any(),
        _ => view! { <ul class="quarantine__list card">{items}</ul> }.into_any(),
    };
    let facts = context.facts([
        ("Listed at", "executedAt", report.executed_at),
        ("Total claimed", "total", report.total.map(|total| total.to_string())),
        ("Status", "status", report.status),
        ("Subcommand", "subcommand", report.subcommand.map(|subcommand| subcommand.as_str().to_owned())),
    ]);
    view! {
        <Section title="Active quarantines" field="records" count>
            {pages}
            {content}
        </Section>
        {facts}
    }
}

fn item(index: u32, record: Record, listed_ms: Option<i64>, context: &ViewContext) -> impl IntoView + use<> {
    let place = context.place("records", Some(index));
    let left = record.ttl_remaining.as_deref().and_then(seconds);
    let end = listed_ms.zip(left).and_then(|(listed, left)| listed.checked_add(left.checked_mul(1000)?));
    let target_type = record.target_type.as_ref().map(|word| word.as_str());
    view! {
        <li class="quarantine__record stop-row" data-span=place.map(data_span) data-stop>
            <div class="quarantine__target">
                {badge(target_type, false, "records[].targetType", end)}
                <strong class="path" data-field="records[].targetId">
                    {visible(record.target_id.as_deref().unwrap_or("unnamed"))}
                </strong>
                <InSource place context=context.clone()/>
            </div>
            {record.reason.map(|text| view! { <p><Inline text field="records[].reason"/></p> })}
            <p class="quarantine__times">
                {record.quarantined_at.map(|at| view! {
                    <span>"since "<span data-field="records[].quarantinedAt">{visible(&at)}</span></span>
                })}
                {record.ttl_remaining.map(|left| view! {
                    <span><span data-field="records[].ttlRemaining">{visible(&left)}</span>" left when listed"</span>
                })}
                {end.map(|milliseconds| {
                    let ends = if is_over(end) { "ended on " } else { "ends on " };
                    view! { <span>{ends} <Moment milliseconds/></span> }
                })}
                {record.suggested_flow.map(|flow| view! {
                    <span>"heal with "<code data-field="records[].suggestedFlow">{visible(&flow)}</code></span>
                })}
            </p>
        </li>
    }
}
