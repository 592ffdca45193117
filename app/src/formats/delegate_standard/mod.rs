//! A delegate's standard response: what it found, and what should be done about it.

#[cfg(feature = "viewers")]
mod view;

use crate::delegate::prelude::*;
use crate::reading::SeverityLevel;

record! {
    pub struct DelegateStandard from JSON {
        #[serde(flatten)]
        answer: Answer = required Flat(Answer::FIELDS),
        findings: Vec<Finding> = required Table(Finding::FIELDS),
        suggested_actions: Vec<Action> = nullable Table(Action::FIELDS),
        #[serde(skip_serializing_if = "Others::is_empty")]
        other_fields: Others = deviation Others,
    }

    pub struct Finding from JSON {
        kind as "type": Option<String> = required Enum(TYPES) => optional_in_markdown(),
        file: Option<String> = nullable Place,
        line: Option<u32> = nullable Count,
        #[serde(skip_serializing_if = "Option::is_none")]
        line_as_written: Option<String> = deviation AsWritten,
        message: Option<String> = required Markdown => or_whole(),
        severity: Option<String> = required Enum(SEVERITIES),
    }

    pub struct Action from JSON {
        action: Option<String> = required Enum(ACTIONS),
        target: Option<String> = required Text,
        description: Option<String> = nullable Markdown => or_whole(),
    }
}

static CONTRACT: LazyLock<Contract> = LazyLock::new(|| Contract::of(DelegateStandard::FIELDS));

impl Format for DelegateStandard {
    const SPEC: Spec = spec! {
        id: "delegate/standard",
        slug: "delegate-standard",
        name: "Standard Response",
        hints: Hints { severity: Some("findings[].severity"), ..delegate::SPEC.hints },
        sets: delegate::WITH_CLAIMS,
        ..delegate::SPEC
    };
    const PARSE: Parse<Self> = |block, sink| delegate::read_reply(block, &CONTRACT, sink).0;

    const CHECK: Check<Self> = |value, block, sink| {
        let issues = value.findings.iter().filter(|finding| finding.kind.as_deref() == Some("issue")).count();
        let nouns = ["findings", "finding", "issues", "issue", "problems", "problem"];
        delegate::check_claim("findings", &[value.findings.len(), issues], &nouns, block, sink);
    };

    const SUMMARY: Summarize<Self> = |value| {
        let tally = value.findings.iter().map(|finding| finding.severity.as_deref()).collect();
        Summary { title: value.answer.summary.clone(), tally, ..Summary::default() }
    };

    fn findings(&self) -> Vec<StatedFinding> {
        let stated = |finding: &Finding| StatedFinding {
            number: None,
            file: finding.file.clone(),
            lines: finding.line.map(|line| (line, line)),
            level: finding.severity.as_deref().and_then(SeverityLevel::of_word),
            severity: finding.severity.clone(),
            words: finding.message.clone().unwrap_or_default(),
        };
        self.findings.iter().map(stated).collect()
    }
}
