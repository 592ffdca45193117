//! Reads the sections of a response as members of the object that it would be in JSON.

use std::borrow::Cow;
use std::ops::Range;

use crate::format::prelude::*;
use crate::json::{Json, Kind, Member, Property};
use crate::markdown;
use crate::reading::{Choice, Label, Scope, choose, says_nothing};

use super::entry::{entries, entry_lines, member, row};
use super::lines::{ROWS, RowReader};
use super::runs::{Run, Section, runs};
use crate::delegate::words::CONFIDENCE;

pub struct Sections<'t> {
    pub body: Scope<'t>,
    pub run: Run,
}

/// What is below a heading.
pub enum SectionForm {
    /// A list, each entry of which is read so.
    Rows(RowReader),
    /// Several fields, or lists in a form of their own.
    Members(for<'t> fn(&Sections<'t>) -> Vec<Member<'t>>),
}

impl<'t> Sections<'t> {
    pub fn of(block: &Block<'t>) -> Option<Self> {
        let body = Scope::of(block);
        let run = runs(block.text, block.outline, body.range()).into_iter().next()?;
        Some(Self { body, run })
    }

    pub fn source(&self) -> &'t str {
        self.body.text.source()
    }

    pub fn section(&self, key: &str) -> Option<&Section> {
        self.run.section(key)
    }

    /// Returns the content of a section.
    pub fn content(&self, key: &str) -> Option<Span> {
        let section = self.section(key)?;
        let content = self.body.content(section.range.clone())?;
        Some(section.beside.map_or(content, |beside| Span::new(beside.start, content.end)))
    }

    pub fn text(&self, span: Span) -> Json<'t> {
        Json { span, kind: Kind::Text(self.body.read(span)) }
    }

    /// A text of two pieces, each on lines of its own.
    pub fn joined(&self, first: Span, below: Span) -> Json<'t> {
        if below.is_empty() {
            return self.text(first);
        }
        let text = format!("{}\n{}", self.body.read(first), self.body.read(below));
        let text = text.trim_start().to_owned();
        Json { span: first.to(below), kind: Kind::Text(Cow::Owned(text)) }
    }

    /// A section whose whole content is one value.
    pub fn text_member(&self, key: &'static str) -> Option<Member<'t>> {
        let content = self.content(key)?;
        Some(self.member(key, key, self.text(content)))
    }

    /// The value of a section under the name of a field.
    pub fn member(&self, section: &str, key: &'static str, value: Json<'t>) -> Member<'t> {
        let key_span = self.section(section).map_or(value.span, |section| section.words);
        Member { key: Cow::Borrowed(key), key_span, value }
    }

    /// Returns a section as a list of its entries; a sentence that there are none makes an empty list.
    pub fn list_member(
        &self,
        key: &'static str,
        read: impl Fn(&Self, Span) -> Json<'t>,
    ) -> Option<Member<'t>> {
        let content = self.content(key)?;
        let entries = entries(&self.body, self.section(key)?.range.clone());
        let is_nothing = entries.len() == 1 && says_nothing(content.slice(self.source()));
        let items = match is_nothing {
            true => Vec::new(),
            false => entries.into_iter().map(|entry| read(self, entry)).collect(),
        };
        Some(self.member(key, key, Json { span: content, kind: Kind::List(items) }))
    }

    /// Returns a section of rows that several responses may have.
    pub fn rows_member(&self, section: &str) -> Option<Member<'t>> {
        let (key, read) = ROWS.into_iter().find(|(key, _)| *key == section)?;
        self.list_member(key, read)
    }

    /// Returns the fields of an answer: the section of the same name is a text, a list of texts, or what is read by
    /// its form.
    pub fn members(&self, properties: &[Property], forms: &[(&'static str, SectionForm)]) -> Vec<Member<'t>> {
        let mut members = Vec::new();
        for Property { spec, parts, .. } in properties {
            let key = spec.name;
            let form = forms.iter().find(|(section, _)| *section == key).map(|(_, form)| form);
            match (form, spec.kind) {
                (Some(SectionForm::Rows(read)), _) => members.extend(self.list_member(key, read)),
                (Some(SectionForm::Members(read)), _) => members.extend(read(self)),
                // The confidence is often below the summary.
                (None, _) if key == "summary" => members.extend(self.head()),
                (None, FieldType::Text | FieldType::Markdown) => members.extend(self.text_member(key)),
                (None, FieldType::List(_)) => members.extend(self.list_member(key, Self::text)),
                (None, FieldType::Table(_)) => members.extend(self.rows_member(key)),
                (None, FieldType::Record(_)) => {
                    let parts = self.members(parts, forms);
                    let span = parts.iter().map(|part| part.value.span).reduce(Span::to);
                    members.extend(span.map(|span| member(key, row(span, parts))));
                }
                (None, _) => {}
            }
        }
        members
    }

    /// Summary and confidence, which nearly all answers have.
    fn head(&self) -> Vec<Member<'t>> {
        let inner = self.section("confidence").is_none().then(|| self.confidence_in_summary()).flatten();
        let summary = self.content("summary").map(|content| {
            let end = inner.as_ref().map_or(content.end, |label| match label.value.end >= content.end {
                true => label.line.start.max(content.start),
                false => content.end,
            });
            self.member("summary", "summary", self.text(Span::new(content.start, end).trim(self.source())))
        });
        let confidence =
            self.content("confidence").or(inner.as_ref().map(|label| label.value)).map(|content| {
                let written = content.slice(self.source());
                let names: [(&str, &str); 3] = [("high", "high"), ("medium", "medium"), ("low", "low")];
                let value = match choose(written, &names) {
                    // Emphasis and capitals are Markdown's own.
                    Choice::Whole(level) if CONFIDENCE.contains(&level) => {
                        Json { span: content, kind: Kind::Text(Cow::Borrowed(level)) }
                    }
                    _ => self.text(content),
                };
                self.member("confidence", "confidence", value)
            });
        [summary, confidence].into_iter().flatten().collect()
    }

    /// `**Confidence:** high` below the summary, without a heading of its own.
    fn confidence_in_summary(&self) -> Option<Label> {
        let labels = self.body.labels(self.section("summary")?.range.clone());
        labels.into_iter().find(|label| label.name == "confidence")
    }

    /// Returns the label of this name among a section's lines or outermost items, and its value.
    pub fn label(&self, range: Range<usize>, name: &str) -> Option<(Span, Span)> {
        let labels = self.body.labels(range);
        let label = labels.iter().find(|label| label.name == name)?;
        Some((label.key, label.value))
    }

    /// Lines of an entry, without the marker of a list.
    pub fn lines(&self, span: Span) -> Vec<Span> {
        entry_lines(self.source(), span)
    }

    /// The level of headings below those of the answer.
    pub fn headings_below(&self, range: Range<usize>) -> Vec<(usize, u8, Span)> {
        let headings = self.body.outline.headings(range);
        headings
            .filter(|(_, node)| node.fence == self.body.fence)
            .filter_map(|(index, node)| match node.kind {
                markdown::Kind::Heading { level, text } => Some((index, level, text)),
                _ => None,
            })
            .collect()
    }
}
