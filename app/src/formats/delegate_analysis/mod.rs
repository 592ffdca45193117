//! A delegate's analysis: a problem, its cause, the ways out, and the one it recommends.

mod markdown;
mod parse;
#[cfg(feature = "ssr")]
mod view;

use crate::block::Block;
use crate::declaration::record;
use crate::delegate::{self, DELEGATES, Others};
use crate::diagnostic::Sink;
use crate::document::Summary;
use crate::format::{Format, Spec};
use crate::json::{ANSWERS, JSON};
use crate::reading::TEXT;

record! {
    pub struct DelegateAnalysis {
        summary: Option<String> = required Markdown,
        /// `high`, `medium` or `low`; any other word is kept as written.
        confidence: Option<String> = required Enum(&["high", "medium", "low"]),
        /// The whole text, where it is more than the word.
        #[serde(skip_serializing_if = "Option::is_none")]
        confidence_as_written: Option<String> = deviation Text,
        analysis: Analysis = required Record(Analysis::FIELDS),
        recommendation: Option<String> = required Markdown,
        reasoning: Option<String> = required Markdown,
        /// Members that the contract has no field for, unchanged.
        #[serde(skip_serializing_if = "Others::is_empty")]
        other_fields: Others = deviation Record(&[]),
    }
}

record! {
    pub struct Analysis {
        problem: Option<String> = required Markdown,
        root_cause: Option<String> = required Markdown,
        impact: Option<String> = required Markdown,
        trade_offs: Vec<TradeOff> = optional Table(TradeOff::FIELDS),
    }
}

record! {
    pub struct TradeOff {
        option: Option<String> = required Text,
        pros: Vec<String> = optional List,
        cons: Vec<String> = optional List,
    }
}

impl Format for DelegateAnalysis {
    const SPEC: Spec = Spec {
        id: "delegate/analysis",
        slug: "delegate-analysis",
        name: "Analysis Response",
        fields: Self::FIELDS,
        sets: &[&JSON, &ANSWERS, &DELEGATES, &TEXT],
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
