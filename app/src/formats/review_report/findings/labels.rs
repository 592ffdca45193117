//! The labels of a candidate, with what is under each, and what is under none.

use std::ops::Range;
use std::sync::LazyLock;

use super::candidate::{FindingCandidate, Shape};
use crate::formats::review_report::report_sections::{Pair, ReportSections};
use crate::markdown::{Kind, Node, key_value};
use crate::reading::Lexicon;
use crate::text::Span;

/// The longest emphasis and picture before a label.
const LONGEST_MARK: u32 = 10;

/// What a label of a finding holds.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Key {
    Number,
    Place,
    Line,
    Severity,
    Suggestion,
    /// What the finding is; the only words of one that has no title.
    Description,
    /// More of what the finding is.
    Details,
}

static KEYS: LazyLock<Lexicon<Key>> = LazyLock::new(|| {
    Lexicon::of(&[
        ("id, #, number, 번호", Key::Number),
        (
            "location, file, files, path, where, file/line, file:line, affected file, affected files, \
             locations, 파일, 위치, 경로",
            Key::Place,
        ),
        ("line, lines, line(s), line number, line numbers, 라인, 줄", Key::Line),
        ("severity, priority, level, severity level, 심각도, 중요도, 우선순위", Key::Severity),
        (
            "suggestion, recommendation, suggested fix, recommended fix, proposed fix, fix, fix applied, \
             suggested, solution, resolution, remediation, 제안, 해결책, 수정 제안, 권장 사항",
            Key::Suggestion,
        ),
        ("issue, problem, description, finding, title, 설명, 문제, 내용", Key::Description),
        ("impact, evidence, root cause, observation, current, status, analysis, 영향, 원인", Key::Details),
    ])
});

/// Returns what the label holds that a line begins with.
pub(super) fn key_of_line(sections: &ReportSections<'_>, line: Span) -> Option<Key> {
    KEYS.meaning(&sections.read(key_value(sections.text.source(), line)?.key))
}

/// Returns what the known labels of a range hold.
pub(super) fn keys(sections: &ReportSections<'_>, range: Range<usize>) -> impl Iterator<Item = Key> {
    let pairs = sections.pairs(range).into_iter();
    pairs.filter_map(|pair| KEYS.meaning(&sections.read(pair.key)))
}

pub(super) struct Labels<'l, 't> {
    pub sections: &'l ReportSections<'t>,
    pub candidate: &'l FindingCandidate,
    /// Each with what it holds, where that is known.
    pairs: Vec<(Pair, Option<Key>)>,
    /// How far a list item is indented; a paragraph that is indented less is no part of it.
    item_indent: Option<u16>,
    /// The candidate begins with a label, so that it has no title.
    pub begins_with_label: bool,
    /// Labels follow the title on its line: `**Title** | **Severity:** high`.
    pub is_title_labelled: bool,
    /// The parts that were read, and where.
    pub fields: Vec<(&'static str, Span)>,
    /// The labels from which they were taken.
    taken: Vec<Span>,
}

impl<'l, 't> Labels<'l, 't> {
    pub fn of(sections: &'l ReportSections<'t>, candidate: &'l FindingCandidate) -> Self {
        let nodes = candidate.nodes.clone();
        let known = |pair: Pair| (pair, KEYS.meaning(&sections.read(pair.key)));
        let mut pairs: Vec<_> = sections.pairs(nodes.clone()).into_iter().map(known).collect();
        let is_title = |pair: &Pair| pair.node == nodes.start;
        let begins = |pair: &Pair| pair.key.start < candidate.title.start + LONGEST_MARK;
        let begins_with_label = candidate.shape != Shape::Heading
            && pairs.first().is_some_and(|(pair, key)| is_title(pair) && begins(pair) && key.is_some());
        if !begins_with_label {
            pairs.retain(|(pair, key)| !is_title(pair) || (!begins(pair) && key.is_some()));
        }
        let is_title_labelled = !begins_with_label && pairs.first().is_some_and(|(pair, _)| is_title(pair));
        let below = sections.nodes(nodes.start + 1..nodes.end);
        pairs.extend(below.filter_map(|found| of_heading(sections, found)));
        pairs.sort_by_key(|(pair, _)| pair.node);
        let item = sections.node(nodes.start).filter(|_| candidate.shape == Shape::Item);
        Self {
            sections,
            candidate,
            pairs,
            item_indent: item.map(|node| node.indent),
            begins_with_label,
            is_title_labelled,
            fields: Vec::new(),
            taken: Vec::new(),
        }
    }

