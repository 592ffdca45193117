use super::Row;
use crate::diagnostic::{Diagnostic, Severity};
use crate::format::Parsed;
use crate::pages::document::diagnostics::{DiagnosticActions, DiagnosticNote, LONGEST};
use crate::text::{Span, Text};
use crate::ui::prelude::*;
use crate::ui::visible::{affordable, spelled_out};
use crate::ui::{Anchors, size};

/// One line: a gutter with the severity, the number, the text, and below it the diagnostics. A line longer than
/// `longest` is cut; the whole is in the raw text.
pub(super) fn source_line(text: &Text, row: &Row<'_>, longest: usize) -> impl IntoView + use<> {
    let number = row.number;
    let worst = row.notes.iter().map(|(_, note)| note.severity).min();
    let gutter = worst.map(|worst| {
        view! { <span class=format!("source__gutter tone-{worst}")></span> }
    });
    let notes = (!row.notes.is_empty()).then(|| {
        let note = |(index, (block, note)): (usize, &(&Parsed, &Diagnostic))| {
            let Some(actions) = row.actions else {
                return view! { <p>{sentence(affordable(&note.message, LONGEST))}</p> }.into_any();
            };
            // One edit often fixes two issues of a line; it is shown once.
            let mut shown = (*note).clone();
            shown.fix = shown.fix.filter(|fix| {
                !row.notes.iter().take(index).any(|(_, earlier)| earlier.fix.as_ref() == Some(fix))
            });
            let actions = view! { <DiagnosticActions diagnostic=note text block=*block actions/> }.into_any();
            view! { <DiagnosticNote diagnostic=&shown text actions/> }.into_any()
        };
        let notes = row.notes.iter().enumerate().map(note).collect::<Vec<_>>();
        view! { <div class="source__notes">{notes}</div> }
    });
    let anchor = Anchors::id(&format!("L{number}"));
    let number = match row.is_linked {
        true => view! { <a href=format!("#{anchor}")>{number}</a> }.into_any(),
        false => view! { <i>{number}</i> }.into_any(),
    };
    view! {
        <div id=anchor data-span=data_span(row.span) data-issue=(row.is_linked && !row.notes.is_empty()).then_some("")>
            {gutter}
            {number}
            <span>{content(text, row, longest)}</span>
            {notes}
        </div>
    }
}

fn content(text: &Text, row: &Row<'_>, longest: usize) -> AnyView {
    let whole = text.slice(row.span).trim_end_matches(['\r', '\n']);
    let shown = affordable(whole, longest);
    let hidden = whole.len() - shown.len();
    let end = row.span.start + shown.len() as u32;
    let mut parts = Vec::new();
    for (span, severity) in pieces(row, end) {
        let words = fragment(text, span);
        match severity {
            Some(severity) => {
                parts.push(view! { <mark class=format!("mark mark--{severity}")>{words}</mark> }.into_any())
            }
            None => parts.extend(words),
        }
    }
    if hidden > 0 {
        let size = size::bytes(whole.len() as u32);
        let rest = format!(" … this line has {size}; the rest is in the raw text");
        parts.push(view! { <span class="clip">{rest}</span> }.into_any());
    }
    parts.into_any()
}

/// Returns the pieces of a line up to a place, each with the severity of the issue that it is marked for.
pub(super) fn pieces(row: &Row<'_>, end: u32) -> Vec<(Span, Option<Severity>)> {
    let mut pieces = Vec::new();
    let mut at = row.span.start;
    let mut marks = row.marks.clone();
    marks.sort_by_key(|mark| mark.span);
    for mark in marks {
        let start = mark.span.start.clamp(at, end);
        let stop = mark.span.end.clamp(start, end);
        if stop > start {
            pieces.extend([(Span::new(at, start), None), (Span::new(start, stop), Some(mark.severity))]);
            at = stop;
        }
    }
    pieces.push((Span::new(at, end), None));
    pieces
}

/// Returns a piece of the line as it was meant: mojibake is repaired here, never in the stored bytes. `None` if the
/// piece is empty, since an empty text node is written as a blank.
fn fragment(text: &Text, span: Span) -> Option<AnyView> {
    (!span.is_empty()).then(|| spelled_out(&text.read(span)))
}
