//! What stands before the words of a finding: its rank and its place, in any order and in any brackets.

use memchr::{memchr2, memchr2_iter, memrchr_iter};

use crate::formats::review_report::{FindingSeverity, severity};
use crate::reading::{Location, clean, head, is_emoji, location, may_name_file};

/// More tokens than a head can have.
const MOST_TOKENS: usize = 8;
/// What brackets hold beyond this is talk.
const LONGEST_BRACKET: usize = 120;
/// Words beside a rank that say nothing more.
const RANK_COMPANIONS: [&str; 16] = [
    "priority",
    "severity",
    "issue",
    "impact",
    "risk",
    "level",
    "must",
    "should",
    "fix",
    "fixed",
    "resolved",
    "심각도",
    "and",
    "or",
    "to",
    "very",
];

#[derive(Clone, Debug, Default)]
pub(super) struct Head {
    pub rank: Option<FindingSeverity>,
    pub place: Location,
    /// Where the words begin; a place in front belongs to them, a rank does not.
    pub words_from: usize,
    /// The rank is a picture, which a word elsewhere outdoes.
    sign: Option<FindingSeverity>,
}

/// A rank, a place, or both, and how long they are.
struct Token {
    rank: Option<FindingSeverity>,
    place: Location,
    length: usize,
}

impl Head {
    /// Reads the first line of an entry, without its number.
    pub fn read(title: &str) -> Self {
        let mut found = Self::default();
        let mut at = 0;
        for _ in 0..MOST_TOKENS {
            let rest = title.get(at..).unwrap_or_default();
            let is_first = at == 0;
            let is_skipped = |skipped: char| {
                is_mark(skipped) || skipped.is_whitespace() || (!is_first && is_separator(skipped))
            };
            let bare = rest.trim_start_matches(is_skipped);
            let skipped = rest.get(..rest.len() - bare.len()).unwrap_or_default();
            if let Some(sign) = skipped.chars().find_map(|mark| severity::sign(mark.encode_utf8(&mut [0; 4])))
            {
                found.sign.get_or_insert(sign);
            }
            let is_emphasized = skipped.ends_with(['*', '_', '`']);
            let Some(token) = Token::read(bare, is_emphasized) else { break };
            let is_placed = found.place != Location::default();
            let is_other_file = token.place.file.is_some() && found.place.file.is_some();
            if is_other_file || (token.rank.is_some() && found.rank.is_some()) {
                break;
            }
            let names_place = token.place != Location::default();
            found.take(token.rank, token.place);
            let length = title.len() - bare.len() + token.length;
            at = length;
            if !is_placed && !names_place {
                found.words_from = at;
            }
        }
        found
    }

    /// Reads what follows the words as well, and what they cite.
    pub fn with_tail(mut self, title: &str) -> Self {
        let words = title.get(self.words_from..).unwrap_or_default();
        let is_mark = |edge: char| matches!(edge, '.' | '*' | '_' | '`') || edge.is_whitespace();
        let bare = words.trim_end_matches(is_mark);
        let bracket = bare
            .strip_suffix(')')
            .and_then(|open| open.rsplit_once('('))
            .or_else(|| bare.strip_suffix(']').and_then(|open| open.rsplit_once('[')))
            // That of a link is its target.
            .filter(|(before, _)| !before.ends_with(']'));
        let dashed = || {
            let mut dashes = [" — ", " – ", " - ", " -- ", " @ "].iter();
            dashes.find_map(|dash| behind_last(words, dash))
        };
        for last in bracket.map(|(_, last)| last).into_iter().chain(dashed()) {
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
}

/// What follows a mark between spaces where it stands last; few texts have the byte with which the mark begins.
pub(super) fn behind_last<'w>(words: &'w str, spaced: &str) -> Option<&'w str> {
    let mark = spaced.as_bytes().get(1)?;
    memrchr_iter(*mark, words.as_bytes()).find_map(|at| words.get(at.checked_sub(1)?..)?.strip_prefix(spaced))
}

