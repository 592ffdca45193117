//! A finding that is told in lines, under a heading or a list item, with labels such as `Location:`.

use std::borrow::Cow;
use std::ops::Range;

use super::head::{Head, begins_with_lines, behind_last, cited, may_cite_file};
use super::is_said_fixed;
use super::keys::Key;
use super::labels::Labels;
use crate::diagnostic::{FieldPath, Sink};
use crate::formats::review_report::layout::{Layout, Pair};
use crate::formats::review_report::{Finding, FindingSeverity, Lines, severity};
use crate::reading::{Location, NumberedTitle, line_numbers, location, numbered_title, unescaped};
use crate::text::Span;

/// An entry as it was found: its title, and the nodes that belong to it.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    /// Its first words, without the marker of a list item.
    pub title: Span,
    /// From the node that holds the title to the last that belongs to the entry.
    pub nodes: Range<usize>,
    /// Where the entry's number stands, if not in the title.
    pub number: Option<u32>,
    /// The rank that the heading of its group gives it.
    pub group: Option<FindingSeverity>,
    /// The file that the heading of its group names.
    pub file: Option<String>,
    pub shape: Shape,
    pub trust: Trust,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    Heading,
    Item,
    /// A line that says by itself that a finding begins: `**1. Title**`, `**HIGH** src/a.rs:4 …`.
    Line,
}

impl Entry {
    /// Whether it, or the heading of its group, may name a file, told without reading it.
    pub fn may_name_file(&self, layout: &Layout<'_>) -> bool {
        let nodes = layout.outline.slice(self.nodes.clone());
        let lines =
            nodes.first().zip(nodes.last()).map_or(self.title, |(first, last)| first.span.to(last.span));
        self.file.is_some() || may_cite_file(layout.text.slice(lines))
    }
}

/// What is longer says more than how the finding stands.
const LONGEST_TAIL: usize = 40;

/// How much an entry must say of itself to be a finding.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Trust {
    /// It stands where findings stand.
    Own,
    /// It stands below a heading or label that ranks it or names its file.
    Grouped,
    /// It stands below a heading that says something else: its rank or its line must be said.
    Foreign,
    /// Findings were read before it: its rank and its place must be said.
    Late,
}

/// More words beside a rank are what the finding says.
const LONGEST_RANK: usize = 3;

