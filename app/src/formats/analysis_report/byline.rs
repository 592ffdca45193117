//! A line below the title that says without labels who wrote a report, and when: `By analyst · 2026-02-10`.

use crate::markdown::{Kind, Node, Section};
use crate::reading::{Body, SpelledDate, spelled_date};
use crate::text::Span;

/// A longer line is a sentence.
const LONGEST: u32 = 80;
/// What parts the one from the other.
const MARKS: [char; 10] = ['·', '•', '|', ',', ';', '—', '–', '-', '(', ')'];
/// What stands around both.
const EMPHASIS: [char; 3] = ['*', '_', ' '];

pub(super) struct Byline {
    pub line: Span,
    pub date: Span,
    /// None where it is not certain that the other words name an agent.
    pub agent: Option<Span>,
    /// It says nothing else.
    pub is_whole: bool,
}

impl Byline {
    /// The first line below a title, where it is a date, alone or beside a few words that a mark parts from it.
    pub fn read(body: &Body<'_>, title: &Section) -> Option<Self> {
        let source = body.text.source();
        let mut below = body.nodes(title.body.clone()).map(|(_, node)| node);
        let first: &Node = below.find(|node| node.kind != Kind::Blank)?;
        let Kind::Prose { text: line } = first.kind else { return None };
        let written = line.slice(source);
        if line.len() > LONGEST || first.indent > 1 || written.contains(['\n', '\r']) {
            return None;
        }
        let bare = trimmed(source, line, &EMPHASIS);
        let SpelledDate { range, .. } = spelled_date(bare.slice(source))?;
        let date = Span::of(bare.start as usize + range.start, bare.start as usize + range.end);
        let (before, after) = (Span::new(bare.start, date.start), Span::new(date.end, bare.end));
        let (before, after) = (Part::read(source, before, true), Part::read(source, after, false));
        let name = match (before.words.is_empty(), after.words.is_empty()) {
            (true, true) => return Some(Self { line, date, agent: None, is_whole: true }),
            (false, true) => before,
            (true, false) => after,
            // A sentence.
            (false, false) => return None,
        };
        let agent = name.agent(source);
        (name.is_parted || agent.is_some()).then_some(Self { line, date, agent, is_whole: agent.is_some() })
    }
}

/// What stands on one side of the date.
struct Part {
    words: Span,
    /// A mark stands between them and the date.
    is_parted: bool,
}

impl Part {
    fn read(source: &str, side: Span, is_before: bool) -> Self {
        let words = trimmed(source, side, &[&EMPHASIS[..], &MARKS[..]].concat());
        let gap = if is_before { Span::new(words.end, side.end) } else { Span::new(side.start, words.start) };
        Self { words, is_parted: gap.slice(source).contains(MARKS) }
    }

    /// Who wrote the report: `By …`, an analyst, or an action (`analyze/`).
    fn agent(&self, source: &str) -> Option<Span> {
        let written = self.words.slice(source);
        let lower = written.to_ascii_lowercase();
        let is_short = written.split_whitespace().count() <= 4 && !written.contains([':', '.']);
        let by = if lower.starts_with("by ") { "by ".len() } else { 0 };
        let is_agent = by > 0
            || ["analyst", "analyze", "analyzer"].contains(&lower.as_str())
            || (written.ends_with('/') && !written.contains(' '));
        (is_short && is_agent).then(|| trimmed(source, self.words.skip(by), &EMPHASIS))
    }
}

fn trimmed(source: &str, span: Span, marks: &[char]) -> Span {
    let written = span.slice(source);
    let opened = written.trim_start_matches(marks);
    let bare = opened.trim_end_matches(marks);
    span.skip(written.len() - opened.len()).take(bare.len())
}
