//! 4.2, Index Entry: rows of the registry of executions, one for each chain that came to its end.

mod cells;
mod check;
mod columns;
mod commits;
mod outcome;
mod parse;
mod recognize;
mod rules;
#[cfg(feature = "ssr")]
mod view;

use serde::Serialize;

use crate::declaration::FieldType;
use crate::diagnostic::Sink;
use crate::document::{Outcome, Summary};
use crate::format::{Block, FieldSpec, Format, Recognition, Spec};
use crate::reading::{OtherCell, TABLES, TEXT, counted};
use crate::recognition::Scan;
use crate::track::Move;

#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct IndexEntry {
    pub entries: Vec<Entry>,
}

/// An execution, as its row tells it.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Entry {
    /// As written where it is no date.
    pub date: Option<String>,
    pub description: Option<String>,
    pub pattern: Option<String>,
    pub outcome: Option<String>,
    /// What the first word of the outcome says; words other than Success and Failed decide nothing.
    pub success: Option<bool>,
    /// The outcome without its status and its commits.
    pub metrics: Option<String>,
    pub commits: Vec<String>,
    /// What stands in columns that the contract does not have.
    #[serde(rename = "otherCells", skip_serializing_if = "Vec::is_empty")]
    pub other_cells: Vec<OtherCell>,
}

const FIELDS: &[FieldSpec] = &[
    FieldSpec::required("entries", FieldType::Table),
    FieldSpec::required("entries[].date", FieldType::Date),
    FieldSpec::required("entries[].description", FieldType::Text),
    FieldSpec::required("entries[].pattern", FieldType::Text),
    FieldSpec::required("entries[].outcome", FieldType::Text),
    FieldSpec::optional("entries[].success", FieldType::Flag),
    FieldSpec::optional("entries[].metrics", FieldType::Text),
    FieldSpec::optional("entries[].commits", FieldType::List),
    FieldSpec::deviation("entries[].otherCells", FieldType::List),
];

impl Format for IndexEntry {
    const SPEC: Spec = Spec {
        id: "4.2",
        slug: "index-entry",
        name: "Index Entry",
        producer: "orchestrator",
        gate: 12,
        priority: Some(3),
        pattern: Some(r"^\| (\d{4}-\d{2}-\d{2}) \|"),
        openers: recognize::OPENERS,
        fields: FIELDS,
        rules: rules::ALL,
        sets: &[&TABLES, &TEXT],
        manual: include_str!("spec.md"),
        example: include_str!("fixtures/complete.md"),
    };

    // A report that quotes the registry goes on below its rows.
    const IS_ANNOUNCEMENT: bool = true;

    fn recognize(scan: &Scan<'_>) -> Vec<Recognition> {
        recognize::recognize(scan)
    }

    fn parse(block: &Block<'_>, sink: &mut Sink) -> Self {
        parse::parse(block, sink)
    }

    fn check(&self, block: &Block<'_>, sink: &mut Sink) {
        check::check(self, block, sink);
    }

    fn summary(&self) -> Summary {
        let all = |success: bool| self.entries.iter().all(|entry| entry.success == Some(success));
        let has_failed = self.entries.iter().any(|entry| entry.success == Some(false));
        let title = match self.entries.as_slice() {
            [entry] => entry.description.clone(),
            entries => Some(format!("Execution index, {}", counted(entries.len(), "entry"))),
        };
        let outcome = match has_failed {
            true => Outcome::Fail,
            false if !self.entries.is_empty() && all(true) => Outcome::Pass,
            false => Outcome::Unknown,
        };
        Summary { title, outcome, ..Summary::default() }
    }

    fn moves(&self) -> Vec<Move> {
        let descriptions = self.entries.iter().filter_map(|entry| entry.description.clone()).collect();
        vec![Move::Indexed { descriptions }]
    }
}
