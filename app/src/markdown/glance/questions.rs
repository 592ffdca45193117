//! What rooms ask of a glance.

use memchr::memmem;

use super::announcing::AnnouncingLines;
use super::letters::Letters;
use super::opening::opening_of;
use super::{Glance, Heading, START, parted, start};
use crate::delegate;
use crate::gate;
use crate::json::Objects;
use crate::markdown::fences::innermost;
use crate::markdown::lines::heading;
use crate::text::{Span, Text};

impl<'t> Glance<'t> {
    pub fn text(&self) -> &'t Text {
        self.text
    }

    /// The headings from their `#`, if they have one, to the end of the line.
    pub fn headings(&self) -> impl Iterator<Item = Span> {
        self.headings.iter().map(|heading| heading.line)
    }

    /// Level and text of the headings, as the outline reads them.
    pub fn titles(&self) -> impl Iterator<Item = (u8, Span)> {
        self.headings.iter().filter_map(|heading| self.title(heading))
    }

    /// The headings of a level.
    pub fn titles_of(&self, level: u8) -> impl Iterator<Item = Span> {
        let of_level = self.headings.iter().filter(move |heading| heading.level == level);
        of_level.filter_map(|heading| self.title(heading)).map(|(_, title)| title)
    }

    /// Where headings begin that are certainly some: they stand at the beginning of their line, hold no bar and are in
    /// no fence.
    pub fn certain_headings(&self) -> impl Iterator<Item = u32> {
        let source = self.text.source();
        let is_certain = move |heading: &&Heading| {
            let before = source.as_bytes().get(..heading.line.start as usize).unwrap_or_default();
            let line = heading.line.slice(source);
            let is_spaced = line.as_bytes().get(usize::from(heading.level)) == Some(&b' ');
            let is_plain = !heading.is_underlined && heading.level <= 6 && is_spaced && !line.contains('|');
            is_plain && before.ends_with(b"\n") && self.end_of_fence(heading.line.start).is_none()
        };
        self.headings.iter().filter(is_certain).map(|heading| heading.line.start)
    }

    /// Where the innermost fence ends that holds a place.
    pub fn end_of_fence(&self, place: u32) -> Option<u32> {
        innermost(self.fences(), place).map(|fence| fence.content.end)
    }

    /// The headings that have the letters of a word of ASCII, or others than those of ASCII.
    pub fn titles_that_may_say(&self, word: &str) -> impl Iterator<Item = (u8, Span)> {
        let letters = Letters::of(word);
        let speaking = self.headings.iter().filter(move |heading| heading.letters.may_say(letters));
        speaking.filter_map(|heading| self.title(heading))
    }

    /// The headings of which the line as it is written may be what is looked for.
    pub fn titles_if(&self, may_be: impl Fn(u8, &str) -> bool) -> impl Iterator<Item = (u8, Span)> {
        let source = self.text.source();
        let may_be = move |heading: &&Heading| may_be(heading.level, heading.line.slice(source));
        self.headings.iter().filter(may_be).filter_map(|heading| self.title(heading))
    }

    fn title(&self, found: &Heading) -> Option<(u8, Span)> {
        let source = self.text.source();
        match found.is_underlined {
            true => Some((found.level, found.line)),
            false => heading(source, found.line.trim(source)),
        }
    }

    /// Whether a heading begins with one of these names, in whatever case and behind whatever marks.
    pub fn has_heading(&self, names: &[&str]) -> bool {
        if self.headings.is_empty() {
            return false;
        }
        let mut present = names.iter().filter(|name| self.has_heading_like(name));
        self.may_hide_names()
            || present.any(|name| self.headings.iter().any(|heading| self.is_named(heading, name)))
    }

    /// Whether a heading says one of these names and then, behind whatever marks, a colon or a dash.
    pub fn has_titled_heading(&self, names: &[&str]) -> bool {
        self.has_heading_before(names, |rest| {
            let mut marks = rest.chars().take_while(|next| !next.is_alphanumeric());
            marks.any(|mark| matches!(mark, ':' | '-' | '–' | '—'))
        })
    }

    /// Whether a heading says one of these names and nothing else but marks.
    pub fn has_whole_heading(&self, names: &[&str]) -> bool {
        self.has_heading_before(names, |rest| !rest.contains(char::is_alphanumeric))
    }

    /// Whether a heading begins with one of these names, and goes on in some way.
    pub fn has_heading_before(&self, names: &[&str], goes_on: fn(&str) -> bool) -> bool {
        if self.headings.is_empty() {
            return false;
        }
        if self.may_hide_names() {
            return true;
        }
        let source = self.text.source();
        let mut present = names.iter().filter(|name| self.has_heading_like(name));
        present.any(|name| {
            let mut named = self.headings.iter().filter(|heading| self.is_named(heading, name));
            named.any(|heading| {
                let rest = Span::new(heading.name.start + name.len() as u32, heading.line.end);
                goes_on(rest.slice(source))
            })
        })
    }

    /// Repaired, what looks like letters in front of a heading's name is a mark.
    fn may_hide_names(&self) -> bool {
        self.text.oddities().mojibake
    }

    #[inline]
    fn has_heading_like(&self, name: &str) -> bool {
        // What is shorter may go on in another way.
        name.len() < START || self.heading_starts.may_have(start(name))
    }

    fn is_named(&self, heading: &Heading, name: &str) -> bool {
        let begins_so = name.len() < START || heading.start == start(name);
        begins_so && heading.name.take(name.len()).slice(self.text.source()).eq_ignore_ascii_case(name)
    }

    /// Whether a line may begin with one of these names as a label does, or have it behind a bar:
    /// `**Scope:** a | **Date:** b`. A name is of ASCII and begins with a letter.
    pub fn has_label(&self, names: &[&str]) -> bool {
        let begins_line = |name: &&str| {
            let opening = opening_of(name);
            self.head.may_have(opening) || self.lines.may_have(opening)
        };
        // Repaired, what looks like letters is a mark.
        self.text.oddities().mojibake || names.iter().any(begins_line) || self.has_parted_label(names)
    }

    /// As [`Self::has_label`], below a heading that is no title of the text, which is of the second level or deeper.
    pub fn has_label_in_section(&self, names: &[&str]) -> bool {
        let begins_line = |name: &&str| self.lines.may_have(opening_of(name));
        self.has_section
            && (self.text.oddities().mojibake
                || names.iter().any(begins_line)
                || self.has_parted_label(names))
    }

    fn has_parted_label(&self, names: &[&str]) -> bool {
        let parted = self.parted_labels.get_or_init(|| parted::openings(self.text, &self.parted_lines));
        parted.as_ref().is_some_and(|parted| names.iter().any(|name| parted.may_have(opening_of(name))))
    }

    /// Whether a line begins with a bar, as the rows of tables do. What stands in them is no label here.
    pub const fn has_row(&self) -> bool {
        self.has_row
    }

    /// All that holds a bar, in whole lines: the rows, those that follow each other as one, and single lines.
    pub fn lines_with_bars(&self) -> impl Iterator<Item = Span> {
        self.rows.iter().chain(&self.parted_lines).copied()
    }

    /// As [`Self::lines_with_bars`], as far as they stand in a part of the text.
    pub fn lines_with_bars_in(&self, part: Span) -> impl Iterator<Item = Span> {
        let within = move |lines: &'_ [Span]| {
            let first = lines.partition_point(|line| line.end <= part.start);
            let end = lines.partition_point(|line| line.start < part.end);
            first..end.max(first)
        };
        let (rows, lines) = (within(&self.rows), within(&self.parted_lines));
        let rows = self.rows.get(rows).unwrap_or_default();
        let lines = self.parted_lines.get(lines).unwrap_or_default();
        let cut = move |line: &Span| Span::new(line.start.max(part.start), line.end.min(part.end));
        rows.iter().chain(lines).map(cut)
    }

    /// The lines that begin, behind whatever marks, with a word that announces a step, or with a time or a rank that may
    /// stand before one.
    pub const fn announcing_lines(&self) -> &AnnouncingLines {
        &self.announcing_lines
    }

    /// The JSON objects of the text.
    pub fn objects(&self) -> &Objects {
        self.data.objects(self.text, self.fences())
    }

    /// What they answer as gates.
    pub fn gate_answers(&self) -> &[gate::Answer] {
        self.data.gate_answers(self.text, self.fences())
    }

    /// What they answer as delegates.
    pub fn delegate_answers(&self) -> &[delegate::InJson] {
        self.data.delegate_answers(self.text, self.fences())
    }

    /// Whether a line may have the label `Confidence`, in whatever case: many others begin as it does, with `Config` or
    /// `Confirm`. Emphasis inside the word hides it.
    pub fn may_say_confidence(&self) -> bool {
        const NAME: &[u8] = b"confidence";
        let source = self.text.source().as_bytes();
        let says = |line: &Span| {
            let line = source.get(line.range()).unwrap_or_default();
            line.windows(NAME.len()).any(|words| words.eq_ignore_ascii_case(NAME))
        };
        let mut lines = self.announcing_lines.of_sureness().iter().chain(&self.parted_lines);
        self.text.oddities().mojibake || lines.any(says)
    }

    /// Whether these very words stand anywhere. This goes through the text: ask something else before.
    pub fn contains(&self, words: &str) -> bool {
        memmem::find(self.text.source().as_bytes(), words.as_bytes()).is_some()
    }
}
