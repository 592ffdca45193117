//! The pass over the lines.

use crate::text::{ByteSet, Span, Text};

use super::fences::{FenceId, Walk, fences, is_mark};
use super::html_table::TableEnds;
use super::key_value::key_value_before;
use super::lines::{self, BULLET, Line, heading, is_break_alone, is_heading_item, is_rule, item};
use super::marks::Marks;
use super::rows::is_number_header;
use super::{Kind, Marker, Node, Outline};

/// Of the lines that are more than words, but for tables, all begin with one of these; the last one is of `•`.
const OPENERS: ByteSet = ByteSet::of(b"#-*+_=`~0123456789\xe2");
/// Lists nest no deeper; what does is read at this level.
const DEEPEST_LIST: usize = 32;

pub(super) fn outline(text: &Text) -> Outline {
    let source = text.source();
    let fences = fences(text);
    let mut build = Build {
        text,
        source,
        outline: Outline::default(),
        items: Vec::new(),
        table_ends: TableEnds::default(),
        taken_until: 0,
        bars: Marks::of(source, b'|'),
        colons: Marks::of(source, b':'),
    };
    let mut walk = Walk::new(&fences);
    // Most lines are a node of their own, and to move them all costs more than the room.
    let lines = text.lines().count() as usize;
    build.outline.nodes.reserve(lines);
    build.outline.headings.reserve(lines / 8);
    for (number, span) in (0..).zip(text.lines().spans()) {
        let (mark, fence) = walk.step(span);
        if span.start < build.taken_until {
            continue;
        }
        let place = |line| Place { number, span, line, fence };
        match mark {
            Some(mark) => build.push(&place(Line::read(source, span)), Kind::FenceMark(mark)),
            None if is_break_alone(source, span) => build.blank(&place(Line::blank(span))),
            None => build.line(&place(Line::read(source, span))),
        }
    }
    build.outline.fences = fences;
    build.outline.least_quote = least_quote(&build.outline.nodes);
    build.outline
}

/// Returns the smallest quote depth of any words; nearly every text begins with unquoted ones.
fn least_quote(nodes: &[Node]) -> u8 {
    let says_something = |node: &&Node| !matches!(node.kind, Kind::Blank | Kind::Rule);
    let mut least: Option<u8> = None;
    for node in nodes.iter().filter(says_something) {
        least = Some(least.map_or(node.quote, |least| least.min(node.quote)));
        if least == Some(0) {
            break;
        }
    }
    least.unwrap_or_default()
}

pub(super) struct Build<'t> {
    pub(super) text: &'t Text,
    pub(super) source: &'t str,
    pub(super) outline: Outline,
    /// Indentation of the list items that are open.
    pub(super) items: Vec<u16>,
    pub(super) table_ends: TableEnds,
    /// Lines before this place belong to the last node.
    pub(super) taken_until: u32,
    bars: Marks<'t>,
    colons: Marks<'t>,
}

/// A line and where it is.
pub(super) struct Place {
    pub(super) number: u32,
    pub(super) span: Span,
    pub(super) line: Line,
    pub(super) fence: Option<FenceId>,
}

