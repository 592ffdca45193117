//! Labels and their values: `**Request:** add a store`, in a line, an item or a row of a table.

mod declared;
mod of_scope;
mod of_tables;
mod report;
mod values;

use std::ops::Range;

use crate::declaration::{FieldSpec, Source};
use crate::diagnostic::rule_set;
use crate::text::Span;

use super::clean::{is_normal_of, normal, uncommented};

pub use declared::{Labels, first_line};
pub(super) use declared::{known_as, label_at};
pub use of_scope::may_hold_more;
pub use report::{labelled, report_label_name};

/// A label or a column that a room looks for.
#[derive(Copy, Clone, Debug)]
pub struct LabelName {
    /// As the contract writes it.
    pub name: &'static str,
    /// Other names it goes by, in the form that [`super::normal`] gives.
    pub synonyms: &'static [&'static str],
    /// The field that its value is.
    pub field: &'static str,
}

impl LabelName {
    /// Returns the names that the fields of a record go by, in the order of the record; as many as there are.
    pub const fn declared<const COUNT: usize>(fields: &[FieldSpec]) -> [Self; COUNT] {
        let mut names = [Self::new("", "", &[]); COUNT];
        let (mut rest, mut free) = (fields, names.as_mut_slice());
        while let [spec, after @ ..] = rest {
            rest = after;
            if let Source::Label([name, synonyms @ ..]) | Source::Column([name, synonyms @ ..]) = spec.source
            {
                let [place, others @ ..] = free else { panic!("more fields have names") };
                *place = Self::new(name, spec.name, synonyms);
                free = others;
            }
        }
        assert!(free.is_empty(), "fewer fields have names");
        names
    }

    /// Returns the labels of a record's fields.
    pub fn all(fields: &[FieldSpec]) -> Vec<Self> {
        fields.iter().filter_map(Self::of_field).collect()
    }

    /// Returns the columns of a record's fields.
    pub fn columns(fields: &[FieldSpec]) -> Vec<Self> {
        let column = |spec: &FieldSpec| match spec.source {
            Source::Column([name, synonyms @ ..]) => Some(Self::new(name, spec.name, synonyms)),
            _ => None,
        };
        fields.iter().filter_map(column).collect()
    }

    /// Returns the label of a field that has one.
    pub fn of(fields: &[FieldSpec], field: &str) -> Option<Self> {
        fields.iter().find(|spec| spec.name == field).and_then(Self::of_field)
    }

    fn of_field(spec: &FieldSpec) -> Option<Self> {
        let Source::Label([name, synonyms @ ..]) = spec.source else { return None };
        Some(Self { name, synonyms, field: spec.name })
    }

    pub const fn new(name: &'static str, field: &'static str, synonyms: &'static [&'static str]) -> Self {
        Self { name, synonyms, field }
    }

    /// Returns which of these names a label bears: 0 for the contract's own, then the synonyms in order.
    pub fn rank(&self, name: &str) -> Option<usize> {
        if is_normal_of(self.name, name) {
            return Some(0);
        }
        self.synonyms.iter().position(|synonym| *synonym == name).map(|at| at + 1)
    }
}

rule_set! {
    LABELS "labels" "Labels" "../sets/labels.md":
    MISSING_VALUE "missing-value" Error
        "fields: required"
        "a value that the contract requires is missing"
    LABEL_FORM "label-form" Warning
        "fields: `**Label:** value`"
        "readers that follow the contract look for a label in bold, with its value on the same line"
}

rule_set! {
    LABEL_NAMES "label-names" "Names of labels" "../sets/label_names.md":
    LABEL_NAME "label-name" Warning
        "fields: names"
        "readers that follow the contract find a value by its label"
}

/// What a label is in the text.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// A line of its own, or a part of one.
    Line,
    Item,
    /// A row of a table, or a cell of its header.
    Row,
}

/// A label that was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// As [`label_key`] has it.
    pub name: String,
    /// Its index in the room's list of names; `None` if the room has no list, or doesn't know the name.
    pub known: Option<usize>,
    pub node: usize,
    /// Without emphasis and colon.
    pub key: Span,
    /// What follows the label, with the lines that belong to it; empty where nothing does.
    pub value: Span,
    /// From the first mark of the label to the end of its value.
    pub line: Span,
    /// The nodes up to the next label, heading or rule, of a label that [`Labels`] found.
    pub below: Range<usize>,
    pub origin: Origin,
    /// Only a stop separates it from the label before it on its line, so a quick look can't see it.
    pub follows_stop: bool,
}

/// The value of a label.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stated {
    pub span: Span,
    pub value: String,
}

/// Returns the name of a label: in lower case, without the comment of `Root Cause (two factors)`.
pub fn label_key(key: &str) -> String {
    let mut name = normal(uncommented(key));
    name.truncate(name.trim_end_matches(':').trim_end().len());
    name
}

/// Returns the first label of that name; the contract's own name wins over its synonyms.
pub fn find_label<'l>(labels: &'l [Label], wanted: &LabelName) -> Option<&'l Label> {
    let ranked = labels.iter().filter_map(|label| Some((wanted.rank(&label.name)?, label)));
    ranked.min_by_key(|(rank, _)| *rank).map(|(_, label)| label)
}

#[cfg(test)]
mod tests {
    use std::ops::Range;

    use super::Label;
    use crate::markdown::Outline;
    use crate::reading::scope::Scope;
    use crate::text::Text;

    /// Compares the names and values of all labels of a text.
    pub(super) fn check_labels(
        source: &str,
        labels: impl Fn(&Scope<'_>, Range<usize>) -> Vec<Label>,
        expected: &[(&str, &str)],
    ) {
        let text = Text::new(source);
        let outline = Outline::of(&text);
        let body = Scope::new(&text, &outline, text.span());
        let labels = labels(&body, body.range());
        let read = labels.iter().map(|label| (label.name.as_str(), text.slice(label.value)));
        assert_eq!(read.collect::<Vec<_>>(), expected, "{source}");
    }
}
