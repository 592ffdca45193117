//! The actions of a routing: parted by commas or arrows, or a list.

use super::names::ACTIONS;
use super::rules::MISSING_ACTIONS;
use crate::diagnostic::{Diagnostic, FieldPath, Sink};
use crate::reading::{Label, Labels, PLACEHOLDER, Scope, is_none, is_placeholder, unquoted};
use crate::text::Span;

#[derive(Debug, Default)]
pub(super) struct Listed {
    pub actions: Vec<String>,
    /// The whole entries, where one says more than its action.
    pub as_written: Vec<String>,
    /// Where the list ends.
    pub end: u32,
}

pub(super) fn read(body: &Scope<'_>, labels: &Labels<'_>, sink: &mut Sink) -> Listed {
    let mut listed = Listed::default();
    let Some(label) = labels.find(ACTIONS) else {
        report_missing(body.opening_line(), sink);
        return listed;
    };
    labels.report(label, ACTIONS, sink);
    let source = body.text.source();
    let spans = entries(body, label);
    let mut has_more = false;
    let mut is_open = false;
    for span in spans {
        listed.end = listed.end.max(span.end);
        let written = body.read(span);
        if is_placeholder(&written) {
            let message = format!("`{written}` is a placeholder");
            sink.report(Diagnostic::new(&PLACEHOLDER, span, message).field("actions").found(written));
            is_open = true;
            continue;
        }
        if is_none(&written) {
            continue;
        }
        let name = name_in(source, span);
        sink.field(FieldPath::row("actions", listed.actions.len() as u32), span);
        has_more |= name != span;
        listed.actions.push(unquoted(&body.read(name)));
        listed.as_written.push(written.into_owned());
    }
    if !has_more {
        listed.as_written.clear();
    }
    if listed.actions.is_empty() && !is_open {
        report_missing(label.line, sink);
    }
    listed
}

fn report_missing(place: Span, sink: &mut Sink) {
    let message = "no actions are stated";
    let missing = Diagnostic::new(&MISSING_ACTIONS, place, message).field("actions");
    sink.report(missing.expected("`**Actions:** code/, review/, commit/`"));
}

fn entries(body: &Scope<'_>, label: &Label) -> Vec<Span> {
    let source = body.text.source();
    if !label.value.is_empty() {
        return parted(source, label.value);
    }
    let items: Vec<Span> = body.items(label.below.clone()).into_iter().map(|item| item.span).collect();
    if !items.is_empty() {
        return items.into_iter().filter(|span| !span.is_empty()).collect();
    }
    body.content(label.below.clone())
        .map(|content| parted(source, first_line(source, content)))
        .unwrap_or_default()
}

/// `code/ → review/`, `code/, review/`; of both, the commas part what stands between arrows where they list names.
fn parted(source: &str, value: Span) -> Vec<Span> {
    const ARROWS: [&str; 4] = ["→", "->", "=>", "â†’"];
    const COMMAS: [&str; 3] = [",", ";", " + "];
    let steps = cut(source, value, &ARROWS);
    if steps.len() <= 1 {
        return cut(source, value, &COMMAS);
    }
    let named = |step: Span| {
        let names = cut(source, step, &COMMAS);
        if names.iter().all(|name| is_name(name.slice(source))) { names } else { vec![step] }
    };
    steps.into_iter().flat_map(named).collect()
}

/// One word, whatever stands behind it in parentheses.
fn is_name(written: &str) -> bool {
    let name = written.split_once('(').map_or(written, |(name, _)| name);
    !name.trim().contains(char::is_whitespace) && written.matches('(').count() == written.matches(')').count()
}

fn cut(source: &str, value: Span, marks: &[&str]) -> Vec<Span> {
    let fragment = value.slice(source);
    let mut cuts: Vec<(usize, usize)> = marks
        .iter()
        .flat_map(|mark| fragment.match_indices(mark))
        .map(|(at, mark)| (at, mark.len()))
        .collect();
    cuts.sort_unstable();
    let mut spans = Vec::new();
    let mut start = 0;
    for (at, length) in cuts {
        spans.push(value.skip(start).take(at.saturating_sub(start)).trim(source));
        start = at + length;
    }
    spans.push(value.skip(start).trim(source));
    spans.retain(|span| !span.is_empty());
    spans
}

/// `code/backend/` of `**code/backend/** — Write the middleware`.
fn name_in(source: &str, entry: Span) -> Span {
    let fragment = entry.slice(source);
    let dashes = [" — ", " – ", " -- ", " - ", ": ", " â€” ", " ("];
    let end = dashes.iter().filter_map(|dash| fragment.find(dash)).min();
    let name = end.map_or(entry, |end| entry.take(end)).trim(source);
    // A sentence names no action; it is one as it stands.
    if name.slice(source).contains(char::is_whitespace) { entry } else { name }
}

fn first_line(source: &str, span: Span) -> Span {
    let end = span.slice(source).find(['\n', '\r']);
    end.map_or(span, |end| span.take(end)).trim(source)
}
