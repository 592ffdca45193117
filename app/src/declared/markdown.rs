//! Reads a document in Markdown: its title, its labels, its sections, its tables.

use serde_json::{Map, Value as Json};

use super::heading::Heading;
use super::rules::{MISSING_TITLE, NO_TABLE, UNLISTED_LABEL, UNREADABLE_VALUE};
use super::values::Written;
use super::{Declared, lists, rows, tables};
use crate::block::Block;
use crate::declaration::{FieldSpec, FieldType, Found, Need, Source};
use crate::diagnostic::{Diagnostic, FieldPath, Sink};
use crate::format::Spec;
use crate::markdown::{Kind, Node};
use crate::reading::{
    Entry, Label, LabelName, Labels, MISSING_VALUE, Part, PartName, Parts, Scope, Stated, entries_of,
    read_opener, report_name, report_text, says_nothing,
};
use crate::text::Span;

/// The level of sections below a title of the first level; below a deeper one they are as much deeper.
const LEVEL: u8 = 2;

pub fn parse(spec: &'static Spec, block: &Block<'_>, sink: &mut Sink) -> Declared {
    let parts = Parts::read(block, part_names(spec.fields), &[]);
    let labels = Labels::read(block, LabelName::all(spec.fields)).or_in_tables();
    parts.report_headings(sink);
    let heading = Heading::read(spec, block);
    let before = sink.diagnostics.len();
    if !spec.fields.iter().any(|field| matches!(field.source, Source::Title)) {
        report_name(block, &heading.opener, sink);
        heading.take_back_fixes(before, sink);
    }
    let is_identifier = |field: &&FieldSpec| matches!(field.source, Source::Identifier);
    let mut reader = Reader { spec, heading: &heading, block, parts: &parts, labels: &labels, sink };
    let mut stated = Map::new();
    for field in spec.fields {
        if let Some(value) = reader.field(field) {
            stated.insert(field.name.to_owned(), value);
        }
    }
    heading.record(spec.fields.iter().find(is_identifier).map(|field| field.name), sink);
    report_unlisted(&parts, &labels, sink);
    report_text(block, sink);
    Declared { spec, stated }
}

/// Notes labels above the first heading below the opener that no field has. In a section they may be part of its text.
fn report_unlisted(parts: &Parts<'_>, labels: &Labels<'_>, sink: &mut Sink) {
    let body = &parts.body;
    let opening = body.opening_line();
    let is_next = |node: &Node| matches!(node.kind, Kind::Heading { .. }) && node.span.start > opening.end;
    let next = body.nodes(body.range()).find(|(_, node)| is_next(node)).map(|(index, _)| index);
    let is_above = |label: &&Label| next.is_none_or(|next| label.node < next);
    for label in labels.all().iter().filter(is_above).filter(|label| label.known.is_none()) {
        let message = format!("the declaration has no label `{}`", labels.text(label.key));
        sink.report(Diagnostic::new(&UNLISTED_LABEL, label.key, message));
    }
}

fn part_names(fields: &[FieldSpec]) -> Vec<PartName> {
    let part = |field: &FieldSpec| match field.source {
        Source::Section([name, synonyms @ ..]) => Some(PartName::new(name, LEVEL, field.name, synonyms)),
        _ => None,
    };
    fields.iter().filter_map(part).collect()
}

struct Reader<'r, 't> {
    spec: &'static Spec,
    heading: &'r Heading,
    block: &'r Block<'t>,
    parts: &'r Parts<'t>,
    labels: &'r Labels<'t>,
    sink: &'r mut Sink,
}

impl Reader<'_, '_> {
    fn field(&mut self, field: &FieldSpec) -> Option<Json> {
        let is_required = field.need == Need::Required;
        match field.source {
            Source::Title => self.title(field, is_required),
            Source::Identifier => self.identifier(field, is_required),
            Source::Label([name, ..]) => self.label(field, name, is_required),
            Source::Section([name, ..]) => self.section(field, name, is_required),
            _ => None,
        }
    }

