//! Reads how the fault is to be prevented, and the entry that is to be learned.

use super::names::{IMMEDIATE, LEARNING, LONG_TERM, PREVENTION, PREVENTION_LABELS};
use super::rules::UNREAD_LEARNING;
use super::{LearningEntry, Prevention};
use crate::diagnostic::{Diagnostic, FieldPath, Sink};
use crate::markdown::key_value;
use crate::reading::{Label, Labels, MISSING_VALUE, PLACEHOLDER, ReportReader, is_placeholder};
use crate::text::{Span, Text};

pub(super) fn read(reader: &mut ReportReader<'_, '_>) -> Prevention {
    let Some(part) = reader.required_part(PREVENTION) else { return Prevention::default() };
    let labels = reader.labels(part, &PREVENTION_LABELS);
    labels.report_missing(LEARNING, reader.sink);
    let entry = labels.find(LEARNING).map(|label| learning_entry(reader, &labels, label));
    Prevention {
        learning_entry: entry.unwrap_or_default(),
        immediate: reader.text(&labels, IMMEDIATE),
        long_term: reader.text(&labels, LONG_TERM),
    }
}

fn learning_entry(reader: &mut ReportReader<'_, '_>, labels: &Labels<'_>, label: &Label) -> LearningEntry {
    labels.report(label, LEARNING, reader.sink);
    let mut entry = LearningEntry::default();
    let below = labels.content(label);
    let beside = Some(label.value).filter(|value| !value.is_empty());
    let content = beside.zip(below).map(|(value, below)| value.to(below)).or(beside).or(below);
    let Some(content) = content else {
        let message = "the learning entry is empty";
        let missing = Diagnostic::new(&MISSING_VALUE, label.line, message);
        reader.sink.report(missing.field("prevention.learningEntry"));
        return entry;
    };
    let text = reader.block.text;
    reader.sink.field(FieldPath::name("prevention.learningEntry"), content);
    let mut reading = Reading { text, entry: &mut entry, last: None, sink: reader.sink };
    let mut at = content.start;
    for line in content.slice(text.source()).split_inclusive(['\n', '\r']) {
        reading.line(Span::new(at, at + line.len() as u32).trim(text.source()));
        at += line.len() as u32;
    }
    report_missing(&entry, content, reader.sink);
    let title = FieldPath::name("prevention.learningEntry.title");
    if entry.title.is_none() && reader.sink.coverage.span_of(title).is_none() {
        let message = "the learning entry does not begin with its number, date and title";
        reader.sink.report(
            Diagnostic::new(&UNREAD_LEARNING, content, message)
                .field("prevention.learningEntry")
                .expected("`LXXX | {date} | {issue-title}`"),
        );
    }
    entry
}

/// Reports the lines that an entry lacks; one with a slot in it was reported as such.
fn report_missing(entry: &LearningEntry, place: Span, sink: &mut Sink) {
    let lines = [
        ("Root cause", "prevention.learningEntry.rootCause", &entry.root_cause),
        ("Fix", "prevention.learningEntry.fix", &entry.fix),
        ("Prevention", "prevention.learningEntry.prevention", &entry.prevention),
    ];
    for (name, field, value) in lines {
        if value.is_none() && sink.coverage.span_of(FieldPath::name(field)).is_none() {
            let message = format!("the learning entry has no line `{name}:`");
            sink.report(Diagnostic::new(&MISSING_VALUE, place, message).field(field));
        }
    }
}

/// An entry, as far as it was read.
struct Reading<'r> {
    text: &'r Text,
    entry: &'r mut LearningEntry,
    /// The field that a line without a name goes on with.
    last: Option<&'static str>,
    sink: &'r mut Sink,
}

impl Reading<'_> {
    fn line(&mut self, line: Span) {
        let source = self.text.source();
        let fragment = line.slice(source);
        if fragment.is_empty() || fragment.starts_with("```") || fragment.starts_with("~~~") {
            return;
        }
        let bare = fragment.trim_start_matches(['|', ' ', '\t']);
        let inner = line.skip(fragment.len() - bare.len()).trim(source);
        if !fragment.starts_with('|') && self.last.is_none() {
            self.head(inner);
        } else if let Some(pair) = key_value(source, inner) {
            let field = match crate::reading::label_key(&self.text.read(pair.key)).as_str() {
                "root cause" => "prevention.learningEntry.rootCause",
                "fix" => "prevention.learningEntry.fix",
                "prevention" => "prevention.learningEntry.prevention",
                _ => return self.go_on(inner),
            };
            self.set(field, pair.value);
        } else {
            self.go_on(inner);
        }
    }

    /// `LXXX | 2026-02-20 | The title`.
    fn head(&mut self, line: Span) {
        let source = self.text.source();
        let mut rest = line;
        for field in ["prevention.learningEntry.id", "prevention.learningEntry.date"] {
            let Some(at) = rest.slice(source).find('|') else { break };
            self.set(field, rest.take(at).trim(source));
            rest = rest.skip(at + 1).trim(source);
        }
        self.set("prevention.learningEntry.title", rest);
    }

    fn set(&mut self, field: &'static str, span: Span) {
        let written = self.text.read(span).into_owned();
        self.last = Some(field);
        self.sink.field(FieldPath::name(field), span);
        if is_placeholder(&written) {
            let message = format!("`{written}` is a placeholder");
            self.sink.report(Diagnostic::new(&PLACEHOLDER, span, message).field(field).found(written));
            return;
        }
        if let Some(place) = self.place(field).filter(|_| !written.is_empty()) {
            *place = Some(written);
        }
    }

    /// A line that goes on with the value before it.
    fn go_on(&mut self, line: Span) {
        let Some(field) = self.last else { return };
        self.sink.field(FieldPath::name(field), line);
        let written = self.text.read(line);
        if let Some(place) = self.place(field) {
            match place {
                Some(value) => {
                    value.push(' ');
                    value.push_str(&written);
                }
                None => *place = Some(written.into_owned()),
            }
        }
    }

    fn place(&mut self, field: &str) -> Option<&mut Option<String>> {
        match field.rsplit('.').next()? {
            "id" => Some(&mut self.entry.id),
            "date" => Some(&mut self.entry.date),
            "title" => Some(&mut self.entry.title),
            "rootCause" => Some(&mut self.entry.root_cause),
            "fix" => Some(&mut self.entry.fix),
            "prevention" => Some(&mut self.entry.prevention),
            _ => None,
        }
    }
}