impl Token {
    fn read(bare: &str, is_emphasized: bool) -> Option<Self> {
        bracketed(bare)
            .or_else(|| lines(bare))
            .or_else(|| korean_lines(bare))
            .or_else(|| path(bare))
            .or_else(|| rank(bare, is_emphasized))
            .or_else(|| labelled_rank(bare))
    }
}

/// `[HIGH]`, `(src/a.rs:5, high)`, `[src/a.rs](../src/a.rs)`.
fn bracketed(bare: &str) -> Option<Token> {
    let (close, inner) = match bare.as_bytes().first()? {
        b'[' => (']', bare.get(1..)?),
        b'(' => (')', bare.get(1..)?),
        _ => return None,
    };
    let end = head(inner, LONGEST_BRACKET).find(close)?;
    let after = inner.get(end + 1..)?;
    if close == ']' && after.starts_with('(') {
        let length = bare.find(')')? + 1;
        let place = location(bare.get(..length)?);
        return place.file.is_some().then_some(Token { rank: None, place, length });
    }
    let (rank, place) = ranked_place(inner.get(..end)?);
    let is_read = rank.is_some() || place != Location::default();
    is_read.then_some(Token { rank, place, length: end + 2 })
}

/// What brackets, or what follows a last dash, says and nothing else: `high`, `src/a.rs:5`, `a.rs:5, high`.
fn ranked_place(inner: &str) -> (Option<FindingSeverity>, Location) {
    let (mut rank, mut place) = (None, Location::default());
    for part in inner.split([',', ';', '|']) {
        let part = part.trim();
        if rank.is_none() && is_rank_alone(part) {
            rank = severity::known(part).or_else(|| severity::read(bare_rank(part)));
        } else if place == Location::default() && is_place_alone(part) {
            let found = location(part);
            let short = || short_lines(part).map(|token| token.place);
            place = if found == Location::default() { short().unwrap_or_default() } else { found };
        }
    }
    (rank, place)
}

/// `Severity: High`, `HIGH priority`, `Medium/High`.
fn is_rank_alone(part: &str) -> bool {
    let mut words = part.split(|edge: char| !edge.is_alphanumeric()).filter(|word| !word.is_empty());
    let is_known = |word: &str| {
        let word = word.to_lowercase();
        severity::is_rank(&word) || RANK_COMPANIONS.contains(&word.as_str())
    };
    part.len() <= 60 && words.clone().any(severity::is_rank) && words.all(is_known)
}

fn bare_rank(part: &str) -> &str {
    part.split_once(':').map_or(part, |(_, rank)| rank).trim()
}

/// `src/a.rs:5`, `line 5`, `in src/a.rs at line 5`.
fn is_place_alone(part: &str) -> bool {
    let is_place_word = |word: &str| {
        let bare = word.trim_matches(|edge: char| !edge.is_alphanumeric());
        let bare = bare.strip_prefix(['L', 'l']).unwrap_or(bare);
        matches!(word, "in" | "at" | "line" | "lines" | "Line" | "Lines" | "and")
            || bare.is_empty()
            || bare.starts_with(|first: char| first.is_ascii_digit())
            || location(word).file.is_some()
    };
    let found = location(part);
    let is_named = found != Location::default() || short_lines(part).is_some();
    is_named && part.split_whitespace().all(is_place_word)
}

/// Whether a title begins with lines and says of what: `L12: …`, `**Lines 4-9** …`.
pub(super) fn begins_with_lines(title: &str) -> bool {
    lines(title.trim_start_matches(is_mark)).is_some()
}

