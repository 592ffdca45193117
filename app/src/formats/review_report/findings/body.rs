//! The items and lines of a section's own body that tell of a finding, in groups or alone.

use super::entry::{Entry, Shape, Trust, names_rank, without_checkbox};
use super::groups::{Group, is_aside, names_file, rank_of};
use super::head::{Head, may_cite_file};
use super::keys::Key;
use crate::formats::review_report::layout::Layout;
use crate::formats::review_report::part::is_praise;
use crate::markdown::{Kind, Marker, Node, key_value};
use crate::reading::{Location, numbered_title};
use crate::text::Span;

/// A longer line is no label.
const LONGEST_LABEL: u32 = 80;

/// A section's own body, up to a node.
pub(super) struct Scope<'l, 't> {
    layout: &'l Layout<'t>,
    outer: &'l Group,
    group: Group,
    /// A label says that what comes is no finding.
    is_aside: bool,
    /// How deep the items are that are entries: below an item that only names a rank or a file, one deeper.
    level: u8,
    open: Option<Entry>,
}

impl<'l, 't> Scope<'l, 't> {
    pub fn new(layout: &'l Layout<'t>, outer: &'l Group) -> Self {
        Self { layout, outer, group: outer.clone(), is_aside: false, level: 0, open: None }
    }

    pub fn close(&mut self, node: usize, found: &mut Vec<Entry>) {
        if let Some(mut entry) = self.open.take() {
            entry.nodes.end = node.max(entry.nodes.start + 1);
            found.push(entry);
        }
    }

    fn open(&mut self, title: Span, node: usize, number: Option<u32>, shape: Shape, found: &mut Vec<Entry>) {
        self.close(node, found);
        let Group { rank, file, trust } = self.group.clone();
        let nodes = node..node + 1;
        self.open = Some(Entry { title, nodes, number, group: rank, file, shape, trust });
    }

    pub fn node(&mut self, index: usize, node: &Node, end: usize, found: &mut Vec<Entry>) {
        match node.kind {
            Kind::Item { marker, level, text } => self.item(index, marker, level, text, end, found),
            Kind::KeyValue(pair) if node.indent < 2 => {
                let line = pair.key.to(pair.value).to(node.span.trim(self.layout.text.source()));
                self.line(index, line, pair.value.is_empty(), end, found);
            }
            Kind::Prose { text } if self.layout.indent_of(node) < 2 => self.lines(index, text, end, found),
            Kind::Rule => self.close(index, found),
            Kind::Table(table) if table.columns != 2 && node.indent < 2 => self.close(index, found),
            _ => {}
        }
    }

    fn item(
        &mut self,
        index: usize,
        marker: Marker,
        level: u8,
        text: Span,
        end: usize,
        found: &mut Vec<Entry>,
    ) {
        if level == 0 && self.level > 0 {
            self.group = self.outer.clone();
            self.level = 0;
        }
        if level > self.level || self.is_aside {
            return;
        }
        let written = self.layout.read_span(text);
        if level == 0 && self.is_followed_by_items(index, end) && self.regroup(&written) {
            self.close(index, found);
            self.level = 1;
            return;
        }
        let number = match marker {
            Marker::Number(number) => Some(number),
            Marker::Bullet => None,
        };
        // What bears the next number is of another finding, though a label may open it.
        let before = self.open.as_ref().filter(|open| open.shape == Shape::Item).and_then(|open| open.number);
        let is_next =
            before.and_then(|before| before.checked_add(1)).is_some_and(|next| number == Some(next));
        if !is_next && self.belongs_to_open(index, text, &written) {
            return;
        }
        self.open(text, index, number, Shape::Item, found);
    }

    fn is_followed_by_items(&self, index: usize, end: usize) -> bool {
        let mut below = self.layout.nodes(index + 1..end).filter(|(_, node)| node.kind != Kind::Blank);
        below.next().is_some_and(|(_, node)| matches!(node.kind, Kind::Item { level, .. } if level > 0))
    }

    /// Takes the rank or the file that a label names for what comes.
    fn regroup(&mut self, label: &str) -> bool {
        let trust = Trust::Grouped;
        let group = match (rank_of(label), names_file(label)) {
            (Some(rank), _) => Group { rank: Some(rank), trust, ..self.group.clone() },
            (None, Some(file)) => Group { file: Some(file), trust, ..self.group.clone() },
            (None, None) => return false,
        };
        self.group = group.no_less_than(self.outer);
        true
    }

