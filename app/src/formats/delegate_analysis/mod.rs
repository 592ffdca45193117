//! A delegate's analysis: a problem, its cause, the ways out, and the one it recommends.

mod markdown;
mod parse;
#[cfg(feature = "ssr")]
mod view;

use serde::Serialize;

use crate::declaration::FieldType;
use crate::delegate::{self, DELEGATES, Others};
use crate::diagnostic::Sink;
use crate::document::Summary;
use crate::format::{Block, Family, FieldSpec, Format, Spec};
use crate::json::{ANSWERS, JSON};
use crate::markdown::Outline;
use crate::reading::TEXT;
use crate::text::{Span, Text};

#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct DelegateAnalysis {
    pub summary: Option<String>,
    /// `high`, `medium` or `low`; any other word is kept as written.
    pub confidence: Option<String>,
    /// The whole text, where it is more than the word.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub confidence_as_written: Option<String>,
    pub analysis: Analysis,
    pub recommendation: Option<String>,
    pub reasoning: Option<String>,
    /// Members that the contract has no field for, unchanged.
    #[serde(skip_serializing_if = "Others::is_empty")]
    pub other_fields: Others,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Analysis {
    pub problem: Option<String>,
    pub root_cause: Option<String>,
    pub impact: Option<String>,
    pub trade_offs: Vec<TradeOff>,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct TradeOff {
    pub option: Option<String>,
    pub pros: Vec<String>,
    pub cons: Vec<String>,
}

const FIELDS: &[FieldSpec] = &[
    FieldSpec::required("summary", FieldType::Markdown),
    FieldSpec::required("confidence", FieldType::Enum(&["high", "medium", "low"])),
    FieldSpec::deviation("confidence_as_written", FieldType::Text),
    FieldSpec::required("analysis", FieldType::Record),
    FieldSpec::required("analysis.problem", FieldType::Markdown),
    FieldSpec::required("analysis.root_cause", FieldType::Markdown),
    FieldSpec::required("analysis.impact", FieldType::Markdown),
    FieldSpec::optional("analysis.trade_offs", FieldType::Table),
    FieldSpec::required("analysis.trade_offs[].option", FieldType::Text),
    FieldSpec::optional("analysis.trade_offs[].pros", FieldType::List),
    FieldSpec::optional("analysis.trade_offs[].cons", FieldType::List),
    FieldSpec::required("recommendation", FieldType::Markdown),
    FieldSpec::required("reasoning", FieldType::Markdown),
    FieldSpec::deviation("other_fields", FieldType::Record),
];

impl Format for DelegateAnalysis {
    const SPEC: Spec = Spec {
        id: "delegate/analysis",
        slug: "delegate-analysis",
        name: "Analysis Response",
        producer: "delegate",
        gate: 9,
        priority: None,
        pattern: None,
        openers: delegate::OPENERS,
        fields: FIELDS,
        rules: &[],
        sets: &[&JSON, &ANSWERS, &DELEGATES, &TEXT],
        manual: include_str!("spec.md"),
        example: include_str!("fixtures/complete.json"),
    };
    const IS_ANNOUNCEMENT: bool = true;

    fn is_example(text: &Text, outline: &Outline, span: Span) -> bool {
        delegate::is_example(text, outline, span)
    }

    const FAMILY: Option<Family> = Some(delegate::recognize);

    fn parse(block: &Block<'_>, sink: &mut Sink) -> Self {
        parse::parse(block, sink)
    }

    fn summary(&self) -> Summary {
        Summary { title: self.summary.clone(), ..Summary::default() }
    }
}
