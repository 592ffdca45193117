//! How many steps a summary claims: under labels of their own, or in a line such as `4 total, 3 completed, 1 failed`.

use super::names::METRICS;
use super::rules::UNREADABLE_COUNT;
use crate::chain::spelled_number;
use crate::format::prelude::*;
use crate::reading::{Label, Labels, Stated};

/// How far after a number, in bytes, the word that it counts may be.
const NEAR: usize = 24;

const TOTAL: &str = "totalSteps";
const COMPLETED: &str = "completedSteps";
const FAILED: &str = "failedSteps";

/// How many steps there are in all, how many are completed, and how many failed.
pub(super) fn read(labels: &Labels<'_>, sink: &mut Sink) -> [Option<u32>; 3] {
    let fields = [TOTAL, COMPLETED, FAILED];
    let line = total_of_parts(labels);
    let mut counts = fields.map(|field| match field {
        TOTAL if line.is_some() => None,
        _ => count(labels, field, sink),
    });
    // The line is read only if no label states a count, because the two might contradict each other.
    let line = line.or_else(|| labels.find(METRICS.name));
    let line = line.filter(|label| counts == [None; 3] && !label.value.is_empty());
    if let Some(label) = line {
        let span = label.value;
        // Offsets refer to the text as written; a repair never changes a digit.
        for found in counted(labels.slice(span)) {
            if let Some((_, count)) = fields.iter().zip(&mut counts).find(|(field, _)| **field == found.field)
            {
                *count = Some(found.number);
            }
            sink.field(FieldPath::name(found.field), span.skip(found.at).take(found.length));
        }
        sink.markup(Span::new(label.line.start, span.start));
    }
    counts
}

/// Returns the label of the total if it states all counts and the others have none: `Total: 5 steps, 1 failed`.
fn total_of_parts<'l>(labels: &'l Labels<'_>) -> Option<&'l Label> {
    let is_alone = labels.find(COMPLETED).is_none() && labels.find(FAILED).is_none();
    labels.find(TOTAL).filter(|label| is_alone && counted(labels.slice(label.value)).nth(1).is_some())
}

fn count(labels: &Labels<'_>, field: &'static str, sink: &mut Sink) -> Option<u32> {
    let Stated { span, value } = labels.optional(field, sink)?;
    let number = counted(&value).next().map(|found| found.number);
    if number.is_none() {
        let message = format!("`{value}` is no number of steps");
        sink.report(Diagnostic::new(&UNREADABLE_COUNT, span, message).field(field).found(value));
    }
    number
}

struct Counted {
    number: u32,
    field: &'static str,
    /// Where it is, in digits or as a word.
    at: usize,
    length: usize,
}

/// Returns every number, in digits or as a word, with what it counts: `3 completed`, `one failed`, `4 steps`. In `3/4`
/// and `3 of 4`, the last number is the total.
fn counted(written: &str) -> impl Iterator<Item = Counted> {
    let starts = written.char_indices().filter(|(at, first)| {
        let before = written.get(..*at).and_then(|before| before.chars().next_back());
        let begins = |is_part: fn(char) -> bool| is_part(*first) && !before.is_some_and(is_part);
        begins(|part| part.is_ascii_digit()) || begins(char::is_alphanumeric)
    });
    starts.filter_map(|(at, _)| {
        let rest = written.get(at..)?;
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let letters = rest.bytes().take_while(u8::is_ascii_alphabetic).count();
        let length = digits.max(letters);
        let (word, after) = rest.split_at_checked(length)?;
        let number = word.parse().ok().or_else(|| spelled_number(word))?;
        let near = after.get(..after.floor_char_boundary(NEAR)).unwrap_or_default();
        let words = near.trim_start_matches([' ', '*', '_', ':', '-']).to_ascii_lowercase();
        let is_part = words.starts_with('/') || words.starts_with("of ");
        let field = if is_part
            || ["completed", "complete", "done", "succe", "pass"].iter().any(|word| words.starts_with(word))
                && !is_whole(written, at)
        {
            COMPLETED
        } else if words.starts_with("fail") {
            FAILED
        } else {
            TOTAL
        };
        Some(Counted { number, field, at, length })
    })
}

/// `4` of `3/4 completed` and of `3 of 4 steps`.
fn is_whole(written: &str, at: usize) -> bool {
    let before = written.get(..at).unwrap_or_default().trim_end();
    before.ends_with('/') || before.ends_with(" of")
}

#[cfg(test)]
mod tests {
    use super::{COMPLETED, FAILED, TOTAL, counted};

    fn check(written: &str, expected: &[(u32, &str)]) {
        let found: Vec<(u32, &str)> = counted(written).map(|found| (found.number, found.field)).collect();
        assert_eq!(found, expected, "{written}");
    }

    #[test]
    fn numbers_are_told_by_their_words() {
        check("4", &[(4, TOTAL)]);
        check("4 total, 3 completed, 1 failed", &[(4, TOTAL), (3, COMPLETED), (1, FAILED)]);
        check("3/4 completed", &[(3, COMPLETED), (4, TOTAL)]);
        check("3 of 4 done", &[(3, COMPLETED), (4, TOTAL)]);
        check("Three of four done, one failed", &[(3, COMPLETED), (4, TOTAL), (1, FAILED)]);
        check("all of them, someone else's", &[]);
    }
}
