//! Finds and reads updates of registries.

use super::names::{FILE, NAMES};
use super::rules::MISSING_TITLE;
use super::{RegistryUpdate, line};
use crate::block::{Block, Revision};
use crate::diagnostic::{Diagnostic, FieldPath, Sink};
use crate::markdown::TitledHeading;
use crate::reading::{HEADING_FORM, Labels, PLACEHOLDER, is_placeholder, report_mojibake, unquoted};
use crate::recognition::{Evidence, HeadingForm, HeadingOpener, Opener};

pub(super) const OPENERS: &[Opener] = &[Opener::Heading(HeadingOpener {
    names: &["registry update", "registry updated"],
    form: HeadingForm::Titled,
    deepest: 6,
    contract: &["## Registry Update: "],
    evidence: Evidence::None { reasons: ["heading `## Registry Update:`", "heading `## Registry Update:`"] },
})];

pub(super) fn parse(block: &Block<'_>, sink: &mut Sink) -> RegistryUpdate {
    let mut update = RegistryUpdate::default();
    let first = block.outline.range(block.span).start;
    if let Some(heading) = TitledHeading::read(block.text, block.outline, first) {
        title(block, &heading, &mut update, sink);
    }
    let labels = Labels::read(block, &NAMES);
    update.file = labels.required(FILE, sink).map(|file| unquoted(&file.value));
    line::read(block, &labels, &mut update, sink);
    report_mojibake(block, sink);
    update
}

fn title(block: &Block<'_>, heading: &TitledHeading, update: &mut RegistryUpdate, sink: &mut Sink) {
    sink.markup(heading.line);
    let written = block.read(heading.title).into_owned();
    if written.is_empty() {
        let message = "the heading has no title";
        sink.report(Diagnostic::new(&MISSING_TITLE, heading.line, message).field("title"));
        return;
    }
    sink.field(FieldPath::name("title"), heading.title);
    if is_placeholder(&written) {
        let message = "the title is a placeholder";
        sink.report(Diagnostic::new(&PLACEHOLDER, heading.title, message).field("title"));
    }
    if block.revision != Revision::Current {
        let fixed = format!("## Registry Update: {}", heading.title.slice(block.text.source()));
        let message = "the heading is not written as the contract has it";
        let misspelled = Diagnostic::new(&HEADING_FORM, heading.line, message).field("title");
        sink.report(misspelled.expected(fixed.as_str()).fix(
            format!("Write `{fixed}`"),
            heading.line,
            fixed.clone(),
        ));
    }
    update.title = Some(written);
}
