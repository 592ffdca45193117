//! What a person may do about the error: a list under a label or a heading, or words on one line.

use std::ops::Range;

use super::rules::{MISSING_OPTIONS, OTHER_OPTION};
use crate::format::prelude::*;
use crate::markdown::{Kind, Section};
use crate::reading::{LABEL_FORM, Label, Labels, Scope, cut, line_break, normal, report_placeholder};

/// Headings that are in the place of the label.
pub(super) const HEADINGS: [&str; 5] =
    ["recovery options", "recovery", "recovery option", "recovery steps", "recovery actions"];

/// The options, and where their list or its label begins.
pub(super) fn read(body: &Scope<'_>, labels: &Labels<'_>, sink: &mut Sink) -> (Vec<String>, Option<u32>) {
    let name = FIELD;
    let (start, spans) = if let Some(label) = labels.find(name) {
        labels.report(label, name, sink);
        (Some(label.line.start), under_label(body, label, sink))
    } else if let Some(section) = heading(body) {
        let line = body.heading_line(&section);
        sink.markup(line);
        let label = "**Recovery options:**";
        let misplaced = Diagnostic::new(&LABEL_FORM, line, "the options are under a heading").field(FIELD);
        sink.report(misplaced.expected(label).fix("Write a label", line, label));
        (Some(line.start), items(body, section.body))
    } else if let Some((start, listed)) = without_label(body) {
        let place = Span::empty_at(start);
        let message = "the options have no label";
        let loose = Diagnostic::new(&LABEL_FORM, listed.first().copied().unwrap_or(place), message);
        sink.report(loose.field(FIELD).expected("`**Recovery options:**` and a list"));
        (Some(start), listed)
    } else {
        (None, Vec::new())
    };
    let mut options = Vec::new();
    let mut is_open = false;
    for span in spans {
        let written = body.read(span);
        if report_placeholder(&written, span, FIELD, sink) {
            is_open = true;
            continue;
        }
        let path = FieldPath::row(FIELD, options.len() as u32);
        sink.field(path, span);
        if !is_option(&written) {
            let message = format!("`{written}` is none of Retry, Skip and Cancel");
            let other = Diagnostic::new(&OTHER_OPTION, span, message).field(path.to_string());
            sink.report(other.expected("Retry, Skip or Cancel").found(written.as_ref()));
        }
        options.push(written.into_owned());
    }
    if options.is_empty() && !is_open {
        let message = "nothing says what may be done";
        let missing = Diagnostic::new(&MISSING_OPTIONS, body.opening_line(), message).field(FIELD);
        sink.report(missing.expected("`**Recovery options:**` and a list"));
    }
    (options, start)
}

/// What the contract lets a person do.
const OPTIONS: [&str; 3] = ["retry", "skip", "cancel"];
const FIELD: &str = "recoveryOptions";

/// `### Recovery Options`.
fn heading(body: &Scope<'_>) -> Option<Section> {
    body.sections().into_iter().skip(1).find(|section| {
        let written = normal(body.text.slice(section.text));
        HEADINGS.contains(&written.trim_end_matches(':'))
    })
}

/// The last items of the block, from the first that names what may be done, and where they or the question above them
/// begin: `What would you like to do?`.
fn without_label(body: &Scope<'_>) -> Option<(u32, Vec<Span>)> {
    let source = body.text.source();
    let mut question = None;
    for (index, node) in body.nodes(body.range()) {
        match node.kind {
            Kind::Prose { text } => {
                question = Some(text).filter(|text| text.slice(source).ends_with(['?', ':']))
            }
            Kind::Item { level: 0, text, .. } if is_option(text.slice(source)) => {
                let items = body.items(index..body.range().end);
                let start = question.map_or(node.span.start, |question| question.start);
                return Some((start, items.into_iter().map(|item| item.span).collect()));
            }
            Kind::Blank => {}
            _ => question = None,
        }
    }
    None
}

/// Whether an option is one of the contract's, whatever it says of steps.
pub(super) fn is_option(written: &str) -> bool {
    let words = normal(written);
    let first = words.split(|edge: char| !edge.is_alphanumeric()).next();
    first.is_some_and(|first| OPTIONS.contains(&first))
}

fn under_label(body: &Scope<'_>, label: &Label, sink: &mut Sink) -> Vec<Span> {
    let listed = items(body, label.below.clone());
    let announces = body.text.slice(label.value).ends_with(':') && !listed.is_empty();
    if label.value.is_empty() || announces {
        return listed;
    }
    let mut words = parted(body.text.source(), label.value);
    report_line(body, label, &words, sink);
    words.extend(listed);
    words
}

fn report_line(body: &Scope<'_>, label: &Label, options: &[Span], sink: &mut Sink) {
    let line_break = line_break(body.text);
    let list: Vec<String> =
        options.iter().map(|option| format!("{line_break}- {}", body.text.slice(*option))).collect();
    sink.report(
        Diagnostic::new(&LABEL_FORM, label.value, "the options are on one line")
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
    let without_or = |span: Span| {
        let words = span.slice(source);
        let skipped =
            ["or ", "and "].iter().find(|word| words.starts_with(**word)).map_or(0, |word| word.len());
        span.skip(skipped).trim(source)
    };
    let options = cut(source, value, &[",", ";", "|", "/"]).into_iter().map(without_or);
    options.filter(|span| !span.is_empty()).collect()
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
