//! Parses the parts of a finding: its title, and labels such as `Location:`.

use std::borrow::Cow;

use super::candidate::{FindingCandidate, Shape};
use super::fixed::is_marked_fixed;
use super::head::{Head, begins_with_lines, cited};
use super::keys::Key;
use super::labels::Labels;
use super::tally::is_tally;
use crate::diagnostic::{FieldPath, Sink};
use crate::formats::review_report::entry::without_checkbox;
use crate::formats::review_report::report_sections::ReportSections;
use crate::formats::review_report::{Finding, FindingSeverity, Lines, severity};
use crate::reading::{
    Location, NumberedTitle, is_rank, line_numbers, location, numbered_title, says_nothing, unescaped,
};
use crate::text::Span;

/// A longer tail is part of the description.
const LONGEST_TAIL: usize = 40;
/// More words beside a rank are a description.
const LONGEST_RANK: usize = 3;

/// A candidate with its parts, before it is known whether it is a finding.
pub(super) struct ParsedFinding {
    pub finding: Finding,
    /// The candidate itself states the rank.
    pub is_ranked: bool,
    /// It states that there are none, that a check passed, or how many there are.
    pub is_denied: bool,
    fields: Vec<(&'static str, Span)>,
}

impl ParsedFinding {
    /// Marks what was read, once the finding has its place in the list.
    pub fn mark(&self, index: u32, sink: &mut Sink) {
        for (part, span) in &self.fields {
            sink.field(FieldPath::part("findings", index, part), *span);
        }
    }

