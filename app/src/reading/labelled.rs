//! Values under labels as records have them: beside the label, below it, in a list, or several on a line.
//!
//! [`super::Labels`] reads the labels that announce a block; this reads all labels of a part of it, with all that
//! stands under each.

use std::ops::Range;

use memchr::memchr;

use crate::diagnostic::{Diagnostic, Rule, Sink};
use crate::markdown::{KeyValue, Kind, Node, key_value};
use crate::text::Span;

use super::clean::is_normal_but_for_case;
use super::{LabelName, Scope, normal, uncommented, with_normal};

/// Between labels that stand on one line, with spaces around them.
const PARTING_MARKS: [char; 3] = ['|', '·', '•'];
/// Before a label in bold, where no mark parts it from the one before.
const STOPS: [&str; 3] = [", ", "; ", "  "];
/// What ends a value before the next plain label, where all parts of the line are labels.
const PARTINGS: [&[char]; 3] = [&PARTING_MARKS, &[';'], &[',']];
/// A longer plain label on a line with others is a sentence.
const LONGEST_PLAIN: usize = 24;

/// A label with all that stands under it.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Labelled {
    pub node: usize,
    /// Without emphasis and colon.
    pub key: Span,
    /// With the lines below that belong to it; empty where there is nothing.
    pub value: Span,
    /// From the first mark of the label to the end of its value.
    pub whole: Span,
    /// A list item, not a line of its own.
    pub is_item: bool,
    /// A stop alone parts it from the label before it on its line, so that no glance sees it.
    pub follows_stop: bool,
}

/// A label behind another on its line.
struct Next {
    /// The value of the one before.
    value: Span,
    /// Where it begins, its mark included.
    start: u32,
    label: KeyValue,
    follows_stop: bool,
}

/// The name of a label: lower case, without the comment of `Root Cause (two factors)`.
pub fn label_key(key: &str) -> String {
    normal(uncommented(key)).trim_end_matches(':').trim_end().to_owned()
}

/// The first label of that name; the contract's own name wins over its synonyms.
pub fn find_labelled<'l>(
    body: &Scope<'_>,
    labels: &'l [Labelled],
    wanted: &LabelName,
) -> Option<&'l Labelled> {
    // Most labels begin with other letters.
    let firsts = Firsts::of(wanted);
    let ranked = labels.iter().filter_map(|label| {
        let key = body.read(label.key);
        let rank = if firsts.may_begin(&key) { rank(&key, wanted) } else { None };
        Some((rank?, label))
    });
    ranked.min_by_key(|(rank, _)| *rank).map(|(_, label)| label)
}

/// The two letters with which the names of a label begin, as a filter: some share a bit.
#[derive(Copy, Clone)]
struct Firsts(u64);

impl Firsts {
    fn of(wanted: &LabelName) -> Self {
        let bits = |name: &&str| match name.as_bytes() {
            [first, second, ..] if second.is_ascii_alphanumeric() => Self::bit(*first, *second),
            _ => u64::MAX,
        };
        let names = wanted.synonyms.iter().chain([&wanted.name]);
        Self(names.fold(0, |firsts, name| firsts | bits(name)))
    }

    /// In whatever case.
    const fn bit(first: u8, second: u8) -> u64 {
        1 << ((first & 31).wrapping_mul(11).wrapping_add(second & 31) & 63)
    }

    /// What is in brackets or not of ASCII in front may be no part of the name, and marks may stand within it.
    fn may_begin(self, key: &str) -> bool {
        let tells = |byte: &u8| byte.is_ascii_alphanumeric() || !byte.is_ascii() || *byte == b'(';
        let bytes = key.as_bytes();
        let begins = match bytes.first() {
            Some(first) if tells(first) => 0,
            _ => bytes.iter().position(tells).unwrap_or(bytes.len()),
        };
        match bytes.get(begins..) {
            Some([first, second, ..]) if first.is_ascii_alphanumeric() && second.is_ascii_alphanumeric() => {
                self.0 & Self::bit(*first, *second) != 0
            }
            _ => true,
        }
    }
}

/// Which of a label's names a key is, the contract's own before its synonyms.
fn rank(key: &str, wanted: &LabelName) -> Option<usize> {
    with_normal(uncommented(key), |bare| {
        let key = bare.trim_end_matches(':').trim_end();
        let is_own = || match is_normal_but_for_case(wanted.name) {
            true => key.eq_ignore_ascii_case(wanted.name),
            false => with_normal(wanted.name, |own| own == key),
        };
        // The name is longer than its normal form by its marks at most.
        if key.len() <= wanted.name.len() && is_own() {
            Some(0)
        } else {
            wanted.synonyms.iter().position(|synonym| *synonym == key).map(|at| at + 1)
        }
    })
}

