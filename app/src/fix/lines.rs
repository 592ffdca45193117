use std::ops::Range;

use super::Change;
use crate::text::{Span, Text};

/// Unchanged lines shown around a change.
const CONTEXT: u32 = 3;

/// Lines that changed, with some that did not around them.
#[derive(Debug, PartialEq, Eq)]
pub struct Hunk {
    pub lines: Vec<Line>,
}

/// A line of a difference. Numbers count from 0, as [`crate::text::LineIndex`] does.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Line {
    /// The line stands in both texts.
    Same {
        before: u32,
        after: u32,
    },
    Removed(u32),
    Added(u32),
}

/// The same lines in both texts.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Region {
    before: Range<u32>,
    after: Range<u32>,
}

/// The changes as whole lines, in order.
pub fn hunks(before: &Text, after: &Text, changes: &[Change]) -> Vec<Hunk> {
    let mut regions: Vec<Region> = Vec::new();
    for change in changes {
        let region = region(before, after, change);
        match regions.last_mut() {
            Some(last) if region.before.start <= last.before.end || region.after.start <= last.after.end => {
                last.before.end = last.before.end.max(region.before.end);
                last.after.end = last.after.end.max(region.after.end);
            }
            _ => regions.push(region),
        }
    }
    for region in &mut regions {
        narrow(before, after, region);
    }
    regions.retain(|region| !region.before.is_empty() || !region.after.is_empty());
    let together = |left: &Region, right: &Region| right.before.start <= left.before.end + 2 * CONTEXT;
    regions.chunk_by(together).map(|regions| hunk(regions, before.lines().count())).collect()
}

/// The whole lines that a change touches.
fn region(before: &Text, after: &Text, change: &Change) -> Region {
    let begins_line = |text: &Text, at: u32| text.lines().line(text.lines().line_of(at)).start == at;
    let is_of_whole_lines = [(before, change.before), (after, change.after)]
        .into_iter()
        .all(|(text, span)| begins_line(text, span.start) && begins_line(text, span.end));
    let lines = |text: &Text, span: Span| {
        let lines = text.lines();
        let last = lines.line_of(span.end) + u32::from(!is_of_whole_lines);
        lines.line_of(span.start)..last.min(lines.count()).max(lines.line_of(span.start))
    };
    Region { before: lines(before, change.before), after: lines(after, change.after) }
}

/// Leaves out lines at either end that say the same.
fn narrow(before: &Text, after: &Text, region: &mut Region) {
    while let (Some(left), Some(right)) = (region.before.clone().next(), region.after.clone().next())
        && says(before, left) == says(after, right)
    {
        region.before.start += 1;
        region.after.start += 1;
    }
    while let (Some(left), Some(right)) =
        (region.before.clone().next_back(), region.after.clone().next_back())
        && says(before, left) == says(after, right)
    {
        region.before.end -= 1;
        region.after.end -= 1;
    }
}

fn says(text: &Text, line: u32) -> &str {
    text.slice(text.lines().line(line)).trim_end_matches(['\r', '\n'])
}

fn hunk(regions: &[Region], count: u32) -> Hunk {
    let mut lines = Vec::new();
    let mut told: Option<u32> = None;
    for Region { before, after } in regions {
        let from = told.unwrap_or(before.start.saturating_sub(CONTEXT));
        // Unchanged lines stand as far before the change in one text as in the other.
        let same = (from..before.start).filter_map(|line| {
            Some(Line::Same { before: line, after: after.start.checked_sub(before.start - line)? })
        });
        lines.extend(same);
        lines.extend(before.clone().map(Line::Removed));
        lines.extend(after.clone().map(Line::Added));
        told = Some(before.end);
    }
    if let Some(Region { before, after }) = regions.last() {
        let last = (before.end + CONTEXT).min(count);
        lines.extend(
            (before.end..last)
                .map(|line| Line::Same { before: line, after: after.end + (line - before.end) }),
        );
    }
    Hunk { lines }
}

#[cfg(test)]
mod tests {
    use super::{Line, hunks};
    use crate::fix::Change;
    use crate::text::{Span, Text};

    /// Replaces a part, and draws what is told of it.
    fn check(before: &str, span: (u32, u32), insert: &str, expected: &str) {
        let span = Span::new(span.0, span.1);
        let (head, tail) = (&before[..span.start as usize], &before[span.end as usize..]);
        let (before, after) = (Text::new(before), Text::new(format!("{head}{insert}{tail}")));
        let change = Change { before: span, after: Span::new(span.start, span.start + insert.len() as u32) };
        let hunks = hunks(&before, &after, &[change]);
        let says = |text: &Text, line: u32| text.slice(text.lines().line(line)).trim_end().to_owned();
        let line = |line: &Line| match *line {
            Line::Same { before: line, after: other } => {
                assert_eq!(says(&before, line), says(&after, other));
                format!(" {}", says(&before, line))
            }
            Line::Removed(line) => format!("-{}", says(&before, line)),
            Line::Added(line) => format!("+{}", says(&after, line)),
        };
        let drawn: Vec<_> = hunks.iter().flat_map(|hunk| hunk.lines.iter().map(line)).collect();
        assert_eq!(drawn.join("\n"), expected);
    }

    #[test]
    fn a_word_is_changed_in_its_line() {
        check("a\nb c\nd\n", (4, 5), "x", " a\n-b c\n+b x\n d");
        check("one", (0, 3), "two", "-one\n+two");
    }

    #[test]
    fn whole_lines_come_and_go() {
        check("a\nb\nc\n", (2, 4), "", " a\n-b\n c");
        check("a\nc\n", (2, 2), "b\n", " a\n+b\n c");
        check("a\n", (2, 2), "b\n", " a\n+b");
    }

    #[test]
    fn a_line_that_is_put_behind_another_leaves_that_one_alone() {
        check("a\nc\n", (1, 1), "\nb", " a\n+b\n c");
        check("a", (1, 1), "\nb\n", " a\n+b");
    }

    #[test]
    fn far_lines_are_left_out() {
        check("1\n2\n3\n4\n5\n6\n7\n8\n9\n", (8, 9), "x", " 2\n 3\n 4\n-5\n+x\n 6\n 7\n 8");
    }
}
