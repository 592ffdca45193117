//! Reports of named sections: where each of them is, under what name and at what level.

use std::borrow::Cow;
use std::ops::Range;

use super::clean::{is_normal_of, normal};
use super::parted::parted_by_dash;
use super::placeholder::{LONGEST_SLOT, report_placeholder};
use super::quote::bold_line;
use super::scope::Scope;
use crate::block::Block;
use crate::diagnostic::{Diagnostic, Sink, rule_set};
use crate::markdown::{Kind, Node};
use crate::text::{Span, Text};

/// A longer heading or line is a sentence.
const LONGEST_NAME: u32 = 120;

/// A section that a room looks for.
#[derive(Clone, Debug)]
pub struct PartName {
    /// As the contract writes it.
    pub name: &'static str,
    /// Below a title of the first level.
    pub level: u8,
    /// Other names it goes by, in the form that [`normal`] gives.
    pub synonyms: &'static [&'static str],
    /// The field that it holds.
    pub field: &'static str,
}

impl PartName {
    pub const fn new(
        name: &'static str,
        level: u8,
        field: &'static str,
        synonyms: &'static [&'static str],
    ) -> Self {
        Self { name, level, synonyms, field }
    }

    /// Returns its level below a title of some level.
    fn level_below(&self, title: u8) -> u8 {
        (self.level + title.max(1) - 1).min(6)
    }
}

rule_set! {
    SECTIONS "sections" "Sections" "sets/sections.md":
    MISSING_SECTION "missing-section" Error
        "sections: required"
        "what belongs there was never done, or is lost"
    EMPTY_SECTION "empty-section" Error
        "sections: required"
        "a heading without content says that something was forgotten"
    SECTION_NAME "section-name" Warning
        "sections: names"
        "readers find a section by its name"
    SECTION_LEVEL "section-level" Warning
        "sections: levels"
        "a section at another level belongs to something else"
}

/// A section that was found.
#[derive(Clone, Debug)]
pub struct Part {
    /// The heading's line.
    pub heading: Span,
    /// The section's name, as it is written.
    pub key: Span,
    /// The words of the heading after a colon.
    pub title: Span,
    /// The nodes below it, up to the next section that the room knows, or that is none of its own.
    pub nodes: Range<usize>,
    /// From the heading on.
    span: Span,
    level: u8,
    /// A label in bold takes the place of the heading.
    is_label: bool,
}

/// The sections of a block.
pub struct Parts<'t> {
    pub body: Scope<'t>,
    names: Cow<'static, [PartName]>,
    /// What comes before the first section.
    head: Part,
    found: Vec<Option<Part>>,
    /// The closing line and what follows it.
    closing: Option<Part>,
}

impl<'t> Parts<'t> {
    /// `closing` is the line that ends the report, in the form of [`normal`]; what follows it belongs to no section.
    pub fn read(block: &Block<'t>, names: impl Into<Cow<'static, [PartName]>>, closing: &[&str]) -> Self {
        let mut parts = Self::none(block, names.into());
        let opened = parts.opened();
        parts.take(opened, block, closing);
        parts
    }

    /// As [`Self::read`]; a label in bold on a line of its own replaces a heading that the report lacks.
    pub fn read_with_labels(block: &Block<'t>, names: &'static [PartName], closing: &[&str]) -> Self {
        let mut parts = Self::none(block, names.into());
        let mut opened = parts.opened();
        parts.add_labels(&mut opened);
        parts.take(opened, block, closing);
        parts
    }

    fn none(block: &Block<'t>, names: Cow<'static, [PartName]>) -> Self {
        Self {
            body: Scope::of(block),
            head: Part::none(block),
            found: vec![None; names.len()],
            names,
            closing: None,
        }
    }

    /// Gives each part the nodes up to the next one.
    fn take(&mut self, opened: Vec<(Option<usize>, Part)>, block: &Block<'t>, closing: &[&str]) {
        let parts = self;
        let last_heading = opened.last().map_or(0, |(_, part)| part.nodes.start);
        let mut next = (parts.body.range().end, block.span.end);
        if let Some((node, line)) = parts.closing_line(last_heading, closing) {
            let below = Part { nodes: node + 1..next.0, ..part_of(&parts.body, node, line, 0) };
            parts.closing = Some(Part { span: Span::new(line.start, next.1), ..below });
            next = (node, line.start);
        }
        for (index, (name, mut part)) in opened.into_iter().enumerate().rev() {
            let own = (part.nodes.start.saturating_sub(1), part.span.start);
            part.nodes.end = next.0.max(part.nodes.start);
            part.span.end = next.1;
            next = own;
            match name.and_then(|name| parts.found.get_mut(name)) {
                _ if index == 0 => parts.head = part,
                Some(place) => *place = Some(part),
                None => {}
            }
        }
    }

