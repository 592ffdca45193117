//! Reads how the fault is to be prevented, and the entry that is to be learned.

use std::collections::BTreeMap;

use super::names::PREVENTION_LABELS;
use super::rules::UNREAD_LEARNING;
use super::{LearningEntry, Prevention};
use crate::format::prelude::*;
use crate::markdown::key_value;
use crate::reading::{Labels, MISSING_VALUE, ReportReader, label_key, report_placeholder};

const ENTRY: &str = "prevention.learningEntry";
const ID: &str = "prevention.learningEntry.id";
const DATE: &str = "prevention.learningEntry.date";
const TITLE: &str = "prevention.learningEntry.title";
/// The lines that have a name.
const NAMED: [(&str, &str); 3] = [
    ("Root cause", "prevention.learningEntry.rootCause"),
    ("Fix", "prevention.learningEntry.fix"),
    ("Prevention", "prevention.learningEntry.prevention"),
];

pub(super) fn read(reader: &mut ReportReader<'_, '_>) -> Prevention {
    let Some(part) = reader.required_part("Prevention Suggestion") else { return Prevention::default() };
    let labels = reader.labels(part, &PREVENTION_LABELS);
    Prevention {
        learning_entry: learning_entry(reader, &labels),
        immediate: reader.text(&labels, "prevention.immediate"),
        long_term: reader.text(&labels, "prevention.longTerm"),
    }
}

fn learning_entry(reader: &mut ReportReader<'_, '_>, labels: &Labels<'_>) -> LearningEntry {
    let (name, sink) = (ENTRY, &mut *reader.sink);
    labels.report_missing(name, sink);
    let Some(label) = labels.find(name) else { return LearningEntry::default() };
    labels.report(label, name, sink);
    let content = labels.whole(label);
    if content.is_empty() {
        let message = "the learning entry is empty";
        sink.report(Diagnostic::new(&MISSING_VALUE, label.line, message).field(ENTRY));
        return LearningEntry::default();
    }
    sink.field(ENTRY, content);
    let mut values = values(reader, content);
    for (name, field) in NAMED.into_iter().filter(|(_, field)| !values.contains_key(field)) {
        let message = format!("the learning entry has no line `{name}:`");
        reader.sink.report(Diagnostic::new(&MISSING_VALUE, content, message).field(field));
    }
    if !values.contains_key(TITLE) {
        let message = "the learning entry does not begin with its number, date and title";
        let unread = Diagnostic::new(&UNREAD_LEARNING, content, message).field(ENTRY);
        reader.sink.report(unread.expected("`LXXX | {date} | {issue-title}`"));
    }
    let mut take = |field| values.remove(field).flatten();
    let [root_cause, fix, prevention] = NAMED.map(|(_, field)| take(field));
    LearningEntry { id: take(ID), date: take(DATE), title: take(TITLE), root_cause, fix, prevention }
}

/// Returns the values of an entry's lines by field. A value that nobody filled in is `None`.
fn values(reader: &mut ReportReader<'_, '_>, content: Span) -> BTreeMap<&'static str, Option<String>> {
    let (text, sink) = (reader.block.text, &mut *reader.sink);
    let source = text.source();
    let mut values: BTreeMap<&'static str, Option<String>> = BTreeMap::new();
    // The field that a line without a name goes on with.
    let mut last = None;
    let mut at = 0;
    for line in content.slice(source).split_inclusive(['\n', '\r']) {
        let span = content.skip(at).take(line.len()).trim(source);
        at += line.len();
        let line = line.trim();
        if line.is_empty() || line.starts_with("```") || line.starts_with("~~~") {
            continue;
        }
        let bare = line.trim_start_matches(['|', ' ', '\t']);
        let span = span.skip(line.len() - bare.len());
        let is_first = !line.starts_with('|') && last.is_none();
        let stated = if is_first { head(source, span) } else { named(source, span).into_iter().collect() };
        if let Some(field) = last.filter(|_| stated.is_empty()) {
            sink.field(field, span);
            let value = values.entry(field).or_default();
            let before = value.take().map(|before| before + " ").unwrap_or_default();
            *value = Some(before + &text.read(span));
        }
        for (field, span) in stated {
            last = Some(field);
            sink.field(field, span);
            let written = text.read(span).into_owned();
            let is_open = report_placeholder(&written, span, field, sink);
            let value = values.entry(field).or_default();
            if !is_open && !written.is_empty() {
                *value = Some(written);
            }
        }
    }
    values
}

/// `LXXX | 2026-02-20 | The title`.
fn head(source: &str, line: Span) -> Vec<(&'static str, Span)> {
    let mut rest = line;
    let mut stated = Vec::new();
    for field in [ID, DATE] {
        let Some(at) = rest.slice(source).find('|') else { break };
        stated.push((field, rest.take(at).trim(source)));
        rest = rest.skip(at + 1).trim(source);
    }
    stated.push((TITLE, rest));
    stated
}

/// `Root cause: two factors`.
fn named(source: &str, line: Span) -> Option<(&'static str, Span)> {
    let pair = key_value(source, line)?;
    let key = label_key(pair.key.slice(source));
    let (_, field) = NAMED.into_iter().find(|(name, _)| name.eq_ignore_ascii_case(&key))?;
    Some((field, pair.value))
}
