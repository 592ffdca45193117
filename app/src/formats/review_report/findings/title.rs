//! The first line of a finding, taken apart: what precedes the words, in any order and in any brackets, and what
//! follows them.

use std::borrow::Cow;
use std::sync::LazyLock;

use super::marks::parted_by_last;
use crate::formats::review_report::entries::without_checkbox;
use crate::formats::review_report::{FindingSeverity, severity};
use crate::reading::{
    Lexicon, Location, NumberedTitle, head, is_emoji, is_rank, line_numbers, location, may_name_file,
    numbered_title,
};

/// More tokens than a title can have.
const MOST_TOKENS: usize = 8;
/// What brackets hold beyond this is talk.
const LONGEST_BRACKET: usize = 120;
const LONGEST_RANK: usize = 60;
/// Before what follows a rank or a place.
const DASHES: [&str; 4] = ["- ", "– ", "— ", "-- "];

/// Words beside a rank that say nothing more.
static RANK_COMPANIONS: LazyLock<Lexicon<()>> = LazyLock::new(|| {
    Lexicon::words(
        "priority, severity, issue, impact, risk, level, must, should, fix, fixed, resolved, 심각도, and, or, \
         to, very",
    )
});

#[derive(Clone, Debug, Default)]
pub(super) struct Title<'t> {
    pub numbered: NumberedTitle<'t>,
    pub rank: Option<FindingSeverity>,
    pub place: Location,
    /// Where the words begin; a place in front belongs to them, a rank does not.
    words_from: usize,
    /// The rank is a picture, which a word elsewhere outdoes.
    sign: Option<FindingSeverity>,
}

/// A rank, a place, or both, and how long they are.
#[derive(Default)]
struct Token {
    rank: Option<FindingSeverity>,
    place: Location,
    length: usize,
}

impl<'t> Title<'t> {
    /// Reads what precedes the words of a line.
    pub fn read(line: &'t str, is_in_file: bool) -> Self {
        let bare = without_checkbox(line);
        // Below a file `L12` is a line, elsewhere the twelfth finding that is low.
        let begins_with_lines = is_in_file && lines(bare.trim_start_matches(is_mark)).is_some();
        let unnumbered = NumberedTitle { title: bare, ..NumberedTitle::default() };
        let numbered = if begins_with_lines { unnumbered } else { numbered_title(bare) };
        let sign = line.chars().take_while(|mark| !mark.is_alphabetic()).find_map(severity::sign);
        let mut found = Self { numbered, ..Self::default() };
        found.read_tokens();
        let states = [numbered.label, numbered.state].into_iter().flatten();
        let stated = states.filter(|state| names_rank(state)).find_map(severity::read);
        Self { rank: stated.or(found.rank), sign: found.sign.or(sign), ..found }
    }

    fn read_tokens(&mut self) {
        let title = self.numbered.title;
        let mut at = 0;
        for _ in 0..MOST_TOKENS {
            let rest = title.get(at..).unwrap_or_default();
            let is_skipped = |skipped: char| {
                is_mark(skipped) || skipped.is_whitespace() || (at > 0 && is_separator(skipped))
            };
            let bare = rest.trim_start_matches(is_skipped);
            let skipped = rest.get(..rest.len() - bare.len()).unwrap_or_default();
            self.sign = self.sign.take().or_else(|| skipped.chars().find_map(severity::sign));
            let Some(token) = Token::read(bare, skipped.ends_with(['*', '_', '`'])) else { break };
            let is_other_file = token.place.file.is_some() && self.place.file.is_some();
            if is_other_file || (token.rank.is_some() && self.rank.is_some()) {
                break;
            }
            at = title.len() - bare.len() + token.length;
            self.take(token.rank, token.place);
            if self.place == Location::default() {
                self.words_from = at;
            }
        }
    }

