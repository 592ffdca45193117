//! Whether a text may hold a report, told without reading it.

use std::sync::LazyLock;

use memchr::memchr3;
use memchr::memmem::{self, Finder};

use super::front_matter::{AGENT, ASPECT, DATE, LONGEST_ABOVE, LONGEST_HEAD, SCOPE};
use super::headings::{may_name_an_analysis, names_an_analysis};
use crate::markdown::Glance;
use crate::reading::{LabelName, may_state, with_normal};
use crate::text::Span;

/// What stands in `Analysis` and `analyze/`.
static ANALYSIS: LazyLock<[Finder<'static>; 2]> = LazyLock::new(|| ["naly", "NALY"].map(Finder::new));
/// What stands in `Aspect`.
static ASPECTS: LazyLock<[Finder<'static>; 2]> = LazyLock::new(|| ["spect", "SPECT"].map(Finder::new));
/// How the labels begin that tell: each is called as an aspect may be, or it is an agent's.
const TELLING: [&str; 7] = ["aspect", "analysis", "type", "agent", "prepared", "author", "generated"];
/// Stands below each heading of the second level that a report has for its title.
pub(super) const IN_ASPECT: &str = "spect";
/// Farther from the beginning of its line, or from the sign before it, no label begins, nor an agent's name.
const LONGEST_MARGIN: usize = 32;
/// A word that was found near a title may go on behind what is near.
const ROOM_FOR_WORD: usize = 64;
/// More bytes have none of a report's labels, whatever marks stand in them.
const LONGEST_LABEL: usize = 64;
/// What stands in the names of [`AGENT`].
const AGENT_LABELS: [&[u8]; 8] =
    [b"gent", b"nalyst", b"uthor", b"ed by", b"ed_by", b"ed-by", b"ed\tby", b"ed  by"];
/// How far before an agent's name its label may stand, in bytes: that of a column stands above the row.
const AGENT_LABEL_ABOVE: usize = 512;

/// A report has a title, and the title or what stands near it speaks of an analysis or an aspect.
pub(super) fn may_be_in(glance: &Glance<'_>) -> bool {
    let has_date = || glance.has_row() || may_state(glance, &DATE);
    let may_name = |level: u8, line: &str| level == 1 && may_name_an_analysis(line);
    let names = |(_, title): (u8, Span)| names_an_analysis(&glance.text().read(title));
    glance.titles_if(may_name).any(names) && has_date()
        || may_tell_near_title(glance)
        || glance.titles_of(2).next().is_some() && may_tell_all(glance)
}

/// Whether a label that tells may stand near a title.
fn may_tell_near_title(glance: &Glance<'_>) -> bool {
    let has_telling_line = glance.has_label(&TELLING);
    if !has_telling_line && !glance.has_row() {
        return false;
    }
    let has_aspect_line = has_telling_line && glance.has_label(&[ASPECT.name]);
    let source = glance.text().source();
    // Repaired, what looks like letters is a mark.
    let is_damaged = glance.text().oddities().mojibake;
    let tells = |part: Span, words: &[Finder<'_>]| {
        let bytes = source.as_bytes().get(part.range()).unwrap_or_default();
        let words = words.iter().flat_map(|word| word.find_iter(bytes));
        let mut words = words.map(|at| (part.start as usize + at).saturating_sub(1));
        words.any(|at| {
            begins_label(source, at) && (is_damaged || is_telling(source, at)) || follows_type(source, at)
        })
    };
    // Labels that begin no line stand in the rows of tables; what was cut off from a row goes on in the next line.
    let tells_in = |near: Span, is_in_line: bool, words: &[Finder<'_>]| {
        let mut rows = glance.lines_with_bars_in(near).map(|rows| {
            let end = (rows.end as usize + ROOM_FOR_WORD).min(source.len());
            Span::of(rows.start as usize, end)
        });
        if is_in_line { tells(near, words) } else { rows.any(|rows| tells(rows, words)) }
    };
    let mut headings = glance.certain_headings();
    let (mut first, mut second) = (headings.next(), headings.next());
    let mut searched = 0;
    glance.titles_of(1).any(|title| {
        // The labels of a report stand in its fence, and above the second heading below its title.
        while first.is_some_and(|first| first <= title.start) {
            (first, second) = (second, headings.next());
        }
        let behind = glance.end_of_fence(title.start).or(second);
        let behind = behind.map_or(source.len(), |behind| behind as usize);
        let start = (title.start as usize).saturating_sub(LONGEST_ABOVE).max(searched);
        let end = (title.start as usize + LONGEST_HEAD + ROOM_FOR_WORD).min(behind);
        // Of many titles each has only what follows the one before it.
        searched = end.saturating_sub(ROOM_FOR_WORD).max(searched);
        let near = Span::of(start.min(end), end);
        tells_in(near, has_telling_line, &*ANALYSIS) || tells_in(near, has_aspect_line, &*ASPECTS)
    })
}

/// Whether a text may have all labels of an analysis, as one below a heading of the second level has.
fn may_tell_all(glance: &Glance<'_>) -> bool {
    let source = glance.text().source();
    let is_aspect = |at: usize| {
        let at = at.saturating_sub(1);
        begins_label(source, at) && begins_one(source, at, &[&ASPECT]) || follows_type(source, at)
    };
    // The label opens its line, with one of these words.
    let tells_of =
        |words: &[Finder<'_>]| words.iter().any(|word| word.find_iter(source.as_bytes()).any(is_aspect));
    may_state(glance, &ASPECT)
        && glance.contains(IN_ASPECT)
        && (glance.text().oddities().mojibake
            || glance.has_label(&["aspect"]) && tells_of(&*ASPECTS)
            || glance.has_label(&["analysis", "type"]) && tells_of(&*ANALYSIS))
}

/// `Type of analysis`.
fn follows_type(source: &str, at: usize) -> bool {
    let before = source.as_bytes().get(at.saturating_sub(LONGEST_MARGIN)..at).unwrap_or_default();
    // Marks of Markdown and signs such as ✅ may stand within a word.
    let is_marked = !before.is_ascii() || memchr3(b'*', b'`', b'~', before).is_some();
    let bare = is_marked.then(|| without_marks(before));
    let before = bare.as_deref().unwrap_or(before);
    // Few words have these letters side by side.
    if !before.windows(2).any(|pair| pair.eq_ignore_ascii_case(b"yp")) {
        return false;
    }
    let place = |from: usize, word: &[u8]| {
        let places = before.get(from..)?.windows(word.len());
        places.into_iter().position(|part| part.eq_ignore_ascii_case(word))
    };
    place(0, b"type").is_some_and(|at| place(at, b"of").is_some())
}

fn without_marks(words: &[u8]) -> Vec<u8> {
    words.iter().copied().filter(|byte| byte.is_ascii() && !matches!(byte, b'*' | b'`' | b'~')).collect()
}

/// Whether a word with this first letter may begin a label, or what follows one: no other word stands before it.
fn begins_label(source: &str, at: usize) -> bool {
    let source = source.as_bytes();
    let is_word = source.get(at).is_some_and(|first| first.eq_ignore_ascii_case(&b'a'));
    let before = source.get(..at).unwrap_or_default().iter().rev().take(LONGEST_MARGIN);
    let is_telling =
        |byte: &&u8| byte.is_ascii_alphabetic() || matches!(byte, b'\n' | b'\r' | b':' | b'|' | 0x80..);
    is_word && !before.into_iter().find(is_telling).is_some_and(u8::is_ascii_alphabetic)
}

/// Whether the word begins one of a report's labels, or may be the agent that a label before it names.
fn is_telling(source: &str, at: usize) -> bool {
    begins_one(source, at, &[&ASPECT, &SCOPE, &DATE, &AGENT]) || names_agent(source, at)
}

/// Whether one of these labels begins here.
fn begins_one(source: &str, at: usize, names: &[&LabelName]) -> bool {
    let rest = source.get(at..).unwrap_or_default();
    let rest = rest.get(..rest.floor_char_boundary(LONGEST_LABEL)).unwrap_or_default();
    let label = rest.find([':', '|', '(', '\n', '\r']).and_then(|end| rest.get(..end));
    label.is_some_and(|label| with_normal(label, |label| names.iter().any(|name| begins(label, name))))
}

/// Marks may stand behind the name, as the bracket that closes it.
fn begins(label: &str, name: &LabelName) -> bool {
    let names = |own: &str| {
        let (head, rest) = label.split_at_checked(own.len()).unwrap_or_default();
        head.eq_ignore_ascii_case(own) && !rest.contains(char::is_alphanumeric)
    };
    names(name.name) || name.synonyms.iter().any(|synonym| names(synonym))
}

/// Whether a label of an agent stands a little before this place, which may be its value.
fn names_agent(source: &str, at: usize) -> bool {
    may_be_value(source, at)
        && source.as_bytes().get(at.saturating_sub(AGENT_LABEL_ABOVE)..at).is_some_and(says_agent)
}

/// Whether a word stands behind a colon or a bar, or begins a line below one that ends with a colon or holds a bar.
fn may_be_value(source: &str, at: usize) -> bool {
    let before = source.get(..at).unwrap_or_default();
    let is_mark = |mark: char| mark.is_ascii() && !mark.is_ascii_alphanumeric() && !matches!(mark, ':' | '|');
    let near =
        before.get(before.floor_char_boundary(at.saturating_sub(AGENT_LABEL_ABOVE))..).unwrap_or_default();
    let bare = near.trim_end_matches(is_mark);
    let line = bare.rsplit(['\n', '\r']).next().unwrap_or_default();
    // What is not of ASCII may be any mark.
    bare.is_empty()
        || bare.ends_with([':', '|'])
        || !bare.ends_with(|last: char| last.is_ascii())
        || line.contains('|')
}

/// Whether words hold a label of an agent, letter by letter.
pub(super) fn says_agent(words: &[u8]) -> bool {
    let words = words.to_ascii_lowercase();
    AGENT_LABELS.iter().any(|label| memmem::find(&words, label).is_some())
}

#[cfg(test)]
mod tests {
    use super::{AGENT, ASPECT, TELLING};

    #[test]
    fn labels_that_tell_begin_as_they_are_looked_for() {
        for name in [&ASPECT, &AGENT].into_iter().flat_map(|label| [&[label.name], label.synonyms].concat()) {
            let begins = |telling: &&str| name.to_lowercase().get(..4) == telling.get(..4);
            assert!(TELLING.iter().any(begins), "{name}");
        }
    }
}
