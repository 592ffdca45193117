//! The summary: a section, or a label before the first section.

use super::parse::Reader;
use super::report_sections::{Pair, ReportSections};
use super::rules::{MISSING_SUMMARY, SECTION_NAME};
use super::section_kind::SectionKind;
use super::stated::{Position, Stated};
use crate::format::prelude::*;
use crate::markdown::Kind;
use crate::reading::{PLACEHOLDER, holds_placeholder, line_break};

impl Reader<'_, '_> {
    /// Reads the summary without the lines of the verdict and the score, which are `taken`.
    pub fn read_summary(&mut self, taken: &[Span]) {
        let sections = self.sections;
        let missing =
            |place, message: &str| Diagnostic::new(&MISSING_SUMMARY, place, message).field("summary");
        let content = if let Some(named) = sections.of_kind(SectionKind::Summary).next() {
            let is_free = |span: Span| !taken.iter().any(|line| line.overlaps(span));
            let nodes = sections.outline.slice(named.section.body.clone()).iter();
            let nodes =
                nodes.filter(|node| !matches!(node.kind, Kind::Blank | Kind::Rule) && is_free(node.span));
            let own = nodes.map(|node| node.span).reduce(Span::to);
            let own = own.map(|span| span.trim(sections.text.source()));
            let all = || sections.content(named.section.extent.clone()).filter(|span| is_free(*span));
            let Some(content) = own.or_else(all) else {
                self.sink.report(missing(sections.heading_line(&named.section), "the summary is empty"));
                return;
            };
            content
        } else if let Some(label) = summary_label(sections) {
            self.report_summary_label(label);
            label.value
        } else {
            let missing = missing(sections.opening_line(), "the report has no section `## Summary`");
            self.sink.report(missing.expected("`## Summary`"));
            return;
        };
        self.sink.field(FieldPath::name("summary"), content);
        let written = sections.read(content);
        if holds_placeholder(&written) && written.trim_start().starts_with('{') {
            let message = "the summary is a placeholder";
            self.sink.report(Diagnostic::new(&PLACEHOLDER, content, message).field("summary"));
        } else {
            self.report.summary = Some(written.into_owned());
        }
    }

    fn report_summary_label(&mut self, label: Pair) {
        let (sections, sink) = (self.sections, &mut *self.sink);
        sink.markup(label.line);
        let message = "the summary is under a label, not in a section `## Summary`";
        let labelled = Diagnostic::new(&SECTION_NAME, label.key, message).field("summary");
        let marks = Span::new(label.line.start, label.value.start);
        let line_break = line_break(sections.text);
        let stated = Stated { value: label.value, line: label.line, position: Position::Apart };
        let is_safe = label.is_alone && stated.may_be_heading(sections, sink);
        let heading = format!("## Summary{line_break}{line_break}");
        sink.report(
            labelled.expected("`## Summary`").fix("Write a heading", marks, heading).fixed_if(is_safe),
        );
    }
}

/// `**Summary:** …` before the first section, with the lines right below it.
fn summary_label(sections: &ReportSections<'_>) -> Option<Pair> {
    let is_summary = |pair: &Pair| SectionKind::of_label(&sections.read(pair.key)) == SectionKind::Summary;
    let found = sections.pairs(sections.preamble.clone()).into_iter().find(is_summary)?;
    let next = sections.node(found.node + 1).filter(|_| sections.preamble.contains(&(found.node + 1)));
    let rest = match next.map(|next| next.kind) {
        Some(Kind::Prose { text }) if found.is_alone => text,
        _ => found.value,
    };
    let value = if found.value.is_empty() { rest } else { found.value.to(rest) };
    (!value.is_empty()).then_some(Pair { value, ..found })
}
