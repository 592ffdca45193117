//! Reads a line, from its number to the step that comes next.

use super::StepCompletion;
use super::rules::{
    ACTION_FORM, MISSING_ACTION, MISSING_NEXT_STEP, MISSING_RESULT, NEXT_STEP_FORM, OTHER_ENDING, SAME_STEP,
};
use crate::chain::{CompletionLine, Continuation, Ending, NextStep, names_one_step};
use crate::format::prelude::*;
use crate::reading::{Scope, normal, report_mojibake, unquoted};

/// Lines around an announcement in which the heading of two opinions may be.
const NEAR: u32 = 4;
const SIGNALS: [&str; 6] = ["SIGNAL", "PATTERN", "DEPENDENCY", "QUALITY", "REDESIGN", "REUSE"];
/// What says at the end of a line that nothing follows.
const ENDS: [&str; 3] = ["Done", "Chain complete", "Chain completed"];

pub(super) fn parse(block: &Block<'_>, sink: &mut Sink) -> StepCompletion {
    report_mojibake(block, sink);
    let Some(line) = CompletionLine::of(block) else { return StepCompletion::default() };
    let body = Scope::of(block);
    let tail = Tail::read(block, &line);
    sink.markup(line.line);
    let step = line.read_number(block.text, sink);
    let action = action(&body, &line, sink);
    let words = tail.as_ref().map_or(line.rest, |tail| tail.before(block, line.rest));
    let result = result(&body, &line, words, sink);
    let next_step = next_step(block, &line, tail.as_ref(), step.step_number, sink);
    let signals = result.as_deref().map(signals).unwrap_or_default();
    for signal in &signals {
        if let Some(at) = block.text.slice(line.rest).find(&format!("[{signal}]")) {
            sink.field(FieldPath::name("signals"), line.rest.skip(at).take(signal.len() + 2));
        }
    }
    let ended = Some(line.ending).filter(|ending| *ending != Ending::Complete).map(Ending::as_str);
    if let Some(ended) = ended {
        let message = format!("the step is announced as {ended}, and the contract knows complete ones");
        let other = Diagnostic::new(&OTHER_ENDING, line.head, message).field("endedAsWritten");
        sink.report(other.expected("`complete`").found(ended));
    }
    let ended_as_written = ended.map(str::to_owned);
    StepCompletion { step, ended_as_written, action, result, next_step, signals }
}

fn action(body: &Scope<'_>, line: &CompletionLine, sink: &mut Sink) -> Option<String> {
    if line.action.is_empty() {
        let message = "the announcement names no action";
        let missing = Diagnostic::new(&MISSING_ACTION, line.line, message).field("action");
        sink.report(missing.expected("`action/ --`"));
        return None;
    }
    let written = body.value(line.action, "action", sink)?;
    let action = unquoted(&written);
    let expected = format!("{}/", action.trim_end_matches('/'));
    if written != expected {
        let form = Diagnostic::spelling(&ACTION_FORM, line.action, "the action", &written, &expected);
        sink.report(form.field("action"));
    }
    Some(action)
}

fn result(body: &Scope<'_>, line: &CompletionLine, words: Span, sink: &mut Sink) -> Option<String> {
    let source = body.text.source();
    let words = words.trim(source);
    let words = words.take(words.slice(source).trim_end_matches(['.', '*', ' ']).len());
    if words.is_empty() {
        let message = "the announcement states no result";
        sink.report(Diagnostic::new(&MISSING_RESULT, line.line, message).field("result"));
        return None;
    }
    body.value(words, "result", sink)
}

/// What the announcement says of the next step.
struct Tail {
    /// `Step 4`, `Done`, and the words around it.
    next: Continuation,
    form: TailForm,
}

#[derive(Copy, Clone, PartialEq, Eq)]
enum TailForm {
    /// `Continuing to Step 4...` at the end of the line.
    Line,
    /// The same on a line of its own.
    Below,
    /// `Done.`, without the words before it.
    Short,
}

impl Tail {
    /// What the line says before; all of it where words follow the dots, so that none is lost.
    fn before(&self, block: &Block<'_>, rest: Span) -> Span {
        let Continuation { span, target } = self.next;
        let says_more = block.text.slice(Span::new(target.end, span.end)).contains(char::is_alphanumeric);
        if says_more || self.form == TailForm::Below { rest } else { Span::new(rest.start, span.start) }
    }

