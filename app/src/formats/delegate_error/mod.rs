//! A delegate's error: why it could not go on, what it had found by then, and what would help.

mod check;
mod markdown;
mod rules;
mod shape;
#[cfg(feature = "viewers")]
mod view;

use crate::delegate::prelude::*;

record! {
    pub struct DelegateError from JSON {
        error: Option<bool> = required Flag,
        kind as "type": Option<String> = required Enum(ERROR_TYPES),
        message: Option<String> = required Markdown,
        /// What was found before it failed: some of any other response, or free text.
        partial_result: Option<serde_json::Value> = optional Any(PARTIAL_RESULT),
        suggestion: Option<String> = nullable Markdown,
        #[serde(skip_serializing_if = "Others::is_empty")]
        other_fields: Others = deviation Others,
    }
}

const PARTIAL_RESULT: &[FieldSpec] = &[
    FieldSpec::optional("summary", FieldType::Markdown),
    FieldSpec::optional("findings", FieldType::List(&FieldType::Any(&[]))),
];

static CONTRACT: LazyLock<Contract> = LazyLock::new(|| Contract {
    sections: &[
        ("error", SectionForm::Members(markdown::error)),
        ("message", SectionForm::Members(markdown::message)),
        ("partial_result", SectionForm::Members(markdown::partial_result)),
        ("suggestion", SectionForm::Members(markdown::suggestion)),
    ],
    reshape: Some(shape::reshape),
    ..Contract::of(DelegateError::FIELDS)
});

impl Format for DelegateError {
    const SPEC: Spec = spec! {
        id: "delegate/error",
        slug: "delegate-error",
        name: "Error Response",
        hints: Hints::titled(&["message"]).judged("type", &[], ERROR_TYPES),
        rules: rules::ALL,
        ..delegate::SPEC
    };

    const PARSE: Parse<Self> = |block, sink| {
        let (error, json) = delegate::read_reply(block, &CONTRACT, sink);
        check::check(&error, &json, sink);
        error
    };

    const SUMMARY: Summarize<Self> = |value| Summary {
        title: value.message.clone(),
        verdict: value.kind.clone(),
        state: State::Failed,
        ..Summary::default()
    };
}
