//! Lines that announce that a step is complete: `>> Step 3 complete: code/ -- Added the types.`

use std::mem;

use memchr::memchr3;

use super::lead::lead;
use super::spelled_number::spelled_number;
use super::step_numbers::{AnnouncedStep, step_numbers};
use crate::format::prelude::*;
use crate::reading::{is_placeholder, line_break, normal};

/// Dashes between the action and its result; the last two are dashes in mojibake.
const DASHES: [&str; 6] = ["--", "—", "–", "-", "â€”", "â€“"];

/// What some write for the dash.
const ARROWS: [&str; 4] = ["→", "⇒", "->", "=>"];

/// The two marks in front, and what an editor or a page makes of them.
const MARKS: [&str; 4] = [">>", "> >", "»", "&gt;&gt;"];

crate::named::named! {
    /// How a step ended, as an announcement states it.
    pub enum Ending {
        Complete = "complete",
        /// The contract has a format of its own for it.
        Failed = "failed",
        Skipped = "skipped",
    }
}

impl Ending {
    fn read(word: &str) -> Option<Self> {
        match normal(word).as_str() {
            "complete" | "completed" | "done" | "finished" => Some(Self::Complete),
            "failed" | "failure" | "aborted" => Some(Self::Failed),
            "skipped" => Some(Self::Skipped),
            _ => None,
        }
    }
}

/// Such a line, taken apart.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct CompletionLine {
    /// Without the line break.
    pub line: Span,
    /// The step's number, or what is in its place.
    pub number: Span,
    /// What precedes the marks: the mark of a list, a time.
    pub lead: Span,
    /// From the first mark up to the action.
    pub head: Span,
    pub ending: Ending,
    pub action: Span,
    /// What follows the dash; empty where nothing does.
    pub rest: Span,
}

/// One of these is in front of an announcement; deeper quotes write them apart.
const IN_LINE: &[&str] = &[">>", "> >", "»", "&gt;"];
/// The openers of the formats that such a line announces.
pub const COMPLETION_OPENERS: &[Opener] = &[Opener::Line(IN_LINE)];

/// Returns all announcements of a text, in order. A line with words in front only mentions one; a line may hold
/// several.
pub fn completion_lines(scan: &Scan<'_>) -> Vec<CompletionLine> {
    let text = scan.text;
    let mut lines = scan.lines(IN_LINE);
    if scan.outline.deepest_quote() > 1 {
        let quoted = scan.outline.nodes().iter().filter(|node| node.quote > 1);
        lines.extend(quoted.flat_map(|node| text.lines().within(node.span)));
        lines.sort_unstable();
        lines.dedup();
    }
    let lines = lines.into_iter().filter(|line| is_marked(text.slice(*line)));
    lines.flat_map(|line| announcements(text, line)).collect()
}

/// The announcements of a line, each up to the next.
fn announcements(text: &Text, line: Span) -> impl Iterator<Item = CompletionLine> {
    let begins = |part: &Span| CompletionLine::read(text, *part).is_some();
    let mut parts = parted_by(line, later_marks(text, line));
    // What precedes the first is part of it.
    let is_led = !parts.next().is_some_and(|first| begins(&first));
    // Words between two marks that announce nothing belong to what is announced before them.
    let starts = parts.filter(begins).map(|part| part.start).skip(usize::from(is_led));
    let starts: Vec<u32> = starts.collect();
    // If the line itself opens with none, it only mentions those that follow.
    parted_by(line, starts.into_iter()).map_while(|part| CompletionLine::read(text, part))
}

/// Returns where the marks of an announcement appear again behind words.
fn later_marks(text: &Text, line: Span) -> impl Iterator<Item = u32> {
    let words = text.slice(line);
    let marks = words.match_indices(">> Step ").map(|(at, _)| at);
    let behind_words = marks.filter(|at| words.get(..*at).is_some_and(|before| before.ends_with(['.', ' '])));
    behind_words.map(move |at| line.start + at as u32)
}

