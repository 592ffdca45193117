//! Which steps an announcement is about: `3`, `5-6`, `1, 2 and 3`, `2a`, `2 of 5`.

use super::spelled_number::spelled_number;
use crate::format::prelude::*;
use crate::moves::{Move, StepNumber};
use crate::reading::PLACEHOLDER;

/// A longer range counts something else.
const LONGEST_RANGE: u32 = 50;

/// Returns the numbers that are written, in order; `None` if the words are no step numbers.
pub fn step_numbers(written: &str) -> Option<Vec<u32>> {
    let bare = written.trim_matches(['*', '_', '`', '#', ' ']);
    // Nearly all are one number.
    if let Some(number) = bare.parse().ok().filter(|_| bare.bytes().all(|digit| digit.is_ascii_digit())) {
        return Some(vec![number]);
    }
    // The total, as in `2 of 5`, is no step.
    let bare = [" of ", "/", " out of "].iter().find_map(|of| Some(bare.split_once(of)?.0)).unwrap_or(bare);
    let mut numbers = Vec::new();
    for part in bare.split([',', '&', '+']).flat_map(|part| part.split(" and ")) {
        let part = part.trim().trim_start_matches("and ").trim_matches(['*', '#']);
        // Of a plain number, to look for what makes a range would take longest.
        let range = if part.bytes().all(|digit| digit.is_ascii_digit()) { None } else { range(part) };
        match range {
            Some((first, last)) => numbers.extend(first..=last),
            None => numbers.push(number(part)?),
        }
    }
    (!numbers.is_empty()).then_some(numbers)
}

record! {
    pub struct AnnouncedStep as camelCase {
        /// The first, where the line is about several.
        step_number: Option<u32> = required Integer,
        /// `5-6`, `2a`: where more than a number is there.
        #[serde(skip_serializing_if = "Option::is_none")]
        step_number_as_written: Option<String> = deviation Text,
        ..
        /// All steps that the line is about.
        #[serde(skip)]
        steps: Vec<u32>,
    }
}

impl AnnouncedStep {
    /// Reads the step numbers at a place, and reports a placeholder there.
    pub fn read(text: &Text, at: Span, sink: &mut Sink) -> Self {
        let written = text.slice(at);
        let Some(steps) = step_numbers(written) else {
            let message = format!("`{written}` is a placeholder");
            sink.report(Diagnostic::new(&PLACEHOLDER, at, message).field("stepNumber").found(written));
            return Self::default();
        };
        sink.field(FieldPath::name("stepNumber"), at);
        let is_plain = written.parse::<u32>().is_ok();
        let step_number_as_written = (!is_plain).then(|| written.to_owned());
        Self { step_number: steps.first().copied(), step_number_as_written, steps }
    }

    /// What the step is called.
    pub fn name(&self) -> String {
        let number = self.step_number.map_or("?".to_owned(), |number| number.to_string());
        self.step_number_as_written.clone().unwrap_or(number)
    }

    /// Returns a move for each step of the line.
    pub fn moves(&self, of: impl Fn(Option<StepNumber>) -> Move) -> Vec<Move> {
        let part = self.step_number_as_written.as_deref().and_then(|written| written.parse().ok());
        match (part, self.steps.as_slice()) {
            (Some(part), _) => vec![of(Some(part))],
            (None, []) => vec![of(None)],
            (None, steps) => steps.iter().map(|step| of(Some(StepNumber::from(*step)))).collect(),
        }
    }
}

fn range(part: &str) -> Option<(u32, u32)> {
    let (first, last) = ["-", "–", "—", "..", " to "].iter().find_map(|dash| part.split_once(dash))?;
    let (first, last) = (number(first.trim())?, number(last.trim())?);
    (first < last && last - first < LONGEST_RANGE).then_some((first, last))
}

/// `2`, `2a` and `2.1`, which are parts of a step, `two`.
fn number(part: &str) -> Option<u32> {
    let digits = part.bytes().take_while(u8::is_ascii_digit).count();
    let (number, rest) = part.split_at_checked(digits)?;
    let is_part = rest.strip_prefix('.').is_some_and(|part| part.bytes().all(|digit| digit.is_ascii_digit()))
        || rest.len() == 1 && rest.bytes().all(|letter| letter.is_ascii_alphabetic());
    if digits > 0 && (rest.is_empty() || is_part) { number.parse().ok() } else { spelled_number(part) }
}

#[cfg(test)]
mod tests {
    use super::step_numbers;

    #[test]
    fn steps_are_counted_in_many_ways() {
        for (written, expected) in [
            ("3", vec![3]),
            ("#3", vec![3]),
            ("four", vec![4]),
            ("5-6", vec![5, 6]),
            ("2 – 4", vec![2, 3, 4]),
            ("1, 2 and 3", vec![1, 2, 3]),
            ("1 & 3", vec![1, 3]),
            ("2a", vec![2]),
            ("2.1", vec![2]),
            ("2 of 5", vec![2]),
            ("2/5", vec![2]),
        ] {
            assert_eq!(step_numbers(written), Some(expected), "{written}");
        }
        for written in ["", "it", "6-5", "2ab", "{N}", "1-1000"] {
            assert_eq!(step_numbers(written), None, "{written}");
        }
    }
}
