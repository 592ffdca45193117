//! Labels and their values: `**Request:** add a store`, wherever they stand in a block.

use std::borrow::Cow;
use std::ops::Range;

use crate::diagnostic::{Diagnostic, FieldPath, Rule, Sink};
use crate::format::Block;
use crate::markdown::{Kind, Node, Outline, key_value};
use crate::text::{Span, Text};

use super::{Body, Labelled, is_placeholder, joined, uncommented, with_normal};

/// A label that a room looks for.
#[derive(Debug)]
pub struct LabelName {
    /// As the contract writes it.
    pub name: &'static str,
    /// Other names it goes by, in the form that [`super::normal`] gives.
    pub synonyms: &'static [&'static str],
    /// The field that its value is.
    pub field: &'static str,
}

/// The rules of a room for its labels.
#[derive(Debug)]
pub struct LabelRules {
    pub missing: &'static Rule,
    pub name: &'static Rule,
    pub form: &'static Rule,
    pub placeholder: &'static Rule,
}

/// A label that was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// Its place in the room's list of names; none where the room does not know it.
    pub known: Option<usize>,
    pub key: Span,
    /// What follows on the same line, and on those that go on with it; empty where nothing does.
    pub value: Span,
    /// The label with its marks and the value on the same line.
    pub line: Span,
    /// The nodes up to the next label, heading or rule.
    pub below: Range<usize>,
    is_item: bool,
    /// A row of a table states it, which is no markup.
    is_row: bool,
}

impl Label {
    /// An item of a list may go on behind the block.
    fn within(self, block: Span) -> Self {
        Self { value: self.value.within(block), line: self.line.within(block), ..self }
    }
}

/// What a label says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stated {
    pub span: Span,
    pub value: String,
}

impl Stated {
    /// What is broken over several lines goes on behind a space.
    fn on_one_line(self) -> Self {
        Self { value: joined(Cow::Owned(self.value)).into_owned(), ..self }
    }
}

/// The labels of a block.
pub struct Labels<'t> {
    text: &'t Text,
    outline: &'t Outline,
    names: &'static [LabelName],
    /// What is missing is reported where the block opens.
    opener: Span,
    /// The block, which may end within an item of a list.
    block: Span,
    found: Vec<Label>,
}

impl<'t> Labels<'t> {
    /// Labels that the room knows end the value of the one before; those that it does not know do so where they
    /// are in bold.
    pub fn read(block: &Block<'t>, names: &'static [LabelName]) -> Self {
        let (text, outline) = (block.text, block.outline);
        let source = text.source();
        let range = outline.range(block.span);
        let nodes = outline.slice(range.clone());
        let fence = nodes.first().and_then(|node| node.fence);
        let mut found: Vec<Label> = Vec::new();
        let mut is_open = false;
        for (index, node) in range.clone().zip(nodes) {
            if node.fence != fence {
                continue;
            }
            let label = label_at(text, outline, node, names, index + 1..range.end);
            let ends = label.is_some() || matches!(node.kind, Kind::Heading { .. } | Kind::Rule);
            if let Some(last) = found.last_mut().filter(|_| ends && is_open) {
                last.below.end = index;
            }
            is_open = label.is_some() || (is_open && !ends);
            found.extend(label.map(|label| label.within(block.span)));
        }
        let opener = nodes.first().map_or(block.span, |node| node.span.trim(source));
        Self { text, outline, names, opener, block: block.span, found }
    }

    /// With the labels of the block's tables that the room knows, where no line states them.
    pub fn or_in_tables(mut self, block: &Block<'t>) -> Self {
        if (0..self.names.len()).all(|name| self.find(name).is_some()) {
            return self;
        }
        let body = Body::of(block);
        for row in body.table_labels(body.range()) {
            let key = self.text.read(row.key);
            let known = known_as(&key, self.names);
            if known.is_some_and(|name| self.find(name).is_none()) {
                let below = row.node..row.node;
                let Labelled { key, value, whole: line, .. } = row;
                self.found.push(Label { known, key, value, line, below, is_item: true, is_row: true });
            }
        }
        self
    }

    /// The first label of a name.
    pub fn find(&self, name: usize) -> Option<&Label> {
        self.found.iter().find(|label| label.known == Some(name))
    }

    pub fn all(&self) -> &[Label] {
        &self.found
    }

    /// A value of one line that must be stated.
    pub fn required(&self, name: usize, rules: &LabelRules, sink: &mut Sink) -> Option<Stated> {
        self.report_missing(name, rules, sink);
        self.optional(name, rules, sink)
    }