    fn read(block: &Block<'_>, line: &CompletionLine) -> Option<Self> {
        let source = block.text.source();
        if let Some(next) = Continuation::at_end(source, line.rest) {
            return Some(Self { next, form: TailForm::Line });
        }
        let below = Span::new(line.line.end, block.span.end).trim(source);
        if let Some(next) = Continuation::alone(source, below) {
            return Some(Self { next, form: TailForm::Below });
        }
        let bare = line.rest.slice(source).trim_end_matches(['.', '!', ' ']);
        let (before, end) = ENDS.iter().find_map(|end| Some((bare.strip_suffix(end)?, end)))?;
        let span = line.rest.skip(before.len());
        let next = Continuation { span, target: span.take(end.len()) };
        let is_apart = before.trim_end().ends_with(['.', ';', ')']);
        is_apart.then_some(Self { next, form: TailForm::Short })
    }
}

fn next_step(
    block: &Block<'_>,
    line: &CompletionLine,
    tail: Option<&Tail>,
    step_number: Option<u32>,
    sink: &mut Sink,
) -> Option<NextStep> {
    let Some(tail) = tail else {
        if is_shown_with_second_opinion(block, line) {
            return None;
        }
        let message = "the announcement does not say which step comes next";
        let missing = Diagnostic::new(&MISSING_NEXT_STEP, line.line, message).field("nextStep");
        sink.report(missing.expected("`Continuing to Step N...` or `Continuing to Done...`"));
        return None;
    };
    let Continuation { span, target } = tail.next;
    sink.markup(span);
    let next = tail.next.read(block.text, &NEXT_STEP_FORM, sink)?;
    let is_one = names_one_step(block.text.slice(target));
    let expected = next.announced();
    let found = block.text.slice(span).trim_end();
    let is_said = found.starts_with(&expected) || found.replace('…', "...") == expected;
    // The contract wants a step number or “Done”.
    let is_said = is_said || tail.form == TailForm::Short && block.text.slice(target) == "Done";
    if !is_said || tail.form == TailForm::Below {
        let form = Diagnostic::spelling(&NEXT_STEP_FORM, span, "the next step", found, &expected);
        let form = form.field("nextStep");
        // Words that follow the target are not the edit's to take away.
        let is_whole = target.end as usize + 6 >= span.end as usize && is_one;
        sink.report(match tail.form {
            TailForm::Below => {
                let gap = Span::new(line.line.end, span.start);
                let stop = if block.text.slice(line.line).ends_with('.') { " " } else { ". " };
                form.fix("Write it at the end of the line", gap, stop)
            }
            _ => form.fixed_if(is_whole),
        });
    }
    if let (NextStep::Step(next), Some(number)) = (next, step_number)
        && next == number
        && is_one
    {
        let message = format!("step {number} is complete, and continues to itself");
        sink.report(
            Diagnostic::new(&SAME_STEP, target, message).field("nextStep").related(line.number, "this step"),
        );
    }
    Some(next)
}

fn signals(result: &str) -> Vec<String> {
    let bracketed = result.split('[').skip(1).filter_map(|rest| rest.split_once(']'));
    bracketed.map(|(word, _)| word).filter(|word| SIGNALS.contains(word)).map(str::to_owned).collect()
}

/// Two opinions that are shown together say which step comes next once, below both.
fn is_shown_with_second_opinion(block: &Block<'_>, line: &CompletionLine) -> bool {
    let lines = block.text.lines();
    let at = lines.line_of(line.line.start);
    let says_something = |line: &Span| !block.text.slice(*line).trim().is_empty();
    let above = (at.saturating_sub(NEAR)..at).rev().map(|number| lines.line(number)).find(says_something);
    let last = (at + 1 + NEAR).min(lines.count());
    let below = (at + 1..last).map(|number| lines.line(number)).find(says_something);
    let is_opinion = |line: Span| {
        let announced = CompletionLine::read(block.text, line);
        announced.is_some_and(|line| block.text.slice(line.action).trim_end_matches('/') == "second-opinion")
    };
    let opens_both = |line: Span| {
        let words = block.text.slice(line);
        words.starts_with('#') && normal(words.trim_start_matches(['#', ' '])).starts_with("dual output")
    };
    above.is_some_and(opens_both) || below.is_some_and(|line| opens_both(line) || is_opinion(line))
}
