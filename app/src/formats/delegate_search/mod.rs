//! A delegate's search: what it found where, and why that matters.

mod check;
mod markdown;
mod rules;
#[cfg(feature = "viewers")]
mod view;

use crate::delegate::prelude::*;

record! {
    pub struct DelegateSearch from JSON {
        #[serde(flatten)]
        answer: Answer = required Flat(Answer::FIELDS),
        results: Vec<Hit> = required Table(Hit::FIELDS),
        patterns: Vec<String> = nullable List(&Text),
        next_steps: Vec<String> = nullable List(&Text),
        #[serde(skip_serializing_if = "Others::is_empty")]
        other_fields: Others = deviation Others,
    }

    pub struct Hit from JSON {
        file: Option<String> = required Place,
        /// The first and the last.
        lines: Option<Lines> = required LineRange,
        #[serde(skip_serializing_if = "Option::is_none")]
        lines_as_written: Option<String> = deviation AsWritten,
        relevance: Option<String> = required Enum(CONFIDENCE),
        snippet: Option<String> = nullable Text,
        note: Option<String> = nullable Text => or_whole(),
    }
}

static CONTRACT: LazyLock<Contract> = LazyLock::new(|| Contract {
    sections: &[("results", SectionForm::Rows(markdown::hit))],
    ..Contract::of(DelegateSearch::FIELDS)
});

impl Format for DelegateSearch {
    const SPEC: Spec = spec! {
        id: "delegate/search",
        slug: "delegate-search",
        name: "Search Response",
        rules: rules::ALL,
        sets: delegate::WITH_CLAIMS,
        ..delegate::SPEC
    };

    const PARSE: Parse<Self> = |block, sink| {
        let (response, json) = delegate::read_reply(block, &CONTRACT, sink);
        check::check(&response, &json, block, sink);
        response
    };
    const SUMMARY: Summarize<Self> = |value| Summary::titled(value.answer.summary.clone());
}
