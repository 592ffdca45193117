//! A delegate's patch: what it would change, line by line, and how to see that it works.

mod check;
mod hunk;
mod markdown;
mod parse;
mod rules;
mod unified;
#[cfg(feature = "ssr")]
mod view;

use crate::block::Block;
use crate::declaration::record;
use crate::delegate::{self, CLAIMS, DELEGATES, Others};
use crate::diagnostic::Sink;
use crate::document::Summary;
use crate::format::{Format, Spec};
use crate::json::{ANSWERS, JSON};
use crate::reading::TEXT;

record! {
    pub struct DelegatePatch {
        summary: Option<String> = required Markdown,
        /// `high`, `medium` or `low`; any other word is kept as written.
        confidence: Option<String> = required Enum(&["high", "medium", "low"]),
        /// The whole text, where it is more than the word.
        #[serde(skip_serializing_if = "Option::is_none")]
        confidence_as_written: Option<String> = deviation Text,
        patches: Vec<Patch> = required Table(Patch::FIELDS),
        verification: Verification = optional Record(Verification::FIELDS),
        /// Members that the contract has no field for, unchanged.
        #[serde(skip_serializing_if = "Others::is_empty")]
        other_fields: Others = deviation Record(&[]),
    }
}

record! {
    /// The changes to one file.
    pub struct Patch {
        file: Option<String> = required Place,
        hunks: Vec<Hunk> = required Table(Hunk::FIELDS),
    }
}

record! {
    pub struct Hunk {
        start_line: Option<u32> = required Integer,
        /// Only an answer in Markdown states it.
        #[serde(skip_serializing_if = "Option::is_none")]
        end_line: Option<u32> = deviation Integer,
        old_lines: Vec<String> = required List,
        new_lines: Vec<String> = required List,
        description: Option<String> = optional Markdown,
    }
}

record! {
    pub struct Verification {
        commands: Vec<String> = optional List,
        expected: Option<String> = optional Text,
    }
}

impl Format for DelegatePatch {
    const SPEC: Spec = Spec {
        id: "delegate/patch",
        slug: "delegate-patch",
        name: "Patch Response",
        fields: Self::FIELDS,
        rules: rules::ALL,
        sets: &[&JSON, &ANSWERS, &DELEGATES, &CLAIMS, &TEXT],
        manual: include_str!("spec.md"),
        example: include_str!("fixtures/complete.json"),
        ..delegate::SPEC
    };

    fn parse(block: &Block<'_>, sink: &mut Sink) -> Self {
        parse::parse(block, sink)
    }

    fn summary(&self) -> Summary {
        Summary { title: self.summary.clone(), ..Summary::default() }
    }
}