    /// Reads what follows the words as well, and what they cite.
    pub fn with_tail(mut self) -> Self {
        let words = self.numbered.title.get(self.words_from..).unwrap_or_default();
        let is_edge = |edge: char| matches!(edge, '.' | '*' | '_' | '`') || edge.is_whitespace();
        let bare = words.trim_end_matches(is_edge);
        let bracket = bare
            .strip_suffix(')')
            .and_then(|open| open.rsplit_once('('))
            .or_else(|| bare.strip_suffix(']').and_then(|open| open.rsplit_once('[')))
            // That of a link is its target.
            .filter(|(before, _)| !before.ends_with(']'));
        let dashed = parted_by_last(words, &[" — ", " – ", " - ", " -- ", " @ "]);
        for (_, last) in bracket.into_iter().chain(dashed) {
            let (rank, place) = ranked_place(last);
            self.take(rank, place);
        }
        if self.place.file.is_none() {
            self.take(None, cited(words));
        }
        self.rank = self.rank.take().or(self.sign.take());
        self
    }

    fn take(&mut self, rank: Option<FindingSeverity>, place: Location) {
        self.rank = self.rank.take().or(rank);
        let is_of_other_file = self.place.file.is_some() && place.file.is_some();
        if !is_of_other_file {
            self.place.file = self.place.file.take().or(place.file);
            self.place.lines = self.place.lines.or(place.lines);
        }
    }

    /// The words, without what the rank in front of them leaves: a mark that closes it, a colon or dash, or a picture.
    pub fn words(&self) -> String {
        let title = self.numbered.title.get(self.words_from..).unwrap_or_default();
        let is_lone = title.matches("**").count() % 2 == 1;
        let words = if is_lone { Cow::Owned(title.replacen("**", "", 1)) } else { Cow::Borrowed(title) };
        let is_left = |mark: char| {
            let is_sign = mark == '\u{fe0f}' || severity::sign(mark).is_some();
            let follows_rank = self.words_from > 0 && matches!(mark, ':' | '-' | '–' | '—' | '|');
            mark.is_whitespace() || is_sign || follows_rank
        };
        words.trim_start_matches(is_left).trim_end().to_owned()
    }
}

/// Whether a line states rank and place, so that nothing else can be meant.
pub(super) fn is_sure(written: &str) -> bool {
    let title = Title::read(written.lines().next().unwrap_or_default(), false).with_tail();
    title.rank.is_some() && title.place != Location::default()
}

pub(super) fn names_rank(label: &str) -> bool {
    label.split(|edge: char| !edge.is_alphanumeric()).any(is_rank)
}

impl Token {
    fn read(bare: &str, is_emphasized: bool) -> Option<Self> {
        bracketed(bare)
            .or_else(|| lines(bare))
            .or_else(|| path(bare))
            .or_else(|| rank(bare, is_emphasized))
            .or_else(|| {
                // `Severity: HIGH` among other labels of a line.
                let label = bare.get(..9).filter(|label| label.eq_ignore_ascii_case("severity:"))?;
                let word =
                    bare.get(label.len()..)?.trim_start_matches(|skip: char| is_mark(skip) || skip == ' ');
                let token = rank(word, false)?;
                Some(Self { length: bare.len() - word.len() + token.length, ..token })
            })
    }
}

/// `[HIGH]`, `(src/a.rs:5, high)`, `[src/a.rs](../src/a.rs)`.
fn bracketed(bare: &str) -> Option<Token> {
    let close = match bare.as_bytes().first()? {
        b'[' => ']',
        b'(' => ')',
        _ => return None,
    };
    let inner = bare.get(1..)?;
    let end = head(inner, LONGEST_BRACKET).find(close)?;
    if close == ']' && inner.get(end + 1..)?.starts_with('(') {
        let length = bare.find(')')? + 1;
        let place = location(bare.get(..length)?);
        return place.file.is_some().then_some(Token { rank: None, place, length });
    }
    let (rank, place) = ranked_place(inner.get(..end)?);
    let is_read = rank.is_some() || place != Location::default();
    is_read.then_some(Token { rank, place, length: end + 2 })
}

