use super::super::Hunk;
use super::lines::Line;
use crate::ui::prelude::*;

/// More lines of a hunk are left to the source.
const MOST_LINES: usize = 1_000;

/// What a line of a diff is.
#[derive(Copy, Clone, PartialEq, Eq)]
enum Side {
    Same,
    Removed,
    Added,
}

/// A hunk as a diff, with unchanged, removed and added lines set apart.
#[component]
pub(super) fn HunkDiff(
    hunk: Hunk,
    lines: Vec<Line>,
    /// By how many lines the hunks above move this one.
    moved: i64,
) -> impl IntoView {
    let Hunk { start_line, end_line, old_lines, new_lines, description } = hunk;
    let start = start_line.map(|start| {
        view! {
            {if end_line.is_some() { "lines " } else { "line " }}
            <span data-field="patches[].hunks[].start_line">{start}</span>
            {end_line.map(|end| view! { " to "<span data-field="patches[].hunks[].end_line">{end}</span> })}
        }
    });
    let start_label = match start {
        Some(start) => start.into_any(),
        None => "no line stated".into_any(),
    };
    let old_number = start_line.map(i64::from);
    let new_number = old_number.map(|start| start + moved);
    let old = |index: usize| old_number.map(|start| start + index as i64);
    let new = |index: usize| new_number.map(|start| start + index as i64);
    let most = Allowance::rows(MOST_LINES);
    let left_out = lines.len().saturating_sub(most);
    let rows = lines.into_iter().take(most).filter_map(|line| {
        Some(match line {
            Line::Same { old: at, new: other } => row(Side::Same, old(at), new(other), old_lines.get(at)?),
            Line::Removed(at) => row(Side::Removed, old(at), None, old_lines.get(at)?),
            Line::Added(at) => row(Side::Added, None, new(at), new_lines.get(at)?),
        })
    });
    let rows: Vec<_> = rows.collect();
    view! {
        <div>
            <p class="diff__hunk-head">
                <span class="faint">{start_label}</span>
                {description.map(|text| view! { <Inline text field="patches[].hunks[].description"/> })}
            </p>
            <div class="diff__scroll" role="region" aria-label="Lines" tabindex="0">
                <table class="diff__table">
                    <tbody>{rows}</tbody>
                </table>
            </div>
            {(left_out > 0).then(|| view! {
                <p class="clip">{format!("… {left_out} more lines are in the source")}</p>
            })}
        </div>
    }
}

fn row(side: Side, old: Option<i64>, new: Option<i64>, text: &str) -> impl IntoView + use<> {
    let (class, sign, said, field) = match side {
        Side::Same => ("same", " ", "", "patches[].hunks[].old_lines"),
        Side::Removed => ("removed", "−", "removed", "patches[].hunks[].old_lines"),
        Side::Added => ("added", "+", "added", "patches[].hunks[].new_lines"),
    };
    view! {
        <tr class=format!("diff__line diff__line--{class}")>
            <td class="diff__number">{old}</td>
            <td class="diff__number">{new}</td>
            <td class="diff__sign"><span aria-hidden="true">{sign}</span><span class="visually-hidden">{said}</span></td>
            <td class="diff__code"><code data-field=field>{visible(text)}</code></td>
        </tr>
    }
}
