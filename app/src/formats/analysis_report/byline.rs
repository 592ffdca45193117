//! A line below the title that says without labels who wrote a report, and when: `By analyst · 2026-02-10`.

use crate::markdown::{Kind, Node, Section};
use crate::reading::{Body, SpelledDate, spelled_date};
use crate::text::Span;

/// A longer line is a sentence.
const LONGEST: u32 = 80;
/// What parts the one from the other.
const MARKS: [char; 10] = ['·', '•', '|', ',', ';', '—', '–', '-', '(', ')'];
/// What was done later than the date says.
const LATER: [&str; 6] = ["revised", "updated", "last", "edited", "amended", "rev"];
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
        let after_more = behind_more(source, after, !before.trim(source).is_empty());
        let is_all = after_more == after;
        let (before, after) = (Part::read(source, before, true), Part::read(source, after_more, false));
        let name = match (before.words.is_empty(), after.words.is_empty()) {
            (true, true) => return Some(Self { line, date, agent: None, is_whole: is_all }),
            (false, true) => before,
            (true, false) => after,
            // A sentence.
            (false, false) => return None,
        };
        let agent = name.agent(source);
        let is_whole = agent.is_some() && is_all;
        (name.is_parted || agent.is_some()).then_some(Self { line, date, agent, is_whole })
    }

    /// Whether one of its dates is this one: a report that was revised has two.
    pub fn has_date(&self, body: &Body<'_>, iso: &str) -> bool {
        let source = body.text.source();
        let mut rest = Span::new(self.date.start, self.line.end);
        while let Some(found) = spelled_date(rest.slice(source)) {
            if found.iso == iso {
                return true;
            }
            rest = rest.skip(found.range.end);
        }
        false
    }
}

/// What follows the time of day behind a date, and what was done later: `14:30 UTC (revised 2026-02-12)`.
fn behind_more(source: &str, side: Span, has_name: bool) -> Span {
    let rest = behind_time(source, side);
    let written = rest.slice(source);
    let bare = written.trim_start_matches(|mark| MARKS.contains(&mark) || EMPHASIS.contains(&mark));
    let lead = written.len() - bare.len();
    let is_later = LATER.iter().any(|word| {
        let (head, more) = bare.split_at_checked(word.len()).unwrap_or_default();
        head.eq_ignore_ascii_case(word) && !more.starts_with(char::is_alphanumeric)
    });
    let is_bracketed = written.get(..lead).is_some_and(|lead| lead.ends_with('('));
    let close = bare.find(')').filter(|_| is_bracketed);
    match close {
        // Without a name in front the words in brackets may be one.
        Some(close) if is_later || has_name => rest.skip(lead + close + 1),
        None if is_later => spelled_date(bare).map_or(rest, |date| rest.skip(lead + date.range.end)),
        _ => rest,
    }
}

/// What follows `14:30`, `T14:30:00Z`, `at 2:30 pm KST`.
fn behind_time(source: &str, side: Span) -> Span {
    let written = side.slice(source);
    let bare = written.trim_start_matches([' ', ',']);
    let bare = ["at ", "T"].iter().find_map(|word| bare.strip_prefix(word)).unwrap_or(bare);
    let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    let (hour, minute) = (digits(bare), bare.split_once(':').map_or(0, |(_, rest)| digits(rest)));
    if !matches!(hour, 1 | 2) || bare.as_bytes().get(hour) != Some(&b':') || minute != 2 {
        return side;
    }
    let is_time = |mark: char| mark.is_ascii_digit() || matches!(mark, ':' | '.');
    let mut rest = bare.trim_start_matches(is_time);
    // `pm`, and the zone: its letters, or its offset.
    for _ in 0..2 {
        let word = rest.trim_start();
        let length =
            word.find(|next: char| !next.is_ascii_alphanumeric() && !matches!(next, '+' | ':' | '-'));
        let word = word.get(..length.unwrap_or(word.len())).unwrap_or_default();
        let is_offset = word.starts_with(['+', '-']) && digits(word.get(1..).unwrap_or_default()) > 1;
        let is_zone = (1..=4).contains(&word.len()) && word.bytes().all(|byte| byte.is_ascii_uppercase());
        let is_half = ["am", "pm"].iter().any(|half| word.eq_ignore_ascii_case(half));
        if is_offset || is_zone || is_half {
            rest = rest.trim_start().get(word.len()..).unwrap_or_default();
        }
    }
    side.skip(written.len() - rest.len())
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
