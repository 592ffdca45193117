//! The items and lines of a section's own body that may be findings, in groups or alone.

use std::ops::Range;

use super::candidate::{FindingCandidate, Group, Shape};
use super::groups::{is_aside, names_file, rank_of};
use super::labels::{Key, key_of_line, keys};
use super::marks::is_tally;
use super::title::{Title, is_sure};
use crate::formats::review_report::entries::without_checkbox;
use crate::formats::review_report::report_sections::ReportSections;
use crate::formats::review_report::section_kind::{praises, section_name};
use crate::markdown::{Kind, Marker, Node};
use crate::text::Span;

/// A longer line is no label.
const LONGEST_LABEL: u32 = 80;

/// A section's own body, up to a node.
pub(super) struct Body<'b, 't> {
    sections: &'b ReportSections<'t>,
    outer: &'b Group,
    found: &'b mut Vec<FindingCandidate>,
    /// What the last label gives to what comes after it, as `**High**` does.
    group: Group,
    /// A label announces something else than findings.
    is_aside: bool,
    /// How deep the items are that are candidates: below an item that only names a rank or a file, one deeper.
    level: u8,
    open: Option<FindingCandidate>,
    end: usize,
}

impl<'b, 't> Body<'b, 't> {
    pub fn new(
        sections: &'b ReportSections<'t>,
        outer: &'b Group,
        found: &'b mut Vec<FindingCandidate>,
    ) -> Self {
        Self { sections, outer, found, group: outer.clone(), is_aside: false, level: 0, open: None, end: 0 }
    }

    pub fn read(mut self, range: Range<usize>) {
        self.end = range.end;
        for (index, node) in self.sections.nodes(range) {
            self.node(index, node);
        }
        self.close(self.end);
    }

    fn close(&mut self, node: usize) {
        if let Some(mut candidate) = self.open.take() {
            candidate.nodes.end = node.max(candidate.nodes.start + 1);
            self.found.push(candidate);
        }
    }

    fn open(&mut self, title: Span, node: usize, number: Option<u32>, shape: Shape) {
        self.close(node);
        self.open =
            Some(FindingCandidate { title, nodes: node..node + 1, number, group: self.group.clone(), shape });
    }

    fn node(&mut self, index: usize, node: &Node) {
        match node.kind {
            Kind::Item { marker, level, text } => self.item(index, marker, level, text),
            Kind::KeyValue(pair) if node.indent < 2 => {
                let line = pair.key.to(pair.value).to(node.span.trim(self.sections.text.source()));
                if self.begins_candidate(index, line) {
                    self.open(line, index, None, Shape::Line);
                } else {
                    self.label(index, line, pair.value.is_empty());
                }
            }
            Kind::Prose { text } if self.sections.indent_of(node) < 2 => self.paragraph(index, text),
            Kind::Rule => self.close(index),
            Kind::Table(table) if table.columns != 2 && node.indent < 2 => self.close(index),
            _ => {}
        }
    }

    fn item(&mut self, index: usize, marker: Marker, level: u8, text: Span) {
        if level == 0 && self.level > 0 {
            self.group = self.outer.clone();
            self.level = 0;
        }
        if level > self.level || self.is_aside {
            return;
        }
        let written = self.sections.read(text);
        let has_items = matches!(self.following(index), Some((_, Kind::Item { level: 1.., .. })));
        if level == 0 && has_items && self.regroup(&written) {
            self.close(index);
            self.level = 1;
            return;
        }
        let number = match marker {
            Marker::Number(number) => Some(number),
            Marker::Bullet => None,
        };
        // An item with the next number is another finding, though a label may open it.
        let before = self.open.as_ref().filter(|open| open.shape == Shape::Item).and_then(|open| open.number);
        let is_next = number.is_some() && before.and_then(|before| before.checked_add(1)) == number;
        if is_next || !self.belongs_to_open(index, text, &written) {
            self.open(text, index, number, Shape::Item);
        }
    }

    /// The next node that is not blank.
    fn following(&self, index: usize) -> Option<(usize, Kind)> {
        let mut below = self.sections.nodes(index + 1..self.end).map(|(next, node)| (next, node.kind));
        below.find(|(_, kind)| *kind != Kind::Blank)
    }

    /// Applies the rank or the file that a label names to the findings after it.
    fn regroup(&mut self, label: &str) -> bool {
        let rank = rank_of(label);
        let file = if rank.is_none() { names_file(label) } else { None };
        let is_group = rank.is_some() || file.is_some();
        if is_group {
            self.group.rank = rank.or(self.group.rank.take());
            self.group.file = file.or(self.group.file.take());
            self.group.required = self.outer.required.in_group();
        }
        is_group
    }

