//! Finds runs of headings as responses have them.

use std::ops::Range;

use memchr::memmem;

use super::labelled::labelled_runs;
use crate::markdown::{FenceId, Kind, Node, Outline, key_value};
use crate::reading::location;
use crate::text::{Span, Text};

/// Nearly all other headings are longer.
const LONGEST: usize = "suggested actions".len();
/// Headings, in lower case and with spaces for dashes, and the field below each.
const HEADINGS: [(&str, &str); 25] = [
    ("summary", "summary"),
    ("confidence", "confidence"),
    ("confidence level", "confidence"),
    ("findings", "findings"),
    ("suggested actions", "suggested_actions"),
    ("suggested action", "suggested_actions"),
    ("problem", "problem"),
    ("root cause", "root_cause"),
    ("impact", "impact"),
    ("trade offs", "trade_offs"),
    ("tradeoffs", "trade_offs"),
    ("recommendation", "recommendation"),
    ("recommendations", "recommendation"),
    ("reasoning", "reasoning"),
    ("results", "results"),
    ("patterns", "patterns"),
    ("next steps", "next_steps"),
    ("patches", "patches"),
    ("verification", "verification"),
    ("checklist", "checklist"),
    ("score", "score"),
    ("error", "error"),
    ("message", "message"),
    ("partial result", "partial_result"),
    ("suggestion", "suggestion"),
];

/// The number of buckets for first letters, ignoring case; other characters share them.
const LETTERS: usize = 32;
/// The lengths of the headings that begin with a letter: a bit for each length.
const LENGTHS: [u32; LETTERS] = {
    let (mut lengths, mut index) = ([0; LETTERS], 0);
    while index < HEADINGS.len() {
        let name = HEADINGS[index].0.as_bytes();
        lengths[name[0] as usize % LETTERS] |= 1 << name.len();
        index += 1;
    }
    lengths
};

/// A heading or label, and its content.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Section {
    /// The field; `None` if no answer has such a heading.
    pub key: Option<&'static str>,
    /// The words of the heading.
    pub words: Span,
    /// The heading's whole line.
    pub line: Span,
    /// The nodes below it; of a label its own first.
    pub range: Range<usize>,
    /// The value beside a label.
    pub beside: Option<Span>,
}

/// Headings of one level, the first and the last of which name fields of an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    pub span: Span,
    pub level: u8,
    pub sections: Vec<Section>,
    fence: Option<FenceId>,
    scope_end: u32,
    /// Between `Before:` and `Reason:` of a patch, where a `#` is as likely a comment.
    is_in_code: bool,
    /// What `git diff` printed, hunk by hunk: a line of it may look like a heading.
    hunks: Vec<Span>,
}

/// The headings that structure a patch.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum PatchMark {
    File,
    Lines,
}

impl Run {
    pub fn section(&self, key: &str) -> Option<&Section> {
        self.sections.iter().find(|section| section.key == Some(key))
    }

    /// Returns `true` if one of the words, in lower case, is below a heading.
    pub fn says(&self, key: &str, words: &[&str], text: &Text, outline: &Outline) -> bool {
        let Some(section) = self.section(key) else { return false };
        let nodes = outline.slice(section.range.clone()).iter().filter(|node| node.kind != Kind::Blank);
        // The first lines suffice; to search all of a long section would be slow.
        nodes.take(12).any(|node| {
            let written = crate::reading::head(text.slice(node.span), 400).to_ascii_lowercase();
            words.iter().any(|word| written.contains(word))
        })
    }

    /// Whether a line or an item below a heading is labelled so.
    pub fn has_label(&self, key: &str, name: &str, text: &Text, outline: &Outline) -> bool {
        let Some(section) = self.section(key) else { return false };
        outline.slice(section.range.clone()).iter().any(|node| {
            let pair = match node.kind {
                Kind::KeyValue(pair) => Some(pair),
                Kind::Item { text: item, .. } => key_value(text.source(), item),
                _ => None,
            };
            pair.is_some_and(|pair| text.slice(pair.key).eq_ignore_ascii_case(name))
        })
    }

    /// What an error had found so far.
    pub fn quoted(&self) -> Option<Span> {
        let mut after = self.sections.iter().skip_while(|section| section.key != Some("partial_result"));
        let section = after.next().filter(|_| self.section("error").is_some())?;
        let end = after.next().map_or(self.span.end, |next| next.line.start);
        Some(Span::new(section.line.start, end))
    }

    pub fn patch_mark(&self, level: u8, words: &str) -> Option<PatchMark> {
        patch_mark(level.checked_sub(self.level)?, words)
    }

