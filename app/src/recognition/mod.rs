//! Finds the places in a text at which formats may open.

mod family;
mod headings;
mod identified;
mod identifier;
mod index;
mod matched;
mod opener;

use std::cell::OnceCell;

use crate::block::{Recognition, Revision};
use crate::json::{Found, find_objects};
use crate::markdown::{FenceId, Outline, Sections, TitledHeading, sections};
use crate::reading::{Scope, count_labels};
use crate::text::{Span, Text};

pub use family::{Candidate, FamilyMatch, JsonFamily};
pub use headings::NamedHeading;
pub use identifier::{
    IDENTIFIER, forms_of, identifier, is_edge, is_identifier, is_of_word, says_enough, word_around,
};
pub use index::OpenerIndex;
pub use matched::MatchedLine;
pub use opener::{Evidence, HeadingForm, HeadingOpener, LinePattern, Opener};

/// A text whose formats are being recognized.
pub struct Scan<'t> {
    pub text: &'t Text,
    pub outline: &'t Outline,
    index: &'t OpenerIndex,
    headings: Vec<NamedHeading>,
    lines: OnceCell<Vec<(u32, Span)>>,
    matched: OnceCell<Vec<MatchedLine>>,
    objects: OnceCell<Vec<Found<'t>>>,
    scopes: OnceCell<Vec<(Scope<'t>, Sections<'t>)>>,
}

impl<'t> Scan<'t> {
    pub fn new(text: &'t Text, outline: &'t Outline, index: &'t OpenerIndex) -> Self {
        let headings = headings::named(text, outline, index);
        let (lines, matched) = (OnceCell::new(), OnceCell::new());
        let (objects, scopes) = (OnceCell::new(), OnceCell::new());
        Self { text, outline, index, headings, lines, matched, objects, scopes }
    }

    /// Returns the headings that have one of the opener's names in the opener's form, each once, in order.
    pub fn headings(&self, opener: &HeadingOpener) -> Vec<TitledHeading> {
        let is_named = |heading: &&NamedHeading| heading.is_of(self.text, opener);
        let mut found: Vec<TitledHeading> =
            self.headings.iter().filter(is_named).map(|heading| heading.heading).collect();
        found.dedup_by_key(|heading| heading.node);
        found
    }

    /// Returns the lines that hold one of these words, which some opener of a line declares, in order.
    pub fn lines(&self, words: &[&str]) -> Vec<Span> {
        let lines = self.lines.get_or_init(|| self.index.lines(self.text));
        let of_words = lines.iter().filter(|(word, _)| self.index.is_one_of(*word, words));
        let mut lines: Vec<Span> = of_words.map(|(_, line)| *line).collect();
        lines.dedup();
        lines
    }

    /// Returns the names of the headings that some opener declares, in order.
    pub fn names(&self) -> impl Iterator<Item = &'t str> {
        self.headings.iter().map(|named| self.text.slice(named.heading.name))
    }

    /// Returns the lines that match the pattern of some opener, in order.
    pub fn matched(&self) -> &[MatchedLine] {
        self.matched.get_or_init(|| self.index.patterns.find(self.text))
    }

    /// Recognizes the lines that match a pattern.
    fn lines_matched(&self, pattern: &LinePattern) -> Vec<Recognition> {
        let recognition = |matched: &MatchedLine| {
            let lines = self.text.lines();
            let end = lines.line(lines.line_of(matched.line.start)).end;
            Recognition::of(Span::new(matched.line.start, end), true, [pattern.reason; 2])
        };
        self.matched().iter().filter(|matched| matched.is_of(pattern)).map(recognition).collect()
    }

    /// Returns the outermost JSON objects of the text, in order, found when they are first asked for.
    pub fn objects(&self) -> &[Found<'t>] {
        self.objects.get_or_init(|| find_objects(self.text, self.outline, self.text.span()))
    }

    /// Recognizes the outermost JSON objects that have all of these keys.
    pub fn objects_with(&self, keys: &[&str]) -> Vec<Recognition> {
        let has_all = |object: &&Found<'_>| keys.iter().all(|key| object.key(self.text, key).is_some());
        let recognition = |object: &Found<'_>| Recognition {
            span: object.span,
            revision: Revision::Current,
            reason: "an object with the declared keys",
        };
        self.objects().iter().filter(has_all).map(recognition).collect()
    }

    /// Returns the text and its fences, as far as each has a heading, with their sections, found when they are first
    /// asked for.
    pub fn scopes(&self) -> &[(Scope<'t>, Sections<'t>)] {
        self.scopes.get_or_init(|| {
            let Self { text, outline, .. } = *self;
            let mut fences: Vec<_> = outline.all_headings().map(|(_, node)| node.fence).collect();
            fences.sort_unstable_by_key(|fence| fence.map(FenceId::index));
            fences.dedup();
            let scope = |fence: Option<FenceId>| {
                let span = match fence {
                    Some(id) => outline.fence(id)?.content,
                    None => text.span(),
                };
                let scope = Scope { text, outline, span, fence };
                Some((scope, sections(outline, span, fence)))
            };
            fences.into_iter().filter_map(scope).collect()
        })
    }

    /// Recognizes the blocks that a single heading or line opens.
    pub fn recognize(&self, openers: &'static [Opener]) -> Vec<Recognition> {
        let mut found = Vec::new();
        for opener in openers {
            let opener = match opener {
                // Most texts have no such heading.
                Opener::Heading(opener) if !self.headings.is_empty() => opener,
                Opener::Matched(pattern) => {
                    found.extend(self.lines_matched(pattern));
                    continue;
                }
                _ => continue,
            };
            for heading in self.headings(opener) {
                let is_contract = opener.is_contract(self.text.slice(heading.line));
                found.extend(match &opener.evidence {
                    Evidence::Code(opens) => opens(self, &heading, is_contract),
                    evidence => self.opened(&heading, evidence, is_contract),
                });
            }
        }
        found
    }

    /// Returns the block that a heading opens, as far as a declaration can decide.
    fn opened(&self, heading: &TitledHeading, evidence: &Evidence, is_contract: bool) -> Option<Recognition> {
        let reasons = match evidence {
            Evidence::Code(_) => return None,
            Evidence::None { reasons } => reasons,
            Evidence::Labels { names, fewest: [by_contract, otherwise], reasons } => {
                let fewest = if is_contract { by_contract } else { otherwise };
                if count_labels(self.text, self.outline, heading, names) < *fewest {
                    return None;
                }
                reasons
            }
        };
        Some(self.under(heading, is_contract, *reasons))
    }

    /// Returns the block of all that is below a heading, and why it is one: by the contract's heading, and by another.
    pub fn under(
        &self,
        heading: &TitledHeading,
        is_contract: bool,
        reasons: [&'static str; 2],
    ) -> Recognition {
        Recognition::of(heading.section(self.text, self.outline), is_contract, reasons)
    }
}
