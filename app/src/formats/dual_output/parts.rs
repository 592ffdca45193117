//! The labels that part a dual output: `**Original (review/):**`, `**Second Opinion (model via X):**`,
//! `**Full reports:**`.

use crate::markdown::{Kind, Outline, behind_quote};
use crate::reading::{Scope, normal, uncommented};
use crate::text::{Span, Text};

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Part {
    Original,
    SecondOpinion,
    Reports,
}

/// The quote depth of an opinion that is quoted.
const QUOTED: u8 = 1;

/// The names of each part, the longest first where one begins with another.
const NAMES: [(&str, Part); 3] = [
    (
        "original output, original result, original review, original verdict, original findings, original",
        Part::Original,
    ),
    ("second opinion, second-opinion, critique", Part::SecondOpinion),
    ("full reports, full report, reports", Part::Reports),
];

fn names() -> impl Iterator<Item = (&'static str, Part)> {
    NAMES.into_iter().flat_map(|(names, part)| names.split(", ").map(move |name| (name, part)))
}

/// A label with what it opens.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct PartLine {
    pub part: Part,
    /// From its first mark to its colon and the marks behind.
    pub label: Span,
    /// What is in parentheses.
    pub detail: Option<Span>,
    /// From behind the label to the next one.
    pub value: Span,
    /// A mark of a quote is in front of it.
    pub is_quoted: bool,
}

/// A line without the mark of a quote in front.
pub(super) fn line_behind_quote(source: &str, line: Span) -> Span {
    let written = line.slice(source);
    line.skip(written.len() - behind_quote(written).len())
}

/// The part that a column's name is, as `Second Opinion (opus)`.
pub(super) fn named_part(header: &str) -> Option<Part> {
    let name = normal(uncommented(header));
    names().find(|(known, _)| *known == name).map(|(_, part)| part)
}

/// Returns the first label of each part, in order. After the label of the reports, these names belong to the reports.
///
/// If no opinion is outside of a quote, everything may be quoted, or everything above the reports.
pub(super) fn part_lines(text: &Text, outline: &Outline, span: Span) -> Vec<PartLine> {
    let said = part_lines_at(text, outline, span, 0);
    let reports = match said.as_slice() {
        [] => return part_lines_at(text, outline, span, QUOTED),
        [reports] if reports.part == Part::Reports => *reports,
        [original] if original.part == Part::Original => {
            return with_quoted(text, outline, span, *original);
        }
        _ => return said,
    };
    let above = text.lines().line(text.lines().line_of(reports.label.start)).start;
    let mut found = part_lines_at(text, outline, Span::new(span.start, above), QUOTED);
    found.retain(|quoted| quoted.part != Part::Reports);
    found.push(reports);
    found
}

/// The second opinion and the reports may be quoted below an original that is not.
fn with_quoted(text: &Text, outline: &Outline, span: Span, mut original: PartLine) -> Vec<PartLine> {
    let line = text.lines().line(text.lines().line_of(original.label.start));
    let below = Span::new(line.start, span.end);
    let mut quoted = part_lines_at(text, outline, below, QUOTED);
    quoted.retain(|quoted| quoted.part != Part::Original);
    let opinion = quoted.first().filter(|first| first.part == Part::SecondOpinion);
    let Some(opinion) = opinion else { return vec![original] };
    original.value.end = text.lines().line(text.lines().line_of(opinion.label.start)).start;
    quoted.insert(0, original);
    quoted
}

fn part_lines_at(text: &Text, outline: &Outline, span: Span, quote: u8) -> Vec<PartLine> {
    let mut found: Vec<PartLine> = Vec::new();
    let body = Scope::new(text, outline, span);
    for (_, node) in body.nodes(body.range()).skip(1).filter(|(_, node)| node.quote == quote) {
        if !matches!(node.kind, Kind::Prose { .. } | Kind::KeyValue(_) | Kind::Heading { .. }) {
            continue;
        }
        for line in text.lines().within(node.span) {
            let whole = line.trim(text.source());
            let line = line_behind_quote(text.source(), whole).trim(text.source());
            // A paragraph may go on behind the line that ends the block.
            if !span.contains(line) {
                continue;
            }
            let Some(mut part) = PartLine::read(text.source(), line, span.end) else { continue };
            part.is_quoted = quote > 0;
            let is_new = found.iter().all(|other| other.part != part.part && other.part != Part::Reports);
            if !is_new {
                continue;
            }
            part.value.end = span.end;
            if let Some(before) = found.last_mut() {
                before.value.end = whole.start;
            }
            found.push(part);
        }
    }
    found
}

impl PartLine {
    fn read(source: &str, line: Span, end: u32) -> Option<Self> {
        let fragment = line.slice(source);
        let marks = fragment.len() - fragment.trim_start_matches(['*', '_', '#', ' ']).len();
        let bare = fragment.get(marks..)?;
        let (name, part) = names().find(|(name, _)| {
            bare.get(..name.len()).is_some_and(|written| written.eq_ignore_ascii_case(name))
        })?;
        let after = bare.get(name.len()..)?;
        let rest = after.trim_start();
        let detail = rest.strip_prefix('(').and_then(|inner| inner.find(')'));
        let detail_at = marks + name.len() + (after.len() - rest.len()) + 1;
        let rest = detail.map_or(Some(rest), |length| rest.get(length + 2..))?;
        let is_marked = marks > 0 || detail.is_some();
        let closed = rest.trim_start_matches(['*', '_', ' ']);
        let colon = closed.strip_prefix(':');
        let is_heading = fragment.starts_with('#') && closed.is_empty();
        if !is_marked || (colon.is_none() && !is_heading) {
            return None;
        }
        let value = colon.unwrap_or_default().trim_start_matches(['*', '_']);
        let label = line.take(fragment.len() - value.len());
        Some(Self {
            part,
            label,
            detail: detail.map(|length| line.skip(detail_at).take(length).trim(source)),
            value: Span::new(label.end, end.max(label.end)),
            is_quoted: false,
        })
    }
}