    /// `- Severity: high` below what it is about, be it nested or not.
    fn belongs_to_open(&self, index: usize, text: Span, written: &str) -> bool {
        let Some(open) = &self.open else { return false };
        let label = key_value(self.layout.text.source(), text);
        let key = label.and_then(|label| Key::named(&self.layout.read_span(label.key)));
        match key {
            Some(key) => !self.says(open, index, key),
            // Below a title on a line of its own stands what explains it, until the next one is found.
            None => open.shape == Shape::Line && !is_sure(written),
        }
    }

    /// Whether an open entry, as far as it goes, has a label of this kind already.
    fn says(&self, open: &Entry, until: usize, wanted: Key) -> bool {
        if wanted == Key::Telling {
            return false;
        }
        let pairs = self.layout.pairs(open.nodes.start..until);
        pairs.iter().any(|pair| Key::of(self.layout, pair) == Some(wanted))
    }

    /// The lines of a paragraph; each may open an entry of its own.
    fn lines(&mut self, index: usize, text: Span, end: usize, found: &mut Vec<Entry>) {
        let source = self.layout.text.source();
        let mut start = 0;
        let paragraph = text.slice(source);
        let is_single = !paragraph.contains(['\n', '\r']);
        for line in paragraph.split_inclusive(['\n', '\r']) {
            let span = text.skip(start).take(line.len()).trim(source);
            start += line.len();
            let unquoted = span.slice(source).trim_start_matches(['>', ' ']);
            let span = span.skip(span.slice(source).len() - unquoted.len());
            if span.is_empty() {
                continue;
            }
            if span.slice(source).starts_with('<') {
                self.folded(index, span, end, found);
            } else if self.opens(index, span, end) {
                self.open(span, index, None, Shape::Line, found);
            } else if is_single {
                self.label(index, span, true, end, found);
            } else if let Some(open) = self.open.as_mut().filter(|open| open.nodes.start == index) {
                open.title.end = span.end;
            }
        }
    }

    /// A line in tags of its own: `<details>`, or `<summary>Critical</summary>`, which ranks as a label does.
    fn folded(&mut self, index: usize, line: Span, end: usize, found: &mut Vec<Entry>) {
        const OPENED: &str = "<summary>";
        let written = line.slice(self.layout.text.source());
        let Some(from) = written.find(OPENED).map(|at| at + OPENED.len()) else { return };
        let inner = line.skip(from);
        let length = inner.slice(self.layout.text.source()).find("</summary>");
        self.label(index, inner.take(length.unwrap_or(inner.len() as usize)), true, end, found);
    }

    /// A line that is a label, the title of an entry, or part of one.
    fn line(&mut self, index: usize, line: Span, is_bare: bool, end: usize, found: &mut Vec<Entry>) {
        if self.opens(index, line, end) {
            self.open(line, index, None, Shape::Line, found);
        } else {
            self.label(index, line, is_bare, end, found);
        }
    }

    /// A line that does not say by itself that a finding begins.
    fn label(&mut self, index: usize, line: Span, is_bare: bool, end: usize, found: &mut Vec<Entry>) {
        let written = self.layout.read_span(line);
        if self.groups_by_file(index, &written, end) && self.regroup(&written) {
            self.close(index, found);
            self.is_aside = false;
            return;
        }
        let key = key_value(self.layout.text.source(), line)
            .and_then(|pair| Key::named(&self.layout.read_span(pair.key)));
        if key.is_some() || !is_bare || line.len() >= LONGEST_LABEL {
            return;
        }
        let is_title = self.open.as_ref().is_some_and(|open| open.shape == Shape::Line);
        if is_praise(&written) || is_aside(&written) {
            self.close(index, found);
            self.is_aside = true;
        } else if self.regroup(&written) || !is_title {
            self.close(index, found);
            self.is_aside = false;
        }
    }

