use leptos::prelude::*;

use crate::document::{self, DocumentHead};
use crate::ui::icon::Glyph;
use crate::ui::size::grouped;
use crate::ui::tone::Tone;

/// How many findings of each severity; severities without one are left out.
#[component]
pub fn Tally(counts: document::Tally) -> impl IntoView {
    let parts = [
        (Tone::Critical, counts.critical, "critical"),
        (Tone::High, counts.high, "high"),
        (Tone::Medium, counts.medium, "medium"),
        (Tone::Low, counts.low, "low"),
        (Tone::Other, counts.other, "other"),
    ];
    view! { <CountRow parts=parts.to_vec() none="no findings"/> }
}

/// That a report holds findings which could not be parsed, so that they are not counted.
#[component]
pub fn FindingsUnread() -> impl IntoView {
    view! {
        <span class="tally__part tone-warning">
            <Glyph icon=Tone::Warning.icon()/>
            "findings unread"
        </span>
    }
}

/// How many errors, warnings and infos the reading of a document's blocks gave.
#[component]
pub fn Issues(head: DocumentHead) -> impl IntoView {
    let part = |tone, count, one, many| (tone, count, if count == 1 { one } else { many });
    let parts = vec![
        part(Tone::Error, head.errors(), "error", "errors"),
        part(Tone::Warning, head.warnings(), "warning", "warnings"),
        part(Tone::Info, head.infos(), "info", "infos"),
    ];
    view! { <CountRow parts none="no issues"/> }
}

#[component]
fn CountRow(parts: Vec<(Tone, u32, &'static str)>, none: &'static str) -> impl IntoView {
    let shown: Vec<_> = parts.into_iter().filter(|(_, count, _)| *count > 0).collect();
    if shown.is_empty() {
        return view! { <span class="faint">{none}</span> }.into_any();
    }
    let part = |(tone, count, word): (Tone, u32, &'static str)| {
        view! {
            <span class=format!("tally__part tone-{}", tone.as_str()) title=format!("{count} {word}")>
                <Glyph icon=tone.icon()/>
                {grouped(count.into())}
                <span class="visually-hidden">{format!(" {word} ")}</span>
            </span>
        }
    };
    view! { <span class="tally">{shown.into_iter().map(part).collect_view()}</span> }.into_any()
}
