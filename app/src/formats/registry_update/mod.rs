//! 4.1, Registry Update: a line that was added to a registry file, removed from it, or changed in it.

mod line;
mod names;
mod operation;
mod rules;
#[cfg(feature = "ssr")]
mod view;

use names::CHANGED_LINE;

use crate::format::prelude::*;
use crate::reading::{
    HEADING_FORM, HEADINGS, LABEL_NAMES, LABELS, LabelName, Labels, Scope, TEXT, report_mojibake,
    report_placeholder, unquoted,
};

record! {
    pub struct RegistryUpdate {
        title: Option<String> = required Text,
        file: Option<String> = required Place; Label(&["File", "registry", "registry file", "path"]),
        /// `added`, `removed` or `updated`; any other word as written. The contract has it before the line.
        operation: Option<String> = required Enum(&["added", "removed", "updated"]);
            Label(&["Operation", "action", "change type", "type"]),
        line: Option<String> = required Text; Label(&["Line", "lines", "entry", "change"]),
    }
}

const REASON: &str = "heading `## Registry Update:`";

impl Format for RegistryUpdate {
    const SPEC: Spec = spec! {
        id: "4.1",
        slug: "registry-update",
        kind: Kind::Record,
        name: "Registry Update",
        hints: Hints::titled(&["title"]).judged("operation", &[], &[]),
        gate: 12,
        priority: Some(2),
        pattern: Some(r"^## Registry Update: (.+)$"),
        openers: &[Opener::Heading(HeadingOpener {
            names: &["registry update", "registry updated"],
            form: HeadingForm::Titled,
            deepest: 6,
            contract: &["## Registry Update: "],
            evidence: Evidence::None { reasons: [REASON; 2] },
        })],
        sets: &[&HEADINGS, &LABELS, &LABEL_NAMES, &TEXT],
    };

    const PARSE: Parse<Self> = |block, sink| {
        let mut update = Self { title: title(block, sink), ..Self::default() };
        let labels = Labels::read(block, [LabelName::all(Self::FIELDS), vec![CHANGED_LINE]].concat());
        update.file = labels.required("file", sink).map(|file| unquoted(&file.value));
        line::read(block, &labels, &mut update, sink);
        report_mojibake(block, sink);
        update
    };
    const SUMMARY: Summarize<Self> =
        |value| Summary::titled(value.title.clone()).with_verdict(value.operation.clone());
}

/// The title; one that nobody filled in is kept.
fn title(block: &Block<'_>, sink: &mut Sink) -> Option<String> {
    let heading = Scope::of(block).titled_heading()?;
    sink.markup(heading.line);
    let written = block.read(heading.title).into_owned();
    if written.is_empty() {
        let message = "the heading has no title";
        sink.report(Diagnostic::new(&rules::MISSING_TITLE, heading.line, message).field("title"));
        return None;
    }
    sink.field(FieldPath::name("title"), heading.title);
    report_placeholder(&written, heading.title, "title", sink);
    if block.revision != Revision::Current {
        let expected = format!("## Registry Update: {}", block.text.slice(heading.title));
        let shown = block.text.slice(heading.line);
        let form = Diagnostic::spelling(&HEADING_FORM, heading.line, "the heading", shown, &expected);
        sink.report(form.field("title"));
    }
    Some(written)
}