    /// The labels that name a part, where no heading does.
    fn add_labels(&self, opened: &mut Vec<(Option<usize>, Part)>) {
        let mut taken: Vec<usize> = opened.iter().filter_map(|(name, _)| *name).collect();
        let start = opened.first().map_or(usize::MAX, |(_, head)| head.nodes.start);
        let label = |(index, node): (usize, &Node)| match node.kind {
            Kind::KeyValue(pair) if pair.is_strong && pair.value.is_empty() && node.indent < 2 => {
                Some((index, pair.key)).filter(|_| index >= start)
            }
            Kind::Prose { text } if node.indent < 2 && index >= start => {
                bold_line(self.body.text.source(), text).map(|key| (index, key))
            }
            _ => None,
        };
        for (index, key) in self.body.nodes(self.body.range()).filter_map(label) {
            let Some(name) = self.name_of(key).filter(|name| !taken.contains(name)) else { continue };
            taken.push(name);
            let title = opened.first().map_or(1, |(_, head)| head.level);
            let level = self.names.get(name).map_or(title, |name| name.level_below(title));
            let part = part_of(&self.body, index, key, level);
            opened.push((Some(name), Part { is_label: true, ..part }));
        }
        opened.sort_by_key(|(_, part)| part.heading);
        // Deeper headings below a label are of its part, as they are below a heading.
        let mut outer = None;
        opened.retain(|(name, part)| {
            let is_inner = name.is_none() && outer.is_some_and(|level| level < part.level);
            if !is_inner {
                outer = part.is_label.then_some(part.level);
            }
            !is_inner
        });
    }

    /// Headings that open a part, in order; those inside a part that the room knows belong to it.
    fn opened(&self) -> Vec<(Option<usize>, Part)> {
        let mut opened: Vec<(Option<usize>, Part)> = Vec::new();
        let mut taken = vec![false; self.names.len()];
        for section in self.body.sections() {
            let part = part_of(&self.body, section.node, section.text, section.level);
            // The heading that opens the report isn't one of its sections, whatever its name.
            let name = if opened.is_empty() { None } else { self.name_of(part.key) };
            let name = name.filter(|index| taken.get(*index) == Some(&false));
            let is_inner = matches!(opened.last(), Some((Some(_), outer)) if name.is_none() && outer.level < section.level);
            if is_inner {
                continue;
            }
            if let Some(flag) = name.and_then(|index| taken.get_mut(index)) {
                *flag = true;
            }
            opened.push((name, part));
        }
        opened
    }

    fn name_of(&self, key: Span) -> Option<usize> {
        if key.len() > LONGEST_NAME {
            return None;
        }
        let written = normal(&self.body.read(key));
        let written = bare_name(&written);
        self.names
            .iter()
            .position(|name| is_normal_of(name.name, written) || name.synonyms.contains(&written))
    }

    fn closing_line(&self, from: usize, names: &[&str]) -> Option<(usize, Span)> {
        let source = self.body.text.source();
        let line_of = |node: &Node| {
            let Kind::Prose { text } = node.kind else { return None };
            let line = text.slice(source).split(['\n', '\r']).next().unwrap_or_default();
            let is_short = line.len() <= LONGEST_NAME as usize;
            let is_closing = is_short && names.contains(&normal(line).trim_end_matches(['.', '!', ':']));
            is_closing.then(|| text.take(line.len()))
        };
        let end = self.body.range().end;
        self.body.nodes(from.min(end)..end).find_map(|(index, node)| Some((index, line_of(node)?)))
    }

    pub fn head(&self) -> &Part {
        &self.head
    }

    pub fn closing(&self) -> Option<&Part> {
        self.closing.as_ref()
    }

    /// Returns the section with this name in the contract, even if the report gives it another.
    pub fn find(&self, name: &str) -> Option<&Part> {
        let index = self.names.iter().position(|part| part.name == name)?;
        self.found.get(index)?.as_ref()
    }

