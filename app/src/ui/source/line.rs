use leptos::prelude::*;

use super::Row;
use crate::text::{Span, Text};
use crate::ui::diagnostics::{Detail, DiagnosticCard};
use crate::ui::visible::{clip, visible};
use crate::ui::{Glyph, Linking, Tone, size};

/// A longer line is cut here; the whole stands in the raw text.
const LONGEST: usize = 2_000;

/// One line: a gutter that says how grave, the number, the text, and below it what is said of it.
#[component]
pub(super) fn SourceLine(row: Row, text: StoredValue<Text>) -> impl IntoView {
    let linking = Linking::expect();
    let span = row.span;
    let worst = row.notes.iter().map(|note| note.severity).min();
    let content = text.with_value(|text| content(text, &row));
    let number = row.number;
    let notes = (!row.notes.is_empty()).then(|| {
        let note = |diagnostic| view! { <DiagnosticCard diagnostic text detail=Detail::Brief/> };
        view! { <div class="source__notes">{row.notes.iter().cloned().map(note).collect_view()}</div> }
    });
    view! {
        <div
            class="source__line"
            id=format!("L{number}")
            class:is-linked=move || linking.is_pointed_at(span)
            class:is-chosen=move || linking.is_chosen(span)
            on:mouseenter=move |_| linking.point(span)
            on:mouseleave=move |_| linking.leave()
        >
            <span class=worst.map_or_else(|| "source__gutter".to_owned(), |worst| format!("source__gutter tone-{worst}"))>
                {worst.map(|worst| view! { <Glyph icon=Tone::from(worst).icon()/> })}
            </span>
            <a class="source__number" href=format!("#L{number}") aria-label=format!("Line {number}")>
                {number}
            </a>
            <span class="source__text">{content}</span>
            {notes}
        </div>
    }
}

fn content(text: &Text, row: &Row) -> AnyView {
    let whole = text.slice(row.span).trim_end_matches(['\r', '\n']);
    let (shown, hidden) = clip(whole, LONGEST);
    let end = row.span.start + shown.len() as u32;
    let mut parts = Vec::new();
    let mut at = row.span.start;
    let mut marks = row.marks.clone();
    marks.sort();
    for (span, severity) in marks {
        let start = span.start.clamp(at, end);
        let stop = span.end.clamp(start, end);
        if stop > start {
            parts.push(fragment(text, Span::new(at, start)));
            let inner = fragment(text, Span::new(start, stop));
            parts.push(view! { <mark class=format!("mark mark--{severity}")>{inner}</mark> }.into_any());
            at = stop;
        }
    }
    parts.push(fragment(text, Span::new(at, end)));
    if hidden > 0 {
        let size = size::bytes(whole.len() as u32);
        parts.push(view! { <span class="clip">{format!(" … this line has {size}; the rest is in the raw text")}</span> }.into_any());
    }
    parts.into_any()
}

/// A piece of the line as it was meant: mojibake is repaired here, never in the stored bytes.
fn fragment(text: &Text, span: Span) -> AnyView {
    visible(&text.read(span))
}
