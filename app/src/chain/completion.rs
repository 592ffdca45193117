//! Lines that announce that a step is complete: `>> Step 3 complete: code/ -- Added the types.`

use memchr::{memchr_iter, memmem};

use super::spelled_number;
use crate::diagnostic::{Diagnostic, FieldPath, Rule, Sink};
use crate::markdown::{Glance, Outline};
use crate::reading::{is_placeholder, normal};
use crate::text::{Span, Text};

/// What stands between the action and its result; the last two are dashes in mojibake.
const DASHES: [&str; 6] = [" -- ", " — ", " – ", " - ", " â€” ", " â€“ "];

/// What an editor or a page makes of the two marks in front.
const OTHER_MARKS: [&str; 2] = ["»", "&gt;&gt;"];

/// Such a line, taken apart.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct CompletionLine {
    /// Without the line break.
    pub line: Span,
    /// The step's number, or what stands in its place.
    pub number: Span,
    /// From the first mark up to the action.
    pub head: Span,
    pub action: Span,
    /// What follows the dash; empty where nothing does.
    pub rest: Span,
}

/// All such lines of a text, in order. A line within a sentence or an item of a list only speaks of one.
pub fn completion_lines(text: &Text, outline: &Outline) -> Vec<CompletionLine> {
    let source = text.source();
    let has_other_marks =
        OTHER_MARKS.iter().any(|mark| memmem::find(source.as_bytes(), mark.as_bytes()).is_some());
    let mut found = Vec::new();
    for node in outline.nodes().iter().filter(|node| node.quote >= 2 || has_other_marks) {
        let (first, last) =
            (text.lines().line_of(node.span.start), text.lines().line_of(node.span.end.max(1) - 1));
        let lines = (first..=last).map(|line| text.lines().line(line));
        let announcing = lines.filter(|line| {
            let written = line.slice(source).trim_start();
            node.quote >= 2 || OTHER_MARKS.iter().any(|mark| written.starts_with(mark))
        });
        found.extend(announcing.filter_map(|line| CompletionLine::read(text, line)));
    }
    found
}

/// Whether a text may hold such a line.
pub fn may_complete(glance: &Glance<'_>) -> bool {
    glance.has_nested_quote()
        || glance.has_label(&["step"]) && glance.contains("»")
        || glance.has_label(&["gt"]) && glance.contains("&gt;&gt;")
}

/// The length of the marks in front of the first word.
fn marks_before(fragment: &str) -> usize {
    let mut rest = fragment;
    loop {
        let bare = rest.trim_start_matches(['>', '»', ' ', '*', '\u{feff}']);
        let bare = bare.strip_prefix("&gt;").unwrap_or(bare);
        if bare.len() == rest.len() {
            return fragment.len() - rest.len();
        }
        rest = bare;
    }
}

/// The rules of a room for the beginning of such a line.
#[derive(Debug)]
pub struct CompletionRules {
    pub form: &'static Rule,
    pub placeholder: &'static Rule,
}

impl CompletionLine {
    /// Takes a line apart, if it is one.
    pub fn read(text: &Text, line: Span) -> Option<Self> {
        let source = text.source();
        let line = line.trim(source);
        let fragment = line.slice(source);
        let marks = marks_before(fragment);
        let rest = fragment.get(marks..)?;
        let after =
            rest.get(..4).filter(|word| word.eq_ignore_ascii_case("step")).and_then(|_| rest.get(4..))?;
        let colon = after.find(':')?;
        let words = after.get(..colon)?;
        let (number, state) = words.trim().rsplit_once(char::is_whitespace)?;
        let is_complete = ["complete", "completed", "done"].contains(&normal(state).as_str());
        let is_number = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
        let is_named = is_number || spelled_number(number).is_some();
        if !is_complete || !(is_named || is_placeholder(number) || number == "N") {
            return None;
        }
        let number_at = marks + 4 + after.len() - after.trim_start().len();
        let number = line.skip(number_at).take(number.len()).trim(source);
        let body = line.skip(marks + 4 + colon + 1);
        // Emphasis that closes behind the colon belongs to the head; that of the action comes after a space.
        let after = body.slice(source).trim_start_matches('*').trim_start();
        let body = body.skip(body.slice(source).len() - after.len());
        let (action, rest) = match first_dash(body.slice(source)) {
            Some((at, length)) => (body.take(at).trim(source), body.skip(at + length).trim(source)),
            None if body.slice(source).contains(char::is_whitespace) => (body.take(0), body),
            None => (body, Span::empty_at(body.end)),
        };
        Some(Self { line, number, head: Span::new(line.start, body.start), action, rest })
    }

    /// Reads the number, and says what deviates up to the action.
    pub fn read_number(&self, text: &Text, rules: &CompletionRules, sink: &mut Sink) -> Option<u32> {
        let written = text.slice(self.number);
        let number = written.parse().ok().or_else(|| spelled_number(written));
        if number.is_none() {
            let message = format!("`{written}` is a placeholder");
            let placeholder = Diagnostic::new(rules.placeholder, self.number, message).field("stepNumber");
            sink.report(placeholder.found(written));
        } else {
            sink.field(FieldPath::name("stepNumber"), self.number);
        }
        // A blank leads on to the action; where the line ends here there is none to lead to.
        let blank = if self.head.end < self.line.end { " " } else { "" };
        let named = number.map_or_else(|| written.to_owned(), |number| number.to_string());
        let expected = format!(">> Step {named} complete:{blank}");
        let head = text.slice(self.head);
        if head != expected {
            sink.report(
                Diagnostic::new(
                    rules.form,
                    self.head,
                    format!("the announcement begins with `{}`", head.trim()),
                )
                .field("stepNumber")
                .expected(expected.trim())
                .found(head.trim())
                .fix(format!("Write `{}`", expected.trim()), self.head, expected.as_str()),
            );
        }
        number
    }
}

/// Where the first dash between spaces begins, and how long it is with them.
fn first_dash(words: &str) -> Option<(usize, usize)> {
    memchr_iter(b' ', words.as_bytes()).find_map(|at| {
        let rest = words.get(at..)?;
        let dash = DASHES.iter().find(|dash| rest.starts_with(**dash))?;
        Some((at, dash.len()))
    })
}
