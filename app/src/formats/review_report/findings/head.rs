//! What precedes the words of a finding: its rank and its place, in any order and in any brackets.

use std::sync::LazyLock;

use crate::formats::review_report::{FindingSeverity, severity};
use crate::reading::{
    Lexicon, Location, clean, head, is_emoji, is_rank, line_numbers, location, may_name_file,
};

/// More tokens than a head can have.
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
    /// Reads the first line of a candidate, without its number.
    pub fn read(title: &str) -> Self {
        let mut found = Self::default();
        let mut at = 0;
        for _ in 0..MOST_TOKENS {
            let rest = title.get(at..).unwrap_or_default();
            let is_skipped = |skipped: char| {
                is_mark(skipped) || skipped.is_whitespace() || (at > 0 && is_separator(skipped))
            };
            let bare = rest.trim_start_matches(is_skipped);
            let skipped = rest.get(..rest.len() - bare.len()).unwrap_or_default();
            found.sign = found.sign.or_else(|| skipped.chars().find_map(severity::sign));
            let Some(token) = Token::read(bare, skipped.ends_with(['*', '_', '`'])) else { break };
            let is_other_file = token.place.file.is_some() && found.place.file.is_some();
            if is_other_file || (token.rank.is_some() && found.rank.is_some()) {
                break;
            }
            at = title.len() - bare.len() + token.length;
            found.take(token.rank, token.place);
            if found.place == Location::default() {
                found.words_from = at;
            }
        }
        found
    }

    /// Reads what follows the words as well, and what they cite.
    pub fn with_tail(mut self, title: &str) -> Self {
        let words = title.get(self.words_from..).unwrap_or_default();
        let is_edge = |edge: char| matches!(edge, '.' | '*' | '_' | '`') || edge.is_whitespace();
        let bare = words.trim_end_matches(is_edge);
        let bracket = bare
            .strip_suffix(')')
            .and_then(|open| open.rsplit_once('('))
            .or_else(|| bare.strip_suffix(']').and_then(|open| open.rsplit_once('[')))
            // That of a link is its target.
            .filter(|(before, _)| !before.ends_with(']'));
        let dashed = [" — ", " – ", " - ", " -- ", " @ "].iter().find_map(|dash| words.rsplit_once(dash));
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
}

impl Token {
    fn read(bare: &str, is_emphasized: bool) -> Option<Self> {
        bracketed(bare)
            .or_else(|| lines(bare))
            .or_else(|| path(bare))
            .or_else(|| rank(bare, is_emphasized))
            .or_else(|| labelled_rank(bare))
    }

    fn of_lines(numbers: &str, length: usize) -> Option<Self> {
        let lines = line_numbers(numbers)?.spans.first().copied();
        Some(Self { rank: None, place: Location { file: None, lines }, length })
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
    part.len() <= LONGEST_RANK && words.clone().any(is_rank) && words.all(is_known)
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
    let found = found.or_else(|| lines_after_word(part).map(|token| token.place));
    found.filter(|_| part.split_whitespace().all(is_place_word))
}

/// Whether a title begins with line numbers: `L12: …`, `**Lines 4-9** …`.
pub(super) fn begins_with_lines(title: &str) -> bool {
    lines_after_word(title.trim_start_matches(is_mark)).is_some()
}

fn lines(bare: &str) -> Option<Token> {
    lines_after_word(bare).or_else(|| korean_lines(bare))
}

/// `Line 66`, `lines 4-9`, `L12`.
fn lines_after_word(bare: &str) -> Option<Token> {
    let word_end = bare.find(|character: char| !character.is_ascii_alphabetic())?;
    let (word, after) = bare.split_at_checked(word_end)?;
    if !["line", "lines", "l", "ln"].iter().any(|known| known.eq_ignore_ascii_case(word)) {
        return None;
    }
    let number = after.trim_start();
    let is_of_number = |sign: char| sign.is_ascii_digit() || matches!(sign, '-' | '–' | 'L' | 'l');
    let length = number.find(|sign: char| !is_of_number(sign)).unwrap_or(number.len());
    let numbers = number.get(..length)?.trim_end_matches(['-', '–']);
    Token::of_lines(numbers, bare.len() - number.len() + numbers.len())
}

/// `10행`, `10-12줄`.
fn korean_lines(bare: &str) -> Option<Token> {
    let length = bare.find(|next: char| !next.is_ascii_digit() && !matches!(next, '-' | '–' | '~'))?;
    let (numbers, unit) = bare.split_at_checked(length)?;
    let unit = unit.chars().next().filter(|unit| matches!(unit, '행' | '줄'))?;
    Token::of_lines(numbers, length + unit.len_utf8())
}

/// `Severity: HIGH` among other labels of a line.
fn labelled_rank(bare: &str) -> Option<Token> {
    const LABEL: &str = "severity:";
    let (_, after) =
        bare.split_at_checked(LABEL.len()).filter(|(label, _)| label.eq_ignore_ascii_case(LABEL))?;
    let word = after.trim_start_matches(|skipped: char| is_mark(skipped) || skipped == ' ');
    let token = rank(word, false)?;
    Some(Token { length: bare.len() - word.len() + token.length, ..token })
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
        if joint.is_none() && !before.ends_with(',') {
            break;
        }
        let next = joint.unwrap_or(rest).trim_start();
        let word = first_word(next);
        if location(word).file.is_none() {
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
    let mut at = 0;
    let mut length = 0;
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
    let rank = || severity::known(name).unwrap_or_else(|| FindingSeverity::Other(clean(name)));
    (is_closed || is_apart).then(|| Token { rank: Some(rank()), place: Location::default(), length })
}

/// A place with its lines that is among the words, or a file at their end.
pub(super) fn cited(words: &str) -> Location {
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
        let followed = lines_after_word(rest).and_then(|token| token.place.lines);
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
