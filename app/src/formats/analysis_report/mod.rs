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

use crate::block::Block;
use crate::declaration::record;
use crate::diagnostic::Sink;
use crate::document::Summary;
use crate::format::{Format, Recognizer, Spec};
use crate::reading::{FENCES, LABEL_NAMES, TEXT};

record! {
    pub struct AnalysisReport {
        title: Option<String> = required Text,
        aspect: Option<String> = required Text,
        scope: Option<String> = required Text,
        /// As written where it is no date.
        date: Option<String> = required Date,
        agent: Option<String> = required Text,
        sections: Vec<Part> = required Table(Part::FIELDS),
        recommendations: Vec<String> = required List(&Text),
        metrics: Vec<Metric> = optional Table(Metric::FIELDS),
    }

    /// A section of the report, numbered or not.
    pub struct Part {
        /// Roman numerals and letters count as numbers.
        number: Option<u32> = optional Integer,
        title: String = required Text,
        content: Option<String> = required Markdown,
    }

    /// A figure that the report states.
    pub struct Metric {
        name: String = required Text,
        /// As written: `98/100`, `1,280`, `72%`.
        value: String = required Text,
        /// Of 100, where the value says what it is a part of.
        percent: Option<u8> = optional Percent,
    }
}

impl Format for AnalysisReport {
    const SPEC: Spec = Spec {
        id: "5.2",
        slug: "analysis-report",
        name: "Analysis Report",
        producer: "analyze/",
        gate: 9,
        priority: Some(3),
        openers: recognize::OPENERS,
        recognizer: Recognizer::Code(recognize::recognize),
        fields: Self::FIELDS,
        rules: rules::ALL,
        sets: &[&LABEL_NAMES, &TEXT, &FENCES],
        manual: include_str!("spec.md"),
        example: include_str!("fixtures/complete.md"),
        ..Spec::BASE
    };

    fn parse(block: &Block<'_>, sink: &mut Sink) -> Self {
        parse::parse(block, sink)
    }

    fn summary(&self) -> Summary {
        Summary { title: self.title.clone(), ..Summary::default() }
    }
}