    /// Returns `true` for an item that describes the open candidate, nested or not: `- Severity: high`.
    fn belongs_to_open(&self, index: usize, text: Span, written: &str) -> bool {
        let Some(open) = &self.open else { return false };
        match key_of_line(self.sections, text) {
            Some(key) => !self.has_label(open, index, key),
            // A title on a line of its own is followed by its explanation, up to the next title.
            None => open.shape == Shape::Line && !is_sure(written),
        }
    }

    /// Whether an open candidate has a label of this kind before a node.
    fn has_label(&self, open: &FindingCandidate, until: usize, wanted: Key) -> bool {
        wanted != Key::Details && keys(self.sections, open.nodes.start..until).any(|key| key == wanted)
    }

    /// The lines of a paragraph; each may open a candidate of its own.
    fn paragraph(&mut self, index: usize, text: Span) {
        let source = self.sections.text.source();
        let mut start = 0;
        let paragraph = text.slice(source);
        let is_single = !paragraph.contains(['\n', '\r']);
        for line in paragraph.split_inclusive(['\n', '\r']) {
            let span = text.skip(start).take(line.len()).trim(source);
            start += line.len();
            let unquoted = span.slice(source).trim_start_matches(['>', ' ']);
            let span = span.skip(span.slice(source).len() - unquoted.len());
            if span.is_empty() {
                continue;
            }
            if unquoted.starts_with('<') {
                self.folded(index, span);
            } else if self.begins_candidate(index, span) {
                self.open(span, index, None, Shape::Line);
            } else if is_single {
                self.label(index, span, true);
            } else if let Some(open) = self.open.as_mut().filter(|open| open.nodes.start == index) {
                open.title.end = span.end;
            }
        }
    }

    /// A line in tags of its own: `<details>`, or `<summary>Critical</summary>`, which ranks as a label does.
    fn folded(&mut self, index: usize, line: Span) {
        const OPENED: &str = "<summary>";
        let written = line.slice(self.sections.text.source());
        let Some((before, inner)) = written.split_once(OPENED) else { return };
        let length = inner.find("</summary>").unwrap_or(inner.len());
        self.label(index, line.skip(before.len() + OPENED.len()).take(length), true);
    }

    /// Reads a line with which no finding begins.
    fn label(&mut self, index: usize, line: Span, is_bare: bool) {
        let written = self.sections.read(line);
        if self.groups_by_file(index, &written) && self.regroup(&written) {
            self.close(index);
            self.is_aside = false;
            return;
        }
        if !is_bare || line.len() >= LONGEST_LABEL || key_of_line(self.sections, line).is_some() {
            return;
        }
        let is_title = self.open.as_ref().is_some_and(|open| open.shape == Shape::Line);
        let is_aside = praises(&section_name(&written)) || is_aside(&written);
        if is_aside || self.regroup(&written) || !is_title {
            self.close(index);
            self.is_aside = is_aside;
        }
    }

    /// Whether a finding begins with a line, judged by the line alone.
    fn begins_candidate(&self, index: usize, line: Span) -> bool {
        let written = self.sections.read(line);
        let bare = without_checkbox(&written);
        let is_group = rank_of(bare).is_some() || self.groups_by_file(index, bare);
        if is_group || is_tally(bare) || is_aside(bare) {
            return false;
        }
        if let Some(key) = key_of_line(self.sections, line) {
            // A record without a title begins with a label that the record before it already has.
            return self.open.as_ref().map_or_else(
                || self.is_labelled_below(index),
                |open| {
                    let is_record = key_of_line(self.sections, open.title).is_some();
                    let is_other = open.shape == Shape::Line && open.title != line;
                    is_other && is_record && self.has_label(open, index, key)
                },
            );
        }
        let Title { numbered, rank, place, .. } = Title::read(bare, false);
        let is_strong = bare.starts_with("**") || bare.starts_with("__");
        let is_placed = place.file.is_some() && place.lines.is_some();
        let is_listed = !is_strong && bare.starts_with(|first: char| first.is_ascii_digit());
        let is_whole = is_strong && bare.trim_end_matches([':', '.']).ends_with("**");
        rank.is_some()
            || is_placed
            || (numbered.number.is_some() && !is_listed)
            || (is_whole && self.is_labelled_below(index))
    }

    /// `**File: src/a.rs**` above a list of what is wrong in it.
    fn groups_by_file(&self, index: usize, written: &str) -> bool {
        matches!(self.following(index), Some((_, Kind::Item { .. })))
            && names_file(written).is_some()
            && !self.is_labelled_below(index)
    }

    /// Whether the next line is a label of a finding.
    fn is_labelled_below(&self, index: usize) -> bool {
        let Some((next, Kind::KeyValue(_) | Kind::Item { .. })) = self.following(index) else { return false };
        let is_of_finding = |key| matches!(key, Key::Place | Key::Line | Key::Severity | Key::Suggestion);
        keys(self.sections, next..next + 1).any(is_of_finding)
    }
}
