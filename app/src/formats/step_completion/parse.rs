//! Reads a line, from its number to the step that comes next.

use super::StepCompletion;
use super::rules::{
    ACTION_FORM, MISSING_ACTION, MISSING_NEXT_STEP, MISSING_RESULT, NEXT_STEP_FORM, OTHER_ENDING, SAME_STEP,
};
use crate::block::Block;
use crate::chain::{AnnouncedStep, CompletionLine, Continuation, Ending, NextStep, names_one_step};
use crate::diagnostic::{Diagnostic, FieldPath, Sink};
use crate::reading::{PLACEHOLDER, is_placeholder, normal, report_mojibake, unquoted};
use crate::text::Span;

/// Lines around an announcement in which the heading of two opinions may stand.
const NEAR: u32 = 4;
const SIGNALS: [&str; 6] = ["SIGNAL", "PATTERN", "DEPENDENCY", "QUALITY", "REDESIGN", "REUSE"];
/// What says at the end of a line that nothing follows.
const ENDS: [&str; 3] = ["Done", "Chain complete", "Chain completed"];
pub(super) fn parse(block: &Block<'_>, sink: &mut Sink) -> StepCompletion {
    report_mojibake(block, sink);
    let Some(line) = CompletionLine::of(block) else { return StepCompletion::default() };
    let tail = Tail::read(block, &line);
    let result_span = tail.as_ref().map_or(line.rest, |tail| tail.before(block, line.rest));
    sink.markup(line.line);
    let AnnouncedStep { number: step_number, numbers, as_written } = line.read_number(block.text, sink);
    let action = action(block, &line, sink);
    let result = result(block, &line, result_span, sink);
    let next_step = next_step(block, &line, tail.as_ref(), step_number, sink);
    let signals = result.as_deref().map(signals).unwrap_or_default();
    for signal in &signals {
        let at = block.text.slice(line.rest).find(&format!("[{signal}]"));
        if let Some(at) = at {
            sink.field(FieldPath::name("signals"), line.rest.skip(at).take(signal.len() + 2));
        }
    }
    let ending = Some(line.ending).filter(|ending| *ending != Ending::Complete);
    if let Some(ending) = ending {
        let message =
            format!("the step is announced as {}, and the contract knows complete ones", ending.as_str());
        let other = Diagnostic::new(&OTHER_ENDING, line.head, message).field("endedAsWritten");
        sink.report(other.expected("`complete`").found(ending.as_str()));
    }
    StepCompletion {
        step_number,
        step_number_as_written: as_written,
        ended_as_written: ending.map(|ending| ending.as_str().to_owned()),
        action,
        result,
        next_step,
        signals,
        steps: numbers,
    }
}

fn action(block: &Block<'_>, line: &CompletionLine, sink: &mut Sink) -> Option<String> {
    let written = block.read(line.action);
    if written.is_empty() {
        let message = "the announcement names no action";
        sink.report(
            Diagnostic::new(&MISSING_ACTION, line.line, message).field("action").expected("`action/ --`"),
        );
        return None;
    }
    if report_placeholder(block, line.action, "action", sink) {
        return None;
    }
    sink.field(FieldPath::name("action"), line.action);
    let action = unquoted(&written);
    let expected = format!("{}/", action.trim_end_matches('/'));
    if written != expected {
        sink.report(
            Diagnostic::new(&ACTION_FORM, line.action, format!("the action is written `{written}`"))
                .field("action")
                .expected(expected.as_str())
                .found(written.as_ref())
                .fix(format!("Write `{expected}`"), line.action, expected.clone()),
        );
    }
    Some(action)
}

fn result(block: &Block<'_>, line: &CompletionLine, span: Span, sink: &mut Sink) -> Option<String> {
    let source = block.text.source();
    let span = span.trim(source);
    let bare = span.slice(source).trim_end_matches(['.', '*', ' ']).len();
    let span = span.take(bare);
    if span.is_empty() {
        let message = "the announcement states no result";
        sink.report(Diagnostic::new(&MISSING_RESULT, line.line, message).field("result"));
        return None;
    }
    if report_placeholder(block, span, "result", sink) {
        return None;
    }
    sink.field(FieldPath::name("result"), span);
    Some(block.read(span).into_owned())
}

