//! Reads a document in Markdown: its title, its labels, its sections, its tables.

use serde_json::{Map, Value as Json};

use super::rules::MISSING_TITLE;
use super::values::Written;
use super::{Declared, tables};
use crate::block::Block;
use crate::declaration::{FieldSpec, FieldType, Need, Source};
use crate::diagnostic::{Diagnostic, FieldPath, Sink};
use crate::format::Spec;
use crate::reading::{
    Entry, LabelName, Labels, Part, PartName, Parts, Scope, Stated, entries_of, read_opener, report_name,
    report_text, says_nothing,
};
use crate::recognition::Opener;
use crate::text::Span;

/// The level of sections below a title of the first level.
const LEVEL: u8 = 2;

pub fn parse(spec: &'static Spec, block: &Block<'_>, sink: &mut Sink) -> Declared {
    let parts = Parts::read(block, part_names(spec.fields), &[]);
    let labels = Labels::read(block, LabelName::all(spec.fields)).or_in_tables();
    parts.report_headings(sink);
    if !spec.fields.iter().any(|field| matches!(field.source, Source::Title)) {
        report_name(block, opener_of(spec), sink);
    }
    let mut reader = Reader { spec, block, parts: &parts, labels: &labels, sink };
    let mut stated = Map::new();
    for field in spec.fields {
        if let Some(value) = reader.field(field) {
            stated.insert(field.name.to_owned(), value);
        }
    }
    report_text(block, sink);
    Declared { spec, stated }
}

fn part_names(fields: &[FieldSpec]) -> Vec<PartName> {
    let part = |field: &FieldSpec| match field.source {
        Source::Section([name, synonyms @ ..]) => Some(PartName::new(name, LEVEL, field.name, synonyms)),
        _ => None,
    };
    fields.iter().filter_map(part).collect()
}

/// Returns how the heading of a document begins.
fn opener_of(spec: &'static Spec) -> &'static str {
    let heading = spec.openers.iter().find_map(Opener::heading);
    heading.and_then(|heading| heading.contract.first()).copied().unwrap_or_default()
}

struct Reader<'r, 't> {
    spec: &'static Spec,
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
                let expected = format!("`{}{{{}}}`", opener_of(self.spec), field.name);
                self.sink.report(missing.field(field.name).expected(expected));
            }
            return None;
        }
        let value = read_opener(self.block, opener_of(self.spec), field.name, &MISSING_TITLE, self.sink)?;
        Some(self.read(field.kind, field.name.into(), Stated { span: span?, value }))
    }

    fn label(&mut self, field: &FieldSpec, name: &str, is_required: bool) -> Option<Json> {
        if is_required {
            self.labels.report_missing(name, self.sink);
        }
        if field.kind.items().is_some() {
            let label = self.labels.find(name)?;
            self.labels.report(label, name, self.sink);
            let entries = match label.value.is_empty() {
                true => entries_of(&Scope::of(self.block), label.below.clone())
                    .into_iter()
                    .map(|entry| entry.span)
                    .collect(),
                false => parted(self.block, label.value),
            };
            return Some(self.list(field, entries));
        }
        let stated = match field.kind {
            FieldType::Markdown => self.labels.optional_text(name, self.sink),
            _ => self.labels.optional(name, self.sink),
        }?;
        Some(self.read(field.kind, field.name.into(), stated))
    }

    fn section(&mut self, field: &FieldSpec, name: &str, is_required: bool) -> Option<Json> {
        let parts = self.parts;
        let part = match is_required {
            true => parts.required(name, self.sink)?,
            false => parts.find(name)?,
        };
        let body = &parts.body;
        if let FieldType::Table(columns) = field.kind {
            let rows = tables::read(body, part.nodes.clone(), field.name, columns, self.sink);
            return Some(self.unless_empty(rows, part, field, is_required));
        }
        if field.kind.items().is_some() {
            let entries = entries_of(body, part.nodes.clone());
            let spans = entries.iter().map(|entry: &Entry| entry.span);
            let spans = spans.filter(|span| !says_nothing(&body.read(*span))).collect();
            let list = self.list(field, spans);
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
        Some(self.read(field.kind, field.name.into(), Stated { span: content, value }))
    }

    /// The rows of a section; a section without any is reported unless it says that there is nothing.
    fn unless_empty(&mut self, rows: Vec<Json>, part: &Part, field: &FieldSpec, is_required: bool) -> Json {
        let content = || self.parts.body.content(part.nodes.clone());
        if rows.is_empty() && is_required && content().is_none() {
            part.report_empty(field.name, self.sink);
        }
        rows.into()
    }

    fn list(&mut self, field: &FieldSpec, entries: Vec<Span>) -> Json {
        let kind = field.kind.items().unwrap_or(FieldType::Text);
        let body = Scope::of(self.block);
        let mut values = Vec::new();
        for (index, span) in (0..).zip(entries) {
            let path = FieldPath::row(field.name, index);
            self.sink.field(path, span);
            let value = body.read(span).into_owned();
            values.push(self.read(kind, path, Stated { span, value }));
        }
        values.into()
    }

    fn read(&mut self, kind: FieldType, field: FieldPath, Stated { span, value }: Stated) -> Json {
        Written { text: self.block.text, span, words: value, field }.read(kind, self.sink)
    }
}

/// The parts of `a, b and c` on one line.
fn parted(block: &Block<'_>, value: Span) -> Vec<Span> {
    let source = block.text.source();
    let mut parts = Vec::new();
    let mut at = 0;
    for part in value.slice(source).split([',', ';']) {
        let span = value.skip(at).take(part.len()).trim(source);
        if !span.is_empty() {
            parts.push(span);
        }
        at += part.len() + 1;
    }
    parts
}
