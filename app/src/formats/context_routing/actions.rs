//! The actions of a routing: parted by commas or arrows, or a list.

use super::rules::MISSING_ACTIONS;
use crate::format::prelude::*;
use crate::reading::{Label, Labels, Scope, cut, first_line, is_none, report_placeholder, unquoted};

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
    let name = "actions";
    let label = labels.find(name);
    let mut has_more = false;
    let mut is_open = false;
    if let Some(label) = label {
        labels.report(label, name, sink);
    }
    for span in label.map(|label| entries(body, label)).unwrap_or_default() {
        listed.end = listed.end.max(span.end);
        let written = body.read(span);
        if report_placeholder(&written, span, "actions", sink) {
            is_open = true;
        } else if !is_none(&written) {
            let name = name_in(body.text.source(), span);
            sink.field(FieldPath::row("actions", listed.actions.len() as u32), span);
            has_more |= name != span;
            listed.actions.push(unquoted(&body.read(name)));
            listed.as_written.push(written.into_owned());
        }
    }
    if !has_more {
        listed.as_written.clear();
    }
    let is_no_match = labels
        .find("flow")
        .is_some_and(|flow| unquoted(&body.read(flow.value)).eq_ignore_ascii_case("no match"));
    // Where nothing matches, there may be nothing to do.
    let is_none = is_no_match && label.is_some_and(|label| !label.value.is_empty());
    if listed.actions.is_empty() && !is_open && !is_none {
        let place = label.map_or_else(|| body.opening_line(), |label| label.line);
        let missing = Diagnostic::new(&MISSING_ACTIONS, place, "no actions are stated").field("actions");
        sink.report(missing.expected("`**Actions:** code/, review/, commit/`"));
    }
    listed
}

fn entries(body: &Scope<'_>, label: &Label) -> Vec<Span> {
    let source = body.text.source();
    if !label.value.is_empty() {
        return parted(source, label.value);
    }
    let items = body.items(label.below.clone());
    if !items.is_empty() {
        return items.into_iter().map(|item| item.span).filter(|span| !span.is_empty()).collect();
    }
    let content = body.content(label.below.clone());
    content.map(|content| parted(source, first_line(source, content))).unwrap_or_default()
}

/// Splits `code/ → review/` and `code/, review/`; between arrows, commas split only lists of names.
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

/// Returns `true` for one word, with or without parentheses after it.
fn is_name(written: &str) -> bool {
    let name = written.split_once('(').map_or(written, |(name, _)| name);
    !name.trim().contains(char::is_whitespace) && written.matches('(').count() == written.matches(')').count()
}

/// `code/backend/` of `**code/backend/** — Write the middleware`.
fn name_in(source: &str, entry: Span) -> Span {
    let fragment = entry.slice(source);
    let dashes = [" — ", " – ", " -- ", " - ", ": ", " â€” ", " ("];
    let end = dashes.iter().filter_map(|dash| fragment.find(dash)).min();
    let name = end.map_or(entry, |end| entry.take(end)).trim(source);
    // A sentence names no action, so it is kept whole.
    if name.slice(source).contains(char::is_whitespace) { entry } else { name }
}