    pub fn of(sections: &ReportSections<'_>, candidate: &FindingCandidate) -> Self {
        let written = sections.read(candidate.title);
        let (first_line, below) = written.split_once(['\n', '\r']).unwrap_or((&written, ""));
        let bare = without_checkbox(first_line);
        // Below a file `L12` is a line, elsewhere the twelfth finding that is low.
        let title = if candidate.file.is_some() && begins_with_lines(bare) {
            NumberedTitle { title: bare, ..NumberedTitle::default() }
        } else {
            numbered_title(bare)
        };
        let head = Head::read(title.title).with_tail(title.title);
        let labels = Labels::of(sections, candidate);
        let mut parts = Parts { sections, candidate, labels, fields: Vec::new(), taken: Vec::new() };
        let place = parts.place(&head, &title, below);
        let own_rank = parts.take(Key::Severity, "severity").and_then(|stated| read_rank(&stated));
        let own_rank =
            own_rank.or_else(|| rank_of_title(&title)).or(head.rank).or_else(|| leading_sign(first_line));
        let suggestion = parts.suggestion();
        let stated = parts.take(Key::Number, "number").and_then(|code| code_number(&code));
        let in_label = || title.label.filter(|label| !names_rank(label)).and_then(code_number);
        let number = title.number.or(candidate.number).or(stated).or_else(in_label);
        let words = words_of(title.title.get(head.words_from..).unwrap_or_default(), head.words_from > 0);
        let description = parts.description(&words, &written, first_line, suggestion.is_some());
        let is_fixed = title.label.is_some_and(is_marked_fixed)
            || suggestion.as_deref().is_some_and(is_marked_fixed)
            || has_fixed_tail(bare);
        let states = [title.state, title.label].into_iter().flatten();
        let has_passed = states.into_iter().any(|state| matches!(state, "PASS" | "PASSED" | "OK"));
        let says_none = place.file.is_none() && says_nothing(&written);
        let is_ranked = own_rank.is_some();
        let finding = Finding {
            number,
            file: place.file,
            line: place.lines.map(|(start, end)| Lines { start, end }),
            severity: own_rank.or_else(|| candidate.group.clone()),
            description,
            suggestion,
            is_fixed,
            ..Finding::default()
        };
        let is_denied = has_passed || says_none || is_tally(&written);
        Self { finding, is_ranked, is_denied, fields: parts.fields }
    }
}

/// The parts of a finding that were read, and the labels from which they were taken.
struct Parts<'l, 't> {
    sections: &'l ReportSections<'t>,
    candidate: &'l FindingCandidate,
    labels: Labels<'l, 't>,
    fields: Vec<(&'static str, Span)>,
    taken: Vec<Span>,
}

impl<'t> Parts<'_, 't> {
    fn take(&mut self, key: Key, part: &'static str) -> Option<Cow<'t, str>> {
        let (pair, value) = self.labels.find(key)?;
        self.taken.push(pair.line.to(value));
        self.fields.push((part, value));
        Some(self.sections.read(value))
    }

    /// The place that a label states, else that of the title, else what the first words below it cite.
    fn place(&mut self, head: &Head, title: &NumberedTitle<'_>, below: &str) -> Location {
        let is_placed = |place: &Location| *place != Location::default();
        let stated = self.take(Key::Place, "file").map(|stated| location(&stated));
        let in_title = [head.place.clone(), title.label.map(location).unwrap_or_default()];
        let mut place = stated.into_iter().chain(in_title).find(is_placed).unwrap_or_default();
        if place.lines.is_none() {
            let stated = self.take(Key::Line, "line").and_then(|stated| line_numbers(&stated));
            place.lines = stated.and_then(|read| read.spans.first().copied());
        }
        if !is_placed(&place) {
            place = cited(below);
        }
        if !is_placed(&place) && self.candidate.shape != Shape::Item {
            let below = self.labels.rest(&self.taken).first().map(|span| self.sections.read(*span));
            place = below.and_then(|below| below.lines().next().map(cited)).unwrap_or_default();
        }
        place.file = place.file.or_else(|| self.candidate.file.clone());
        place
    }

    fn suggestion(&mut self) -> Option<String> {
        let is_cell = self.labels.find(Key::Suggestion).is_some_and(|(pair, _)| self.labels.is_cell(pair));
        let value = self.take(Key::Suggestion, "suggestion")?;
        // Only a cell has pipes that had to be escaped.
        Some(if is_cell { unescaped(value) } else { value.into_owned() })
    }

    fn description(
        &mut self,
        words: &str,
        written: &str,
        first_line: &str,
        has_suggestion: bool,
    ) -> Option<String> {
        let sections = self.sections;
        let labels_from = if self.labels.is_title_labelled { words.find(" | ") } else { None };
        let words = words.get(..labels_from.unwrap_or(words.len())).unwrap_or_default().trim_end();
        let mut parts: Vec<String> = Vec::new();
        if !self.labels.begins_with_label && words.contains(char::is_alphanumeric) {
            self.fields.push(("description", self.candidate.title));
            parts.push(words.to_owned() + written.get(first_line.len()..).unwrap_or_default());
        }
        parts.extend(self.take(Key::Description, "description").map(Cow::into_owned));
        for span in self.labels.rest(&self.taken) {
            self.fields.push(("description", span));
            parts.push(sections.read(span).into_owned());
        }
        // `Severity: HIGH - src/a.rs:4: slow` has all parts under one label.
        let only = self.labels.find(Key::Severity).filter(|_| parts.is_empty() && !has_suggestion);
        if let Some((_, value)) = only {
            let written = sections.read(value);
            if written.split_whitespace().count() > LONGEST_RANK {
                self.fields.push(("description", value));
                parts.push(written.into_owned());
            }
        }
        let apart = if self.candidate.shape == Shape::Item { "\n" } else { "\n\n" };
        Some(parts.join(apart)).filter(|description| !description.is_empty())
    }
}

fn read_rank(written: &str) -> Option<FindingSeverity> {
    severity::known(written).or_else(|| severity::read(written))
}

fn rank_of_title(title: &NumberedTitle<'_>) -> Option<FindingSeverity> {
    let label = title.label.filter(|label| names_rank(label)).and_then(read_rank);
    label.or_else(|| title.state.filter(|state| is_rank(state)).and_then(severity::read))
}

pub(super) fn names_rank(label: &str) -> bool {
    label.split(|edge: char| !edge.is_alphanumeric()).any(is_rank)
}

/// A picture such as 🔴 before the first word.
fn leading_sign(first_line: &str) -> Option<FindingSeverity> {
    first_line.chars().take_while(|mark| !mark.is_alphabetic()).find_map(severity::sign)
}

/// `Title (fixed)`, `Title — ✅ resolved`.
fn has_fixed_tail(title: &str) -> bool {
    let bare = title.trim_end_matches(['.', '*', '_', ' ']);
    let last = bare.strip_suffix(')').and_then(|open| open.rsplit_once('('));
    let behind = || [" — ", " – ", " -- ", " → "].iter().find_map(|mark| bare.rsplit_once(mark));
    last.or_else(behind).is_some_and(|(_, last)| last.len() <= LONGEST_TAIL && severity::says_fixed(last))
}

/// The number of `C1`, `F-03`, `#2`.
fn code_number(code: &str) -> Option<u32> {
    let code = code.trim().trim_matches(['*', '`', '#']);
    let digits = code.trim_start_matches(|letter: char| letter.is_ascii_alphabetic() || letter == '-');
    let is_code = code.len() <= 8 && digits.bytes().all(|digit| digit.is_ascii_digit());
    digits.parse().ok().filter(|_| is_code)
}

/// The words of a title, without what the rank in front of them leaves: a mark that closes it, a colon or dash, or a
/// picture.
fn words_of(title: &str, follows_rank: bool) -> String {
    let is_lone = title.matches("**").count() % 2 == 1;
    let words = if is_lone { Cow::Owned(title.replacen("**", "", 1)) } else { Cow::Borrowed(title) };
    let is_left = |mark: char| {
        let is_sign = mark == '\u{fe0f}' || severity::sign(mark).is_some();
        mark.is_whitespace() || is_sign || (follows_rank && matches!(mark, ':' | '-' | '–' | '—' | '|'))
    };
    words.trim_start_matches(is_left).trim_end().to_owned()
}
