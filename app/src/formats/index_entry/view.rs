//! The viewer: executions as a table, newest as the registry has them, each with its chain and its outcome.

use super::{Entry, IndexEntry};
use crate::ui::prelude::*;

impl Viewer for IndexEntry {
    fn view(self, context: ViewContext) -> impl IntoView {
        let count = self.entries.len();
        if count == 0 {
            let text = "The table has no row that names one.";
            return view! { <Empty icon=Icon::Inbox title="No executions" text/> }.into_any();
        }
        let of_entry = |(number, entry)| row(number as u32, entry, &context);
        let (pages, rows) = paged(self.entries, "Pages of executions", &context, of_entry);
        view! {
            <article>
                <Section title="Executions" field="entries" count>
                    {pages}
                    <div class="card scroll-x">
                        <Table columns=&["Date", "Work", "Outcome", "Commits"] rows class="table table--stacked"/>
                    </div>
                </Section>
            </article>
        }
        .into_any()
    }
}

fn row(number: u32, entry: Entry, context: &ViewContext) -> impl IntoView + use<> {
    let place = context.place("entries", Some(number));
    let (tone, word) = match entry.success {
        Some(true) => (Tone::Pass, "succeeded"),
        Some(false) => (Tone::Fail, "failed"),
        None => (Tone::Unknown, "undecided"),
    };
    let commit = |hash: String| view! { <code>{visible(&hash)}</code> };
    let (commits, more) = few(entry.commits, commit);
    view! {
        <tr data-span=place.map(data_span) data-stop>
            <td class="index-entry__date" data-field="entries[].date">{entry.date.as_deref().map(visible)}</td>
            <td>
                <Inline text=entry.description.unwrap_or_default() field="entries[].description"/>
                <p class="index-entry__chain" data-field="entries[].pattern">{entry.pattern.as_deref().map(visible)}</p>
                <OtherCells cells=entry.other_cells field="entries[].otherCells"/>
                <InSource place context=context.clone()/>
            </td>
            <td>
                <Badge tone label=word field="entries[].success"/>
                <p data-field="entries[].outcome">{outcome(entry.outcome.unwrap_or_default(), entry.metrics)}</p>
            </td>
            <td>
                <span class="index-entry__commits" data-field="entries[].commits">
                    {commits}
                    {more}
                </span>
            </td>
        </tr>
    }
}

/// The outcome as written, with its figures set apart.
fn outcome(written: String, metrics: Option<String>) -> impl IntoView {
    let parts = metrics.and_then(|metrics| {
        let (before, after) = written.split_once(metrics.as_str())?;
        Some((before.to_owned(), metrics, after.to_owned()))
    });
    match parts {
        Some((before, metrics, after)) => {
            let metrics = view! { <Inline text=metrics field="entries[].metrics"/> };
            view! {
                <span class="faint">{visible(&before)}</span>
                {metrics}
                <span class="faint">{visible(&after)}</span>
            }
            .into_any()
        }
        None => view! { <Inline text=written/> }.into_any(),
    }
}
