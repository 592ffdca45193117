//! Draws an edit of several lines: the old lines, then the new ones.

use std::fmt::Write;

use annotate_snippets::renderer::{
    DEFAULT_ADDITION_STYLE, DEFAULT_LINE_NUM_STYLE, DEFAULT_REMOVAL_STYLE, Style as Paint,
};
use app::diagnostic::Edit;
use app::text::Text;

use super::excerpt::Excerpt;
use super::human::Style;
use super::visible::visible;

/// Returns whether an edit replaces text by several lines. The renderer draws insertions and edits of one line itself.
pub(super) fn rewrites_lines(fix: &Edit) -> bool {
    fix.insert.contains('\n') && !fix.span.is_empty()
}

/// Draws the lines below the title of the edit.
pub(super) fn draw(text: &Text, fix: &Edit, style: Style) -> String {
    let Excerpt { source, line, marked, goes_on } = Excerpt::of(text, fix.span);
    let insert: Vec<_> = fix.insert.lines().map(visible).collect();
    let (head, tail) = (source.get(..marked.start), source.get(marked.end..));
    let after = [head.unwrap_or_default(), &insert.join("\n"), tail.unwrap_or_default()].concat();
    let (before, after): (Vec<&str>, Vec<&str>) = (source.lines().collect(), after.lines().collect());
    let above = before.iter().zip(&after).take_while(|(before, after)| before == after).count();
    let number = |index: usize| line as usize + above + index;
    let width = number(before.len().max(after.len())).to_string().len();
    let paint = |paint: Paint, written: String| match style {
        Style::Plain => written,
        Style::Colored => format!("{paint}{written}{paint:#}"),
    };
    let bar = paint(DEFAULT_LINE_NUM_STYLE, format!("{:width$} |", ""));
    let mut drawn = format!("{bar}\n");
    let sides =
        [("-", DEFAULT_REMOVAL_STYLE, before.as_slice()), ("+", DEFAULT_ADDITION_STYLE, after.as_slice())];
    for (sign, side, lines) in sides {
        for (index, written) in lines.iter().skip(above).enumerate() {
            let is_line = sign == "+" || !goes_on || above + index + 1 < before.len();
            let (number, sign) = if is_line { (number(index).to_string(), sign) } else { Default::default() };
            let number = paint(DEFAULT_LINE_NUM_STYLE, format!("{number:>width$}"));
            let change = paint(side, format!("{sign:1} {written}"));
            // Writing to a string can't fail.
            let _ = writeln!(drawn, "{number} {}", change.trim_end());
        }
    }
    drawn.push_str(&bar);
    drawn
}
