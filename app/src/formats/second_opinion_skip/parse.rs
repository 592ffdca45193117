//! Reads the reason.

use super::SecondOpinionSkip;
use super::rules::{ACTION_FORM, MISSING_REASON, REASON_FORM, SKIPPED_SPELLING};
use crate::chain::{CompletionLine, Continuation, Ending};
use crate::format::prelude::*;
use crate::reading::{Scope, report_mojibake};

pub(super) fn parse(block: &Block<'_>, sink: &mut Sink) -> SecondOpinionSkip {
    report_mojibake(block, sink);
    let Some(line) = CompletionLine::of(block) else { return SecondOpinionSkip::default() };
    sink.markup(line.line);
    let step_number = line.read_number(block.text, sink).step_number;
    spelling(block, &line, sink);
    SecondOpinionSkip { step_number, skip_reason: reason(block, &line, sink) }
}

fn spelling(block: &Block<'_>, line: &CompletionLine, sink: &mut Sink) {
    let word = word(block, line);
    let parts = [(line.action, "second-opinion/", &ACTION_FORM), (word, "SKIPPED", &SKIPPED_SPELLING)];
    let parts = parts.into_iter().filter(|(span, ..)| !span.is_empty());
    for (span, expected, rule) in parts {
        let written = block.text.slice(span);
        if written != expected {
            sink.report(Diagnostic::spelling(rule, span, &format!("`{expected}`"), written, expected));
        }
    }
}

/// `SKIPPED`, with the marks around it.
fn word(block: &Block<'_>, line: &CompletionLine) -> Span {
    if line.ending == Ending::Skipped {
        // The word is before the action, and what follows is the reason alone.
        return line.rest.take(0);
    }
    let fragment = block.text.slice(line.rest);
    let marks = fragment.len() - fragment.trim_start_matches(|mark: char| !mark.is_alphanumeric()).len();
    let letters = fragment.get(marks..).unwrap_or_default();
    let end = letters.find(|character: char| !character.is_alphanumeric()).unwrap_or(letters.len());
    let after = letters.get(end..).unwrap_or_default();
    let closing = after.len() - after.trim_start_matches(['*', '_', '`']).len();
    line.rest.take(marks + end + closing)
}

/// The reason without what follows it, as the words of 2.1 for the step that comes next.
fn without_remark(source: &str, rest: Span, sink: &mut Sink) -> Span {
    let continued = Continuation::at_end(source, rest).map(|next| (next.span.start - rest.start) as usize);
    let end = bracketed(rest.slice(source)).or(continued).unwrap_or(rest.len() as usize);
    let remark = rest.skip(end);
    if remark.slice(source).contains(char::is_alphanumeric) {
        sink.prose(remark.trim(source));
        return rest.take(end).trim(source);
    }
    rest
}

/// The length of the parentheses that words begin with, those within them included.
fn bracketed(words: &str) -> Option<usize> {
    let mut depth = 0_u32;
    let closes = |(at, letter): (usize, char)| {
        depth = match letter {
            '(' => depth + 1,
            ')' => depth.saturating_sub(1),
            _ => depth,
        };
        (depth == 0).then_some(at + 1)
    };
    words.starts_with('(').then(|| words.char_indices().find_map(closes))?
}

fn reason(block: &Block<'_>, line: &CompletionLine, sink: &mut Sink) -> Option<String> {
    let source = block.text.source();
    let rest = Span::new(word(block, line).end, line.rest.end).trim(source);
    let rest = without_remark(source, rest, sink);
    let fragment = rest.slice(source).trim_end_matches(['.', ' ']);
    let bracketed = fragment.strip_prefix('(').and_then(|inner| inner.strip_suffix(')'));
    let span = match bracketed {
        Some(inner) => rest.skip(1).take(inner.len()).trim(source),
        None => {
            let lead = fragment.trim_start_matches([':', '-', '–', '—', ',', '(', ' ']);
            rest.skip(fragment.len() - lead.len()).take(lead.len())
        }
    };
    if block.text.slice(span).trim().is_empty() {
        let message = "the announcement does not say why";
        let missing = Diagnostic::new(&MISSING_REASON, line.line, message).field("skipReason");
        sink.report(missing.expected("`SKIPPED (reason)`"));
        return None;
    }
    let reason = Scope::of(block).value(span, "skipReason", sink)?;
    if line.ending == Ending::Skipped {
        return Some(reason);
    }
    let is_apart = rest.start > word(block, line).end;
    let gap = if is_apart { "" } else { " " };
    let expected = format!("({})", block.text.slice(span));
    let form = |message: &str| {
        let form = Diagnostic::new(&REASON_FORM, rest, message).field("skipReason");
        form.expected(expected.as_str()).found(block.text.slice(rest))
    };
    if bracketed.is_none() {
        let form = form("the reason is not in parentheses");
        sink.report(form.fix(format!("Write `{expected}`"), rest, format!("{gap}{expected}")));
    } else if !is_apart {
        let form = form("no space parts the reason from `SKIPPED`");
        sink.report(form.fix("Insert a space", Span::empty_at(rest.start), gap));
    }
    Some(reason)
}
