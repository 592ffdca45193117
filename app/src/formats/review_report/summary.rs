//! The summary: a section, or a label before the first section.

use super::ReviewReport;
use super::report_sections::{Pair, ReportSections};
use super::rules::{MISSING_SUMMARY, SECTION_NAME};
use super::section_kind::SectionKind;
use super::stated::Position;
use crate::diagnostic::{Diagnostic, FieldPath, Sink};
use crate::markdown::Kind;
use crate::reading::{PLACEHOLDER, holds_placeholder, line_break};
use crate::text::Span;

/// Reads the summary without the lines of the verdict and the score, which are `taken`.
pub(super) fn parse(
    sections: &ReportSections<'_>,
    taken: &[Span],
    report: &mut ReviewReport,
    sink: &mut Sink,
) {
    let Some(named) = sections.of_kind(SectionKind::Summary).next() else {
        labelled_summary(sections, report, sink);
        return;
    };
    let is_free = |span: Span| !taken.iter().any(|line| line.overlaps(span));
    let nodes = sections.outline.slice(named.section.body.clone()).iter();
    let nodes = nodes.filter(|node| !matches!(node.kind, Kind::Blank | Kind::Rule) && is_free(node.span));
    let own = nodes.map(|node| node.span).reduce(Span::to).map(|span| span.trim(sections.text.source()));
    let content =
        own.or_else(|| sections.content(named.section.extent.clone()).filter(|span| is_free(*span)));
    let Some(content) = content else {
        let heading = sections.heading_line(&named.section);
        sink.report(Diagnostic::new(&MISSING_SUMMARY, heading, "the summary is empty").field("summary"));
        return;
    };
    sink.field(FieldPath::name("summary"), content);
    let written = sections.read(content);
    let is_placeholder = holds_placeholder(&written) && written.trim_start().starts_with('{');
    report.summary = filled_in(is_placeholder, content, written.into_owned(), sink);
}

fn filled_in(is_placeholder: bool, span: Span, written: String, sink: &mut Sink) -> Option<String> {
    if is_placeholder {
        sink.report(Diagnostic::new(&PLACEHOLDER, span, "the summary is a placeholder").field("summary"));
    }
    (!is_placeholder).then_some(written)
}

fn labelled_summary(sections: &ReportSections<'_>, report: &mut ReviewReport, sink: &mut Sink) {
    let Some(label) = summary_label(sections) else {
        let message = "the report has no section `## Summary`";
        let missing = Diagnostic::new(&MISSING_SUMMARY, sections.opening_line(), message);
        sink.report(missing.field("summary").expected("`## Summary`"));
        return;
    };
    sink.markup(label.line);
    sink.field(FieldPath::name("summary"), label.value);
    let message = "the summary is under a label, not in a section `## Summary`";
    let labelled =
        Diagnostic::new(&SECTION_NAME, label.key, message).field("summary").expected("`## Summary`");
    let marks = Span::new(label.line.start, label.value.start);
    let line_break = line_break(sections.text);
    let is_fixable = label.is_alone && Position::Preamble.may_be_heading(sections, label.line, sink);
    sink.report(if is_fixable {
        labelled.fix("Write a heading", marks, format!("## Summary{line_break}{line_break}"))
    } else {
        labelled
    });
    let written = sections.read(label.value);
    report.summary = filled_in(holds_placeholder(&written), label.value, written.into_owned(), sink);
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
