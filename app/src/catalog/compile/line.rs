//! Patterns, and the lines that match one.

use std::ops::Range;

use regex_syntax::hir::literal::Extractor;
use regex_syntax::hir::{Class, Hir, HirKind};
use toml::Spanned;

use super::Compiler;
use super::words::leak;
use crate::catalog::problem::Problem;
use crate::declaration::{Pattern, PatternError};
use crate::recognition::LinePattern;

/// A line that matches begins with at least so many characters of its own, in at most so many ways.
const SHORTEST_START: usize = 2;
const MOST_STARTS: usize = 64;

/// The line that is a document.
pub(in crate::catalog) struct DeclaredLine {
    pub pattern: &'static LinePattern,
}

impl Compiler<'_> {
    /// Compiles a pattern, and reports one that is none.
    pub(super) fn pattern(&mut self, source: &Spanned<String>) -> Option<&'static Pattern> {
        match Pattern::new(source.get_ref()) {
            Ok(pattern) => Some(Box::leak(Box::new(pattern))),
            Err(PatternError { message, place }) => {
                let span = place.and_then(|place| self.within(source, place)).unwrap_or(source.span());
                self.report(span, format!("the pattern can't be read: {message}"));
                None
            }
        }
    }

    /// Returns the bytes of the file that a part of a text is, if the text is written without escapes.
    fn within(&self, text: &Spanned<String>, part: Range<usize>) -> Option<Range<usize>> {
        let written = self.source.get(text.span())?;
        let marks = written.find(|letter| !matches!(letter, '\'' | '"'))?;
        let start = text.span().start + marks;
        let is_as_written = written.get(marks..)?.starts_with(text.get_ref().as_str());
        is_as_written.then(|| start + part.start..start + part.end.max(part.start + 1))
    }

    pub(super) fn line(&mut self, source: &Spanned<String>) -> Option<DeclaredLine> {
        self.pattern(source)?;
        let whole = format!(r"\A(?:{})", source.get_ref());
        let (pattern, hir) = (Pattern::new(&whole).ok()?, regex_syntax::parse(&whole).ok()?);
        let Some(starts) = starts(&hir) else {
            let unknown = Problem::new(source.span(), "nothing says how the line begins");
            self.problems.push(
                unknown.help("begin the pattern with some characters as they are, as in `^DEPLOY (…)`"),
            );
            return None;
        };
        let reason = leak(&format!("line `{}`", source.get_ref()));
        let mut sample = String::new();
        write(&hir, &Fill::Anything, &mut sample);
        Some(DeclaredLine { pattern: Box::leak(Box::new(LinePattern { starts, pattern, sample, reason })) })
    }
}

impl DeclaredLine {
    pub fn template(&self) -> String {
        template(self.pattern.pattern.source())
    }
}

/// Returns a line that matches a pattern, with a slot for each group that has a name.
pub(in crate::catalog) fn template(pattern: &str) -> String {
    filled(pattern, &Fill::Slots)
}

/// Returns a line that matches a pattern. Each group has what the function returns for its name, or else something that it
/// matches.
pub(crate) fn line_of(pattern: &str, value: &dyn Fn(Option<&str>) -> Option<String>) -> String {
    filled(pattern, &Fill::Values(value))
}

fn filled(pattern: &str, fill: &Fill<'_>) -> String {
    let mut line = String::new();
    if let Ok(hir) = regex_syntax::parse(pattern) {
        write(&hir, fill, &mut line);
    }
    line
}

/// What is written for a group.
enum Fill<'f> {
    /// What it matches.
    Anything,
    /// Its name in braces.
    Slots,
    /// A value for its name, or what it matches.
    Values(&'f dyn Fn(Option<&str>) -> Option<String>),
}

impl Fill<'_> {
    fn group(&self, name: Option<&str>) -> Option<String> {
        match self {
            Self::Anything => None,
            Self::Slots => name.map(|name| format!("{{{name}}}")),
            Self::Values(value) => value(name),
        }
    }
}

/// Returns what a line that matches may begin with, if it is known.
fn starts(hir: &Hir) -> Option<Vec<String>> {
    let starts = Extractor::new().extract(hir);
    let starts = starts.literals().filter(|starts| (1..=MOST_STARTS).contains(&starts.len()))?;
    let start = |start: &[u8]| String::from_utf8(start.to_vec()).ok();
    let starts: Vec<String> =
        starts.iter().map(|literal| start(literal.as_bytes())).collect::<Option<_>>()?;
    let says =
        |start: &String| start.trim() == start.trim_end() && start.trim().chars().count() >= SHORTEST_START;
    starts.iter().all(says).then_some(starts)
}

/// Writes a line that matches. What may be absent is written, unless slots are.
fn write(hir: &Hir, fill: &Fill<'_>, line: &mut String) {
    match hir.kind() {
        HirKind::Empty | HirKind::Look(_) => {}
        HirKind::Literal(literal) => line.push_str(&String::from_utf8_lossy(&literal.0)),
        HirKind::Class(class) => line.extend(letter_of(class)),
        HirKind::Repetition(repetition) => {
            let some = u32::from(!matches!(fill, Fill::Slots) && repetition.max != Some(0));
            (0..repetition.min.max(some)).for_each(|_| write(&repetition.sub, fill, line));
        }
        HirKind::Capture(capture) => match fill.group(capture.name.as_deref()) {
            Some(value) => line.push_str(&value),
            None => write(&capture.sub, fill, line),
        },
        HirKind::Concat(parts) => parts.iter().for_each(|part| write(part, fill, line)),
        HirKind::Alternation(parts) => parts.iter().take(1).for_each(|part| write(part, fill, line)),
    }
}

/// Returns some letter of a class, a common one if there is any.
fn letter_of(class: &Class) -> Option<char> {
    const COMMON: [char; 5] = ['a', '1', 'A', '-', ' '];
    let Class::Unicode(class) = class else { return None };
    let ranges = || class.ranges().iter();
    let has = |letter: &char| ranges().any(|range| (range.start()..=range.end()).contains(letter));
    COMMON.into_iter().find(has).or_else(|| ranges().next().map(|range| range.start()))
}
