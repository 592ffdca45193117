//! Lines that announce the next step: `Continuing to Step 4...`.

use std::sync::LazyLock;

use memchr::memmem::FinderRev;
use serde::Serialize;

use super::cells::number_of;
use super::spelled_number::spelled_number;
use crate::format::prelude::*;
use crate::reading::report_placeholder;

/// The words before the step, in lower case.
const CONTINUING: &str = "continuing to ";
/// Other words for the same.
const OTHER_WORDS: [&str; 6] =
    ["next: ", "next step: ", "next up: ", "proceeding to ", "moving on to ", "moving to "];
static CONTRACT_FINDER: LazyLock<FinderRev<'static>> = LazyLock::new(|| FinderRev::new(CONTINUING));
static OTHER_FINDERS: LazyLock<[FinderRev<'static>; 6]> = LazyLock::new(|| OTHER_WORDS.map(FinderRev::new));
/// A longer line does more than announce the next step.
const LONGEST_LINE: u32 = 200;

#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum NextStep {
    Step(u32),
    Done(Done),
}

#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize)]
pub enum Done {
    Done,
}

impl NextStep {
    /// `Step 4`, `Done`.
    pub fn read(target: &str) -> Option<Self> {
        let words = target.trim().to_ascii_lowercase();
        let is_done = [
            "done", "completion", "complete", "end", "chain completion", "chain complete", "chain completed",
        ]
        .contains(&words.as_str());
        if is_done {
            return Some(Self::Done(Done::Done));
        }
        let last = words.split_whitespace().next_back().unwrap_or_default();
        number_of(target).or_else(|| spelled_number(last)).map(Self::Step)
    }

    /// As the contract writes it.
    pub fn announced(self) -> String {
        match self {
            Self::Step(number) => format!("Continuing to Step {number}..."),
            Self::Done(_) => "Continuing to Done...".to_owned(),
        }
    }
}

/// The part of a line that announces the next step.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Continuation {
    /// From the words before the step to the end of the line.
    pub span: Span,
    /// What they name, up to the dots; what a person adds after them stays part of the line.
    pub target: Span,
}

impl Continuation {
    /// At the end of a line: `… Continuing to Step 4...`, or in other words that name a step.
    pub fn at_end(source: &str, line: Span) -> Option<Self> {
        let lower = line.slice(source).to_ascii_lowercase();
        Self::in_contract_words(source, line, &lower).or_else(|| Self::in_other_words(source, line, &lower))
    }

    /// In a line that holds nothing else.
    pub fn alone(source: &str, line: Span) -> Option<Self> {
        let line = line.trim(source);
        if line.len() >= LONGEST_LINE {
            return None;
        }
        let found = Self::at_end(source, line)?;
        let before = Span::new(line.start, found.span.start).slice(source);
        (!before.contains(char::is_alphanumeric)).then_some(Self { span: line, ..found })
    }

    /// Reads what it names; `rule` is for words that name no step.
    pub fn read(self, text: &Text, rule: &'static Rule, sink: &mut Sink) -> Option<NextStep> {
        let Self { span, target } = self;
        let written = text.slice(target);
        let slot = target.skip(written.find('{').unwrap_or(0));
        if report_placeholder(text.slice(slot), slot, "nextStep", sink) {
            return None;
        }
        let next = NextStep::read(written);
        if next.is_some() {
            sink.field(FieldPath::name("nextStep"), target);
        } else {
            let message = format!("`{}` names no step", text.slice(span).trim_end());
            let unnamed = Diagnostic::new(rule, span, message).field("nextStep");
            sink.report(unnamed.expected("`Continuing to Step N...` or `Continuing to Done...`"));
        }
        next
    }

    fn in_contract_words(source: &str, line: Span, lower: &str) -> Option<Self> {
        let span = line.skip(CONTRACT_FINDER.rfind(lower.as_bytes())?);
        let words = span.skip(CONTINUING.len());
        let fragment = words.slice(source);
        let end = fragment.find(['.', '…', '!', '*', ',', ';', '(', '<']).unwrap_or(fragment.len());
        Some(Self { span, target: words.take(end).trim(source) })
    }

    /// Reads a continuation in [`OTHER_WORDS`], which must begin a sentence and name nothing but a step.
    fn in_other_words(source: &str, line: Span, lower: &str) -> Option<Self> {
        OTHER_FINDERS.iter().find_map(|finder| {
            let at = finder.rfind(lower.as_bytes())?;
            let words = finder.needle();
            let before = lower.get(..at)?.trim_end_matches([' ', '*', '_']);
            let begins =
                before.is_empty() || before.ends_with(['.', ';', '!', ')', ']', '-', '–', '—', '→', '>']);
            let span = line.skip(at);
            let rest = span.skip(words.len()).slice(source);
            let named = rest.trim_end_matches(['.', '…', '!', '*', '_', ' ']);
            let target = span.skip(words.len()).take(named.len()).trim(source);
            (begins && names_step(target.slice(source))).then_some(Self { span, target })
        })
    }
}

/// Returns whether a target names one whole step, or the end; `Steps 3 and 4` and `Step 2b` name more than a number.
pub fn names_one_step(target: &str) -> bool {
    let mut numbers = target
        .split(|part: char| !part.is_alphanumeric())
        .filter(|part| part.starts_with(|digit: char| digit.is_ascii_digit()));
    let first = numbers.next();
    numbers.next().is_none() && first.is_none_or(|number| number.bytes().all(|digit| digit.is_ascii_digit()))
}

/// `Step 4`, `4`, `#4`, `Done`.
fn names_step(target: &str) -> bool {
    let bare = target.trim_start_matches("**");
    let number = bare.strip_prefix("Step ").or_else(|| bare.strip_prefix("step ")).unwrap_or(bare);
    let digits = number.trim_start_matches('#');
    let is_number = !digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_digit());
    is_number || spelled_number(number).is_some() || matches!(NextStep::read(target), Some(NextStep::Done(_)))
}

#[cfg(test)]
mod tests {
    use super::Continuation;
    use crate::text::Span;

    #[test]
    fn the_next_step_is_named_in_many_words() {
        for (line, target) in [
            ("Types added. Continuing to Step 4...", Some("Step 4")),
            ("Types added. Next: Step 4", Some("Step 4")),
            ("Types added; proceeding to step five.", Some("step five")),
            ("Types added. **Next step:** 4", None),
            ("Next step: 4", Some("4")),
            ("All is well. Next: done.", Some("done")),
            ("Sorted what comes next: step 4 is the one to watch", None),
            ("Next: read the logs", None),
        ] {
            let found = Continuation::at_end(line, Span::of(0, line.len()));
            assert_eq!(found.map(|found| found.target.slice(line)), target, "{line}");
        }
    }
}
