//! A delegate's patch: what it would change, line by line, and how to see that it works.

mod check;
mod hunk;
mod markdown;
mod rules;
mod unified;
#[cfg(feature = "viewers")]
mod view;

use crate::delegate::prelude::*;

record! {
    pub struct DelegatePatch from JSON {
        #[serde(flatten)]
        answer: Answer = required Flat(Answer::FIELDS),
        patches: Vec<Patch> = required Table(Patch::FIELDS),
        verification: Verification = nullable Record(Verification::FIELDS),
        #[serde(skip_serializing_if = "Others::is_empty")]
        other_fields: Others = deviation Others,
    }

    /// The changes to one file.
    pub struct Patch from JSON {
        file: Option<String> = required Place => or_whole(),
        hunks: Vec<Hunk> = required Table(Hunk::FIELDS),
    }

    pub struct Hunk from JSON {
        start_line: Option<u32> = required Count,
        /// Only an answer in Markdown states it.
        #[serde(skip_serializing_if = "Option::is_none")]
        end_line: Option<u32> = deviation Count => optional_in_markdown(),
        old_lines: Vec<String> = required List(&Code),
        new_lines: Vec<String> = required List(&Code),
        description: Option<String> = nullable Markdown => or_whole(),
    }

    pub struct Verification from JSON {
        commands: Vec<String> = optional List(&Text) => or_whole(),
        expected: Option<String> = nullable Text,
    }
}

static CONTRACT: LazyLock<Contract> = LazyLock::new(|| Contract {
    sections: &[("patches", SectionForm::Members(markdown::members))],
    ..Contract::of(DelegatePatch::FIELDS)
});

impl Format for DelegatePatch {
    const SPEC: Spec = spec! {
        id: "delegate/patch",
        slug: "delegate-patch",
        name: "Patch Response",
        rules: rules::ALL,
        sets: delegate::WITH_CLAIMS,
        ..delegate::SPEC
    };

    const PARSE: Parse<Self> = |block, sink| {
        let (mut response, json) = delegate::read_reply::<Self>(block, &CONTRACT, sink);
        response.patches = response.patches.into_iter().flat_map(unified::read_diffs).collect();
        check::check(&response, &json, block, sink);
        response
    };
    const SUMMARY: Summarize<Self> = |value| Summary::titled(value.answer.summary.clone());
}