    /// Returns `true` if the run has labels in the place of headings.
    pub fn is_labelled(&self) -> bool {
        self.level == 0
    }

    pub(super) fn of_labels(sections: Vec<Section>, outline: &Outline, range: Range<usize>) -> Option<Self> {
        let first = sections.first()?.line.start;
        let end = outline.slice(range).last()?.span.end;
        let span = Span::new(first, end);
        Some(Self {
            span,
            level: 0,
            sections,
            fence: None,
            scope_end: end,
            is_in_code: false,
            hunks: Vec::new(),
        })
    }

    fn begin(node: &Node, level: u8, scope_end: u32) -> Self {
        Self {
            span: Span::new(node.span.start, scope_end),
            level,
            sections: Vec::new(),
            fence: node.fence,
            scope_end,
            is_in_code: false,
            hunks: Vec::new(),
        }
    }

    fn add(&mut self, section: Section) {
        let own = if section.beside.is_some() {
            section.range.start
        } else {
            section.range.start.saturating_sub(1)
        };
        self.end_last(own);
        self.is_in_code = false;
        self.sections.push(section);
    }

    fn end_last(&mut self, node: usize) {
        if let Some(last) = self.sections.last_mut() {
            last.range.end = node.max(last.range.start);
        }
    }

    /// Ends the run before a place. What follows its last known heading under other headings is none of it.
    fn end(mut self, at: u32, outline: &Outline) -> Self {
        self.span.end = at.min(self.scope_end);
        self.end_last(outline.range(Span::empty_at(self.span.end)).start);
        while let Some(section) = self.sections.pop_if(|section| section.key.is_none()) {
            self.span.end = section.line.start;
        }
        self
    }

    /// Returns `true` if a place is in a hunk of a diff that no fence surrounds.
    pub fn is_in_hunk(&self, at: u32) -> bool {
        let after = self.hunks.partition_point(|hunk| hunk.start <= at);
        after.checked_sub(1).and_then(|before| self.hunks.get(before)).is_some_and(|hunk| at < hunk.end)
    }

    /// Looks for the labels of a patch, and for the openers of its hunks, in what is below a heading.
    fn see(&mut self, nodes: &[Node], text: &Text) {
        if self.sections.last().is_none_or(|section| section.key != Some("patches")) {
            return;
        }
        let fence = self.fence;
        for node in nodes.iter().filter(|node| node.fence == fence) {
            self.see_hunks(node, text);
            let Kind::KeyValue(label) = node.kind else { continue };
            let name = text.slice(label.key);
            if ["before", "after"].iter().any(|known| known.eq_ignore_ascii_case(name)) {
                self.is_in_code = true;
            } else if name.eq_ignore_ascii_case("reason") {
                self.is_in_code = false;
            }
        }
    }

    fn see_hunks(&mut self, node: &Node, text: &Text) {
        let source = text.source();
        let lines = text.lines();
        let mut openers = memmem::find_iter(node.span.slice(source).as_bytes(), "@@ -");
        let mut next = openers.next();
        while let Some(at) = next.map(|at| node.span.start + at as u32) {
            next = openers.next();
            let number = lines.line_of(at);
            if lines.line(number).start != at || self.is_in_hunk(at) {
                continue;
            }
            let is_code = |line: &Span| {
                let written = line.slice(source);
                !line.is_empty() && (written.trim().is_empty() || written.starts_with([' ', '+', '-', '\\']))
            };
            let below = (number + 1..lines.count()).map(|number| lines.line(number)).take_while(is_code);
            let end = below.last().map_or(at, |last| last.end);
            self.hunks.push(Span::new(at, end));
        }
    }

    fn holds(&mut self, level: u8, words: &str, key: Option<&str>) -> bool {
        if self.is_in_code {
            let mark = self.patch_mark(level, words);
            self.is_in_code = mark.is_none();
            return mark.is_some() || level != self.level || key.is_none();
        }
        level > self.level
    }
}

fn patch_mark(depth: u8, words: &str) -> Option<PatchMark> {
    let bare = words.trim_start_matches(['*', '`']);
    let is_lines = bare.get(..4).is_some_and(|word| word.eq_ignore_ascii_case("line"))
        && bare.contains(|character: char| character.is_ascii_digit());
    match depth {
        1 | 2 if is_lines => Some(PatchMark::Lines),
        1 if words.contains(['/', '.']) && location(words).file.is_some() || words.starts_with('`') => {
            Some(PatchMark::File)
        }
        _ => None,
    }
}

