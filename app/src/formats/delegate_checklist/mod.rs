//! A delegate's checklist: what was checked, and how each check ended.

mod check;
mod markdown;
mod parse;
mod rules;
mod shape;
#[cfg(feature = "ssr")]
mod view;

use crate::block::Block;
use crate::declaration::record;
use crate::delegate::{self, CLAIMS, DELEGATES, Others};
use crate::diagnostic::Sink;
use crate::document::{Outcome, Summary};
use crate::format::{Format, Spec};
use crate::json::{ANSWERS, JSON};
use crate::reading::TEXT;

record! {
    pub struct DelegateChecklist {
        summary: Option<String> = required Markdown,
        /// `high`, `medium` or `low`; any other word is kept as written.
        confidence: Option<String> = required Enum(&["high", "medium", "low"]),
        /// The whole text, where it is more than the word.
        #[serde(skip_serializing_if = "Option::is_none")]
        confidence_as_written: Option<String> = deviation Text,
        checklist: Vec<Check> = required Table(Check::FIELDS),
        passed: Option<u32> = required Integer,
        failed: Option<u32> = required Integer,
        warnings: Option<u32> = required Integer,
        /// Members that the contract has no field for, unchanged.
        #[serde(skip_serializing_if = "Others::is_empty")]
        other_fields: Others = deviation Record(&[]),
    }
}

record! {
    pub struct Check {
        item: Option<String> = required Text,
        /// `pass`, `fail`, `warn` or `skip`; any other word is kept as written.
        status: Option<String> = required Enum(&["pass", "fail", "warn", "skip"]),
        details: Option<String> = optional Markdown,
        file: Option<String> = optional Place,
        line: Option<u32> = optional Integer,
        /// The text, where it is more than one number.
        #[serde(skip_serializing_if = "Option::is_none")]
        line_as_written: Option<String> = deviation Text,
    }
}

impl Format for DelegateChecklist {
    const SPEC: Spec = Spec {
        id: "delegate/checklist",
        slug: "delegate-checklist",
        name: "Checklist Response",
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
        let ended = |word: &str| self.checklist.iter().any(|check| check.status.as_deref() == Some(word));
        let failed = ended("fail") || self.failed.is_some_and(|count| count > 0);
        let passed = ended("pass") || self.passed.is_some_and(|count| count > 0);
        let (verdict, outcome) = match (failed, passed) {
            (true, _) => (Some("fail"), Outcome::Fail),
            (false, true) => (Some("pass"), Outcome::Pass),
            (false, false) => (None, Outcome::Unknown),
        };
        let verdict = verdict.map(str::to_owned);
        Summary { title: self.summary.clone(), verdict, outcome, ..Summary::default() }
    }
}
