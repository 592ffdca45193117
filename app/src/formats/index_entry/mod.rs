//! 4.2, Index Entry: rows of the registry of executions, one for each chain that came to its end.

mod cells;
mod check;
mod columns;
mod commits;
mod outcome;
mod parse;
mod recognize;
mod rules;
#[cfg(feature = "viewers")]
mod view;

use crate::format::prelude::*;
use crate::reading::{OtherCell, TABLES, TEXT, counted};

record! {
    pub struct IndexEntry {
        entries: Vec<Entry> = required Table(Entry::FIELDS),
    }

    /// An execution, as its row describes it.
    pub struct Entry {
        /// As written where it is no date.
        date: Option<String> = required Date;
            Column(&["Date", "executed", "executed at", "execution date", "day", "when"]),
        description: Option<String> = required Text; Column(&[
            "Description", "work", "task", "title", "chain title", "execution", "summary", "what", "request",
        ]),
        pattern: Option<String> = required Text; Column(&[
            "Pattern", "chain", "chain pattern", "pattern signature", "signature", "chain signature", "steps",
        ]),
        outcome: Option<String> = required Text;
            Column(&["Outcome", "result", "results", "outcomes", "status"]),
        /// What the first word of the outcome says; words other than Success and Failed decide nothing.
        success: Option<bool> = optional Flag,
        /// The outcome without its status and its commits.
        metrics: Option<String> = optional Text,
        commits: Vec<String> = optional List(&Text);
            Column(&["Commit", "commits", "commit hash", "hash", "hashes", "sha"]),
        /// What is in columns that the contract does not have.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        other_cells as "otherCells": Vec<OtherCell> = deviation List(&Any(&[])),
    }
}

impl Format for IndexEntry {
    const SPEC: Spec = spec! {
        id: "4.2",
        slug: "index-entry",
        kind: Kind::Record,
        name: "Index Entry",
        revisions: &[Revision::Current, Revision::Free],
        gate: 12,
        priority: Some(3),
        pattern: Some(r"^\| (\d{4}-\d{2}-\d{2}) \|"),
        openers: recognize::OPENERS,
        recognizer: Recognizer::Code(recognize::recognize),
        // A report that quotes the registry goes on below its rows.
        is_announcement: true,
        sets: &[&TABLES, &TEXT],
    };
    const PARSE: Parse<Self> = parse::parse;
    const CHECK: Check<Self> = check::check;

    const SUMMARY: Summarize<Self> = |value| {
        let all = |success: bool| value.entries.iter().all(|entry| entry.success == Some(success));
        let has_failed = value.entries.iter().any(|entry| entry.success == Some(false));
        let title = match value.entries.as_slice() {
            [entry] => entry.description.clone(),
            entries => Some(format!("Execution index, {}", counted(entries.len(), "entry"))),
        };
        let state = match has_failed {
            true => State::Failed,
            false if !value.entries.is_empty() && all(true) => State::Passed,
            false => State::None,
        };
        Summary { title, state, ..Summary::default() }
    };

    fn moves(&self) -> Vec<Move> {
        let descriptions = self.entries.iter().filter_map(|entry| entry.description.clone()).collect();
        vec![Move::Indexed { descriptions }]
    }
}