impl Build<'_> {
    fn line(&mut self, place: &Place) {
        let content = place.line.content;
        let bytes = self.source.as_bytes().get(content.range()).unwrap_or_default();
        match bytes {
            [] => self.blank(place),
            [b'<', b't' | b'T', ..] if self.html_table(place) => {}
            [first, ..] if *first == b'|' || self.bars.first_in(place.span).is_some() => {
                self.line_with_bar(place, *first)
            }
            [first, ..] if !OPENERS.has(*first) => self.words(place),
            // All marks of a rule are the same, and no marker of an item is double.
            [b'*', b'*', first, .., last] if *last != b'*' || first.is_ascii_alphanumeric() => {
                self.words(place)
            }
            [mark @ (b'-' | b'*' | b'+'), b' ', .., last] if last != mark => {
                self.item(place, Marker::Bullet, content.skip(BULLET).trim(self.source));
            }
            [first, ..] => self.any_line(place, *first),
        }
    }

    /// A line that may be one of a table's.
    fn line_with_bar(&mut self, place: &Place, first: u8) {
        let content = place.line.content;
        let text = content.slice(self.source);
        if matches!(first, b'`' | b'~') && is_mark(self.source, place.span, place.line) {
            self.push(place, Kind::StrayFenceMark);
            return;
        }
        if self.unwrap_row(place) {
            return;
        }
        let continues_table = self.continues_table(place);
        if !continues_table && (self.is_above_rule(place) || is_number_header(text)) {
            // Before headings, since the first column of a table without outer pipes may be called `#`.
            self.table(place);
        } else if first == b'#'
            && let Some((level, text)) = heading(self.source, content)
        {
            self.heading(place, level, text);
        } else if continues_table {
            self.table_row(place);
        } else if first.is_ascii_alphabetic() {
            self.words(place);
        } else if text.strip_prefix('|').is_some_and(|inner| inner.contains('|')) {
            self.table(place);
        } else if first.is_ascii_digit() && self.resume_table(place) {
            // A row without outer pipes, as those above the blank line are.
        } else if let Some((marker, text)) = item(self.source, content) {
            self.item(place, marker, text);
        } else {
            self.words(place);
        }
    }

    /// A line that is no row.
    fn any_line(&mut self, place: &Place, first: u8) {
        let content = place.line.content;
        let text = || content.slice(self.source);
        if matches!(first, b'`' | b'~') && is_mark(self.source, place.span, place.line) {
            self.push(place, Kind::StrayFenceMark);
        } else if matches!(first, b'=' | b'-') && self.underlines(place, text()) {
            // The line above became a heading.
        } else if first == b'#'
            && let Some((level, text)) = heading(self.source, content)
        {
            self.heading(place, level, text);
        } else if matches!(first, b'-' | b'*' | b'_') && is_rule(text()) {
            self.items.clear();
            self.push(place, Kind::Rule);
        } else if let Some((marker, text)) = item(self.source, content) {
            self.item(place, marker, text);
        } else {
            self.words(place);
        }
    }

    /// Whether words below an item are indented as its own are, a blank line between or not.
    fn goes_on(&self, place: &Place) -> bool {
        let below = [1, 2].map(|next| Line::read(self.source, self.text.lines().line(place.number + next)));
        let words = below.into_iter().find(|line| !line.content.is_empty());
        words.is_some_and(|words| words.indent > place.line.indent + 1)
    }

    fn heading(&mut self, place: &Place, level: u8, text: Span) {
        self.items.clear();
        self.outline.headings.push(self.outline.nodes.len() as u32);
        self.push(place, Kind::Heading { level, text });
    }

    fn item(&mut self, place: &Place, marker: Marker, text: Span) {
        if let Some((level, words)) = titled_item(self.source, place.line.content)
            && self.goes_on(place)
        {
            // What belongs to it is indented as its words are.
            let indent = place.line.indent.saturating_add(BULLET as u16);
            return self.heading(&Place { line: Line { indent, ..place.line }, ..*place }, level, words);
        }
        let level = self.item_level(place.line.indent);
        self.push(place, Kind::Item { marker, level, text });
    }

    /// Makes the line above a heading, where this one underlines it.
    fn underlines(&mut self, place: &Place, text: &str) -> bool {
        let Some((words, before)) = self.outline.nodes.split_last_mut() else { return false };
        // A line that others are above is the end of a paragraph.
        let is_apart = before.last().is_none_or(|before| {
            matches!(
                before.kind,
                Kind::Blank | Kind::Heading { .. } | Kind::Rule | Kind::FenceMark(_) | Kind::Table(_)
            )
        });
        let is_heading = is_apart && make_heading(self.source, words, place, text);
        if is_heading {
            self.outline.headings.push(before.len() as u32);
        }
        is_heading
    }

    fn words(&mut self, place: &Place) {
        let colon = self.colons.first_in(place.span);
        match colon.and_then(|colon| key_value_before(self.source, place.line.content, colon)) {
            Some(key_value) => self.push(place, Kind::KeyValue(key_value)),
            None => self.prose(place),
        }
    }

    pub(super) fn push(&mut self, place: &Place, kind: Kind) {
        let Place { span, line, fence, .. } = *place;
        self.outline.deepest_quote = self.outline.deepest_quote.max(line.quote);
        self.outline.nodes.push(Node { span, kind, indent: line.indent, quote: line.quote, fence });
    }

    /// The last node, where the line may be part of it.
    fn open_node(&mut self, place: &Place) -> Option<&mut Node> {
        self.outline
            .nodes
            .last_mut()
            .filter(|node| node.fence == place.fence && node.quote == place.line.quote)
    }

    fn blank(&mut self, place: &Place) {
        match self.open_node(place) {
            Some(node) if matches!(node.kind, Kind::Blank) => node.span.end = place.span.end,
            _ => self.push(place, Kind::Blank),
        }
    }

    /// Lines of one paragraph are one node; an indented line continues the list item above it.
    fn prose(&mut self, place: &Place) {
        let content = place.line.content;
        let indent = place.line.indent;
        if indent == 0 {
            self.items.clear();
        }
        if let Some(node) = self.open_node(place) {
            match &mut node.kind {
                Kind::Prose { text } => {
                    text.end = content.end;
                    node.span.end = place.span.end;
                    return;
                }
                Kind::Item { text, .. } if indent > node.indent => {
                    text.end = content.end;
                    node.span.end = place.span.end;
                    return;
                }
                _ => {}
            }
        }
        self.push(place, Kind::Prose { text: content });
    }

    fn item_level(&mut self, indent: u16) -> u8 {
        // A bullet under `1. ` is indented by two or three columns, one under `- ` by two.
        while self.items.last().is_some_and(|open| *open >= indent.max(1)) {
            self.items.pop();
        }
        if indent == 0 {
            self.items.clear();
        }
        if self.items.len() < DEEPEST_LIST {
            self.items.push(indent);
        }
        (self.items.len() - 1) as u8
    }
}

/// `- ## Done: Session store`, a heading that opens something within a list. One without a title is spoken of.
fn titled_item(source: &str, content: Span) -> Option<(u8, Span)> {
    if !is_heading_item(source.as_bytes().get(content.range())?) {
        return None;
    }
    let (level, words) = heading(source, content.skip(BULLET))?;
    let (_, title) = words.slice(source).split_once(": ")?;
    (!title.trim().is_empty()).then_some((level, words))
}

fn make_heading(source: &str, node: &mut Node, underlined: &Place, underline: &str) -> bool {
    let is_line = matches!(node.kind, Kind::Prose { .. } | Kind::KeyValue(_));
    if !is_line || node.fence != underlined.fence || node.quote != underlined.line.quote {
        return false;
    }
    let text = Line::read(source, node.span).content;
    let is_single = !text.slice(source).contains(['\n', '\r']);
    let Some(level) = lines::underline(underline, text.slice(source)).filter(|_| is_single) else {
        return false;
    };
    node.kind = Kind::Heading { level, text };
    node.span.end = underlined.span.end;
    true
}