/// What brackets, or what follows a last dash, say and nothing else: `high`, `src/a.rs:5`, `a.rs:5, high`.
fn ranked_place(inner: &str) -> (Option<FindingSeverity>, Location) {
    let (mut rank, mut place) = (None, Location::default());
    for part in inner.split([',', ';', '|']).map(str::trim) {
        if rank.is_none() && is_rank_alone(part) {
            let bare = part.split_once(':').map_or(part, |(_, rank)| rank).trim();
            rank = severity::known(part).or_else(|| severity::read(bare));
        } else if place == Location::default() {
            place = place_alone(part).unwrap_or_default();
        }
    }
    (rank, place)
}

/// `Severity: High`, `HIGH priority`, `Medium/High`.
fn is_rank_alone(part: &str) -> bool {
    let mut words = part.split(|edge: char| !edge.is_alphanumeric()).filter(|word| !word.is_empty());
    let is_known = |word: &str| is_rank(word) || RANK_COMPANIONS.has(&word.to_lowercase());
    part.len() <= LONGEST_RANK && names_rank(part) && words.all(is_known)
}

/// `src/a.rs:5`, `line 5`, `in src/a.rs at line 5`.
fn place_alone(part: &str) -> Option<Location> {
    let is_place_word = |word: &str| {
        let bare = word.trim_matches(|edge: char| !edge.is_alphanumeric());
        let bare = bare.strip_prefix(['L', 'l']).unwrap_or(bare);
        matches!(word, "in" | "at" | "line" | "lines" | "Line" | "Lines" | "and")
            || bare.is_empty()
            || bare.starts_with(|first: char| first.is_ascii_digit())
            || location(word).file.is_some()
    };
    let found = Some(location(part)).filter(|found| *found != Location::default());
    let found = found.or_else(|| lines(part).map(|token| token.place));
    found.filter(|_| part.split_whitespace().all(is_place_word))
}

/// `Line 66`, `lines 4-9`, `L12`, `10-12줄`.
fn lines(bare: &str) -> Option<Token> {
    let (word, after) = bare.split_at_checked(bare.find(|sign: char| !sign.is_ascii_alphabetic())?)?;
    let number = after.trim_start();
    let is_of_number = |sign: char| sign.is_ascii_digit() || matches!(sign, '-' | '–' | '~' | 'L' | 'l');
    let length = number.find(|sign: char| !is_of_number(sign)).unwrap_or(number.len());
    let numbers = number.get(..length)?.trim_end_matches(['-', '–', '~']);
    let unit =
        number.get(length..)?.chars().next().filter(|unit| word.is_empty() && matches!(unit, '행' | '줄'));
    let is_line_word = ["line", "lines", "l", "ln"].iter().any(|known| known.eq_ignore_ascii_case(word));
    if unit.is_none() && !is_line_word {
        return None;
    }
    let lines = line_numbers(numbers)?.spans.first().copied();
    let length = bare.len() - number.len() + numbers.len() + unit.map_or(0, char::len_utf8);
    Some(Token { place: Location { file: None, lines }, length, ..Token::default() })
}

/// A path with its lines, or one that a mark sets apart from the words.
fn path(bare: &str) -> Option<Token> {
    let word = first_word(bare);
    if !may_name_file(word) {
        return None;
    }
    let place = location(word);
    place.file.as_ref()?;
    // What follows several files belongs to the first as well.
    let length = end_of_files(bare, word.len());
    let (word, after) = bare.split_at_checked(length)?;
    let next = after.trim_start();
    let is_apart = word.trim_end_matches(is_mark).ends_with(':')
        || next.is_empty()
        || next.starts_with(['(', '[', '|', ':'])
        || lines(next).is_some()
        || DASHES.iter().any(|dash| next.starts_with(dash));
    (place.lines.is_some() || is_apart).then_some(Token { rank: None, place, length })
}

