//! How many steps a summary claims: under labels of their own, or in a line such as `4 total, 3 completed, 1 failed`.

use super::names::{COMPLETED, FAILED, METRICS, TOTAL};
use super::rules::UNREADABLE_COUNT;
use crate::chain::spelled_number;
use crate::diagnostic::{Diagnostic, FieldPath, Sink};
use crate::reading::{Label, Labels, Stated};
use crate::text::Span;

/// So far behind a number, in bytes, stands the word that says what it counts.
const NEAR: usize = 24;

#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Counts {
    pub total: Option<u32>,
    pub completed: Option<u32>,
    pub failed: Option<u32>,
}

pub(super) fn read(labels: &Labels<'_>, sink: &mut Sink) -> Counts {
    let line = total_of_parts(labels);
    let mut counts = Counts {
        total: if line.is_none() { count(labels, TOTAL, "totalSteps", sink) } else { None },
        completed: count(labels, COMPLETED, "completedSteps", sink),
        failed: count(labels, FAILED, "failedSteps", sink),
    };
    let is_silent = counts == Counts::default();
    // The line says nothing that the labels do not; one that they contradict would be a guess.
    let line = line.or_else(|| labels.find(METRICS)).filter(|label| is_silent && !label.value.is_empty());
    if let Some(label) = line {
        let span = label.value;
        // Places are of the text as it stands; what a repair changes is no digit.
        for found in counted(labels.slice(span)) {
            let (place, field) = match found.of {
                Of::Total => (&mut counts.total, "totalSteps"),
                Of::Completed => (&mut counts.completed, "completedSteps"),
                Of::Failed => (&mut counts.failed, "failedSteps"),
            };
            *place = Some(found.number);
            sink.field(FieldPath::name(field), span.skip(found.at).take(found.length));
        }
        sink.markup(Span::new(label.line.start, span.start));
    }
    counts
}

/// `Total: 5 steps, 4 completed, 1 failed`: all counts under the label of one, where no other label has them.
fn total_of_parts<'l>(labels: &'l Labels<'_>) -> Option<&'l Label> {
    let is_alone = labels.find(COMPLETED).is_none() && labels.find(FAILED).is_none();
    labels.find(TOTAL).filter(|label| is_alone && counted(labels.slice(label.value)).nth(1).is_some())
}

fn count(labels: &Labels<'_>, name: usize, field: &'static str, sink: &mut Sink) -> Option<u32> {
    let Stated { span, value } = labels.optional(name, sink)?;
    let number = counted(&value).next().map(|found| found.number);
    if number.is_none() {
        let message = format!("`{value}` is no number of steps");
        sink.report(Diagnostic::new(&UNREADABLE_COUNT, span, message).field(field).found(value));
    }
    number
}

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Of {
    Total,
    Completed,
    Failed,
}

struct Counted {
    number: u32,
    of: Of,
    /// Where it stands, in digits or as a word.
    at: usize,
    length: usize,
}

/// Every number, in digits or as a word, by the word that follows it: `3 completed`, `one failed`, `4 steps`; of `3/4`
/// and `3 of 4` the last is the total.
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
        let of = if is_part
            || ["completed", "complete", "done", "succe", "pass"].iter().any(|word| words.starts_with(word))
                && !is_whole(written, at)
        {
            Of::Completed
        } else if words.starts_with("fail") {
            Of::Failed
        } else {
            Of::Total
        };
        Some(Counted { number, of, at, length })
    })
}

/// `4` of `3/4 completed` and of `3 of 4 steps`.
fn is_whole(written: &str, at: usize) -> bool {
    let before = written.get(..at).unwrap_or_default().trim_end();
    before.ends_with('/') || before.ends_with(" of")
}

#[cfg(test)]
mod tests {
    use super::{Of, counted};

    fn check(written: &str, expected: &[(u32, Of)]) {
        let found: Vec<(u32, Of)> = counted(written).map(|found| (found.number, found.of)).collect();
        assert_eq!(found, expected, "{written}");
    }

    #[test]
    fn numbers_are_told_by_their_words() {
        check("4", &[(4, Of::Total)]);
        check("4 total, 3 completed, 1 failed", &[(4, Of::Total), (3, Of::Completed), (1, Of::Failed)]);
        check("3/4 completed", &[(3, Of::Completed), (4, Of::Total)]);
        check("3 of 4 done", &[(3, Of::Completed), (4, Of::Total)]);
        check("Three of four done, one failed", &[(3, Of::Completed), (4, Of::Total), (1, Of::Failed)]);
        check("all of them, someone else's", &[]);
    }
}