    /// A value of one line, which may be the next one.
    pub fn optional(&self, name: usize, rules: &LabelRules, sink: &mut Sink) -> Option<Stated> {
        let label = self.find(name)?;
        let source = self.text.source();
        let below = self.content(label).map(|span| first_line(source, span));
        let Some(below) = below.filter(|_| label.value.is_empty()) else {
            return self.state(label, name, label.value, rules, sink).map(Stated::on_one_line);
        };
        let marker = if below.slice(source).starts_with("- ") { 2 } else { 0 };
        let below = below.skip(marker);
        let gap = Span::new(label.line.end, below.start);
        sink.report(
            Diagnostic::new(rules.form, label.line, "the value stands on the next line")
                .field(self.field(name))
                .fix("Write it on the same line", gap, " "),
        );
        self.state(label, name, below, rules, sink)
    }

    /// A value of any length that must be stated.
    pub fn required_text(&self, name: usize, rules: &LabelRules, sink: &mut Sink) -> Option<Stated> {
        self.report_missing(name, rules, sink);
        self.optional_text(name, rules, sink)
    }

    /// A value of any length: up to the next label, heading or rule.
    pub fn optional_text(&self, name: usize, rules: &LabelRules, sink: &mut Sink) -> Option<Stated> {
        let label = self.find(name)?;
        let span = match self.content(label) {
            Some(below) if label.value.is_empty() => below,
            Some(below) => label.value.to(below),
            None => label.value,
        };
        self.state(label, name, span, rules, sink)
    }

    /// A value that must be stated, up to the first blank line behind it.
    pub fn required_paragraph(&self, name: usize, rules: &LabelRules, sink: &mut Sink) -> Option<Stated> {
        self.report_missing(name, rules, sink);
        let label = self.find(name)?;
        let Some(below) = self.paragraph(label) else {
            return self.state(label, name, label.value, rules, sink);
        };
        if !label.value.is_empty() {
            return self.state(label, name, label.value.to(below), rules, sink);
        }
        let gap = Span::new(label.line.end, below.start);
        let apart = Diagnostic::new(rules.form, label.line, "the value stands on the next line");
        let apart = apart.field(self.field(name));
        // A fence opens on a line of its own.
        let first = self.outline.slice(self.outline.range(below)).first();
        let is_code = first.is_some_and(|node| matches!(node.kind, Kind::FenceMark(_)));
        sink.report(if is_code { apart } else { apart.fix("Write it on the same line", gap, " ") });
        self.state(label, name, below, rules, sink)
    }

    /// The first lines below a label: those that follow it, or the first of all where it says nothing itself.
    fn paragraph(&self, label: &Label) -> Option<Span> {
        let nodes = self.outline.slice(label.below.clone());
        let fence = self.outline.fence_at(label.line.start);
        let is_blank = |node: &&Node| node.kind == Kind::Blank && node.fence == fence;
        let skipped = if label.value.is_empty() { nodes.iter().take_while(is_blank).count() } else { 0 };
        let paragraph =
            nodes.iter().skip(skipped).take_while(|node| !is_blank(node) && node.kind != Kind::Rule);
        let span = paragraph.map(|node| node.span).reduce(Span::to)?.within(self.block);
        let span = span.trim(self.text.source());
        (!span.is_empty()).then_some(span)
    }

    /// From the first to the last line below a label that is not blank.
    pub fn content(&self, label: &Label) -> Option<Span> {
        let nodes = self.outline.slice(label.below.clone());
        let is_content = |node: &&Node| !matches!(node.kind, Kind::Blank | Kind::Rule);
        let (first, last) = (nodes.iter().find(is_content)?, nodes.iter().rfind(is_content)?);
        Some(first.span.to(last.span).within(self.block).trim(self.text.source()))
    }

