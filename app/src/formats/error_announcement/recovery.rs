//! What a person may do about the error: a list under a label or a heading, or words on one line.

use std::ops::Range;

use super::names::RECOVERY;
use super::rules::MISSING_OPTIONS;
use crate::diagnostic::{Diagnostic, FieldPath, Sink};
use crate::markdown::Section;
use crate::reading::{LABEL_FORM, Label, Labels, PLACEHOLDER, Scope, is_placeholder, line_break, normal};
use crate::text::Span;

/// Headings that stand in the place of the label.
pub(super) const HEADINGS: [&str; 5] =
    ["recovery options", "recovery", "recovery option", "recovery steps", "recovery actions"];

#[derive(Debug, Default)]
pub(super) struct Recovery {
    pub options: Vec<String>,
    /// Where the list or its label begins.
    pub start: Option<u32>,
}

pub(super) fn read(body: &Scope<'_>, labels: &Labels<'_>, sink: &mut Sink) -> Recovery {
    let heading = heading(body);
    let (start, spans) = match (labels.find(RECOVERY), &heading) {
        (Some(label), _) => {
            labels.report(label, RECOVERY, sink);
            (Some(label.line.start), under_label(body, label, sink))
        }
        (None, Some(section)) => {
            let line = body.heading_line(section);
            sink.markup(line);
            let message = "the options stand under a heading";
            sink.report(
                Diagnostic::new(&LABEL_FORM, line, message)
                    .field("recoveryOptions")
                    .expected("**Recovery options:**")
                    .fix("Write a label", line, "**Recovery options:**"),
            );
            (Some(line.start), items(body, section.body.clone()))
        }
        (None, None) => (None, Vec::new()),
    };
    let mut options = Vec::new();
    let mut is_open = false;
    for span in spans {
        let written = body.read(span);
        if is_placeholder(&written) {
            let message = format!("`{written}` is a placeholder");
            let placeholder = Diagnostic::new(&PLACEHOLDER, span, message).field("recoveryOptions");
            sink.report(placeholder.found(written));
            is_open = true;
            continue;
        }
        sink.field(FieldPath::row("recoveryOptions", options.len() as u32), span);
        options.push(written.into_owned());
    }
    if options.is_empty() && !is_open {
        let message = "nothing says what may be done";
        let missing = Diagnostic::new(&MISSING_OPTIONS, body.opening_line(), message);
        sink.report(missing.field("recoveryOptions").expected("`**Recovery options:**` and a list"));
    }
    Recovery { options, start }
}

/// `### Recovery Options`.
fn heading(body: &Scope<'_>) -> Option<Section> {
    body.sections().into_iter().skip(1).find(|section| {
        let written = normal(body.text.slice(section.text));
        HEADINGS.contains(&written.trim_end_matches(':'))
    })
}

fn under_label(body: &Scope<'_>, label: &Label, sink: &mut Sink) -> Vec<Span> {
    if label.value.is_empty() {
        return items(body, label.below.clone());
    }
    let listed = items(body, label.below.clone());
    if listed.is_empty() || !label.value.slice(body.text.source()).ends_with(':') {
        let mut words = parted(body.text.source(), label.value);
        report_line(body, label, &words, sink);
        words.extend(listed);
        return words;
    }
    listed
}

fn report_line(body: &Scope<'_>, label: &Label, options: &[Span], sink: &mut Sink) {
    let line_break = line_break(body.text);
    let list: Vec<String> =
        options.iter().map(|option| format!("{line_break}- {}", body.text.slice(*option))).collect();
    sink.report(
        Diagnostic::new(&LABEL_FORM, label.value, "the options stand on one line")
            .field("recoveryOptions")
            .expected("a list, one option a line")
            .found(body.read(label.value))
            .fix("Write a list", label.value, list.concat()),
    );
}

/// The outermost items; plain lines where there is no list.
fn items(body: &Scope<'_>, range: Range<usize>) -> Vec<Span> {
    let source = body.text.source();
    let items: Vec<Span> = body.items(range.clone()).into_iter().map(|item| item.span).collect();
    if !items.is_empty() {
        return items.into_iter().filter(|span| !span.is_empty()).collect();
    }
    let Some(content) = body.content(range) else { return Vec::new() };
    let first = body.text.lines().line_of(content.start);
    let last = body.text.lines().line_of(content.end.max(1) - 1);
    let lines = (first..=last).map(|line| body.text.lines().line(line).trim(source));
    lines.filter(|line| !line.is_empty()).collect()
}

/// `Retry, Skip or Cancel`.
fn parted(source: &str, value: Span) -> Vec<Span> {
    let fragment = value.slice(source);
    let numbered = numbered(fragment);
    if numbered.len() > 1 {
        let ends = numbered.iter().skip(1).map(|(start, _)| *start).chain([fragment.len()]);
        let options = numbered.iter().zip(ends);
        return options.map(|((_, from), end)| value.skip(*from).take(end - from).trim(source)).collect();
    }
    let mut spans = Vec::new();
    let mut start = 0;
    for (at, mark) in fragment.match_indices([',', ';', '|', '/']) {
        spans.push(value.skip(start).take(at - start).trim(source));
        start = at + mark.len();
    }
    spans.push(value.skip(start).trim(source));
    let without_or = |span: Span| {
        let words = span.slice(source);
        let skipped =
            ["or ", "and "].iter().find(|word| words.starts_with(**word)).map_or(0, |word| word.len());
        span.skip(skipped).trim(source)
    };
    spans.into_iter().map(without_or).filter(|span| !span.is_empty()).collect()
}

/// Where the options of `1) Retry 2) Skip` begin, with their numbers and without.
fn numbered(fragment: &str) -> Vec<(usize, usize)> {
    let begins = |(at, digit): (usize, char)| {
        let before = fragment.get(..at).unwrap_or_default();
        let mark = fragment.get(at + 1..)?.strip_prefix([')', '.'])?;
        let is_option =
            digit.is_ascii_digit() && mark.starts_with(' ') && (at == 0 || before.ends_with([' ', ',', ';']));
        is_option.then_some((at, at + 2))
    };
    fragment.char_indices().filter_map(begins).collect()
}