    /// The part as a block of its own, for what reads blocks.
    pub fn block(&self, block: &Block<'t>, part: &Part) -> Block<'t> {
        Block { span: part.span, ..*block }
    }

    /// Reports the names and levels of the headings, and marks them as such.
    pub fn report_headings(&self, sink: &mut Sink) {
        let source = self.body.text.source();
        for (wanted, part) in self.names.iter().zip(&self.found) {
            let PartName { name, field, .. } = wanted;
            let Some(part) = part else { continue };
            sink.markup(part.heading);
            let written = part.key.slice(source);
            let wanted = wanted.level_below(self.head.level);
            let line = format!("{} {name}", "#".repeat(usize::from(wanted)));
            let (rule, place, message) = if part.is_label {
                let message = format!("section `{name}` is under a label, not under a heading");
                (&SECTION_LEVEL, part.heading, message)
            } else if written != *name {
                (&SECTION_NAME, part.key, format!("section `{name}` is called `{written}`"))
            } else if part.level != wanted {
                let place = Span::new(part.heading.start, part.key.end);
                (&SECTION_LEVEL, place, format!("section `{name}` is not of level {wanted}"))
            } else {
                continue;
            };
            let deviation = Diagnostic::new(rule, place, message).field(*field);
            sink.report(if rule == &SECTION_NAME {
                let title = format!("Call it `{name}`");
                deviation.expected(*name).found(written).fix(title, place, *name)
            } else {
                deviation.expected(line.as_str()).fix(format!("Write `{line}`"), place, line)
            });
        }
        if let Some(closing) = &self.closing {
            sink.markup(closing.heading);
        }
    }

    /// Returns the section of that name; one that is missing is reported where the report begins.
    pub fn required(&self, name: &str, sink: &mut Sink) -> Option<&Part> {
        let found = self.find(name);
        if let Some(PartName { level, field, .. }) =
            self.names.iter().find(|part| part.name == name).filter(|_| found.is_none())
        {
            let message = format!("the report has no section `{name}`");
            let missing = Diagnostic::new(&MISSING_SECTION, self.head.heading, message).field(*field);
            sink.report(missing.expected(format!("`{} {name}`", "#".repeat(usize::from(*level)))));
        }
        found
    }

    /// Reads all that is below a section's heading as the field that it holds.
    pub fn text(&self, name: &str, sink: &mut Sink) -> Option<String> {
        let part = self.required(name, sink)?;
        let field = self.names.iter().find(|part| part.name == name)?.field;
        let Some(content) = self.body.content(part.nodes.clone()) else {
            part.report_empty(field, sink);
            return None;
        };
        let written = self.body.read(content);
        if written.len() < LONGEST_SLOT && report_placeholder(&written, content, field, sink) {
            return None;
        }
        sink.field(field, content);
        Some(written.into_owned())
    }
}

impl Part {
    pub fn level(&self) -> u8 {
        self.level
    }

    /// Reports that the heading has nothing below it.
    pub fn report_empty(&self, field: &'static str, sink: &mut Sink) {
        let message = "the heading has nothing below it";
        sink.report(Diagnostic::new(&EMPTY_SECTION, self.heading, message).field(field));
    }

    /// Returns what follows the name in the heading: after a colon, after a spaced dash, or in parentheses.
    pub fn title_or_rest(&self, text: &Text) -> Option<String> {
        let source = text.source();
        let (_, after_dash) = parted_by_dash(source, self.heading);
        let in_parentheses = Span::new(self.key.end, self.heading.end).trim(source);
        let says_something = |rest: &Span| rest.slice(source).contains(char::is_alphanumeric);
        let rest = [self.title, after_dash, in_parentheses].into_iter().find(says_something);
        rest.map(|rest| text.read(rest).into_owned())
    }

    /// A block that no heading opens.
    fn none(block: &Block<'_>) -> Self {
        let start = Span::empty_at(block.span.start);
        let nodes = block.outline.range(block.span);
        Self { heading: start, title: start, nodes, span: block.span, key: start, level: 1, is_label: false }
    }
}

/// Returns the name of a section by the words of its heading, as it is compared and as it is written.
pub fn section_name(body: &Scope<'_>, text: Span) -> Option<(String, String)> {
    let (key, _) = key_and_title(body.text.source(), text);
    let written = body.read(key);
    let name = bare_name(&normal(&written)).to_owned();
    let start = written.find(char::is_alphabetic)?;
    Some((name, written.get(start..)?.trim_end_matches(['*', '_', ':', ' ']).to_owned()))
}

/// Numbers before a name, as in `1. Evidence`, are not part of it.
fn bare_name(name: &str) -> &str {
    name.trim_start_matches(|edge: char| !edge.is_alphabetic()).trim_end_matches(':')
}

fn part_of(body: &Scope<'_>, node: usize, text: Span, level: u8) -> Part {
    let source = body.text.source();
    let line = body.outline.heading_line(source, node).unwrap_or(text);
    let (key, title) = key_and_title(source, text);
    Part { heading: line, title, nodes: node + 1..node + 1, span: line, key, level, is_label: false }
}

/// The name in a heading, and what follows its colon.
fn key_and_title(source: &str, text: Span) -> (Span, Span) {
    let words = text.slice(source);
    let bare =
        |from: &str| from.trim_matches(|edge: char| edge.is_whitespace() || matches!(edge, '*' | ':')).len();
    let colon = words.find(':').filter(|at| bare(words.get(at + 1..).unwrap_or_default()) > 0);
    let end = colon.into_iter().chain(words.find(" (")).min().unwrap_or(words.len());
    let title = colon.map_or(Span::empty_at(text.end), |at| text.skip(at + 1).trim(source));
    (text.take(end).trim(source), title)
}
