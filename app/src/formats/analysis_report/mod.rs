//! 5.2, Analysis Report: what an analysis looked at, what it found, and what it recommends.

mod byline;
mod front_matter;
mod headings;
mod metrics;
mod numbering;
mod parse;
mod recognize;
mod recommendations;
mod rules;
mod sections;
#[cfg(feature = "ssr")]
mod view;

use serde::Serialize;

use crate::declaration::FieldType;
use crate::diagnostic::Sink;
use crate::document::Summary;
use crate::format::{Block, FieldSpec, Format, Recognition, Spec};
use crate::reading::{FENCES, LABEL_NAMES, TEXT};
use crate::recognition::Scan;

#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct AnalysisReport {
    pub title: Option<String>,
    pub aspect: Option<String>,
    pub scope: Option<String>,
    /// As written where it is no date.
    pub date: Option<String>,
    pub agent: Option<String>,
    pub sections: Vec<Part>,
    pub recommendations: Vec<String>,
    pub metrics: Vec<Metric>,
}

/// A section of the report, numbered or not.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Part {
    /// Roman numerals and letters count as numbers.
    pub number: Option<u32>,
    pub title: String,
    pub content: Option<String>,
}

/// A figure that the report states.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Metric {
    pub name: String,
    /// As written: `98/100`, `1,280`, `72%`.
    pub value: String,
    /// Of 100, where the value says what it is a part of.
    pub percent: Option<u8>,
}

const FIELDS: &[FieldSpec] = &[
    FieldSpec::required("title", FieldType::Text),
    FieldSpec::required("aspect", FieldType::Text),
    FieldSpec::required("scope", FieldType::Text),
    FieldSpec::required("date", FieldType::Date),
    FieldSpec::required("agent", FieldType::Text),
    FieldSpec::required("sections", FieldType::Table),
    FieldSpec::optional("sections[].number", FieldType::Integer),
    FieldSpec::required("sections[].title", FieldType::Text),
    FieldSpec::required("sections[].content", FieldType::Markdown),
    FieldSpec::required("recommendations", FieldType::List),
    FieldSpec::optional("metrics", FieldType::Table),
    FieldSpec::required("metrics[].name", FieldType::Text),
    FieldSpec::required("metrics[].value", FieldType::Text),
    FieldSpec::optional("metrics[].percent", FieldType::Percent),
];

impl Format for AnalysisReport {
    const SPEC: Spec = Spec {
        id: "5.2",
        slug: "analysis-report",
        name: "Analysis Report",
        producer: "analyze/",
        gate: 9,
        priority: Some(3),
        pattern: None,
        openers: recognize::OPENERS,
        fields: FIELDS,
        rules: rules::ALL,
        sets: &[&LABEL_NAMES, &TEXT, &FENCES],
        manual: include_str!("spec.md"),
        example: include_str!("fixtures/complete.md"),
    };

    fn recognize(scan: &Scan<'_>) -> Vec<Recognition> {
        recognize::recognize(scan)
    }

    fn parse(block: &Block<'_>, sink: &mut Sink) -> Self {
        parse::parse(block, sink)
    }

    fn summary(&self) -> Summary {
        Summary { title: self.title.clone(), ..Summary::default() }
    }
}