fn parted_by(line: Span, edges: impl Iterator<Item = u32>) -> impl Iterator<Item = Span> {
    let mut start = line.start;
    edges.chain([line.end]).map(move |end| Span::new(mem::replace(&mut start, end), end))
}

/// Whether a line begins with the marks of an announcement, or with what may precede one and then the marks.
fn is_marked(line: &str) -> bool {
    // Every mark contains one of these bytes; most lines contain none.
    if memchr3(b'>', b'\xc2', b'&', line.as_bytes()).is_none() {
        return false;
    }
    let margin =
        line.len() - line.trim_start_matches(|first: char| first.is_whitespace() || first == '>').len();
    let behind = line.get(lead(line)..).unwrap_or_default();
    let marks = behind.get(..marks_before(behind)).unwrap_or_default();
    line.bytes().take(margin).filter(|byte| *byte == b'>').count() > 1
        || MARKS.iter().any(|mark| marks.contains(mark))
}

/// The length of the marks in front of the first word.
fn marks_before(fragment: &str) -> usize {
    let mut rest = fragment;
    loop {
        let is_mark = |first: char| matches!(first, '>' | '»' | '*' | '\u{feff}') || first.is_whitespace();
        let bare = rest.trim_start_matches(is_mark);
        let bare = bare.strip_prefix("&gt;").unwrap_or(bare);
        if bare.len() == rest.len() {
            return fragment.len() - rest.len();
        }
        rest = bare;
    }
}

crate::diagnostic::rule_set! {
    ANNOUNCEMENTS "announcements" "Announcements" "announcements.md":
    ANNOUNCEMENT_FORM "announcement-form" Warning
        "opener: as the contract writes it"
        "readers that follow the contract find an announcement by its first words"
}

impl CompletionLine {
    /// The one that a block opens with.
    pub fn of(block: &Block<'_>) -> Option<Self> {
        let lines = block.text.lines();
        let line = lines.line(lines.line_of(block.span.start));
        Self::read(block.text, Span::new(block.span.start, line.end.min(block.span.end)))
    }

    /// Returns its span to the end of the line, or of its words where another announcement follows.
    pub fn span(&self, text: &Text) -> Span {
        let line = text.lines().line(text.lines().line_of(self.line.start));
        let is_last = text.slice(Span::new(self.line.end, line.end)).trim().is_empty();
        Span::new(self.line.start, if is_last { line.end } else { self.line.end })
    }

    /// Takes a line apart, if it is one.
    pub fn read(text: &Text, line: Span) -> Option<Self> {
        let source = text.source();
        let line = line.trim(source);
        let fragment = line.slice(source);
        let led = lead(fragment);
        let marks = led + marks_before(fragment.get(led..)?);
        let rest = fragment.get(marks..)?;
        let after =
            rest.get(..4).filter(|word| word.eq_ignore_ascii_case("step")).and_then(|_| rest.get(4..))?;
        let is_several = after.starts_with(['s', 'S']);
        let step = 4 + usize::from(is_several);
        let after = rest.get(step..)?;
        let colon = after.find(':')?;
        let words = after.get(..colon)?;
        let (number, state) = words.trim().rsplit_once(char::is_whitespace)?;
        let ending = Ending::read(state)?;
        if !(number == "N" || is_placeholder(number) || step_numbers(number).is_some()) {
            return None;
        }
        let number_at = marks + step + after.len() - after.trim_start().len();
        let number = line.skip(number_at).take(number.len()).trim(source);
        let body = line.skip(marks + step + colon + 1);
        // Emphasis that closes behind the colon belongs to the head; that of the action comes after a space.
        let after = body.slice(source).trim_start_matches('*').trim_start();
        let body = body.skip(body.slice(source).len() - after.len());
        let words = body.slice(source);
        let (action, rest) = match first_dash(words).or_else(|| first_arrow(words)) {
            Some((at, length)) => (body.take(at).trim(source), body.skip(at + length).trim(source)),
            None if words.contains(char::is_whitespace) => (body.take(0), body),
            None => (body, Span::empty_at(body.end)),
        };
        let head = Span::new(line.start + led as u32, body.start);
        Some(Self { line, number, lead: line.take(led).trim(source), head, ending, action, rest })
    }