/// A part of a finding, and where it stands.
type Field = (&'static str, Span);

/// What an entry says, before it is known whether it is a finding.
pub(super) struct Told {
    pub finding: Finding,
    /// The rank stands in the entry itself.
    pub is_ranked: bool,
    /// It was checked, and passed.
    pub has_passed: bool,
    fields: Vec<Field>,
}

impl Told {
    /// Marks what was read, once the finding has its place in the list.
    pub fn mark(&self, index: u32, sink: &mut Sink) {
        for (part, span) in &self.fields {
            sink.field(FieldPath::part("findings", index, part), *span);
        }
    }
}

pub(super) fn tell(layout: &Layout<'_>, entry: &Entry) -> Told {
    let written = layout.read_span(entry.title);
    let (first_line, below) = written.split_once(['\n', '\r']).unwrap_or((&written, ""));
    let bare = without_checkbox(first_line);
    // Below a file `L12` is a line, elsewhere the twelfth finding that is low.
    let is_line = entry.file.is_some() && begins_with_lines(bare);
    let title = if is_line {
        NumberedTitle { title: bare, ..NumberedTitle::default() }
    } else {
        numbered_title(bare)
    };
    let head = Head::read(title.title).with_tail(title.title);
    let labels = Labels::of(layout, entry);
    let mut fields = Fields { layout, found: Vec::new(), taken: Vec::new() };

    let stated = labels.find(Key::Place).map(|label| location(&fields.take("file", label)));
    let in_title = [head.place, title.label.map(location).unwrap_or_default()];
    let places = stated.into_iter().chain(in_title);
    let mut place = places.into_iter().find(|place| *place != Location::default()).unwrap_or_default();
    if place.lines.is_none()
        && let Some(label) = labels.find(Key::Line)
    {
        place.lines = line_numbers(&fields.take("line", label)).and_then(|read| read.spans.first().copied());
    }
    if place == Location::default() {
        place = cited(below);
    }
    // Else the place is what the first words below the title cite.
    if place == Location::default() && entry.shape != Shape::Item {
        let below = labels.rest(&fields.taken).first().map(|span| layout.read_span(*span));
        place = below.and_then(|below| below.lines().next().map(cited)).unwrap_or_default();
    }
    place.file = place.file.or_else(|| entry.file.clone());

    let stated = labels.find(Key::Severity).and_then(|label| {
        let value = fields.take("severity", label);
        severity::known(&value).or_else(|| severity::read(&value))
    });
    let in_title = || labelled_severity(&title).or(head.rank).or_else(|| leading_sign(first_line));
    let rank = stated.or_else(in_title);
    let suggestion = labels.find(Key::Suggestion).map(|label| {
        let value = fields.take("suggestion", label);
        // Only a cell has pipes that had to be escaped.
        if labels.is_cell(label.0) { unescaped(value) } else { value.into_owned() }
    });
    let stated = labels.find(Key::Number).and_then(|label| code_number(&fields.take("number", label)));
    let in_label = || title.label.filter(|label| !names_rank(label)).and_then(code_number);
    let number = title.number.or(entry.number).or(stated).or_else(in_label);

    let words = words_of(title.title.get(head.words_from..).unwrap_or_default(), head.words_from > 0);
    let labels_from = if labels.is_title_labelled { words.find(" | ") } else { None };
    let words = words.get(..labels_from.unwrap_or(words.len())).unwrap_or_default().trim_end();
    let mut parts: Vec<String> = Vec::new();
    if !labels.begins_with_label && words.contains(char::is_alphanumeric) {
        fields.found.push(("description", entry.title));
        parts.push(words.to_owned() + written.get(first_line.len()..).unwrap_or_default());
    }
    if let Some(label) = labels.find(Key::Description) {
        parts.push(fields.take("description", label).into_owned());
    }
    for span in labels.rest(&fields.taken) {
        fields.found.push(("description", span));
        parts.push(layout.read_span(span).into_owned());
    }
    // `Severity: HIGH - src/a.rs:4: slow` says all of it under one label.
    let said = labels.find(Key::Severity).filter(|_| parts.is_empty() && suggestion.is_none());
    if let Some((_, value)) = said {
        let written = layout.read_span(value);
        if written.split_whitespace().count() > LONGEST_RANK {
            fields.found.push(("description", value));
            parts.push(written.into_owned());
        }
    }
    let apart = if entry.shape == Shape::Item { "\n" } else { "\n\n" };
    let is_fixed = title.label.is_some_and(is_said_fixed)
        || suggestion.as_deref().is_some_and(is_said_fixed)
        || has_fixed_tail(bare);
    let is_ranked = rank.is_some();
    let finding = Finding {
        number,
        file: place.file,
        line: place.lines.map(|(start, end)| Lines { start, end }),
        line_as_written: None,
        severity: rank.or_else(|| entry.group.clone()),
        description: Some(parts.join(apart)).filter(|description| !description.is_empty()),
        suggestion,
        is_fixed,
        ..Finding::default()
    };
    let has_passed = [title.state, title.label]
        .into_iter()
        .flatten()
        .any(|state| matches!(state, "PASS" | "PASSED" | "OK"));
    Told { finding, is_ranked, has_passed, fields: fields.found }
}

/// What was read from labels, so that the rest can be told from it.
struct Fields<'l, 't> {
    layout: &'l Layout<'t>,
    found: Vec<Field>,
    taken: Vec<Span>,
}

impl<'t> Fields<'_, 't> {
    fn take(&mut self, part: &'static str, (pair, value): (&Pair, Span)) -> Cow<'t, str> {
        self.found.push((part, value));
        self.taken.push(pair.line.to(value));
        self.layout.read_span(value)
    }
}

fn labelled_severity(title: &NumberedTitle<'_>) -> Option<FindingSeverity> {
    let label = title.label.filter(|label| names_rank(label));
    let state = title.state.filter(|state| severity::is_rank(state));
    label
        .and_then(|label| severity::known(label).or_else(|| severity::read(label)))
        .or_else(|| state.and_then(severity::read))
}

pub(super) fn names_rank(label: &str) -> bool {
    label.split(|edge: char| !edge.is_alphanumeric()).any(severity::is_rank)
}

/// A picture such as 🔴 before the first word.
fn leading_sign(first_line: &str) -> Option<FindingSeverity> {
    let mut marks = first_line.chars().take_while(|mark| !mark.is_alphabetic());
    marks.find_map(|mark| severity::sign(mark.encode_utf8(&mut [0; 4])))
}

/// `Title (fixed)`, `Title — ✅ resolved`.
fn has_fixed_tail(title: &str) -> bool {
    let bare = title.trim_end_matches(['.', '*', '_', ' ']);
    let last = bare.strip_suffix(')').and_then(|open| open.rsplit_once('(')).map(|(_, last)| last);
    let last = last.or_else(|| [" — ", " – ", " -- ", " → "].iter().find_map(|mark| behind_last(bare, mark)));
    last.is_some_and(|last| last.len() <= LONGEST_TAIL && severity::says_fixed(last))
}

/// What follows `[ ]` or `[x]`.
pub(in crate::formats::review_report) fn without_checkbox(line: &str) -> &str {
    ["[ ] ", "[x] ", "[X] "].iter().find_map(|mark| line.strip_prefix(mark)).unwrap_or(line)
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
    let is_lone = title.contains('*') && title.matches("**").count() % 2 == 1;
    let words = if is_lone { Cow::Owned(title.replacen("**", "", 1)) } else { Cow::Borrowed(title) };
    let is_sign = |mark: char| mark == '\u{fe0f}' || severity::sign(mark.encode_utf8(&mut [0; 4])).is_some();
    let is_left = |mark: char| {
        mark.is_whitespace() || is_sign(mark) || (follows_rank && matches!(mark, ':' | '-' | '–' | '—' | '|'))
    };
    words.trim_start_matches(is_left).trim_end().to_owned()
}