    fn title(&mut self, field: &FieldSpec, is_required: bool) -> Option<Json> {
        let heading = Scope::of(self.block).titled_heading();
        let span = heading.map(|heading| heading.title).filter(|title| !title.is_empty());
        if span.is_none() {
            let line = Scope::of(self.block).opening_line();
            self.sink.markup(line);
            if is_required {
                let missing = Diagnostic::new(&MISSING_TITLE, line, "the heading has no title");
                let expected = format!("`{}{{{}}}`", self.heading.opener, field.name);
                self.sink.report(missing.field(field.name).expected(expected));
            }
            return None;
        }
        let before = self.sink.diagnostics.len();
        let opener = self.heading.opener.as_str();
        let value = read_opener(self.block, opener, field.name, &MISSING_TITLE, self.sink);
        self.heading.take_back_fixes(before, self.sink);
        self.keep_rest(span?, &[field]);
        self.part(field, Stated { span: span?, value: value? })
    }

    fn identifier(&mut self, field: &FieldSpec, is_required: bool) -> Option<Json> {
        let Some(span) = self.heading.identifier else {
            if is_required {
                let line = Scope::of(self.block).opening_line();
                let missing = Diagnostic::new(&MISSING_VALUE, line, "the heading has no identifier");
                let expected = format!("`{}`", self.heading.opener.trim_end());
                self.sink.report(missing.field(field.name).expected(expected));
            }
            return None;
        };
        let value = Scope::of(self.block).value(span, field.name, self.sink)?;
        self.keep_rest(span, &[field]);
        self.part(field, Stated { span, value })
    }

    fn label(&mut self, field: &FieldSpec, name: &str, is_required: bool) -> Option<Json> {
        let of_label =
            |other: &&FieldSpec| matches!(other.source, Source::Label([other, ..]) if *other == name);
        let sharing: Vec<&FieldSpec> = self.spec.fields.iter().filter(of_label).collect();
        let is_first = sharing.first().is_none_or(|first| first.name == field.name);
        // What is wrong with a label that several fields are parts of is reported for the first.
        let mut again = Sink::default();
        let sink = if is_first { &mut *self.sink } else { &mut again };
        if is_required {
            self.labels.report_missing(name, sink);
        }
        if field.kind.items().is_some() {
            let label = self.labels.find(name)?;
            self.labels.report(label, name, sink);
            let entries = match label.value.is_empty() {
                true => entries_of(&Scope::of(self.block), label.below.clone())
                    .into_iter()
                    .map(|entry| entry.span)
                    .collect(),
                false => lists::parted(self.block.text.source(), label.value),
            };
            return Some(lists::read(self.block, field, entries, self.sink));
        }
        let stated = match field.kind {
            FieldType::Markdown => self.labels.optional_text(name, sink),
            _ => self.labels.optional(name, sink),
        }?;
        if is_first {
            self.keep_rest(stated.span, &sharing);
        }
        self.part(field, stated)
    }

    /// Keeps as prose what the patterns of all fields at a place leave of its words. If one of them takes all, nothing is left.
    fn keep_rest(&mut self, span: Span, fields: &[&FieldSpec]) {
        let words = span.slice(self.block.text.source());
        let taken = |field: &&FieldSpec| match field.pattern?.find(words, field.name) {
            Found::Part(part) => Some(part),
            Found::Absent => Some(0..0),
            Found::Mismatch => None,
        };
        let Some(mut taken) = fields.iter().map(taken).collect::<Option<Vec<_>>>() else { return };
        taken.sort_by_key(|part| part.start);
        let mut at = 0;
        let end = words.len()..words.len();
        for part in taken.into_iter().chain(std::iter::once(end)) {
            let rest = span.skip(at).take(part.start.saturating_sub(at));
            if rest.slice(self.block.text.source()).contains(char::is_alphanumeric) {
                self.sink.prose(rest);
            }
            at = at.max(part.end);
        }
    }

