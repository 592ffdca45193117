//! A delegate's standard response: what it found, and what should be done about it.

mod check;
mod markdown;
mod parse;
#[cfg(feature = "ssr")]
mod view;

use crate::block::Block;
use crate::declaration::record;
use crate::delegate::{self, CLAIMS, DELEGATES, Others};
use crate::diagnostic::Sink;
use crate::document::{Summary, Tally};
use crate::format::{Format, Spec};
use crate::json::{ANSWERS, JSON};
use crate::reading::TEXT;

record! {
    pub struct DelegateStandard {
        summary: Option<String> = required Markdown,
        /// `high`, `medium` or `low`; any other word is kept as written.
        confidence: Option<String> = required Enum(&["high", "medium", "low"]),
        /// The whole text, where it is more than the word.
        #[serde(skip_serializing_if = "Option::is_none")]
        confidence_as_written: Option<String> = deviation Text,
        findings: Vec<Finding> = required Table(Finding::FIELDS),
        suggested_actions: Vec<Action> = optional Table(Action::FIELDS),
        /// Members that the contract has no field for, unchanged.
        #[serde(skip_serializing_if = "Others::is_empty")]
        other_fields: Others = deviation Record(&[]),
    }
}

record! {
    pub struct Finding {
        /// `issue`, `suggestion` or `info`; any other word is kept as written.
        kind as "type": Option<String> = required Text,
        file: Option<String> = optional Place,
        line: Option<u32> = optional Integer,
        /// The text, where it is more than one number.
        #[serde(skip_serializing_if = "Option::is_none")]
        line_as_written: Option<String> = deviation Text,
        message: Option<String> = required Markdown,
        /// `critical`, `high`, `medium` or `low`; any other word is kept as written.
        severity: Option<String> = required Enum(&["critical", "high", "medium", "low"]),
    }
}

record! {
    pub struct Action {
        /// `edit`, `create`, `delete` or `run`; any other word is kept as written.
        action: Option<String> = required Text,
        target: Option<String> = required Text,
        description: Option<String> = optional Markdown,
    }
}

impl Format for DelegateStandard {
    const SPEC: Spec = Spec {
        id: "delegate/standard",
        slug: "delegate-standard",
        name: "Standard Response",
        fields: Self::FIELDS,
        sets: &[&JSON, &ANSWERS, &DELEGATES, &CLAIMS, &TEXT],
        manual: include_str!("spec.md"),
        example: include_str!("fixtures/complete.json"),
        ..delegate::SPEC
    };

    fn parse(block: &Block<'_>, sink: &mut Sink) -> Self {
        parse::parse(block, sink)
    }

    fn summary(&self) -> Summary {
        let mut tally = Tally::default();
        for finding in &self.findings {
            let count = match finding.severity.as_deref() {
                Some("critical") => &mut tally.critical,
                Some("high") => &mut tally.high,
                Some("medium") => &mut tally.medium,
                Some("low") => &mut tally.low,
                _ => &mut tally.other,
            };
            *count += 1;
        }
        Summary { title: self.summary.clone(), tally, ..Summary::default() }
    }
}