/// Whether a mark that parts labels stands in a value, so that another label may follow; most have none.
pub fn may_hold_more(value: &str) -> bool {
    value.contains(['|', '·', '•'])
}

/// Reports a label that bears another name than the contract's.
pub fn report_label_name(
    body: &Scope<'_>,
    label: &Labelled,
    wanted: &LabelName,
    rule: &'static Rule,
    sink: &mut Sink,
) {
    let written = body.read(label.key);
    if written == wanted.name {
        return;
    }
    let message = format!("`{}` is called `{written}`", wanted.name);
    let misnamed = Diagnostic::new(rule, label.key, message).field(wanted.field);
    let misnamed = misnamed.expected(wanted.name).found(written.as_ref());
    // A comment in the label is content, which no edit may drop.
    let has_comment = written.contains('(');
    sink.report(if has_comment {
        misnamed
    } else {
        misnamed.fix(format!("Call it `{}`", wanted.name), label.key, wanted.name)
    });
}

impl Scope<'_> {
    /// The labels of a range: lines, and outermost list items. A line may hold several, parted by `|` or `·`.
    pub fn labels(&self, range: Range<usize>) -> Vec<Labelled> {
        self.labels_of(range, |_| true, |_| true)
    }

    /// As [`Self::labels`], of the nodes alone that may hold what is looked for, as far as their text tells and then
    /// as far as their first label does.
    pub fn labels_of(
        &self,
        range: Range<usize>,
        may_hold: impl Fn(&Node) -> bool,
        may_open: impl Fn(KeyValue) -> bool,
    ) -> Vec<Labelled> {
        let mut found = Vec::new();
        for (index, node) in self.nodes(range.clone()) {
            let is_outermost = node.indent < 2;
            let (pair, is_item) = match node.kind {
                Kind::KeyValue(pair) if is_outermost && may_hold(node) => (Some(pair), false),
                Kind::Item { level: 0, text, .. } if is_outermost && may_hold(node) => {
                    (key_value(self.text.source(), text), true)
                }
                _ => continue,
            };
            let Some(pair) = pair.filter(|pair| may_open(*pair)) else { continue };
            let below = self.below(range.end, index, node, pair, is_item);
            self.push_labels(index, pair, below, is_item, &mut found);
        }
        found
    }

    fn push_labels(&self, node: usize, first: KeyValue, end: u32, is_item: bool, found: &mut Vec<Labelled>) {
        let source = self.text.source();
        let mut start =
            self.outline.nodes().get(node).map_or(first.key.start, |node| node.span.trim(source).start);
        let (mut next, mut follows_stop) = (Some(first), false);
        let line = first.value.slice(source);
        // Another label has a colon of its own.
        let may_part = memchr(b':', line.as_bytes()).is_some();
        let is_plain = may_part && !first.is_strong;
        let marks = PARTINGS.into_iter().find(|marks| is_plain && are_labels(line, marks));
        while let Some(KeyValue { key, value, .. }) = next.take() {
            let parted = match marks {
                Some(marks) => self.parted_plainly(value, marks),
                None if may_part && first.is_strong => self.parted(value),
                None => None,
            };
            let value = match &parted {
                Some(parted) => parted.value,
                None => without_break(source, Span::new(value.start, end.max(value.start)).trim(source)),
            };
            let whole = Span::new(start, value.end.max(key.end));
            found.push(Labelled { node, key, value, whole, is_item, follows_stop });
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

    /// Where the value of a label ends that opens at a node.
    fn below(&self, until: usize, index: usize, opener: &Node, pair: KeyValue, is_item: bool) -> u32 {
        let source = self.text.source();
        let written = pair.value.slice(source);
        let is_empty = written.is_empty();
        // What is announced stands below: a value of its own, or a list after a colon.
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
    use super::{Scope, label_key};
    use crate::markdown::Outline;
    use crate::text::Text;

    fn check(source: &str, expected: &[(&str, &str)]) {
        let text = Text::new(source);
        let outline = Outline::of(&text);
        let body = Scope::new(&text, &outline, text.span());
        let labels = body.labels(body.range());
        let read: Vec<(String, &str)> =
            labels.iter().map(|label| (label_key(text.slice(label.key)), text.slice(label.value))).collect();
        let read: Vec<(&str, &str)> = read.iter().map(|(key, value)| (key.as_str(), *value)).collect();
        assert_eq!(read, expected, "{source}");
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
