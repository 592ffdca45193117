//! Where a step begins.

use crate::chain::{MODELS, lead, step_numbers};
use crate::format::prelude::*;
use crate::markdown::{Kind, Node, Outline, TitledHeading};
use crate::reading::is_placeholder;

const OPENER: [&str; 2] = ["spawning", "step"];
/// Nodes between the heading and the first step, and between a step and its time.
const NEAR: usize = 3;

/// How lines that announce a step write their first word.
const WORDS: &[&str] = &["SPAWNING", "Spawning", "spawning"];
pub(super) const OPENERS: &[Opener] = &[Opener::Line(WORDS)];

pub(super) fn recognize(scan: &Scan<'_>) -> Vec<Recognition> {
    let Scan { text, outline, .. } = *scan;
    let lines = scan.lines(WORDS);
    lines
        .iter()
        .filter_map(|line| SpawnLine::read(text, *line))
        .map(|spawn| {
            let start = text.lines().line(text.lines().line_of(spawn.line.start)).start;
            let index = outline.range(Span::new(start, spawn.line.end)).start;
            // A line in the middle of a paragraph has nothing of its own around it.
            let is_node = outline.nodes().get(index).is_some_and(|node| node.span.start == start);
            let first = heading_above(text, outline, index).filter(|_| is_node).unwrap_or(start);
            let own = text.lines().line(text.lines().line_of(spawn.line.start)).end;
            let last =
                timestamp_below(text, outline, index).filter(|_| is_node).map_or(own, |node| node.span.end);
            let span = Span::new(first, last.max(own));
            Recognition { span, revision: Revision::Current, reason: "line `Spawning Step N:`" }
        })
        .collect()
}

/// A line `Spawning Step 1: code/ (opus)`.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct SpawnLine {
    pub line: Span,
    /// What is in front: the mark of a list, a time.
    pub lead: Span,
    pub number: Span,
    /// What follows the colon.
    pub value: Span,
}

impl SpawnLine {
    pub fn read(text: &Text, line: Span) -> Option<Self> {
        let source = text.source();
        let line = line.trim(source);
        let fragment = line.slice(source);
        let led = lead(fragment);
        let marked = fragment.get(led..)?;
        let bare = marked.trim_start_matches(['>', '*', '_', ' ', '\u{feff}']);
        let [spawning, step] = OPENER;
        let behind = without(bare, spawning).filter(|behind| behind.starts_with(char::is_whitespace))?;
        let after = without(behind.trim_start(), step)?;
        let after = after.strip_prefix(['s', 'S']).unwrap_or(after);
        let (end, mark) = parting(after)?;
        let written = after.get(..end)?;
        let number_at = fragment.len() - after.len();
        let number = line.skip(number_at).take(written.len()).trim(source);
        let written = number.slice(source);
        let is_step = step_numbers(written).is_some() || is_placeholder(written) || written == "N";
        let value = line.skip(number_at + end + mark.len()).trim(source);
        let closing = value.slice(source).trim_end_matches(['*', '_', ' ']).len();
        let value = value.take(closing);
        let opening = value.slice(source).len() - value.slice(source).trim_start_matches(['*', ' ']).len();
        let value = value.skip(opening);
        let lead = line.take(led).trim(source);
        // Few lists of steps name the model that takes each.
        let names_model = || {
            let said = value.slice(source);
            said.contains(['(', '[']) || MODELS.iter().any(|model| said.ends_with(model))
        };
        (is_step && (led == 0 && mark == ":" || names_model())).then_some(Self { line, lead, number, value })
    }
}

/// Returns the rest of a line after a word, ignoring case.
fn without<'l>(line: &'l str, word: &str) -> Option<&'l str> {
    let (first, rest) = line.split_at_checked(word.len())?;
    first.eq_ignore_ascii_case(word).then_some(rest)
}

/// Finds the colon, or the dash in its place, that separates the number from the action.
fn parting(words: &str) -> Option<(usize, &'static str)> {
    let marks = [":", " -- ", " — ", " – ", " - "];
    marks.iter().filter_map(|mark| Some((words.find(mark)?, *mark))).min_by_key(|(at, _)| *at)
}

/// The start of a heading `## Executing: T` directly above.
fn heading_above(text: &Text, outline: &Outline, index: usize) -> Option<u32> {
    let nodes = outline.nodes();
    let node = nodes.get(index)?;
    let above = (index.saturating_sub(NEAR)..index).rev();
    let at = above.into_iter().find(|at| nodes.get(*at).is_some_and(|node| node.kind != Kind::Blank))?;
    let heading = executing(text, outline, at)?;
    (heading.fence == node.fence).then(|| nodes.get(at).map(|node| node.span.start))?
}

pub(super) fn executing(text: &Text, outline: &Outline, node: usize) -> Option<TitledHeading> {
    let heading = TitledHeading::read(text, outline, node)?;
    text.slice(heading.name).eq_ignore_ascii_case("executing").then_some(heading)
}

/// A line `**Timestamp:** 1795153560000` directly below.
fn timestamp_below<'o>(text: &Text, outline: &'o Outline, index: usize) -> Option<&'o Node> {
    let nodes = outline.nodes();
    let fence = nodes.get(index)?.fence;
    let below = nodes.get(index + 1..)?.iter().take(NEAR).find(|node| node.kind != Kind::Blank)?;
    (below.fence == fence && timestamp(text, below).is_some()).then_some(below)
}

/// The value of such a line.
pub(super) fn timestamp(text: &Text, node: &Node) -> Option<Span> {
    let Kind::KeyValue(pair) = node.kind else { return None };
    let name = text.slice(pair.key);
    (name.eq_ignore_ascii_case("timestamp") && !pair.value.is_empty()).then_some(pair.value)
}
