//! 4.1, Registry Update: a line that was added to a registry file, removed from it, or changed in it.

mod line;
mod names;
mod operation;
mod rules;
#[cfg(feature = "viewers")]
mod view;

use names::CHANGED_LINE;

use crate::format::prelude::*;
use crate::markdown::bare_pipes;
use crate::reading::{
    HEADING_FORM, HEADINGS, LABEL_NAMES, LABELS, LabelName, Labels, Scope, TEXT, date, report_mojibake,
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
        report_index_line(&update, block, sink);
        report_mojibake(block, sink);
        update
    };
    const SUMMARY: Summarize<Self> =
        |value| Summary::titled(value.title.clone()).with_verdict(value.operation.clone());
}

/// What is added to the index of executions is a row of it, as 4.2 has it: date, description, pattern and outcome.
fn report_index_line(update: &RegistryUpdate, block: &Block<'_>, sink: &mut Sink) {
    let is_index = update.file.as_deref().is_some_and(|file| file.rsplit('/').next() == Some("INDEX.md"));
    let Some(line) = update.line.as_deref().filter(|_| is_index) else { return };
    if update.operation.as_deref() != Some("added") || line.split(['\n', '\r']).all(is_index_row) {
        return;
    }
    let place = sink.coverage.span_of("line".into()).unwrap_or(Span::empty_at(block.span.start));
    let message = "the line is no row of the index";
    let astray = Diagnostic::new(&rules::INDEX_LINE, place, message).field("line");
    sink.report(astray.expected("| YYYY-MM-DD | description | pattern | outcome |").found(line));
}

fn is_index_row(line: &str) -> bool {
    let Some(inner) = line.trim().strip_prefix('|').and_then(|line| line.strip_suffix('|')) else {
        return false;
    };
    let date_ends = bare_pipes(inner).next().unwrap_or_default();
    let dated = inner.get(..date_ends).unwrap_or_default().trim();
    let is_date = date(dated).is_some_and(|range| range.len() == dated.len());
    is_date && bare_pipes(inner).count() == 3 && inner.split('|').all(|cell| !cell.trim().is_empty())
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