/// `Line 66`, `lines 4-9`, `L12`.
fn lines(bare: &str) -> Option<Token> {
    let word_end = bare.find(|character: char| !character.is_ascii_alphabetic())?;
    let word = bare.get(..word_end)?;
    let is_word = ["line", "lines", "l", "ln"].iter().any(|known| known.eq_ignore_ascii_case(word));
    let after = bare.get(word_end..).filter(|_| is_word)?;
    let number_from = bare.len() - after.trim_start().len();
    let number = bare.get(number_from..)?;
    let length = number
        .find(|character: char| !character.is_ascii_digit() && !matches!(character, '-' | '–' | 'L' | 'l'))
        .unwrap_or(number.len());
    let number = number.get(..length)?.trim_end_matches(['-', '–']);
    let lines = crate::reading::line_numbers(number)?.spans.first().copied();
    Some(Token { rank: None, place: Location { file: None, lines }, length: number_from + number.len() })
}

/// `10행`, `10-12줄`.
fn korean_lines(bare: &str) -> Option<Token> {
    let length = bare.find(|next: char| !next.is_ascii_digit() && !matches!(next, '-' | '–' | '~'))?;
    let unit = bare.get(length..)?.chars().next().filter(|unit| matches!(unit, '행' | '줄'))?;
    let lines = crate::reading::line_numbers(bare.get(..length)?)?.spans.first().copied();
    Some(Token { rank: None, place: Location { file: None, lines }, length: length + unit.len_utf8() })
}

/// `Severity: HIGH` among other labels of a line.
fn labelled_rank(bare: &str) -> Option<Token> {
    const LABEL: &str = "severity:";
    let is_label = bare.get(..LABEL.len()).is_some_and(|label| label.eq_ignore_ascii_case(LABEL));
    let after = bare.get(LABEL.len()..).filter(|_| is_label)?;
    let word = after.trim_start_matches(|skipped: char| is_mark(skipped) || skipped == ' ');
    let token = rank(word, false)?;
    Some(Token { length: bare.len() - word.len() + token.length, ..token })
}

fn short_lines(part: &str) -> Option<Token> {
    lines(part.trim())
}

/// A path with its lines, or one that a mark sets apart from the words.
fn path(bare: &str) -> Option<Token> {
    let length = bare.find(char::is_whitespace).unwrap_or(bare.len());
    let word = bare.get(..length)?;
    if !may_name_file(word) {
        return None;
    }
    let place = location(word);
    place.file.as_ref()?;
    // What stands behind several files is said of the first as well.
    let length = end_of_files(bare, length);
    let (word, after) = bare.split_at_checked(length)?;
    let next = after.trim_start();
    let is_apart = word.trim_end_matches(is_mark).ends_with(':')
        || next.is_empty()
        || next.starts_with(['(', '[', '|', ':'])
        || lines(next).is_some()
        || korean_lines(next).is_some()
        || ["- ", "– ", "— ", "-- "].iter().any(|dash| next.starts_with(dash));
    (place.lines.is_some() || is_apart).then_some(Token { rank: None, place, length })
}

/// Behind `a.rs`, `b.rs:7` and `c.rs`, where the first of them ends.
fn end_of_files(bare: &str, first: usize) -> usize {
    let mut end = first;
    for _ in 0..MOST_TOKENS {
        let Some((before, after)) = bare.split_at_checked(end) else { break };
        let rest = after.trim_start();
        let joint = ["and ", "& ", "+ ", "/ "].iter().find_map(|joint| rest.strip_prefix(*joint));
        if joint.is_none() && !before.ends_with(',') {
            break;
        }
        let next = joint.unwrap_or(rest).trim_start();
        let word = next.get(..next.find(char::is_whitespace).unwrap_or(next.len())).unwrap_or_default();
        if location(word).file.is_none() {
            break;
        }
        end = bare.len() - next.len() + word.len();
    }
    end
}

