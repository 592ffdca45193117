//! Finds the entries of a section and of those in it.

use std::ops::Range;

use super::body::{Scope, is_sure};
use super::entry::{Entry, Shape, Trust, names_rank};
use super::groups::{Group, is_aside, names_file, rank_in};
use super::head::Head;
use super::keys::Key;
use crate::formats::review_report::layout::{Layout, NamedSection};
use crate::formats::review_report::part::{Part, part_of_name, praises, with_section_name};
use crate::markdown::{Kind, Node, key_value};
use crate::reading::numbered_title;

pub(super) struct Walk<'l, 't> {
    layout: &'l Layout<'t>,
    pub found: Vec<Entry>,
}

impl<'l, 't> Walk<'l, 't> {
    pub fn new(layout: &'l Layout<'t>) -> Self {
        Self { layout, found: Vec::new() }
    }

    /// The entries of a section and of those in it.
    pub fn section(&mut self, named: &NamedSection, group: &Group) {
        self.body(named, group);
        for child in self.layout.children(&named.section) {
            self.child(child, group);
        }
    }

    fn child(&mut self, child: &NamedSection, outer: &Group) {
        let heading = self.layout.read_span(child.section.text);
        let (part, praises, rank) = with_section_name(&heading, |name| {
            (part_of_name(name, &heading), praises(name), rank_in(name, &heading))
        });
        let is_other_part = !matches!(part, Part::Findings | Part::SomeFindings | Part::Other);
        if praises || is_other_part {
            return;
        }
        if let Some(rank) = rank {
            let group = Group { rank: Some(rank), trust: outer.trust.min(Trust::Grouped), ..outer.clone() };
            self.section(child, &group.no_less_than(outer));
        } else if let Some(file) = names_file(&heading) {
            let group = Group { file: Some(file), trust: Trust::Grouped, ..outer.clone() };
            self.section(child, &group.no_less_than(outer));
        } else if part != Part::Other {
            self.section(child, outer);
        } else if self.is_entry(child, &heading, outer) {
            let end = self.next_in(child, &heading).unwrap_or(child.section.extent.end);
            self.found.push(Entry {
                title: child.section.text,
                nodes: child.section.node..end,
                number: None,
                group: outer.rank.clone(),
                file: outer.file.clone(),
                shape: Shape::Heading,
                trust: outer.trust,
            });
            self.nodes(end..child.section.extent.end, outer);
        } else if !is_aside(&heading) {
            self.section(child, &Group { trust: outer.trust.max(Trust::Foreign), ..outer.clone() });
        }
    }

    /// Where the list begins that tells of other findings, below a finding that has its own rank and place.
    fn next_in(&self, child: &NamedSection, heading: &str) -> Option<usize> {
        let section = &child.section;
        if section.body.end != section.extent.end {
            return None;
        }
        let is_next = |node: &Node| {
            let Kind::Item { level: 0, text, .. } = node.kind else { return false };
            let label = key_value(self.layout.text.source(), text);
            let key = label.and_then(|label| Key::named(&self.layout.read_span(label.key)));
            key.is_none() && is_sure(&self.layout.read_span(text))
        };
        let (next, _) = self.layout.nodes(section.body.clone()).find(|(_, node)| is_next(node))?;
        let is_placed = || {
            let pairs = self.layout.pairs(section.body.start..next);
            pairs.iter().any(|pair| Key::of(self.layout, pair) == Some(Key::Place))
        };
        (is_sure(heading) || is_placed()).then_some(next)
    }

    /// Whether a heading tells of a finding: by a number, a rank or a state, or by the labels below it.
    fn is_entry(&self, child: &NamedSection, heading: &str, group: &Group) -> bool {
        let title = numbered_title(heading);
        let is_ranked = title.label.is_some_and(names_rank) || Head::read(title.title).rank.is_some();
        let is_marked = title.number.is_some() || is_ranked || title.state.is_some();
        let own_labels = || {
            let pairs = self.layout.pairs(child.section.body.clone());
            pairs.iter().any(|pair| Key::of(self.layout, pair).is_some())
        };
        is_marked || group.trust == Trust::Grouped || own_labels()
    }

    /// The items and lines of a section's own body. A label such as `**High**` ranks what comes after it.
    pub fn body(&mut self, named: &NamedSection, outer: &Group) {
        self.nodes(named.section.body.clone(), outer);
    }

    fn nodes(&mut self, range: Range<usize>, outer: &Group) {
        let mut body = Scope::new(self.layout, outer);
        let end = range.end;
        for (index, node) in self.layout.nodes(range) {
            body.node(index, node, end, &mut self.found);
        }
        body.close(end, &mut self.found);
    }
}