/// Behind `a.rs`, `b.rs:7` and `c.rs`, where the first of them ends.
fn end_of_files(bare: &str, first: usize) -> usize {
    let mut end = first;
    for _ in 0..MOST_TOKENS {
        let Some((before, after)) = bare.split_at_checked(end) else { break };
        let rest = after.trim_start();
        let joint = ["and ", "& ", "+ ", "/ "].iter().find_map(|joint| rest.strip_prefix(*joint));
        let next = joint.unwrap_or(rest).trim_start();
        let word = first_word(next);
        if (joint.is_none() && !before.ends_with(',')) || location(word).file.is_none() {
            break;
        }
        end = bare.len() - next.len() + word.len();
    }
    end
}

fn first_word(text: &str) -> &str {
    text.split(char::is_whitespace).next().unwrap_or_default()
}

/// A rank that marks or what follows set apart: `**High** …`, `HIGH: …`, `High - …`, `HIGH src/a.rs:5 …`.
fn rank(bare: &str, is_emphasized: bool) -> Option<Token> {
    let (mut at, mut length) = (0, 0);
    for (index, word) in bare.split_inclusive([' ', '/', '-']).take(4).enumerate() {
        let letters = word.trim_end_matches([' ', '/', '-']);
        let name = letters.split(|edge: char| !edge.is_alphanumeric()).next().unwrap_or_default();
        let is_known = is_rank(name) && !name.eq_ignore_ascii_case("suggestion");
        let is_companion =
            ["priority", "severity", "issue", "to"].iter().any(|of| of.eq_ignore_ascii_case(name));
        if !is_known && (index == 0 || !is_companion) {
            break;
        }
        length = at + name.len();
        at += word.len();
        if name.len() < letters.len() {
            break;
        }
    }
    let (name, after) = bare.split_at_checked(length).filter(|(name, _)| !name.is_empty())?;
    let next = after.trim_start_matches(|skipped: char| is_mark(skipped) || skipped == ' ');
    let is_closed = is_emphasized && after.starts_with(['*', '_', '`']);
    let is_apart = next.is_empty()
        || next.starts_with([':', '[', '('])
        || DASHES.iter().chain(&["| ", "> ", "→ ", "· "]).any(|dash| next.starts_with(dash))
        || path(next).is_some_and(|token| token.place.lines.is_some());
    let read = || Token { rank: severity::read(name), place: Location::default(), length };
    (is_closed || is_apart).then(read)
}

/// A place with its lines that is among the words, or a file at their end.
pub(super) fn cited(words: &str) -> Location {
    if !may_name_file(words) {
        return Location::default();
    }
    let mut at = 0;
    for word in head(words, 400).split_inclusive(char::is_whitespace) {
        let before = words.get(..at).unwrap_or_default();
        at += word.len();
        if !may_name_file(word) {
            continue;
        }
        let place = location(word);
        if place.file.is_none() {
            continue;
        }
        let rest = words.get(at..).unwrap_or_default().trim_start_matches(['(', ',', ' ', '`', '*', '[']);
        let followed = lines(rest).and_then(|token| token.place.lines);
        if let Some(lines) = place.lines.or(followed) {
            return Location { lines: Some(lines), ..place };
        }
        let is_last = !rest.contains(char::is_alphanumeric);
        let preposition = before.rsplit(char::is_whitespace).nth(1);
        if is_last && matches!(preposition, Some("in" | "In" | "at" | "of")) {
            return place;
        }
    }
    Location::default()
}

fn is_mark(character: char) -> bool {
    matches!(character, '*' | '_' | '`' | '~' | '>') || is_emoji(character)
}

fn is_separator(character: char) -> bool {
    matches!(character, '-' | '–' | '—' | ':' | '·' | '|' | ',' | '→')
}
