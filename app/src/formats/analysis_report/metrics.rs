//! Figures that a report states: under labels, and in tables of metrics.

use memchr::{memchr, memchr3};

use super::{AnalysisReport, Metric};
use crate::format::prelude::*;
use crate::markdown::{KeyValue, Node, Section, Table};
use crate::reading::{Label, Origin, Scope, ScoreForm, Stems, clean, is_emoji, may_hold_more, normal, score};

/// Bytes from the start of a label within which its bold marks must occur.
const MARKS_WITHIN: usize = 8;
/// Bytes of a value in which its first letter or digit is looked for; without one, the value is read.
const MOST_BEGINNING: usize = 64;
/// A longer value is a sentence.
const LONGEST_VALUE: u32 = 40;
/// More figures than a page could show beside each other.
const MOST: usize = 60;
/// More sections of figures than any report has.
const MOST_SECTIONS: usize = 16;
/// How the words begin that name a section of figures.
const STEMS: Stems<3> = Stems::of(&["metr", "stat", "figu"]);
/// What the first column of a table of metrics is called.
const NAME_COLUMNS: [&str; 7] =
    ["metric", "metrics", "measure", "measurement", "statistic", "indicator", "figure"];

/// Names of the column with the present value; other columns hold earlier or expected ones.
const PRESENT_COLUMNS: [&str; 7] = ["value", "current", "now", "after", "actual", "measured", "result"];

pub(super) fn parse(body: &Scope<'_>, all: &[Section], report: &mut AnalysisReport, sink: &mut Sink) {
    let Some(title) = all.first() else { return };
    let mut found: Vec<(Span, Span)> = Vec::new();
    let range = title.body.end..body.range().end;
    let sections = sections_of_metrics(body, all);
    let is_listed = |place: Span| sections.iter().any(|section| section.overlaps(place));
    for (_, table) in body.tables(range.clone()) {
        rows(body, table, &mut found);
    }
    let may_hold = |node: &Node| may_be_strong(body, node) || is_listed(node.span);
    let labels = body.labels_of(range, may_hold, |pair| may_be_figure(body, pair));
    let is_meant = |label: &&Label| {
        is_strong(body, label.line) || (label.origin == Origin::Item && is_listed(label.line))
    };
    found.extend(labels.iter().filter(is_meant).map(|label| (label.key, label.value)));
    found.retain(|(name, value)| !name.is_empty() && states_figure(body, *value));
    found.sort_unstable();
    found.truncate(MOST);
    for (index, (name, value)) in (0..).zip(found) {
        sink.field(FieldPath::part("metrics", index, "name"), name);
        sink.field(FieldPath::part("metrics", index, "value"), value);
        let written = clean(&body.read(value));
        let percent = score(&written).filter(|found| found.form != ScoreForm::Bare && found.start == 0);
        // A fraction appears only in the value as written: the report does not state the rounded number.
        let percent = percent
            .filter(|found| found.exact == f64::from(found.points))
            .and_then(|found| u8::try_from(found.points).ok())
            .filter(|percent| *percent <= 100);
        report.metrics.push(Metric { name: clean(&body.read(name)), value: written, percent });
    }
}

/// The sections whose lists hold figures under plain labels: `## Metrics`.
fn sections_of_metrics(body: &Scope<'_>, all: &[Section]) -> Vec<Span> {
    let inner = all.iter().skip(1).filter(|section| names_metrics(&body.read(section.text)));
    inner.filter_map(|section| body.content(section.body.clone())).take(MOST_SECTIONS).collect()
}

fn names_metrics(heading: &str) -> bool {
    // Emphasis may be within a word.
    if memchr3(b'*', b'`', b'~', heading.as_bytes()).is_none() && !STEMS.may_be_in(heading) {
        return false;
    }
    let is_metrics = |word: &str| matches!(word, "metrics" | "metric" | "statistics" | "figures");
    normal(heading).split(|edge: char| !edge.is_alphanumeric()).any(is_metrics)
}

/// Whether marks of emphasis are where [`is_strong`] looks for them: in front of the first label of a line, or of
/// one behind it.
fn may_be_strong(body: &Scope<'_>, node: &Node) -> bool {
    let written = body.text.slice(node.span);
    let start = node.span.end as usize - written.trim_start().len();
    let bytes = body.text.source().as_bytes();
    // The value may be below.
    let front = bytes.get(start..bytes.len().min(start + MARKS_WITHIN)).unwrap_or_default();
    let is_marked = || memchr(b'*', written.as_bytes()).is_some();
    front.windows(2).any(|marks| marks == b"**") || is_marked() && may_hold_more(written)
}

/// Returns `true` if a label, or a later one on its line, may state a figure. The first letter or digit of the
/// value, on the line or below it, rules out most labels.
fn may_be_figure(body: &Scope<'_>, label: KeyValue) -> bool {
    let KeyValue { value, .. } = label;
    let begins = if value.is_empty() { Span::new(value.start, body.span.end) } else { value };
    let begins = body.read(begins.take(MOST_BEGINNING));
    let first = begins.chars().find(|first| first.is_alphanumeric() && !is_emoji(*first));
    first.is_none_or(|first| first.is_ascii_digit()) || may_hold_more(value.slice(body.text.source()))
}

/// Returns `true` if a label is in bold, and so is not just a sentence with a colon.
fn is_strong(body: &Scope<'_>, whole: Span) -> bool {
    body.text.slice(whole.take(MARKS_WITHIN)).contains("**")
}

/// Name and value of each row of a table of metrics.
fn rows(body: &Scope<'_>, table: Table, found: &mut Vec<(Span, Span)>) {
    let header = body.outline.header(table).map(|row| body.outline.cells(row)).unwrap_or_default();
    let [first, rest @ ..] = header else { return };
    if rest.is_empty() || !NAME_COLUMNS.contains(&normal(&body.read(*first)).as_str()) {
        return;
    }
    // If there are several values, the present one counts.
    let is_present = |cell: &Span| PRESENT_COLUMNS.contains(&normal(&body.read(*cell)).as_str());
    let value = 1 + rest.iter().position(is_present).unwrap_or_default();
    for row in body.outline.rows(table) {
        let cells = body.outline.cells(row);
        if let (Some(name), Some(value)) = (cells.first(), cells.get(value)) {
            found.push((*name, *value));
        }
    }
}

/// Begins with a number, and is not one of a list or a date.
fn states_figure(body: &Scope<'_>, value: Span) -> bool {
    if value.is_empty() || value.len() > LONGEST_VALUE {
        return false;
    }
    let written = clean(&body.read(value));
    let bare = written.trim_start_matches(['~', '+', '-', '±', '<', '>', '=', '$', '€', ' ']);
    let is_listed = bare.split_once(['.', ')']).is_some_and(|(number, rest)| {
        number.bytes().all(|byte| byte.is_ascii_digit()) && rest.starts_with(' ')
    });
    bare.starts_with(|first: char| first.is_ascii_digit())
        && !is_listed
        && crate::reading::date(bare).is_none()
}
