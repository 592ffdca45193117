//! Values under labels as records have them: beside the label, below it, in a list, or several on a line.
//!
//! [`super::Labels`] reads the labels that a contract declares; this reads all labels of a part of a block, with all
//! that belongs to each.

use std::ops::Range;

use memchr::{memchr, memchr3};

use super::{Label, Origin, label_key};
use crate::markdown::{KeyValue, Kind, Node, key_value};
use crate::reading::scope::Scope;
use crate::text::Span;

/// Marks between labels on one line, with spaces around them.
const PARTING_MARKS: [char; 3] = ['|', '·', '•'];
/// What may precede a label in bold that no mark parts from the one before.
const STOPS: [&str; 3] = [", ", "; ", "  "];
/// Marks that end a value before the next plain label, if all parts of the line are labels.
const PARTINGS: [&[char]; 3] = [&PARTING_MARKS, &[';'], &[',']];
/// A longer plain label on a line with others is a sentence.
const LONGEST_PLAIN: usize = 24;

/// A label behind another on its line.
struct Next {
    /// The value of the one before.
    value: Span,
    /// Where it begins, its mark included.
    start: u32,
    label: KeyValue,
    follows_stop: bool,
}

/// Returns whether a value contains a mark that separates labels, so that another label may follow.
pub fn may_hold_more(value: &str) -> bool {
    // Hardly any value contains the last byte of one of these marks.
    memchr3(b'|', 0xb7, 0xa2, value.as_bytes()).is_some() && value.contains(PARTING_MARKS)
}

impl Scope<'_> {
    /// Returns the labels of a range: lines, and outermost list items. A line may hold several, parted by `|` or `·`.
    pub fn labels(&self, range: Range<usize>) -> Vec<Label> {
        self.labels_of(range, |_| true, |_| true)
    }

    /// As [`Self::labels`], of the nodes that `may_hold` accepts and whose first label `may_open` accepts.
    pub fn labels_of(
        &self,
        range: Range<usize>,
        may_hold: impl Fn(&Node) -> bool,
        may_open: impl Fn(KeyValue) -> bool,
    ) -> Vec<Label> {
        let mut found = Vec::new();
        for (index, node) in self.nodes(range.clone()) {
            let is_outermost = node.indent < 2;
            let (pair, origin) = match node.kind {
                Kind::KeyValue(pair) if is_outermost && may_open(pair) && may_hold(node) => {
                    (pair, Origin::Line)
                }
                Kind::Item { level: 0, text, .. } if is_outermost && may_hold(node) => {
                    let pair = key_value(self.text.source(), text).filter(|pair| may_open(*pair));
                    let Some(pair) = pair else { continue };
                    (pair, Origin::Item)
                }
                _ => continue,
            };
            let end = self.end_of_value(range.end, index, node, pair, origin);
            self.push_labels(index, pair, end, origin, &mut found);
        }
        found
    }

    fn push_labels(&self, node: usize, first: KeyValue, end: u32, origin: Origin, found: &mut Vec<Label>) {
        let source = self.text.source();
        let mut start =
            self.outline.nodes().get(node).map_or(first.key.start, |node| node.span.trim(source).start);
        let (mut next, mut follows_stop) = (Some(first), false);
        let written = first.value.slice(source);
        // Another label has a colon of its own.
        let may_part = memchr(b':', written.as_bytes()).is_some();
        // Emphasis around the whole line makes no label of its own: `_Date: 2026-02-09 · Scope: src/_`.
        let gap = Span::new(first.key.end, first.value.start.max(first.key.end));
        let is_strong = first.is_strong && gap.slice(source).contains(['*', '_']);
        let is_plain = may_part && !is_strong && written.contains(": ");
        let marks = PARTINGS.into_iter().find(|marks| is_plain && are_labels(written, marks));
        while let Some(KeyValue { key, value, .. }) = next.take() {
            let parted = match marks {
                Some(marks) => self.parted_plainly(value, marks),
                None if may_part && first.is_strong => self.parted(value),
                None => None,
            };
            let value = match &parted {
                Some(parted) => parted.value,
                None => {
                    let value =
                        without_break(source, Span::new(value.start, end.max(value.start)).trim(source));
                    let around = if first.is_strong && !is_strong { &['*', '_'][..] } else { &[] };
                    value.take(value.slice(source).trim_end_matches(around).len())
                }
            };
            let line = Span::new(start, value.end.max(key.end));
            let (name, below) = (label_key(&self.read(key)), node + 1..node + 1);
            found.push(Label { name, known: None, node, key, value, line, below, origin, follows_stop });
            if let Some(parted) = parted {
                (start, follows_stop) = (parted.start, parted.follows_stop);
                next = Some(parted.label);
            }
        }
    }

    /// The value before a mark that parts labels on one line, where the rest begins, and the label there.
    fn parted(&self, value: Span) -> Option<Next> {
        let source = self.text.source();
        let line = value.slice(source);
        let strong = |rest: Span| key_value(source, rest).filter(|pair| pair.is_strong);
        let at_mark = |(at, mark): (usize, &str)| {
            let end = at + mark.len();
            let is_spaced = line.get(..at)?.ends_with(' ') && line.get(end..)?.starts_with(' ');
            let rest = value.skip(end).trim(source);
            let label = strong(rest).filter(|_| is_spaced)?;
            let value = value.take(at).trim(source);
            Some(Next { value, start: rest.start, label, follows_stop: false })
        };
        let at_stop = |(at, _): (usize, &str)| {
            // Italics are no label.
            line.get(at..)?.strip_prefix("**")?;
            let before = line.get(..at).filter(|before| STOPS.iter().any(|stop| before.ends_with(stop)))?;
            let kept = before.trim_end_matches([' ', ',', ';']);
            let rest = value.skip(at);
            let value = value.take(kept.len()).trim(source);
            Some(Next { value, start: rest.start, label: strong(rest)?, follows_stop: true })
        };
        // In one pass that ends where the next label begins: a line may hold many.
        let mut edges = line.match_indices(['|', '·', '•', '*']);
        edges.find_map(|edge| if edge.1 == "*" { at_stop(edge) } else { at_mark(edge) })
    }

    /// As [`Self::parted`], between plain labels.
    fn parted_plainly(&self, value: Span, marks: &[char]) -> Option<Next> {
        let source = self.text.source();
        let line = value.slice(source);
        let (at, mark) = line.match_indices(marks).next()?;
        let end = at + mark.len();
        let is_stop = mark == "," || mark == ";";
        let is_spaced = (is_stop || line.get(..at)?.ends_with(' ')) && line.get(end..)?.starts_with(' ');
        let rest = value.skip(end).trim(source);
        let label = key_value(source, rest).filter(|label| is_spaced && !label.is_strong)?;
        let value = value.take(at).trim(source);
        Some(Next { value, start: rest.start, label, follows_stop: is_stop })
    }

    /// Returns where the value of the label that opens at a node ends.
    fn end_of_value(&self, until: usize, index: usize, opener: &Node, pair: KeyValue, origin: Origin) -> u32 {
        let is_item = origin == Origin::Item;
        let source = self.text.source();
        let written = pair.value.slice(source);
        let is_empty = written.is_empty();
        // An empty value or a colon announces what is below: a value of its own, or a list.
        let is_open = is_empty || written.ends_with(':');
        let mut end = opener.span.end;
        let mut is_parted = false;
        let mut list_indent = None;
        for node in self.outline.slice(index + 1..until) {
            let is_nested = node.indent > opener.indent;
            let belongs = match node.kind {
                _ if node.fence != opener.fence => is_open || is_nested || !is_parted,
                Kind::Heading { .. } | Kind::Rule => false,
                Kind::Blank => {
                    is_parted = true;
                    continue;
                }
                Kind::KeyValue(other) => {
                    is_nested && is_item || !is_item && is_empty && pair.is_strong && !other.is_strong
                }
                Kind::Item { .. } if is_item => is_nested,
                Kind::Item { text, .. } => {
                    let first_indent = *list_indent.get_or_insert(node.indent);
                    let is_label = key_value(source, text).is_some_and(|other| other.is_strong);
                    is_open && node.indent >= first_indent && (is_empty || !is_label)
                }
                _ if is_item => !is_parted || is_nested,
                _ => is_open || !is_parted,
            };
            if !belongs {
                break;
            }
            end = node.span.end;
        }
        end
    }
}

