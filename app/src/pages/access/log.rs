use crate::access::{AuditLog, Audited, action_named};
use crate::ui::Table;
use crate::ui::prelude::*;

const COLUMNS: &[&str] = &["When", "Who", "What", "Outcome"];

/// Who changed what, the newest first.
#[component]
pub(super) fn Log(log: AuditLog, is_first_page: bool) -> impl IntoView {
    let AuditLog { records, next } = log;
    let rows = match records.is_empty() {
        true => view! { <p class="card card--padded muted">"Nothing was changed yet."</p> }.into_any(),
        false => view! {
            <div class="card scroll-x">
                <Table class="table table--stacked" columns=COLUMNS rows=records.into_iter().map(row).collect_view()/>
            </div>
        }
        .into_any(),
    };
    let newest = (!is_first_page).then(|| view! { <a class="button" href="/access#log">"Newest"</a> });
    let older = next.map(|before| {
        view! { <a class="button" href=format!("/access?before={before}#log")>"Older"</a> }
    });
    view! {
        <section class="section" aria-labelledby="log">
            <h2 class="section__title" id="log">"Audit log"</h2>
            {rows}
            <p class="access__pages">{newest}{older}</p>
        </section>
    }
}

fn row(record: Audited) -> impl IntoView {
    let Audited { at_ms, actor, action, subject, status, .. } = record;
    let (tone, label) = match status {
        None => (Tone::Unknown, "not known".to_owned()),
        Some(status) if status < 400 => (Tone::Pass, "done".to_owned()),
        Some(status @ (401 | 403)) => (Tone::Fail, format!("refused, {status}")),
        Some(status) => (Tone::Fail, format!("failed, {status}")),
    };
    let subject =
        (!subject.is_empty()).then(|| view! { <span class="muted path">{visible(&subject)}</span> });
    view! {
        <tr>
            <td><Moment milliseconds=at_ms/></td>
            <td data-label="Who">{visible(&actor)}</td>
            <td class="access__action"><span title=action.clone()>{sentence(action_named(&action))}</span>{subject}</td>
            <td><Badge tone label/></td>
        </tr>
    }
}
