//! A delegate's checklist: what was checked, and how each check ended.

mod check;
mod markdown;
mod rules;
mod shape;
#[cfg(feature = "viewers")]
mod view;

use crate::delegate::prelude::*;

record! {
    pub struct DelegateChecklist from JSON {
        #[serde(flatten)]
        answer: Answer = required Flat(Answer::FIELDS),
        checklist: Vec<Check> = required Table(Check::FIELDS),
        passed: Option<u32> = required Count,
        failed: Option<u32> = required Count,
        warnings: Option<u32> = required Count,
        #[serde(skip_serializing_if = "Others::is_empty")]
        other_fields: Others = deviation Others,
    }

    pub struct Check from JSON {
        item: Option<String> = required Text => or_whole(),
        status: Option<String> = required Enum(&["pass", "fail", "warn", "skip"]),
        details: Option<String> = nullable Markdown,
        file: Option<String> = nullable Place,
        line: Option<u32> = nullable Count,
        #[serde(skip_serializing_if = "Option::is_none")]
        line_as_written: Option<String> = deviation AsWritten,
    }
}

static CONTRACT: LazyLock<Contract> = LazyLock::new(|| Contract {
    sections: &[("checklist", SectionForm::Members(markdown::members))],
    reshape: Some(shape::reshape),
    ..Contract::of(DelegateChecklist::FIELDS)
});

impl Format for DelegateChecklist {
    const SPEC: Spec = spec! {
        id: "delegate/checklist",
        slug: "delegate-checklist",
        contradictions: &[&rules::TOTALS_AGAINST_LIST],
        name: "Checklist Response",
        rules: rules::ALL,
        sets: delegate::WITH_CLAIMS,
        ..delegate::SPEC
    };

    const PARSE: Parse<Self> = |block, sink| {
        let (mut response, json) = delegate::read_reply::<Self>(block, &CONTRACT, sink);
        for status in response.checklist.iter_mut().filter_map(|check| check.status.as_mut()) {
            shape::use_contract_word(status);
        }
        check::check(&response, &json, block, sink);
        response
    };

    const SUMMARY: Summarize<Self> = |value| {
        let ended = |word: &str| value.checklist.iter().any(|check| check.status.as_deref() == Some(word));
        let failed = ended("fail") || value.failed.is_some_and(|count| count > 0);
        let passed = ended("pass") || value.passed.is_some_and(|count| count > 0);
        let (verdict, state) = match (failed, passed) {
            (true, _) => (Some("fail"), State::Failed),
            (false, true) => (Some("pass"), State::Passed),
            (false, false) => (None, State::None),
        };
        let verdict = verdict.map(str::to_owned);
        Summary { title: value.answer.summary.clone(), verdict, state, ..Summary::default() }
    };
}