    /// Whether a line says by itself that a finding begins.
    fn opens(&self, index: usize, line: Span, end: usize) -> bool {
        let written = self.layout.read_span(line);
        let bare = without_checkbox(&written);
        if rank_of(bare).is_some()
            || is_tally(bare)
            || is_aside(bare)
            || self.groups_by_file(index, bare, end)
        {
            return false;
        }
        let title = numbered_title(bare);
        let head = Head::read(title.title);
        let is_ranked =
            head.rank.is_some() || title.label.is_some_and(names_rank) || title.state.is_some_and(names_rank);
        let is_strong = bare.starts_with("**") || bare.starts_with("__");
        let is_placed = head.place.file.is_some() && head.place.lines.is_some();
        let is_numbered =
            title.number.is_some() && (is_strong || !bare.starts_with(|first: char| first.is_ascii_digit()));
        let is_whole = is_strong && bare.trim_end_matches([':', '.']).ends_with("**");
        let label = key_value(self.layout.text.source(), line);
        let key = label.and_then(|label| Key::named(&self.layout.read_span(label.key)));
        if let Some(key) = key {
            // A record without a title begins with a label that the one before it has already.
            return match &self.open {
                Some(open) => {
                    open.shape == Shape::Line
                        && open.title != line
                        && self.is_record(open)
                        && self.says(open, index, key)
                }
                None => self.is_labelled_below(index, end),
            };
        }
        is_ranked || is_placed || is_numbered || (is_whole && self.is_labelled_below(index, end))
    }

    /// `**File: src/a.rs**` above a list of what is wrong in it.
    fn groups_by_file(&self, index: usize, written: &str, end: usize) -> bool {
        let mut below = self.layout.nodes(index + 1..end).filter(|(_, node)| node.kind != Kind::Blank);
        below.next().is_some_and(|(_, node)| matches!(node.kind, Kind::Item { .. }))
            && names_file(written).is_some()
            && !self.is_labelled_below(index, end)
    }

    /// Whether an entry has no title, only labels.
    fn is_record(&self, open: &Entry) -> bool {
        let label = key_value(self.layout.text.source(), open.title);
        label.is_some_and(|label| Key::named(&self.layout.read_span(label.key)).is_some())
    }

    /// Whether the next line is a label of a finding.
    fn is_labelled_below(&self, index: usize, end: usize) -> bool {
        let mut below = self.layout.nodes(index + 1..end).filter(|(_, node)| node.kind != Kind::Blank);
        let Some((next, node)) = below.next() else { return false };
        let is_line = matches!(node.kind, Kind::KeyValue(_) | Kind::Item { .. });
        let pairs = self.layout.pairs(next..next + 1);
        let is_of_finding =
            |key: Key| matches!(key, Key::Place | Key::Line | Key::Severity | Key::Suggestion);
        is_line && pairs.iter().any(|pair| Key::of(self.layout, pair).is_some_and(is_of_finding))
    }
}

/// States rank and place, so that nothing else can be meant.
pub(super) fn is_sure(written: &str) -> bool {
    let line = written.lines().next().unwrap_or_default();
    // A place is a file, or a line by its number.
    if !line.bytes().any(|byte| byte.is_ascii_digit()) && !may_cite_file(line) {
        return false;
    }
    let title = numbered_title(without_checkbox(line));
    let head = Head::read(title.title).with_tail(title.title);
    let is_ranked = head.rank.is_some() || title.label.is_some_and(names_rank);
    is_ranked && head.place != Location::default()
}

/// Counts findings and names none: `Critical: 2`, `3 high`, `**Medium Issues:** 0 (all fixed)`.
pub(super) fn is_tally(written: &str) -> bool {
    let comment = written.trim_end().strip_suffix(')').and_then(|open| open.rsplit_once('('));
    let bare = comment.map_or(written, |(before, _)| before);
    let mut words = bare.split(|edge: char| !edge.is_alphanumeric()).filter(|word| !word.is_empty());
    let (mut counts, mut names) = (false, false);
    let is_known = |word: &str| {
        let is_number = word.bytes().all(|digit| digit.is_ascii_digit());
        let word = word.to_lowercase();
        let is_name =
            super::severity::is_rank(&word) || matches!(word.as_str(), "issues" | "findings" | "total");
        counts |= is_number;
        names |= is_name;
        let is_filler =
            matches!(word.as_str(), "issue" | "finding" | "priority" | "severity" | "and" | "건" | "개");
        is_number || is_name || is_filler
    };
    words.all(is_known) && counts && names
}
