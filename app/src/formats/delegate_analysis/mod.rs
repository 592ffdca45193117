//! A delegate's analysis: a problem, its cause, the ways out, and the one it recommends.

mod markdown;
#[cfg(feature = "viewers")]
mod view;

use crate::delegate::prelude::*;

record! {
    pub struct DelegateAnalysis from JSON {
        #[serde(flatten)]
        answer: Answer = required Flat(Answer::FIELDS),
        analysis: Analysis = required Record(Analysis::FIELDS),
        recommendation: Option<String> = required Markdown,
        reasoning: Option<String> = required Markdown,
        #[serde(skip_serializing_if = "Others::is_empty")]
        other_fields: Others = deviation Others,
    }

    pub struct Analysis from JSON {
        problem: Option<String> = required Markdown => or_whole(),
        root_cause: Option<String> = required Markdown,
        impact: Option<String> = required Markdown,
        trade_offs: Vec<TradeOff> = nullable Table(TradeOff::FIELDS),
    }

    pub struct TradeOff from JSON {
        option: Option<String> = required Text => or_whole(),
        pros: Vec<String> = nullable List(&Text),
        cons: Vec<String> = nullable List(&Text),
    }
}

static CONTRACT: LazyLock<Contract> = LazyLock::new(|| Contract {
    sections: &[("trade_offs", SectionForm::Members(markdown::trade_offs))],
    ..Contract::of(DelegateAnalysis::FIELDS)
});

impl Format for DelegateAnalysis {
    const SPEC: Spec = spec! {
        id: "delegate/analysis",
        slug: "delegate-analysis",
        name: "Analysis Response",
        ..delegate::SPEC
    };
    const PARSE: Parse<Self> = |block, sink| delegate::read_reply(block, &CONTRACT, sink).0;
    const SUMMARY: Summarize<Self> = |value| Summary::titled(value.answer.summary.clone());
}
