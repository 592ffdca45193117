//! Where the missing points went.

use super::block_href;
use crate::health::Ledger;
use crate::trace::Trace;
use crate::ui::prelude::*;

/// The records whose issues are worth resolving first.
const FIRST: usize = 3;

pub(super) fn section(ledger: Ledger, is_of_week: bool) -> Option<impl IntoView> {
    let score = ledger.sum.score()?;
    let window = if is_of_week { "seven days" } else { "24 hours" };
    let missing = 100.0 - score;
    let lead = match (ledger.records.len().min(FIRST), ledger.resolved(FIRST)) {
        (0, _) | (_, None) => format!("Nothing is missing: each record of the last {window} scored 100."),
        (count, Some(resolved)) => format!(
            "{missing:.1} points are missing from 100 in the last {window}. Resolve the first {}: {score:.1} → {resolved:.1}.",
            if count == 1 { "record".to_owned() } else { format!("{count} records") }
        ),
    };
    let share = |lost: u64| format!("−{:.2}", ledger.share(lost));
    let row = |trace: &Trace| {
        let rules: Vec<String> = trace
            .broken
            .iter()
            .take(4)
            .map(|broken| match broken.count {
                1 => broken.rule.clone(),
                count => format!("{} × {count}", broken.rule),
            })
            .collect();
        let more = trace.broken.len().saturating_sub(rules.len());
        view! {
            <tr>
                <td class="harmony__number">{share(trace.lost())}</td>
                <td><a href=block_href(trace)>{visible(&trace.title)}</a></td>
                <td>{trace.format.clone()}</td>
                <td class="mono harmony__rules">{rules.join(", ")}{(more > 0).then(|| format!(" and {more} more"))}</td>
                <td><Moment milliseconds=trace.at_ms/></td>
            </tr>
        }
    };
    let rest = ledger.rest();
    let rows = view! {
        {ledger.records.iter().map(row).collect::<Vec<_>>()}
        {(rest > 0).then(|| view! {
            <tr>
                <td class="harmony__number">{share(rest)}</td>
                <td colspan="4" class="muted">"all other records"</td>
            </tr>
        })}
        <tr class="harmony__total">
            <td class="harmony__number">{share(ledger.sum.lost)}</td>
            <td colspan="4">{format!("in all, of 100 points over {}", counted(ledger.sum.traces, "record"))}</td>
        </tr>
    };
    let table = (ledger.sum.lost > 0).then(|| {
        view! {
            <div class="card scroll-x">
                <Table columns=&["Points", "Record", "Format", "Issues", "Time"] rows class="table table--stacked"/>
            </div>
        }
    });
    Some(view! {
        <section class="section" aria-label="Ledger">
            <h2 class="section__title">"Ledger"</h2>
            <p class="muted harmony__lead">{lead}</p>
            {table}
        </section>
    })
}