/// A rank that marks or what follows set apart: `**High** …`, `HIGH: …`, `High - …`, `HIGH src/a.rs:5 …`.
fn rank(bare: &str, is_emphasized: bool) -> Option<Token> {
    let mut length = 0;
    let mut end = 0;
    for (index, word) in bare.split_inclusive([' ', '/', '-']).take(4).enumerate() {
        let letters = word.trim_end_matches([' ', '/', '-']);
        let word_end = letters.find(|character: char| !character.is_alphanumeric()).unwrap_or(letters.len());
        let name = letters.get(..word_end)?;
        let is_rank = severity::is_rank(name) && !name.eq_ignore_ascii_case("suggestion");
        let is_companion =
            index > 0 && matches!(name.to_lowercase().as_str(), "priority" | "severity" | "issue" | "to");
        if !is_rank && !is_companion {
            break;
        }
        end = length + word_end;
        length += word.len();
        if word_end < letters.len() {
            break;
        }
    }
    let name = bare.get(..end).filter(|name| !name.is_empty())?;
    let after = bare.get(end..)?;
    let is_closed = is_emphasized && after.starts_with(['*', '_', '`']);
    let next = after.trim_start_matches(|skipped: char| is_mark(skipped) || skipped == ' ');
    let is_apart = next.is_empty()
        || next.starts_with(':')
        || ["- ", "– ", "— ", "-- ", "| ", "> ", "→ ", "· "].iter().any(|dash| next.starts_with(dash))
        || next.starts_with(['[', '('])
        || path(next).is_some_and(|token| token.place.lines.is_some());
    if !is_closed && !is_apart {
        return None;
    }
    let rank = severity::known(name).or_else(|| Some(FindingSeverity::Other(clean(name))));
    Some(Token { rank, place: Location::default(), length: end })
}

/// A place with its lines that stands among the words, or a file at their end.
pub(super) fn cited(words: &str) -> Location {
    let words_head = head(words, 400);
    let mut at = 0;
    // Few words have what no path is without, so that those beside are looked at only there.
    while let Some(found) = words_head.get(at..).and_then(|rest| memchr2(b'.', b'/', rest.as_bytes())) {
        let Some((before, after)) = words_head.split_at_checked(at + found) else { break };
        let start = before.rfind(char::is_whitespace).map_or(0, |space| after_space(before, space));
        let end = after.find(char::is_whitespace).map(|space| at + found + space);
        at = end.map_or(words_head.len(), |end| after_space(words_head, end));
        let place = words_head.get(start..at).map(location).unwrap_or_default();
        if place.file.is_none() {
            continue;
        }
        let rest = words.get(at..).unwrap_or_default().trim_start_matches(['(', ',', ' ', '`', '*', '[']);
        let followed = lines(rest).and_then(|token| token.place.lines);
        if place.lines.or(followed).is_some() {
            return Location { lines: place.lines.or(followed), ..place };
        }
        let ends = !rest.contains(char::is_alphanumeric);
        if ends && before.get(..start).is_some_and(ends_with_in) {
            return place;
        }
    }
    Location::default()
}

/// Whether words hold the dot before an extension, or the slash behind a folder.
pub(super) fn may_cite_file(words: &str) -> bool {
    let bytes = words.as_bytes();
    memchr2_iter(b'.', b'/', bytes).any(|at| {
        let next = bytes.get(at + 1).copied().unwrap_or(b' ');
        let is_slash = bytes.get(at) == Some(&b'/');
        next.is_ascii_alphanumeric() || !next.is_ascii() || is_slash && !next.is_ascii_whitespace()
    })
}

/// Whether the word and the one space before a file say that something is in it.
fn ends_with_in(before: &str) -> bool {
    let mut words = before.rsplit(char::is_whitespace);
    words.nth(1).is_some_and(|word| matches!(word, "in" | "In" | "at" | "of"))
}

fn after_space(words: &str, space: usize) -> usize {
    words.get(space..).and_then(|rest| rest.chars().next()).map_or(space, |mark| space + mark.len_utf8())
}

fn is_mark(character: char) -> bool {
    matches!(character, '*' | '_' | '`' | '~' | '>') || is_emoji(character)
}

fn is_separator(character: char) -> bool {
    matches!(character, '-' | '–' | '—' | ':' | '·' | '|' | ',' | '→')
}