    /// Reads the number, and reports issues up to the action.
    pub fn read_number(&self, text: &Text, sink: &mut Sink) -> AnnouncedStep {
        let written = text.slice(self.number);
        let mut step = AnnouncedStep::read(text, self.number, sink);
        step.step_number_as_written.take_if(|written| spelled_number(written).is_some());
        // A blank separates the head from the action, unless the line ends here.
        let blank = if self.head.end < self.line.end { " " } else { "" };
        let named = step.step_number.map_or_else(|| written.to_owned(), |number| number.to_string());
        let expected = format!(">> Step {named} complete:{blank}");
        let head = text.slice(self.head);
        if head != expected {
            let message = format!("the announcement begins with `{}`", head.trim());
            let form = Diagnostic::new(&ANNOUNCEMENT_FORM, self.head, message).field("stepNumber");
            let form = form.expected(expected.trim()).found(head.trim());
            let form = form.fix(format!("Write `{}`", expected.trim()), self.head, expected.as_str());
            // With several steps, or a step that ended otherwise, an edit would change the meaning.
            let is_same = step.step_number_as_written.is_none() && self.ending == Ending::Complete;
            // Emphasis that opens here may close at the end.
            let is_same = is_same && !(head.contains('*') && text.slice(self.line).ends_with('*'));
            sink.report(form.fixed_if(is_same));
        }
        let lines = text.lines();
        let before = Span::new(lines.line(lines.line_of(self.line.start)).start, self.line.start);
        if text.slice(before).contains(char::is_alphanumeric) {
            let message = "the announcement follows another on its line";
            let behind = Diagnostic::new(&ANNOUNCEMENT_FORM, self.head, message).field("stepNumber");
            let place = Span::empty_at(self.line.start);
            sink.report(behind.fix("Write it on a line of its own", place, line_break(text)));
        }
        report_lead(text, self.lead, sink);
        let gap = Span::new(self.action.end, self.rest.start.max(self.action.end));
        let parting = text.slice(gap).trim();
        if ARROWS.contains(&parting) {
            let message = format!("`{parting}` parts the action from its result");
            let arrow = Diagnostic::new(&ANNOUNCEMENT_FORM, gap.trim(text.source()), message).field("result");
            sink.report(arrow.expected("`--`").found(parting).fix("Write `--`", gap, " -- "));
        }
        step
    }
}

/// Reports what precedes an announcement on its line.
pub fn report_lead(text: &Text, lead: Span, sink: &mut Sink) {
    if !lead.is_empty() {
        let written = text.slice(lead);
        let message = format!("`{written}` precedes the announcement");
        sink.report(Diagnostic::new(&ANNOUNCEMENT_FORM, lead, message).found(written));
    }
}

/// As [`first_dash`], for an arrow behind one word.
fn first_arrow(words: &str) -> Option<(usize, usize)> {
    let at = words.find(char::is_whitespace)?;
    let rest = words.get(at..)?.trim_start();
    let arrow = ARROWS.iter().find(|arrow| rest.starts_with(**arrow))?;
    Some((at, words.len() - at - rest.get(arrow.len()..)?.trim_start().len()))
}

/// Where the first dash between spaces of any kind begins, and how long it is with them.
fn first_dash(words: &str) -> Option<(usize, usize)> {
    words.match_indices(char::is_whitespace).find_map(|(at, space)| {
        let rest = words.get(at + space.len()..)?;
        let dash = DASHES.iter().find(|dash| rest.starts_with(**dash))?;
        let behind = rest.get(dash.len()..)?.chars().next().filter(|behind| behind.is_whitespace())?;
        Some((at, space.len() + dash.len() + behind.len_utf8()))
    })
}
