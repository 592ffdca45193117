//! Parses the parts of a finding: its title, and labels such as `Location:`.

use super::candidate::{FindingCandidate, Shape};
use super::labels::{Key, Labels};
use super::marks::{has_fixed_tail, is_marked_fixed, is_tally};
use super::title::{Title, cited, names_rank};
use crate::formats::review_report::entries::without_checkbox;
use crate::formats::review_report::report_sections::ReportSections;
use crate::formats::review_report::{Finding, Lines, severity};
use crate::reading::{Location, line_numbers, location, says_nothing};
use crate::text::Span;

/// More words beside a rank are a description.
const LONGEST_RANK: usize = 3;

/// A candidate with its parts, before it is known whether it is a finding.
pub(super) struct ParsedFinding {
    pub finding: Finding,
    /// The candidate itself states the rank.
    pub is_ranked: bool,
    /// It states that there are none, that a check passed, or how many there are.
    pub is_denied: bool,
    /// What was read of it, and where.
    pub fields: Vec<(&'static str, Span)>,
}

impl ParsedFinding {
    pub fn of(sections: &ReportSections<'_>, candidate: &FindingCandidate) -> Self {
        let written = sections.read(candidate.title);
        let (first_line, below) = written.split_once(['\n', '\r']).unwrap_or((&written, ""));
        let title = Title::read(first_line, candidate.group.file.is_some()).with_tail();
        let numbered = title.numbered;
        let mut labels = Labels::of(sections, candidate);
        let place = labels.place(&title, below);
        let own_rank = labels.take(Key::Severity, "severity").and_then(|stated| severity::read(&stated));
        let own_rank = own_rank.or_else(|| title.rank.clone());
        let suggestion = labels.take(Key::Suggestion, "suggestion");
        let stated = labels.take(Key::Number, "number").and_then(|code| code_number(&code));
        let in_label = || numbered.label.filter(|label| !names_rank(label)).and_then(code_number);
        let description = labels.description(&title, suggestion.is_some());
        let is_fixed = numbered.label.is_some_and(is_marked_fixed)
            || suggestion.as_deref().is_some_and(is_marked_fixed)
            || has_fixed_tail(without_checkbox(first_line));
        let mut states = [numbered.state, numbered.label].into_iter().flatten();
        let has_passed = states.any(|state| matches!(state, "PASS" | "PASSED" | "OK"));
        let says_none = place.file.is_none() && says_nothing(&written);
        let is_ranked = own_rank.is_some();
        let finding = Finding {
            number: numbered.number.or(candidate.number).or(stated).or_else(in_label),
            file: place.file,
            line: place.lines.map(Lines::from),
            severity: own_rank.or_else(|| candidate.group.rank.clone()),
            description,
            suggestion,
            is_fixed,
            ..Finding::default()
        };
        let is_denied = has_passed || says_none || is_tally(&written);
        Self { finding, is_ranked, is_denied, fields: labels.fields }
    }
}

impl Labels<'_, '_> {
    /// The place that a label states, else that of the title, else what the first words below it cite.
    fn place(&mut self, title: &Title<'_>, below: &str) -> Location {
        let is_placed = |place: &Location| *place != Location::default();
        let stated = self.take(Key::Place, "file").map(|stated| location(&stated));
        let in_title = [title.place.clone(), title.numbered.label.map(location).unwrap_or_default()];
        let mut place = stated.into_iter().chain(in_title).find(is_placed).unwrap_or_default();
        if place.lines.is_none() {
            let stated = self.take(Key::Line, "line").and_then(|stated| line_numbers(&stated));
            place.lines = stated.and_then(|read| read.spans.first().copied());
        }
        if !is_placed(&place) {
            place = cited(below);
        }
        if !is_placed(&place) && self.candidate.shape != Shape::Item {
            let below = self.rest().first().map(|span| self.sections.read(*span));
            place = below.and_then(|below| below.lines().next().map(cited)).unwrap_or_default();
        }
        place.file = place.file.or_else(|| self.candidate.group.file.clone());
        place
    }

    fn description(&mut self, title: &Title<'_>, has_suggestion: bool) -> Option<String> {
        let (sections, candidate) = (self.sections, self.candidate);
        let words = title.words();
        let labels_from = if self.is_title_labelled { words.find(" | ") } else { None };
        let words = words.get(..labels_from.unwrap_or(words.len())).unwrap_or_default().trim_end();
        let mut parts: Vec<String> = Vec::new();
        if !self.begins_with_label && words.contains(char::is_alphanumeric) {
            let written = sections.read(candidate.title);
            let below = written.find(['\n', '\r']).and_then(|at| written.get(at..));
            self.fields.push(("description", candidate.title));
            parts.push(words.to_owned() + below.unwrap_or_default());
        }
        parts.extend(self.take(Key::Description, "description"));
        for span in self.rest() {
            self.fields.push(("description", span));
            parts.push(sections.read(span).into_owned());
        }
        // `Severity: HIGH - src/a.rs:4: slow` has all parts under one label.
        let only = self.find(Key::Severity).filter(|_| parts.is_empty() && !has_suggestion);
        if let Some((_, value)) = only {
            let written = sections.read(value);
            if written.split_whitespace().count() > LONGEST_RANK {
                self.fields.push(("description", value));
                parts.push(written.into_owned());
            }
        }
        let apart = if candidate.shape == Shape::Item { "\n" } else { "\n\n" };
        Some(parts.join(apart)).filter(|description| !description.is_empty())
    }
}

/// The number of `C1`, `F-03`, `#2`.
fn code_number(code: &str) -> Option<u32> {
    let code = code.trim().trim_matches(['*', '`', '#']);
    let digits = code.trim_start_matches(|letter: char| letter.is_ascii_alphabetic() || letter == '-');
    let is_code = code.len() <= 8 && digits.bytes().all(|digit| digit.is_ascii_digit());
    digits.parse().ok().filter(|_| is_code)
}
