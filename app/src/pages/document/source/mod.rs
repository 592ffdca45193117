//! A text with its line numbers, and its issues in place.

mod line;

use self::line::{pieces, source_line};
use super::diagnostics::Actions;
use crate::diagnostic::{Diagnostic, Severity};
use crate::format::Parsed;
use crate::text::{Span, Text};
use crate::ui::prelude::*;
use crate::ui::visible::cost;

/// Lines on one page of the source; a page of this length is laid out at once.
const PAGE: u32 = 500;
/// What the lines of a page may cost together before long ones are cut, and what is shown of each of them then, both in
/// bytes of HTML.
const MOST_BYTES: usize = 256 * 1024;
const CUT_LINE: usize = 1_000;
/// Issues of a page that come with prompts to copy; each of them has the length of a paragraph.
const MOST_ACTIONS: usize = 50;
/// Issues of a page that are shown, and places that are marked.
const MOST_NOTES: usize = 250;
const MOST_MARKS: usize = 2_000;

/// The first line (from 1) of the page that holds `line`.
pub const fn page_of(line: u32) -> u32 {
    (line.saturating_sub(1) / PAGE) * PAGE + 1
}

/// The first lines of the pages of a text.
#[cfg(feature = "ssr")]
pub fn pages_of(text: &Text) -> impl Iterator<Item = u32> {
    (1..=text.lines().count().max(1)).step_by(PAGE as usize)
}

/// The bytes of the page that begins with line `from`.
pub fn page_span(text: &Text, from: u32) -> Span {
    let (first, last) = page(text, from);
    text.lines().line(first - 1).to(text.lines().line(last.max(first) - 1))
}

/// The first and the last line of the page that begins with line `from`. A text that fits on one page is whole.
pub fn page(text: &Text, from: u32) -> (u32, u32) {
    let count = text.lines().count();
    let first = if count <= PAGE { 1 } else { from.clamp(1, count) };
    (first, (first + PAGE - 1).min(count))
}

/// The page of the text that begins with line `from`.
#[component]
pub fn SourceView<'a>(
    text: &'a Text,
    /// Those that are on the page.
    blocks: &'a [&'a Parsed],
    from: u32,
    /// The address of the page that begins at a line, if there is one.
    page_href: Callback<u32, Option<String>>,
    /// `None` if a list beside the source has them.
    actions: Option<&'a Actions>,
) -> impl IntoView + use<> {
    let count = text.lines().count();
    let (first, last) = page(text, from);
    let (mut rows, left_out) = rows(text, blocks, first, last);
    let mut left = MOST_ACTIONS;
    for row in &mut rows {
        row.actions = actions.filter(|_| left > 0);
        row.is_linked = actions.is_some();
        left = left.saturating_sub(row.notes.len());
    }
    let longest = longest(rows.iter().map(|row| cost(text.slice(row.span))));
    let lines: Vec<_> = rows.iter().map(|row| source_line(text, row, longest)).collect();
    view! {
        {(count > PAGE).then(|| pages(first, last, count, page_href))}
        <div class="source" class:source--linked=actions.is_some() class:source--long=count.ge(&1_000) role="region" aria-label="Source text" tabindex="0">
            {lines}
        </div>
        {(left_out > 0).then(|| view! {
            <p class="source__left-out muted">{format!("{} more on these lines.", counted(left_out as u64, "issue"))}</p>
        })}
    }
}

/// Where lines are cut: nowhere, while all of them together are of a size that a page can hold.
fn longest(costs: impl Iterator<Item = usize>) -> usize {
    if costs.sum::<usize>() <= MOST_BYTES { MOST_BYTES } else { CUT_LINE }
}

fn pages(first: u32, last: u32, count: u32, page_href: Callback<u32, Option<String>>) -> impl IntoView {
    let link = |from: Option<u32>, label: &'static str| {
        let href = from.and_then(|from| page_href.run(from));
        href.map(|href| view! { <a href=href>{label}</a> })
    };
    view! {
        <nav class="source__pages" aria-label="Pages of the source">
            <span>{format!("Lines {}–{} of {}", grouped(first.into()), grouped(last.into()), grouped(count.into()))}</span>
            {link((first > PAGE + 1).then_some(1), "First")}
            {link((first > 1).then(|| first.saturating_sub(PAGE).max(1)), "Previous")}
            {link(Some(first + PAGE).filter(|from| *from <= count), "Next")}
            {link(Some(page_of(count)).filter(|from| *from > first), "Last")}
        </nav>
    }
}

/// A line with the diagnostics about it.
struct Row<'a> {
    number: u32,
    span: Span,
    /// Those that begin on this line, and the block that they are about.
    notes: Vec<(&'a Parsed, &'a Diagnostic)>,
    /// Those that touch it: their spans are underlined.
    marks: Vec<&'a Diagnostic>,
    actions: Option<&'a Actions>,
    /// The source is the page: a reader may want the address of a line. Beside a viewer, links of hundreds of lines would
    /// only be in the way.
    is_linked: bool,
}

/// The lines of a page, and how many issues are left out of it.
fn rows<'a>(text: &Text, blocks: &[&'a Parsed], first: u32, last: u32) -> (Vec<Row<'a>>, usize) {
    let lines = text.lines();
    let empty = |number| {
        let span = lines.line(number - 1);
        Row { number, span, notes: Vec::new(), marks: Vec::new(), actions: None, is_linked: false }
    };
    let mut rows: Vec<_> = (first..=last).map(empty).collect();
    let of_block = |block: &&'a Parsed| {
        let block = *block;
        block.diagnostics.iter().map(move |diagnostic| (block, diagnostic))
    };
    let (mut notes, mut marks, mut left_out) = (0, 0, 0);
    for (block, diagnostic) in blocks.iter().flat_map(of_block) {
        let span = diagnostic.span;
        let begins = lines.line_of(span.start) + 1;
        let ends = lines.line_of(span.end.saturating_sub(1).max(span.start)) + 1;
        for number in begins.max(first)..=ends.min(last) {
            let Some(row) = rows.get_mut((number - first) as usize) else { continue };
            if marks < MOST_MARKS {
                marks += 1;
                row.marks.push(diagnostic);
            }
            if number == begins && notes < MOST_NOTES {
                notes += 1;
                row.notes.push((block, diagnostic));
            } else if number == begins {
                left_out += 1;
            }
        }
    }
    (rows, left_out)
}

/// A line of a text that is being written: what is marked in it, and the worst issue that begins on it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct MarkedLine {
    pub pieces: Vec<(String, Option<Severity>)>,
    pub worst: Option<Severity>,
}

/// All lines of a text as they are written, with what is marked in them.
pub fn marked_lines(text: &Text, blocks: &[&Parsed]) -> Vec<MarkedLine> {
    let (rows, _) = rows(text, blocks, 1, text.lines().count());
    let line = |row: &Row<'_>| {
        let words = text.slice(row.span).trim_end_matches(['\r', '\n']);
        let pieces = pieces(row, row.span.start + words.len() as u32).into_iter();
        let written = pieces.filter(|(span, _)| !span.is_empty());
        MarkedLine {
            pieces: written.map(|(span, severity)| (text.slice(span).to_owned(), severity)).collect(),
            worst: row.notes.iter().map(|(_, note)| note.severity).min(),
        }
    };
    rows.iter().map(line).collect()
}