fn report_placeholder(block: &Block<'_>, span: Span, field: &'static str, sink: &mut Sink) -> bool {
    let written = block.read(span);
    let is_open = is_placeholder(&written);
    if is_open {
        let message = format!("`{written}` is a placeholder");
        sink.report(Diagnostic::new(&PLACEHOLDER, span, message).field(field).found(written));
    }
    is_open
}

/// What the announcement says of the next step.
struct Tail {
    span: Span,
    /// `Step 4`, `Done`.
    target: Span,
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
        let after = Span::new(self.target.end, self.span.end);
        let says_more = block.text.slice(after).contains(char::is_alphanumeric);
        if says_more || self.form == TailForm::Below { rest } else { Span::new(rest.start, self.span.start) }
    }

    fn read(block: &Block<'_>, line: &CompletionLine) -> Option<Self> {
        let source = block.text.source();
        if let Some(Continuation { span, target }) = Continuation::at_end(source, line.rest) {
            return Some(Self { span, target, form: TailForm::Line });
        }
        let below = Span::new(line.line.end, block.span.end).trim(source);
        if let Some(Continuation { span, target }) = Continuation::alone(source, below) {
            return Some(Self { span, target, form: TailForm::Below });
        }
        let fragment = line.rest.slice(source);
        let bare = fragment.trim_end_matches(['.', '!', ' ']);
        let (before, said) = ENDS.iter().find_map(|end| Some((bare.strip_suffix(end)?, end)))?;
        let span = line.rest.skip(before.len());
        let is_apart = before.trim_end().ends_with(['.', ';', ')']);
        is_apart.then(|| Self { span, target: span.take(said.len()), form: TailForm::Short })
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
        sink.report(
            Diagnostic::new(&MISSING_NEXT_STEP, line.line, message)
                .field("nextStep")
                .expected("`Continuing to Step N...` or `Continuing to Done...`"),
        );
        return None;
    };
    sink.markup(tail.span);
    if report_placeholder(block, tail.target.skip(placeholder_start(block, tail.target)), "nextStep", sink) {
        return None;
    }
    let written = block.text.slice(tail.target);
    let Some(next) = NextStep::read(written) else {
        let message = format!("`{}` names no step", block.text.slice(tail.span).trim_end());
        let unnamed = Diagnostic::new(&NEXT_STEP_FORM, tail.span, message).field("nextStep");
        sink.report(unnamed.expected("`Continuing to Step N...` or `Continuing to Done...`"));
        return None;
    };
    sink.field(FieldPath::name("nextStep"), tail.target);
    let is_one = names_one_step(written);
    let expected = next.announced();
    let found = block.text.slice(tail.span).trim_end();
    let is_said = found.starts_with(&expected) || found.replace('…', "...") == expected;
    if !is_said || tail.form == TailForm::Below {
        let form = Diagnostic::new(&NEXT_STEP_FORM, tail.span, format!("the next step is written `{found}`"))
            .field("nextStep")
            .expected(expected.as_str())
            .found(found);
        // Words that follow the target are not the edit's to take away.
        let is_whole = tail.target.end as usize + 6 >= tail.span.end as usize && is_one;
        sink.report(match tail.form {
            TailForm::Below => {
                let gap = Span::new(line.line.end, tail.span.start);
                let stop = if block.text.slice(line.line).ends_with('.') { " " } else { ". " };
                form.fix("Write it at the end of the line", gap, stop)
            }
            _ if is_whole => form.fix(format!("Write `{expected}`"), tail.span, expected.clone()),
            _ => form,
        });
    }
    if let (NextStep::Step(next), Some(number)) = (next, step_number)
        && next == number
        && is_one
    {
        let message = format!("step {number} is complete, and continues to itself");
        sink.report(
            Diagnostic::new(&SAME_STEP, tail.target, message)
                .field("nextStep")
                .related(line.number, "this step"),
        );
    }
    Some(next)
}

/// `{N}` of `Step {N}`.
fn placeholder_start(block: &Block<'_>, target: Span) -> usize {
    block.text.slice(target).find('{').unwrap_or(0)
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
