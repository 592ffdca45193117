//! A delegate's search: what it found where, and why that matters.

mod check;
mod markdown;
mod parse;
mod rules;
#[cfg(feature = "ssr")]
mod view;

use crate::block::Block;
use crate::declaration::record;
use crate::delegate::{self, CLAIMS, DELEGATES, Lines, Others};
use crate::diagnostic::Sink;
use crate::document::Summary;
use crate::format::{Format, Spec};
use crate::json::{ANSWERS, JSON};
use crate::reading::TEXT;

record! {
    pub struct DelegateSearch {
        summary: Option<String> = required Markdown,
        /// `high`, `medium` or `low`; any other word is kept as written.
        confidence: Option<String> = required Enum(&["high", "medium", "low"]),
        /// The whole text, where it is more than the word.
        #[serde(skip_serializing_if = "Option::is_none")]
        confidence_as_written: Option<String> = deviation Text,
        results: Vec<Hit> = required Table(Hit::FIELDS),
        patterns: Vec<String> = optional List,
        next_steps: Vec<String> = optional List,
        /// Members that the contract has no field for, unchanged.
        #[serde(skip_serializing_if = "Others::is_empty")]
        other_fields: Others = deviation Record(&[]),
    }
}

record! {
    pub struct Hit {
        file: Option<String> = required Place,
        /// The first and the last.
        lines: Option<Lines> = required List,
        /// The text, where it is not two numbers.
        #[serde(skip_serializing_if = "Option::is_none")]
        lines_as_written: Option<String> = deviation Text,
        /// `high`, `medium` or `low`; any other word is kept as written.
        relevance: Option<String> = required Enum(&["high", "medium", "low"]),
        snippet: Option<String> = optional Text,
        note: Option<String> = optional Text,
    }
}

impl Format for DelegateSearch {
    const SPEC: Spec = Spec {
        id: "delegate/search",
        slug: "delegate-search",
        name: "Search Response",
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
