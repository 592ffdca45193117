//! An issue with the file and the text that it is in.

use std::borrow::Cow;

use app::diagnostic::{Diagnostic, Edit};
use app::format::Spec;
use app::text::{Position, Span, Text};

use super::visible::visible;
use crate::cli::check::Checked;
use crate::cli::inputs::{Input, Place};

/// What a column counts.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Unit {
    CodePoint,
    Utf16,
    Byte,
}

#[derive(Copy, Clone)]
pub struct Finding<'c> {
    pub input: &'c Input,
    /// The format of the block; `None` for what the check itself finds.
    pub spec: Option<&'static Spec>,
    pub diagnostic: &'c Diagnostic,
}

impl<'c> Finding<'c> {
    /// Returns what was found in a text, in order.
    pub fn of(checked: &'c Checked) -> impl Iterator<Item = Self> {
        let input = &checked.input;
        checked.findings().map(move |(spec, diagnostic)| Self { input, spec, diagnostic })
    }

    /// Returns what was found in all texts, in order.
    pub fn all(checked: &'c [Checked]) -> impl Iterator<Item = Self> {
        checked.iter().flat_map(Self::of)
    }

    /// The file as the user named it; `-` is standard input.
    pub fn file(&self) -> &'c str {
        &self.input.name
    }

    /// Returns the message, and behind it the place in a string of the file, if it is in one.
    pub fn message(&self) -> Cow<'c, str> {
        let message = self.diagnostic.message.as_str();
        match self.input.place(self.diagnostic.span.start).within {
            Some(within) => Cow::Owned(format!("{message} ({within})")),
            None => Cow::Borrowed(message),
        }
    }

    /// The words that it is about.
    pub fn words(&self, span: Span) -> &'c str {
        self.input.text.slice(span)
    }

    /// Returns the place as `FILE:LINE:COLUMN`, where columns count code points.
    pub fn place(&self) -> String {
        let Place { line, column, .. } = self.input.place(self.diagnostic.span.start);
        format!("{}:{line}:{column}", visible(self.file()))
    }

    /// Returns first and last place of a span in the file; the last one is behind it. What is in a string is at the beginning
    /// of its line.
    pub fn range(&self, span: Span, unit: Unit) -> (Position, Position) {
        if self.input.part.is_some() {
            let line = |offset| Position { line: self.input.place(offset).line, column: 1 };
            return (line(span.start), line(span.end.saturating_sub(1).max(span.start)));
        }
        (position(&self.input.text, span.start, unit), position(&self.input.text, span.end, unit))
    }

    /// Returns the edit that fixes it, unless it is in a string of the file, or the edit holds a masked key: applied by another
    /// program, it would replace the key by its mask.
    pub fn shared_fix(&self) -> Option<&'c Edit> {
        const MASKED: &str = "XXXXXXXX";
        let is_shared = |fix: &&Edit| self.input.part.is_none() && !fix.insert.contains(MASKED);
        self.diagnostic.fix.as_ref().filter(is_shared)
    }

    /// Returns why it matters, where the contract states it and what to do: a line each.
    pub fn reasons(&self) -> Vec<String> {
        let rule = self.diagnostic.rule;
        let fix = self.diagnostic.fix.as_ref().map_or("", |fix| fix.title.as_str());
        let lines = [("why", rule.summary), ("contract", rule.clause), ("help", fix)];
        let lines = lines.iter().filter(|(_, words)| !words.is_empty());
        lines.map(|(what, words)| format!("{what}: {}", visible(words))).collect()
    }
}

fn position(text: &Text, offset: u32, unit: Unit) -> Position {
    let line = text.lines().line_of(offset);
    let start = text.lines().line(line).start;
    let before = text.slice(Span::new(start, offset.max(start)));
    let before = match unit {
        Unit::CodePoint => before.chars().count(),
        Unit::Utf16 => before.encode_utf16().count(),
        Unit::Byte => before.len(),
    };
    Position { line: line + 1, column: before as u32 + 1 }
}

#[cfg(test)]
mod tests {
    use app::diagnostic::{Rule, Severity};

    use super::*;
    use crate::cli::inputs::Part;

    #[test]
    fn columns_count_what_a_format_counts() {
        let text = Text::new("\u{feff}한🔥x\r\n한🔥x\n");
        let columns = |offset| {
            let column = |unit| position(&text, offset, unit).column;
            (column(Unit::CodePoint), column(Unit::Utf16), column(Unit::Byte))
        };
        // A byte order mark is before the first column.
        assert_eq!(columns(3), (1, 1, 1));
        assert_eq!(columns(10), (3, 4, 8));
        assert_eq!(columns(13), (1, 1, 1));
        assert_eq!(columns(20), (3, 4, 8));
        assert_eq!(position(&text, 20, Unit::Byte).line, 2);
        assert_eq!(position(&text, 22, Unit::Byte), Position { line: 3, column: 1 });
    }

    #[test]
    fn what_is_in_a_string_is_at_its_line_of_the_file() {
        static RULE: Rule = Rule { id: "a", severity: Severity::Info, summary: "", clause: "" };
        let part = Part { name: "message m".to_owned(), lines: vec![(0, 3), (4, 8)], key: None };
        let text = Text::new("one\ntwo three\n");
        let input = Input { name: "s.jsonl".to_owned(), path: None, text, part: Some(part), is_last: true };
        let diagnostic = Diagnostic::new(&RULE, Span::new(8, 13), "odd").fix("Fix it", Span::new(8, 13), "x");
        let finding = Finding { input: &input, spec: None, diagnostic: &diagnostic };
        assert_eq!(finding.place(), "s.jsonl:8:1");
        assert_eq!(finding.message(), "odd (message m, line 2, column 5)");
        let place = Position { line: 8, column: 1 };
        assert_eq!(finding.range(diagnostic.span, Unit::Utf16), (place, place));
        assert!(finding.shared_fix().is_none());
        let whole = Input { part: None, ..input.clone() };
        let finding = Finding { input: &whole, ..finding };
        assert_eq!((finding.place().as_str(), finding.message().as_ref()), ("s.jsonl:2:5", "odd"));
        assert!(finding.shared_fix().is_some());
    }
}
