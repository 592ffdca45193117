//! The fields of a format: where each is, and of which type.

use std::collections::HashMap;
use std::mem::{Discriminant, discriminant};
use std::ops::Range;

use toml::Spanned;

use super::super::entries::Entries;
use super::super::file::{FieldDeclaration, FieldOfFile, Words};
use super::Compiler;
use super::words::{leak, leak_list, spelled};
use crate::declaration::{FieldSpec, FieldType, Need, Pattern, Source};
use crate::declared::OTHER_FIELDS;
use crate::reading::normal;

const TYPES: [(&str, FieldType); 13] = [
    ("text", FieldType::Text),
    ("markdown", FieldType::Markdown),
    ("number", FieldType::Number),
    ("integer", FieldType::Integer),
    ("count", FieldType::Count),
    ("percent", FieldType::Percent),
    ("date", FieldType::Date),
    ("time", FieldType::Instant),
    ("duration", FieldType::Duration),
    ("place", FieldType::Place),
    ("flag", FieldType::Flag),
    ("list", FieldType::List(&FieldType::Text)),
    ("any", FieldType::Any(&[])),
];
/// No field has more words, and no record more fields.
const MOST: usize = 200;
const DEEPEST: u8 = 4;

impl Compiler<'_> {
    /// Reads the fields of a record. Those of a line or of its rows are groups of a pattern.
    pub(super) fn fields(
        &mut self,
        entries: &Entries<Spanned<FieldOfFile>>,
        depth: u8,
        groups: Option<&Pattern>,
    ) -> &'static [FieldSpec] {
        let mut fields = Vec::new();
        for (name, field) in entries.0.iter().take(MOST) {
            let written = self.name(name);
            if self.is_json && written == OTHER_FIELDS {
                self.report(name.span(), format!("`{OTHER_FIELDS}` is what no field is declared for"));
            }
            let declared = match field.get_ref() {
                FieldOfFile::Label(label) if self.is_json => {
                    self.report(
                        field.span(),
                        format!("a field in JSON has no label `{label}`, only its key"),
                    );
                    FieldSpec::optional(written, FieldType::Text)
                }
                FieldOfFile::Label(label) => FieldSpec::optional(written, FieldType::Markdown)
                    .from(Source::Label(leak_list(&[leak(label)]))),
                FieldOfFile::Declared(declared) => self.declared(written, declared, field.span(), depth),
            };
            fields.push(match groups {
                Some(groups) => {
                    if !groups.names().any(|group| group == written) {
                        self.report(name.span(), format!("the pattern has no group `(?<{written}>…)`"));
                    }
                    declared.from(Source::Captured)
                }
                None => declared,
            });
        }
        if let Some((name, _)) = entries.0.get(MOST) {
            self.report(name.span(), format!("a format has at most {MOST} fields"));
        }
        self.check_places(entries, &fields);
        if self.is_json && depth == 0 && !fields.is_empty() {
            fields.push(FieldSpec::deviation(OTHER_FIELDS, FieldType::Others));
        }
        fields.leak()
    }

    /// Reports fields that take the same value. Where one of them has a pattern, it takes a part.
    fn check_places(&mut self, entries: &Entries<Spanned<FieldOfFile>>, fields: &[FieldSpec]) {
        let mut known: HashMap<(Discriminant<Source>, String), &str> = HashMap::new();
        for ((name, _), field) in entries.0.iter().zip(fields).filter(|(_, field)| field.pattern.is_none()) {
            let names: Vec<String> = match field.source {
                Source::Label(names) | Source::Column(names) => {
                    names.iter().map(|name| normal(name)).collect()
                }
                Source::Title | Source::Identifier => vec![String::new()],
                Source::Room | Source::Section(_) | Source::Captured => Vec::new(),
            };
            let place = |name| (discriminant(&field.source), name);
            let other = names.iter().find_map(|name| known.get(&place(name.clone())).copied());
            if let Some(other) = other {
                let message = format!("`{other}` and `{}` have the same place and value", field.name);
                self.report(name.span(), message);
            }
            known.extend(names.into_iter().map(|name| (place(name), field.name)));
        }
    }

    fn declared(
        &mut self,
        name: &'static str,
        declared: &FieldDeclaration,
        span: Range<usize>,
        depth: u8,
    ) -> FieldSpec {
        let pattern = declared.pattern.as_ref().and_then(|pattern| self.pattern(pattern));
        let kind = self.field_type(declared, &span, depth, pattern);
        if let (Some(pattern), Some(written)) = (pattern, &declared.pattern) {
            self.check_groups(pattern, written, name, kind);
        }
        let need = if declared.required { Need::Required } else { Need::Optional };
        let field = FieldSpec { need, markdown_need: need, pattern, ..FieldSpec::optional(name, kind) };
        if self.is_json {
            return if declared.required { field } else { field.or_null() };
        }
        let sources = [&declared.label, &declared.section, &declared.column];
        let named = sources.iter().filter(|words| !words.is_empty()).count();
        if named + usize::from(declared.title) + usize::from(declared.id) > 1 {
            self.report(span, "a field has one place: `title`, `id`, `label`, `section` or `column`");
            return field;
        }
        let own = || leak_list(&[leak(&spelled(name))]);
        field.from(match (declared.title, depth) {
            (true, _) => Source::Title,
            _ if declared.id => Source::Identifier,
            (_, 1..) => Source::Column(self.words(&declared.column).unwrap_or_else(own)),
            _ => match (self.words(&declared.section), self.words(&declared.label)) {
                (Some(section), _) => Source::Section(section),
                (None, Some(label)) => Source::Label(label),
                (None, None) if matches!(kind, FieldType::Table(_)) => Source::Section(own()),
                (None, None) => Source::Label(own()),
            },
        })
    }

    /// Reports a pattern where none can be, and one whose groups are neither the field nor its columns.
    fn check_groups(&mut self, pattern: &Pattern, written: &Spanned<String>, name: &str, kind: FieldType) {
        let columns = kind.fields();
        let is_known = |group: &str| {
            if columns.is_empty() { group == name } else { columns.iter().any(|column| column.name == group) }
        };
        if self.is_json {
            self.report(written.span(), "a field in JSON is read without a pattern");
        }
        if let Some(strange) = pattern.names().find(|group| !is_known(group)) {
            let meant =
                if columns.is_empty() { format!("the field `{name}`") } else { "a column".to_owned() };
            self.report(written.span(), format!("the group `{strange}` is not {meant}"));
        }
    }

    fn words(&mut self, words: &Words) -> Option<&'static [&'static str]> {
        let all = words.all();
        let [first, others @ ..] = all.as_slice() else { return None };
        let mut names = vec![self.name(first)];
        names.extend(others.iter().map(|other| leak(&normal(self.name(other)))));
        Some(leak_list(&names))
    }

    fn field_type(
        &mut self,
        declared: &FieldDeclaration,
        span: &Range<usize>,
        depth: u8,
        pattern: Option<&Pattern>,
    ) -> FieldType {
        let has = (!declared.columns.0.is_empty(), !declared.fields.0.is_empty(), declared.words.is_some());
        if (has.0 || has.1) && depth >= DEEPEST {
            self.report(span.clone(), format!("fields nest at most {DEEPEST} deep"));
            return FieldType::Text;
        }
        if has.0 && depth > 0 && !self.is_json {
            self.report(span.clone(), "a column of a table holds no other table");
            return FieldType::Text;
        }
        match (has, &declared.kind) {
            ((true, false, false), None) => {
                FieldType::Table(self.fields(&declared.columns, depth + 1, pattern))
            }
            ((false, true, false), None) if self.is_json => {
                FieldType::Record(self.fields(&declared.fields, depth + 1, None))
            }
            ((false, true, false), None) => {
                self.report(span.clone(), "only a format in JSON has fields within fields");
                FieldType::Text
            }
            ((false, false, true), None) => {
                let words: Vec<&'static str> =
                    declared.words.iter().flatten().take(MOST).map(|word| leak(word)).collect();
                if words.is_empty() {
                    self.report(span.clone(), "`words` names none, which allows no value");
                }
                FieldType::Enum(words.leak())
            }
            ((false, false, false), Some(kind)) => self.named_type(kind),
            ((false, false, false), None) if !declared.section.is_empty() => FieldType::Markdown,
            ((false, false, false), None) => FieldType::Text,
            _ => {
                self.report(span.clone(), "a field has one type: `type`, `words`, `columns` or `fields`");
                FieldType::Text
            }
        }
    }

    fn named_type(&mut self, kind: &Spanned<String>) -> FieldType {
        TYPES.iter().find(|(name, _)| name == kind.get_ref()).map_or_else(
            || {
                self.unknown(kind, "type", &TYPES.map(|(name, _)| name));
                FieldType::Text
            },
            |(_, kind)| *kind,
        )
    }
}