/// Returns the field that a heading names, ignoring any marks around it.
pub(super) fn heading_key(words: &str) -> Option<&'static str> {
    let is_mark = |edge: char| !edge.is_alphanumeric() && !matches!(edge, '{' | '<' | '[');
    let name = match words.as_bytes() {
        [first, .., last] if first.is_ascii_alphanumeric() && last.is_ascii_alphanumeric() => words,
        _ => words.trim_matches(is_mark),
    };
    let lengths = name.bytes().next().map_or(0, |first| LENGTHS[first as usize % LETTERS]);
    if name.len() > LONGEST || lengths & 1 << name.len() == 0 {
        return None;
    }
    let spaced = |byte: u8| if byte == b'-' { b' ' } else { byte.to_ascii_lowercase() };
    let is_same = |known: &str| known.len() == name.len() && known.bytes().eq(name.bytes().map(spaced));
    HEADINGS.iter().find(|(known, _)| is_same(known)).map(|(_, key)| *key)
}

/// `**Summary:** what it comes to`, outside of fences.
fn label(node: &Node, text: &Text, index: usize, end: usize) -> Option<Section> {
    let Kind::KeyValue(pair) = node.kind else { return None };
    let source = text.source();
    let key = heading_key(pair.key.slice(source)).filter(|key| matches!(*key, "summary" | "confidence"))?;
    let value = pair.value.trim(source);
    let is_said = node.fence.is_none() && node.quote == 0 && !value.is_empty();
    let line = Span::new(node.span.start, value.start).trim(source);
    is_said.then_some(Section {
        key: Some(key),
        words: pair.key,
        line,
        range: index..end,
        beside: Some(value),
    })
}

/// All runs among some nodes, those in fences included, in order.
pub fn runs(text: &Text, outline: &Outline, range: Range<usize>) -> Vec<Run> {
    let mut finished: Vec<Run> = Vec::new();
    // The innermost fence last.
    let mut open: Vec<Run> = Vec::new();
    // Labels in the place of headings come before all headings.
    let mut labels: Vec<Section> = Vec::new();
    let mut is_headed = false;
    let names_field = |(_, node): (usize, &Node)| match node.kind {
        Kind::Heading { text: words, .. } => heading_key(text.slice(words)).is_some(),
        _ => false,
    };
    if outline.headings(range.clone()).next().is_none() {
        return labelled_runs(text, outline, range);
    }
    if !outline.headings(range.clone()).any(names_field) {
        return finished;
    }
    let limit = outline.slice(range.clone()).last().map_or(0, |node| node.span.end);
    let mut below = range.start;
    for (index, node) in outline.headings(range.clone()) {
        let Kind::Heading { level, text: words } = node.kind else { continue };
        let between = below..index;
        below = index + 1;
        open.iter_mut().for_each(|run| run.see(outline.slice(between.clone()), text));
        if !is_headed {
            let nodes = between.clone().zip(outline.slice(between));
            labels.extend(nodes.filter_map(|(index, node)| label(node, text, index, range.end)));
        }
        while let Some(run) = open.pop_if(|run| run.scope_end <= node.span.start) {
            finished.push(run.end(node.span.start, outline));
        }
        let written = text.slice(words);
        let key = heading_key(written);
        if key.is_none() && open.last().is_none_or(|run| run.fence != node.fence) {
            is_headed |= node.fence.is_none();
            continue;
        }
        let line = node.span.trim(text.source());
        let section = Section { key, words, line, range: index + 1..range.end, beside: None };
        if let Some(run) = open.last_mut().filter(|run| run.fence == node.fence) {
            // Nothing is indented in a heading of an answer as in the lines of a diff.
            if run.is_in_hunk(node.span.start) || run.holds(level, written, key) {
                continue;
            }
            let is_again = key.is_some_and(|key| run.section(key).is_some());
            if level == run.level && !is_again {
                run.add(section);
                continue;
            }
            finished.extend(open.pop().map(|run| run.end(node.span.start, outline)));
        }
        if key.is_some() {
            let fence = node.fence.and_then(|id| outline.fence(id));
            let mut run = Run::begin(node, level, fence.map_or(limit, |fence| fence.content.end.min(limit)));
            let labels = std::mem::take(&mut labels).into_iter().filter(|_| node.fence.is_none());
            for label in labels {
                run.span.start = run.span.start.min(label.line.start);
                run.add(label);
            }
            run.add(section);
            open.push(run);
        }
        is_headed |= node.fence.is_none();
    }
    open.iter_mut().for_each(|run| run.see(outline.slice(below..range.end), text));
    finished.extend(open.into_iter().map(|run| run.end(limit, outline)));
    finished.sort_by_key(|run| run.span.start);
    finished
}