    /// As it stands.
    pub fn slice(&self, span: Span) -> &'t str {
        self.text.slice(span)
    }

    /// As it was meant: mojibake repaired.
    pub fn text(&self, span: Span) -> Cow<'t, str> {
        self.text.read(span)
    }

    fn state(
        &self,
        label: &Label,
        name: usize,
        span: Span,
        rules: &LabelRules,
        sink: &mut Sink,
    ) -> Option<Stated> {
        let field = self.field(name);
        self.report(label, name, rules, sink);
        let value = self.text.read(span);
        if value.trim().is_empty() {
            let message = format!("`{}` is empty", self.text.read(label.key));
            sink.report(Diagnostic::new(rules.missing, label.line, message).field(field));
            return None;
        }
        if is_placeholder(&value) && value.len() < 200 {
            let message = format!("`{}` is a placeholder", value.trim());
            sink.report(Diagnostic::new(rules.placeholder, span, message).field(field).found(value.trim()));
            return None;
        }
        sink.field(FieldPath::name(field), span);
        Some(Stated { span, value: value.into_owned() })
    }

    pub fn field(&self, name: usize) -> &'static str {
        self.names.get(name).map_or("", |name| name.field)
    }

    /// Reports a label that must be stated, where the block begins.
    pub fn report_missing(&self, name: usize, rules: &LabelRules, sink: &mut Sink) {
        let Some(LabelName { name: written, field, .. }) = self.names.get(name) else { return };
        if self.find(name).is_none() {
            let message = format!("`{written}` is not stated");
            let missing = Diagnostic::new(rules.missing, self.opener, message);
            sink.report(missing.field(*field).expected(format!("`**{written}:** …`")));
        }
    }

    /// What deviates in the label itself, for rooms that read its value by themselves.
    pub fn report(&self, label: &Label, name: usize, rules: &LabelRules, sink: &mut Sink) {
        let Some(LabelName { name, field, .. }) = self.names.get(name) else { return };
        if !label.is_row {
            sink.markup(label.line);
        }
        let source = self.text.source();
        let written = self.text.read(label.key);
        let bare = written.split('(').next().unwrap_or_default().trim();
        let mended = || written.replacen(bare, name, 1);
        if !bare.eq_ignore_ascii_case(name) {
            sink.report(
                Diagnostic::new(rules.name, label.key, format!("`{name}` is called `{bare}`"))
                    .field(*field)
                    .expected(*name)
                    .found(bare)
                    .fix(format!("Call it `{name}`"), label.key, mended()),
            );
            return;
        }
        let marks = Span::new(label.line.start, label.value.start.max(label.key.end)).trim(source);
        let shown = marks.slice(source);
        let inner = shown.strip_prefix("**").and_then(|inner| inner.strip_suffix(":**"));
        let is_plain = written == *name && inner == Some(*name);
        if label.is_item || is_plain {
            return;
        }
        let expected = format!("**{}:**", mended());
        if shown != expected {
            sink.report(
                Diagnostic::new(rules.form, marks, format!("`{name}` is not written `{expected}`"))
                    .field(*field)
                    .expected(expected.as_str())
                    .found(shown)
                    .fix(format!("Write `{expected}`"), marks, expected.clone()),
            );
        }
    }
}

/// The label that a line or a list item is, where the room knows it or its author marked it.
pub(super) fn label_at(
    text: &Text,
    outline: &Outline,
    node: &Node,
    names: &[LabelName],
    below: Range<usize>,
) -> Option<Label> {
    let source = text.source();
    let (pair, item) = match node.kind {
        Kind::KeyValue(pair) => (pair, None),
        Kind::Item { text, .. } => (key_value(source, first_line(source, text))?, Some(text)),
        _ => return None,
    };
    let is_item = item.is_some();
    let key = text.read(pair.key);
    let known = known_as(&key, names);
    if known.is_none() && (is_item || !pair.is_strong) {
        return None;
    }
    let line = node.span.trim(source);
    let value = match item {
        Some(item) => Span::new(pair.value.start, item.end.max(pair.value.start)).trim(source),
        None => pair.value,
    };
    let next = outline.slice(below.clone()).first();
    let rest = next.filter(|next| goes_on(text, value, is_item, node, next));
    let value = rest.map_or(value, |rest| value.to(rest.span.trim(source)));
    let below = below.start + usize::from(rest.is_some())..below.end;
    let end = if value.is_empty() { pair.key.end } else { value.end };
    let line = if is_item { Span::new(line.start, end.max(line.start)) } else { line.to(value) };
    Some(Label { known, key: pair.key, value, line, below, is_item, is_row: false })
}

/// Whether a line right below a value is the rest of its paragraph. Below a label that is no item it may begin what
/// the label says nothing of, unless it goes on in the middle of a sentence.
fn goes_on(text: &Text, value: Span, is_item: bool, label: &Node, next: &Node) -> bool {
    let Kind::Prose { text: words } = next.kind else { return false };
    let is_paragraph = next.fence == label.fence && next.quote == label.quote && !value.is_empty();
    is_paragraph && (is_item || text.slice(words).starts_with(char::is_lowercase))
}

/// The place of a label's name in the room's list.
fn known_as(key: &str, names: &[LabelName]) -> Option<usize> {
    with_normal(uncommented(key), |name| {
        names.iter().position(|known| is_called(known.name, name) || known.synonyms.contains(&name))
    })
}

/// Whether a contract's name comes to this in its normal form.
fn is_called(contract: &str, name: &str) -> bool {
    let first = |name: &str| name.bytes().next().map(|first| first.to_ascii_lowercase());
    let may_be =
        first(contract) == first(name) || !contract.starts_with(|first: char| first.is_alphanumeric());
    may_be && with_normal(contract, |contract| contract == name)
}

fn first_line(source: &str, span: Span) -> Span {
    let end = span.slice(source).find(['\n', '\r']);
    end.map_or(span, |end| span.take(end)).trim(source)
}