    /// Reads what the pattern of a field finds in the words at its place, or else all of them.
    fn part(&mut self, field: &FieldSpec, stated: Stated) -> Option<Json> {
        let Some(pattern) = field.pattern else { return Some(self.read(field, stated)) };
        let source = self.block.text.source();
        let Stated { span, .. } = stated;
        let part = match pattern.find(span.slice(source), field.name) {
            Found::Part(part) => span.skip(part.start).take(part.len()).trim(source),
            Found::Absent => span.take(0),
            Found::Mismatch => {
                let message = format!("`{}` does not match the pattern of `{}`", stated.value, field.name);
                let unreadable = Diagnostic::new(&UNREADABLE_VALUE, span, message).field(field.name);
                let unreadable = unreadable.expected(format!("words that match `{}`", pattern.source()));
                self.sink.report(unreadable.found(stated.value.as_str()));
                return Some(stated.value.into());
            }
        };
        if part.is_empty() {
            if field.need == Need::Required {
                let message = format!("`{}` does not say the `{}`", stated.value, field.name);
                self.sink.report(Diagnostic::new(&MISSING_VALUE, span, message).field(field.name));
            }
            return None;
        }
        self.sink.field(FieldPath::name(field.name), part);
        let value = Scope::of(self.block).read(part).into_owned();
        Some(self.read(field, Stated { span: part, value }))
    }

    fn section(&mut self, field: &FieldSpec, name: &str, is_required: bool) -> Option<Json> {
        let parts = self.parts;
        let part = match is_required {
            true => parts.required(name, self.sink)?,
            false => parts.find(name)?,
        };
        let body = &parts.body;
        if let FieldType::Table(columns) = field.kind {
            let rows = match field.pattern {
                Some(pattern) => rows::read(body, part.nodes.clone(), field, pattern, self.sink),
                None => tables::read(body, part.nodes.clone(), field.name, columns, self.sink),
            };
            if rows.is_empty() && field.pattern.is_none() {
                self.report_no_table(part, field, columns);
            }
            return Some(self.unless_empty(rows, part, field, is_required));
        }
        if field.kind.items().is_some() {
            let entries = entries_of(body, part.nodes.clone());
            let spans = entries.iter().map(|entry: &Entry| entry.span);
            let spans = spans.filter(|span| !says_nothing(&body.read(*span))).collect();
            let list = lists::read(self.block, field, spans, self.sink);
            return Some(match entries.is_empty() {
                true => self.unless_empty(Vec::new(), part, field, is_required),
                false => list,
            });
        }
        let Some(content) = body.content(part.nodes.clone()) else {
            if is_required {
                part.report_empty(field.name, self.sink);
            }
            return None;
        };
        let value = body.value(content, field.name, self.sink)?;
        self.keep_rest(content, &[field]);
        self.part(field, Stated { span: content, value })
    }

    /// Reports a section that holds something, but not the table that the declaration expects there.
    fn report_no_table(&mut self, part: &Part, field: &FieldSpec, columns: &[FieldSpec]) {
        let body = &self.parts.body;
        let has_table = body.tables(part.nodes.clone()).next().is_some();
        let content = body.content(part.nodes.clone()).filter(|content| !says_nothing(&body.read(*content)));
        let Some(content) = content.filter(|_| !has_table) else { return };
        let columns: Vec<String> = columns.iter().map(|column| column.label().to_owned()).collect();
        let message = format!("section `{}` has no table", field.label());
        let missing = Diagnostic::new(&NO_TABLE, content, message).field(field.name);
        self.sink.report(missing.expected(format!("a table with the columns {}", columns.join(", "))));
    }

    /// The rows of a section; a section without any is reported unless it says that there is nothing.
    fn unless_empty(&mut self, rows: Vec<Json>, part: &Part, field: &FieldSpec, is_required: bool) -> Json {
        let content = || self.parts.body.content(part.nodes.clone());
        if rows.is_empty() && is_required && content().is_none() {
            part.report_empty(field.name, self.sink);
        }
        rows.into()
    }

    fn read(&mut self, field: &FieldSpec, Stated { span, value }: Stated) -> Json {
        let written =
            Written { text: self.block.text, span, words: value, field: FieldPath::name(field.name) };
        written.read(field.kind, self.sink)
    }
}
