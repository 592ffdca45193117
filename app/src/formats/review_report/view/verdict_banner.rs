use super::super::{ReviewReport, Verdict};
use crate::format::Format;
use crate::language::translated;
use crate::ui::Tally;
use crate::ui::prelude::*;

/// May the work go on? The word, its qualifier, the score, and how much was found.
#[component]
pub(super) fn VerdictBanner(report: ReviewReport, context: ViewContext) -> impl IntoView {
    let summary = (ReviewReport::SUMMARY)(&report);
    let tone = context.tone();
    let is_contradicted = context.is_contradicted();
    let word = match &report.verdict {
        Some(Verdict::Approved) => "Approved".to_owned(),
        Some(Verdict::NeedsChanges) => "Needs changes".to_owned(),
        Some(Verdict::Other(written)) => written.clone(),
        None => "No verdict".to_owned(),
    };
    view! {
        <header class=format!("verdict verdict--{} card", tone.as_str())>
            <span class="verdict__icon">
                <Glyph icon=tone.icon()/>
            </span>
            <div class="verdict__words">
                {is_contradicted.then(|| view! { <p class="verdict__qualifier">"Claims"</p> })}
                <p class="verdict__word" data-field="verdict">{visible(&translated(&word))}</p>
                {report.verdict_qualifier.map(|qualifier| view! {
                    <p class="verdict__qualifier" data-field="verdictQualifier">{visible(&qualifier)}</p>
                })}
            </div>
            <p class="verdict__scope">{heading(report.title, report.scope)}</p>
            <div class="verdict__figures">
                {report.score.map(|value| view! {
                    <span data-field="score"><Score value is_contradicted/></span>
                })}
                {(summary.tally.total() > 0).then(|| view! { <Tally counts=summary.tally/> })}
            </div>
        </header>
    }
}

/// The heading as it is written, with the scope in it, or the scope beside it where it was stated elsewhere.
fn heading(title: Option<String>, scope: Option<String>) -> impl IntoView {
    let title = title.unwrap_or_default();
    let scope = scope.unwrap_or_default();
    let (before, beside) = match title.strip_suffix(scope.as_str()) {
        Some(before) => (before.to_owned(), None),
        None => (format!("{title} · "), Some(scope.clone())),
    };
    let inside = beside.is_none().then(|| view! { <span data-field="scope">{visible(&scope)}</span> });
    let beside = beside.map(|scope| view! { <span data-field="scope">{visible(&scope)}</span> });
    view! {
        <span data-field="title">{visible(&before)}{inside}</span>
        {beside}
    }
}