/// Whether all parts of a line behind the first are plain labels; one alone proves little.
fn are_labels(line: &str, marks: &[char]) -> bool {
    let is_label = |part: &str| {
        let part = part.trim_start();
        part.find(": ").is_some_and(|colon| colon < LONGEST_PLAIN && !part.starts_with(char::is_lowercase))
    };
    let mut parts = line.split(marks).skip(1).peekable();
    parts.peek().is_some() && parts.all(is_label)
}

/// Without the backslash that breaks a line in Markdown.
fn without_break(source: &str, value: Span) -> Span {
    let written = value.slice(source);
    let broken = written.strip_suffix('\\').filter(|kept| !kept.ends_with(['\\', '\n', '\r']));
    broken.map_or(value, |kept| value.take(kept.len()).trim(source))
}

#[cfg(test)]
mod tests {
    use crate::reading::labels::tests::check_labels;

    fn check(source: &str, expected: &[(&str, &str)]) {
        check_labels(source, |body, range| body.labels(range), expected);
    }

    #[test]
    fn values_stand_beside_or_below() {
        check("**From:** a\n**Issue:** b\ngoes on\n\nApart", &[("from", "a"), ("issue", "b\ngoes on")]);
        check(
            "- **Fix (two):**\n  1. a\n  2. b\n- **Status:** c",
            &[("fix", "1. a\n  2. b"), ("status", "c")],
        );
        check("**Why:**\n\nIt is late.\n\n**How:** so\n\n## Next", &[("why", "It is late."), ("how", "so")]);
        check("**Scope:** a | **Date:** b", &[("scope", "a"), ("date", "b")]);
        check("**Scope:** a | b · **Date:** c", &[("scope", "a | b"), ("date", "c")]);
        check("Scope: a | Date: b | Agent: c", &[("scope", "a"), ("date", "b"), ("agent", "c")]);
        check("**Scope:** a\\\n**Date:** b", &[("scope", "a"), ("date", "b")]);
        check("_Scope: a · Date: b_", &[("scope", "a"), ("date", "b")]);
        check("Scope: a | b | Date: c", &[("scope", "a | b | Date: c")]);
        check("**Scope:** a  **Date:** b; **Agent:** c", &[("scope", "a"), ("date", "b"), ("agent", "c")]);
        check("Scope: a, Date: b", &[("scope", "a"), ("date", "b")]);
        check("Date: b; Agent: c, d", &[("date", "b"), ("agent", "c, d")]);
        check("Scope: a, b, c", &[("scope", "a, b, c")]);
        check("**Scope:** all **of:** it", &[("scope", "all **of:** it")]);
    }

    #[test]
    fn lists_belong_to_what_announces_them() {
        check(
            "**Why:** two things:\n- a\n- b\n\n**How:** so",
            &[("why", "two things:\n- a\n- b"), ("how", "so")],
        );
        check("**Why:** this\n- **How:** so", &[("why", "this"), ("how", "so")]);
    }
}
