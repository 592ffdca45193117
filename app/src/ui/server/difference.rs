use imara_diff::{Algorithm, Diff, Hunk, InternedInput};
use leptos::prelude::*;

use crate::text::Text;
use crate::ui::allowance::Allowance;
use crate::ui::server::changed::{changed, marked};
use crate::ui::size::counted;
use crate::ui::visible::{CLIP, cost, visible};

/// Lines of a group that are shown.
const MOST_LINES: usize = 1_000;
/// Unchanged lines shown around a change, as `diff -u` has it.
const CONTEXT: u32 = 3;

/// A line of a difference. Numbers count from 0, as [`crate::text::LineIndex`] does.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Line {
    /// The line's number in the later text.
    Same(u32),
    Removed(u32),
    Added(u32),
}

/// Returns the lines that differ and those around them, in groups that are apart from each other.
pub fn differences(before: &Text, after: &Text) -> Vec<Vec<Line>> {
    let mut input = InternedInput::default();
    input.update_before(lines_of(before));
    input.update_after(lines_of(after));
    // The other algorithms take quadratic time where every other line changes.
    let mut diff = Diff::compute(Algorithm::Myers, &input);
    diff.postprocess_lines(&input);
    let changes: Vec<Hunk> = diff.hunks().collect();
    let is_near = |left: &Hunk, right: &Hunk| right.before.start <= left.before.end + 2 * CONTEXT;
    changes.chunk_by(is_near).map(|changes| with_context(changes, after.lines().count())).collect()
}

fn lines_of(text: &Text) -> impl Iterator<Item = &str> {
    text.lines().spans().map(|line| text.slice(line).trim_end_matches(['\r', '\n']))
}

fn with_context(changes: &[Hunk], count: u32) -> Vec<Line> {
    let mut lines = Vec::new();
    let mut next = changes.first().map_or(0, |first| first.after.start.saturating_sub(CONTEXT));
    for Hunk { before, after } in changes {
        lines.extend((next..after.start).map(Line::Same));
        if before.len() == after.len() {
            // Each line beside what it becomes.
            let pairs = before.clone().zip(after.clone());
            lines.extend(pairs.flat_map(|(removed, added)| [Line::Removed(removed), Line::Added(added)]));
        } else {
            lines.extend(before.clone().map(Line::Removed));
            lines.extend(after.clone().map(Line::Added));
        }
        next = after.end;
    }
    lines.extend((next..count.min(next + CONTEXT)).map(Line::Same));
    lines
}

/// The lines that [`differences`] returns, group by group.
#[component]
pub fn Difference<'a>(
    before: &'a Text,
    after: &'a Text,
    groups: &'a [Vec<Line>],
    #[prop(into)] label: String,
) -> impl IntoView + use<> {
    let group = |lines: &Vec<Line>| {
        let most = Allowance::rows(lines.len().min(MOST_LINES));
        let more = lines.len() - most;
        let beside = |index: usize| match (lines.get(index), lines.get(index + 1)) {
            (Some(Line::Removed(removed)), Some(Line::Added(added))) => Some((*removed, *added)),
            _ => None,
        };
        let line = |(index, shown): (usize, &Line)| {
            let pair = match shown {
                Line::Same(_) => None,
                Line::Removed(_) => beside(index),
                Line::Added(_) => index.checked_sub(1).and_then(beside),
            };
            line(before, after, *shown, pair)
        };
        let lines: Vec<_> = lines.iter().enumerate().take(most).map(line).collect();
        view! {
            <div class="difference__hunk">
                {lines}
                {(more > 0).then(|| view! { <p class="clip">{format!("… {} here", counted(more as u64, "more line"))}</p> })}
            </div>
        }
    };
    view! {
        <div class="difference" role="region" aria-label=label tabindex="0">
            {groups.iter().map(group).collect::<Vec<_>>()}
        </div>
    }
}

/// A line, with what changed in it set apart where it is beside its other version.
fn line(before: &Text, after: &Text, line: Line, pair: Option<(u32, u32)>) -> impl IntoView + use<> {
    let (class, sign, word, text, number) = match line {
        Line::Same(number) => ("same", " ", "", after, number),
        Line::Removed(number) => ("removed", "−", "removed: ", before, number),
        Line::Added(number) => ("added", "+", "added: ", after, number),
    };
    let written =
        |text: &Text, number| text.read(text.lines().line(number)).trim_end_matches(['\r', '\n']).to_owned();
    let shown = written(text, number);
    let part = pair.filter(|_| shown.len() <= CLIP).map(|(removed, added)| {
        let (removed, added) = changed(&written(before, removed), &written(after, added));
        if matches!(line, Line::Added(_)) { added } else { removed }
    });
    let content = match part {
        Some(part) => {
            Allowance::take(cost(&shown));
            marked(&shown, part)
        }
        None => visible(&shown),
    };
    view! {
        <div class=format!("difference__line difference__line--{class}")>
            <span class="difference__number">{number + 1}</span>
            <span class="difference__sign" aria-hidden="true">{sign}</span>
            <span class="difference__text"><span class="visually-hidden">{word}</span>{content}</span>
        </div>
    }
}

#[cfg(test)]
mod tests {
    use super::{Line, differences};
    use crate::text::Text;

    fn check(before: &str, after: &str, expected: &[&str]) {
        let (before, after) = (Text::new(before), Text::new(after));
        let written = |text: &Text, line: u32| text.slice(text.lines().line(line)).trim_end().to_owned();
        let line = |line: &Line| match *line {
            Line::Same(line) => format!(" {}", written(&after, line)),
            Line::Removed(line) => format!("-{}", written(&before, line)),
            Line::Added(line) => format!("+{}", written(&after, line)),
        };
        let groups = differences(&before, &after);
        let drawn = groups.iter().map(|lines| lines.iter().map(line).collect::<Vec<_>>().join("\n"));
        assert_eq!(drawn.collect::<Vec<_>>(), expected);
    }

    #[test]
    fn changed_lines_have_three_lines_around_them() {
        check("one", "two", &["-one\n+two"]);
        check("a\nc\n", "a\nb\nc\n", &[" a\n+b\n c"]);
        check(
            "1\n2\n3\n4\n5\n6\n7\n8\n9\n",
            "1\n2\n3\n4\nx\n6\n7\n8\n9\n",
            &[" 2\n 3\n 4\n-5\n+x\n 6\n 7\n 8"],
        );
    }

    #[test]
    fn changes_far_from_each_other_are_groups_of_their_own() {
        check(
            "a\n1\n2\n3\n4\n5\n6\n7\nb",
            "x\n1\n2\n3\n4\n5\n6\n7\ny",
            &["-a\n+x\n 1\n 2\n 3", " 5\n 6\n 7\n-b\n+y"],
        );
        check("a\n1\nb", "x\n1\ny", &["-a\n+x\n 1\n-b\n+y"]);
    }
}
