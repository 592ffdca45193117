use super::super::words::{NextStep, Verdict};
use super::super::{HealingVerification, number};
use crate::ui::prelude::*;

/// Is it healed? The verdict, what it is about, by how much the score moved, and what comes next.
pub(super) fn banner(report: HealingVerification, context: &ViewContext) -> impl IntoView + use<> {
    let verdict = report.verdict.as_ref().or(report.status.as_ref()).and_then(|verdict| verdict.known);
    let (tone, class) = match verdict {
        _ if context.is_contradicted() => (Tone::Contradicted, "contradicted"),
        Some(Verdict::Success) => (Tone::Pass, "pass"),
        Some(Verdict::Partial) => (Tone::Medium, "medium"),
        Some(Verdict::Failed) => (Tone::Fail, "fail"),
        Some(Verdict::Escalate) => (Tone::Critical, "critical"),
        None => (Tone::Unknown, "unknown"),
    };
    let ending = report.status.map(|status| {
        // What the report ends with is worth a word where it is another one.
        let differs = report.verdict.as_ref().is_some_and(|verdict| verdict.known != status.known);
        let class = if differs { "verdict__qualifier" } else { "visually-hidden" };
        view! { <p class=class>"ends with " <span data-field="status">{visible(status.shown())}</span></p> }
    });
    let word = match &report.verdict {
        Some(verdict) => {
            view! { <p class="verdict__word" data-field="verdict">{visible(verdict.shown())}</p> }.into_any()
        }
        None => view! { <p class="verdict__word">"No verdict"</p> }.into_any(),
    };
    view! {
        <header class=format!("verdict verdict--{class} card")>
            <span class="verdict__icon">
                <Glyph icon=tone.icon()/>
            </span>
            <div class="verdict__words">{word} {ending}</div>
            <p class="verdict__scope verification__scope">
                {report.title.map(|title| view! { <span>{visible(&title)}</span> })}
                {report.healing_chain.map(|chain| view! { <span class="mono" data-field="healingChain">{visible(&chain)}</span> })}
                {report.executed_at.map(|written| view! { <span data-field="executedAt">{visible(&written)}</span> })}
            </p>
            <div class="verdict__figures">
                {report.health_delta.map(|delta| {
                    let shown = number(&Some(delta.clone())).map_or(delta.written, |delta| delta.signed());
                    view! { <span class="verification__delta"><span data-field="healthDelta">{visible(&shown)}</span>" points"</span> }
                })}
                {report.next_protocol_step.map(|step| view! {
                    <span class="verification__next">
                        "Next: " <span data-field="nextProtocolStep">{visible(step.as_str())}</span>
                        <span class="muted">{step.known.map(in_words)}</span>
                    </span>
                })}
            </div>
        </header>
    }
}

const fn in_words(step: NextStep) -> &'static str {
    match step {
        NextStep::Learn => " — record what was learned",
        NextStep::Rerun => " — heal again",
        NextStep::Investigate => " — look for the cause by hand",
        NextStep::Rollback => " — take the changes back",
    }
}
