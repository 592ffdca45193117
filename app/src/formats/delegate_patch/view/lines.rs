//! The lines of a hunk in the order of a diff: lines that stay are listed once.

use std::ops::Range;

/// Pairs of lines that are compared; of a larger hunk only its beginning and its end are.
const MOST_PAIRS: usize = 100_000;

/// A line, by where it is among the old lines and the new ones.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Line {
    Same { old: usize, new: usize },
    Removed(usize),
    Added(usize),
}

/// As few lines come and go as can be.
pub(super) fn lines(old: &[String], new: &[String]) -> Vec<Line> {
    let above = old.iter().zip(new).take_while(|(old, new)| old == new).count();
    let rest = old.iter().skip(above).rev().zip(new.iter().skip(above).rev());
    let below = rest.take_while(|(old, new)| old == new).count();
    let (old_end, new_end) = (old.len() - below, new.len() - below);
    let same = |(old, new)| Line::Same { old, new };
    let mut lines: Vec<Line> = (0..above).map(|index| same((index, index))).collect();
    between(old, above..old_end, new, above..new_end, &mut lines);
    lines.extend((old_end..old.len()).zip(new_end..new.len()).map(same));
    lines
}

/// The lines between those that stay at both ends.
fn between(
    old: &[String],
    old_lines: Range<usize>,
    new: &[String],
    new_lines: Range<usize>,
    lines: &mut Vec<Line>,
) {
    let (mut at_old, mut at_new) = (old_lines.start, new_lines.start);
    if old_lines.len().saturating_mul(new_lines.len()) <= MOST_PAIRS {
        let width = new_lines.len() + 1;
        // How many lines can stay from a pair on.
        let mut staying = vec![0_u32; (old_lines.len() + 1) * width];
        let place = |old: usize, new: usize| (old - old_lines.start) * width + (new - new_lines.start);
        for old_at in old_lines.clone().rev() {
            for new_at in new_lines.clone().rev() {
                staying[place(old_at, new_at)] = if old[old_at] == new[new_at] {
                    staying[place(old_at + 1, new_at + 1)] + 1
                } else {
                    staying[place(old_at + 1, new_at)].max(staying[place(old_at, new_at + 1)])
                };
            }
        }
        while at_old < old_lines.end && at_new < new_lines.end {
            if old[at_old] == new[at_new] {
                lines.push(Line::Same { old: at_old, new: at_new });
                (at_old, at_new) = (at_old + 1, at_new + 1);
            } else if staying[place(at_old + 1, at_new)] >= staying[place(at_old, at_new + 1)] {
                lines.push(Line::Removed(at_old));
                at_old += 1;
            } else {
                lines.push(Line::Added(at_new));
                at_new += 1;
            }
        }
    }
    lines.extend((at_old..old_lines.end).map(Line::Removed));
    lines.extend((at_new..new_lines.end).map(Line::Added));
}

#[cfg(test)]
mod tests {
    use super::{Line, lines};

    fn check(old: &str, new: &str, expected: &str) {
        let of = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        let (old, new) = (of(old), of(new));
        let drawn = lines(&old, &new).into_iter().map(|line| match line {
            Line::Same { old: at, new: other } => {
                assert_eq!(old[at], new[other]);
                old[at].clone()
            }
            Line::Removed(at) => format!("-{}", old[at]),
            Line::Added(at) => format!("+{}", new[at]),
        });
        assert_eq!(drawn.collect::<Vec<_>>().join(" "), expected);
    }

    #[test]
    fn a_line_that_stays_between_changes_is_told_once() {
        check("a b", "x b c", "-a +x b +c");
        check("a b c d", "a x c y d", "a -b +x c +y d");
    }

    #[test]
    fn lines_come_go_and_stay() {
        check("a b", "x y", "-a -b +x +y");
        check("", "x", "+x");
        check("x", "", "-x");
        check("a a", "a", "a -a");
        check("a b", "a b", "a b");
    }

    #[test]
    fn a_hunk_of_many_lines_is_told_by_its_ends() {
        let many = |first: &str| format!("top {} end", format!("{first} same ").repeat(1_000));
        let (old, new) = (many("a"), many("b"));
        let of = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        let lines = lines(&of(&old), &of(&new));
        assert_eq!(lines.iter().filter(|line| matches!(line, Line::Same { .. })).count(), 3);
    }
}