    /// Takes the value of the first label of a kind that has one.
    pub fn take(&mut self, wanted: Key, part: &'static str) -> Option<String> {
        let (pair, value) = self.find(wanted)?;
        let is_cell = self.sections.node(pair.node).is_some_and(|node| matches!(node.kind, Kind::Table(_)));
        self.taken.push(pair.line.to(value));
        self.fields.push((part, value));
        // Only a cell has pipes that had to be escaped.
        Some(if is_cell { self.sections.plain(value) } else { self.sections.read(value).into_owned() })
    }

    /// The first label of a kind that has a value, with the value.
    pub fn find(&self, wanted: Key) -> Option<(Pair, Span)> {
        let mut known = self.pairs.iter().filter(|(_, key)| *key == Some(wanted));
        let is_long = matches!(wanted, Key::Suggestion | Key::Description);
        known.find_map(|(pair, _)| Some((*pair, self.value(pair, is_long)?)))
    }

    fn value(&self, pair: &Pair, is_long: bool) -> Option<Span> {
        let stated = (!pair.value.is_empty()).then_some(pair.value);
        if !pair.is_alone {
            return stated;
        }
        let below = pair.node + 1..self.end_of(pair);
        if is_long {
            return stated.into_iter().chain(self.sections.content(below)).reduce(Span::to);
        }
        stated.or_else(|| self.sections.first_line(below).map(|(_, line)| line))
    }

    /// The node of the next label or heading.
    fn end_of(&self, pair: &Pair) -> usize {
        let next = self.pairs.partition_point(|(other, _)| other.node <= pair.node);
        let mut later = self.pairs.get(next..).unwrap_or_default().iter();
        // Known labels and labels in bold divide a finding.
        let parts_finding = |(pair, key): &&(Pair, Option<Key>)| {
            let kind = self.sections.node(pair.node).map(|node| node.kind);
            key.is_some() || matches!(kind, Some(Kind::KeyValue(pair)) if pair.is_strong)
        };
        let label = later.find(|other| pair.value.is_empty() || parts_finding(other));
        let until = label.map_or(self.candidate.nodes.end, |(label, _)| label.node);
        let is_end = |node: &Node| matches!(node.kind, Kind::Heading { .. }) || self.is_outside(node);
        let end = self.sections.nodes(pair.node + 1..until).find(|(_, node)| is_end(node));
        end.map_or(until, |(index, _)| index)
    }

    /// Whether a text below a list item is no part of it.
    fn is_outside(&self, node: &Node) -> bool {
        self.item_indent.is_some_and(|indent| {
            matches!(node.kind, Kind::Prose { .. }) && self.sections.indent_of(node) <= indent
        })
    }

    /// What is below the title, without what was taken from it: whole lines, trimmed.
    pub fn rest(&self) -> Vec<Span> {
        let mut found = Vec::new();
        let mut run: Option<Span> = None;
        let nodes =
            self.sections.outline.slice(self.candidate.nodes.start + 1..self.candidate.nodes.end).iter();
        for node in nodes.take_while(|node| !self.is_outside(node)) {
            if self.taken.iter().any(|taken| taken.overlaps(node.span)) {
                found.extend(run.take());
            } else if !matches!(node.kind, Kind::Blank | Kind::Rule) {
                run = Some(run.map_or(node.span, |run| run.to(node.span)));
            }
        }
        found.extend(run);
        found.into_iter().map(|span| span.trim(self.sections.text.source())).collect()
    }
}

/// `#### Suggestion`, `#### Severity: High`.
fn of_heading(sections: &ReportSections<'_>, (node, found): (usize, &Node)) -> Option<(Pair, Option<Key>)> {
    let Kind::Heading { text, .. } = found.kind else { return None };
    let source = sections.text.source();
    let stated = key_value(source, text).map(|pair| (pair.key, pair.value));
    let (key, value) = stated.unwrap_or((text, Span::empty_at(text.end)));
    let named = KEYS.meaning(&sections.read(key))?;
    Some((Pair { node, key, value, line: found.span.trim(source), is_alone: true }, Some(named)))
}
