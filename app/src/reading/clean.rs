//! Takes the decoration off a piece of text.

use std::borrow::Cow;

use memchr::{memchr, memchr2};

use crate::text::ByteSet;

/// What decorates words, and what parts them.
const DECORATION: ByteSet = ByteSet::of(b"*`~ \t\n\x0b\x0c\r");
/// As [`DECORATION`], and what parts the words of a name.
const DECORATION_OF_NAMES: ByteSet = ByteSet::of(b"*`~_- \t\n\x0b\x0c\r");

/// Words for "there is nothing here".
const NONE_WORDS: [&str; 13] = [
    "", "-", "none", "n/a", "na", "nil", "not applicable", "nothing", "no issues", "no findings",
    "no issues found", "no findings found", "none found",
];

/// Without emphasis, code marks, strike-through marks, emoji and outer brackets; NBSP is a space, smart quotes
/// are straight, every dash is `-`, runs of white space are one space. The words themselves stay.
pub fn clean(fragment: &str) -> String {
    cleaned(fragment).into_owned()
}

/// As [`clean`], without a copy if the decoration is around the words and not between them.
pub fn cleaned(fragment: &str) -> Cow<'_, str> {
    if !fragment.is_ascii() {
        return Cow::Owned(clean_any(fragment));
    }
    let is_edge = |byte: &u8| matches!(byte, b'*' | b'`' | b'~' | b' ' | b'\t'..=b'\r');
    let is_word = |byte: &u8| !is_edge(byte);
    let bytes = fragment.as_bytes();
    let start = bytes.iter().position(is_word).unwrap_or(bytes.len());
    let end = bytes.iter().rposition(is_word).map_or(start, |last| last + 1);
    let trimmed = fragment.get(start..end).unwrap_or_default();
    if is_decorated(trimmed, &DECORATION) {
        Cow::Owned(clean_any(trimmed))
    } else {
        Cow::Borrowed(unwrapped_wholly(trimmed))
    }
}

/// Whether words hold one of some marks, but for a space alone between two of them.
fn is_decorated(words: &str, marks: &ByteSet) -> bool {
    let mut bytes = words.bytes();
    while let Some(mark) = bytes.find(|byte| marks.has(*byte)) {
        if mark != b' ' || bytes.next().is_some_and(|next| marks.has(next)) {
            return true;
        }
    }
    false
}

fn clean_any(fragment: &str) -> String {
    let mut cleaned = String::with_capacity(fragment.len());
    let mut is_spaced = true;
    for character in fragment.chars() {
        let plain = match character {
            '*' | '`' | '~' => continue,
            '!'..='\u{7f}' => character,
            _ if is_emoji(character) => continue,
            other => plain(other),
        };
        if plain == ' ' && is_spaced {
            continue;
        }
        is_spaced = plain == ' ';
        cleaned.push(plain);
    }
    let bare = unwrapped_wholly(cleaned.trim());
    if bare.len() == cleaned.len() { cleaned } else { bare.to_owned() }
}

/// Returns the plain keyboard character for a typographic one.
fn plain(character: char) -> char {
    match character {
        '‘' | '’' => '\'',
        '“' | '”' => '"',
        '‐' | '‑' | '‒' | '–' | '—' | '―' | '−' => '-',
        other if other.is_whitespace() => ' ',
        other => other,
    }
}

/// As [`clean`], in lower case and with `_` and `-` between words read as spaces: `NEEDS_CHANGES` and
/// `Needs changes` are the same.
pub fn normal(fragment: &str) -> String {
    normal_ascii(fragment).unwrap_or_else(|| normal_any(fragment))
}

/// The fast path for nearly all names. Returns `None` beyond ASCII, or if brackets may enclose the whole text.
fn normal_ascii(fragment: &str) -> Option<String> {
    if !fragment.is_ascii() || fragment.starts_with(['[', '(', '<', '"']) {
        return None;
    }
    if !is_decorated(fragment, &DECORATION_OF_NAMES) && fragment.trim_ascii() == fragment {
        return Some(fragment.to_ascii_lowercase());
    }
    let mut words = String::with_capacity(fragment.len());
    for byte in fragment.bytes() {
        if !DECORATION_OF_NAMES.has(byte) {
            words.push(char::from(byte.to_ascii_lowercase()));
        } else if !matches!(byte, b'*' | b'`' | b'~') && !words.is_empty() && !words.ends_with(' ') {
            words.push(' ');
        }
    }
    words.truncate(words.trim_ascii_end().len());
    (!matches!(words.as_bytes(), [b'[' | b'(' | b'<' | b'"', ..])).then_some(words)
}

fn normal_any(fragment: &str) -> String {
    let cleaned = cleaned(fragment).to_lowercase();
    let mut words = String::with_capacity(cleaned.len());
    for word in cleaned.split(['_', '-', ' ']).filter(|word| !word.is_empty()) {
        words.extend((!words.is_empty()).then_some(' '));
        words.push_str(word);
    }
    words
}

/// Whether a contract's name comes to this in its [`normal`] form. Contracts decorate no names.
pub fn is_normal_of(contract: &str, normal: &str) -> bool {
    let is_same = |(written, normal): (u8, u8)| match written {
        b'-' | b'_' => normal == b' ',
        _ => written.to_ascii_lowercase() == normal,
    };
    contract.len() == normal.len() && contract.bytes().zip(normal.bytes()).all(is_same)
}

/// Equal but for white space and the kind of dash: `--`, `–` and `—` are the same.
pub fn same_but_dashes(left: &str, right: &str) -> bool {
    fn dashed(fragment: &str) -> String {
        cleaned(fragment).replace("--", "-")
    }
    dashed(left) == dashed(right)
}

/// Returns `true` for text that means "nothing": empty, `—`, `N/A`, `None.`, `(none)`.
pub fn is_none(fragment: &str) -> bool {
    // A long text is never one of the words, and cleaning it would cost.
    if fragment.len() > 64 {
        return false;
    }
    let cleaned = cleaned(fragment);
    let bare = cleaned.trim_end_matches(['.', '!']).trim();
    let is_word = |word: &&str| word.eq_ignore_ascii_case(bare);
    NONE_WORDS.iter().any(is_word) || bare.chars().all(|character| character == '-')
}

/// With the escapes of a table's cell undone.
pub fn unescaped(fragment: Cow<'_, str>) -> String {
    let has_escapes = memchr(b'\\', fragment.as_bytes()).is_some();
    with_signs(if has_escapes { fragment.replace("\\|", "|") } else { fragment.into_owned() })
}

/// Entities of HTML, and the signs that they are shown as.
const ENTITIES: [(&str, &str); 7] = [
    ("&amp;", "&"),
    ("&lt;", "<"),
    ("&gt;", ">"),
    ("&quot;", "\""),
    ("&#39;", "'"),
    ("&apos;", "'"),
    ("&nbsp;", "\u{a0}"),
];

/// Replaces entities by their signs, as Markdown and HTML show them; code is shown as it is written.
fn with_signs(fragment: String) -> String {
    if !fragment.contains('&') || fragment.contains('`') {
        return fragment;
    }
    let mut shown = String::with_capacity(fragment.len());
    let mut rest = fragment.as_str();
    while let Some(at) = memchr(b'&', rest.as_bytes()) {
        let (before, after) = rest.split_at_checked(at).unwrap_or_default();
        let entity = ENTITIES.iter().find(|(entity, _)| after.starts_with(entity));
        let (sign, length) = entity.map_or(("&", 1), |(entity, sign)| (sign, entity.len()));
        shown.push_str(before);
        shown.push_str(sign);
        rest = after.get(length..).unwrap_or_default();
    }
    shown.push_str(rest);
    shown
}

/// Joins the lines of a fragment with spaces.
pub fn joined(fragment: Cow<'_, str>) -> Cow<'_, str> {
    if memchr2(b'\n', b'\r', fragment.as_bytes()).is_none() {
        return fragment;
    }
    let lines = fragment.split(['\n', '\r']).map(str::trim).filter(|line| !line.is_empty());
    Cow::Owned(lines.collect::<Vec<_>>().join(" "))
}

/// Returns the content of a table cell: escapes undone, and on one line.
pub fn cell_words(fragment: Cow<'_, str>) -> String {
    unescaped(joined(fragment))
}

/// Returns what comes before a comment in parentheses.
pub fn uncommented(fragment: &str) -> &str {
    let comment = memchr(b'(', fragment.as_bytes());
    comment.and_then(|at| fragment.get(..at)).unwrap_or(fragment)
}

/// Returns the first characters of a fragment, which hold all that matters.
pub fn head(fragment: &str, characters: usize) -> &str {
    if fragment.len() <= characters {
        return fragment;
    }
    fragment.char_indices().nth(characters).and_then(|(end, _)| fragment.get(..end)).unwrap_or(fragment)
}

/// A picture, or what joins and varies pictures.
pub fn is_emoji(character: char) -> bool {
    // Most characters of a text come before all of them.
    character >= '\u{200d}'
        && matches!(
            character,
            '\u{200d}'
                | '\u{fe0e}'
                | '\u{fe0f}'
                | '\u{20e3}'
                | '\u{2139}'
                | '\u{231a}'..='\u{23ff}'
                | '\u{25a0}'..='\u{27bf}'
                | '\u{2b00}'..='\u{2bff}'
                | '\u{1f000}'..='\u{1faff}'
        )
}

fn unwrapped_wholly(fragment: &str) -> &str {
    let mut bare = fragment;
    while let Some(inner) = unwrapped(bare) {
        bare = inner.trim();
    }
    bare
}

/// Returns what is inside brackets that enclose all of `fragment`.
fn unwrapped(fragment: &str) -> Option<&str> {
    let (open, close) = match fragment.as_bytes().first()? {
        b'[' => ('[', ']'),
        b'(' => ('(', ')'),
        b'<' => ('<', '>'),
        b'"' => ('"', '"'),
        _ => return None,
    };
    let inner = fragment.strip_prefix(open)?.strip_suffix(close)?;
    (!inner.contains(open) && !inner.contains(close)).then_some(inner)
}

/// Returns words with a capital letter at their beginning.
pub fn capitalized(words: &str) -> String {
    let mut rest = words.chars();
    rest.next().map(|first| first.to_uppercase().chain(rest).collect()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::{clean, is_none, is_normal_of, normal, same_but_dashes};

    #[test]
    fn decoration_goes_and_words_stay() {
        let cases = [
            ("**HIGH**", "HIGH"),
            ("🟡 Pending", "Pending"),
            ("~~CRITICAL~~ RESOLVED", "CRITICAL RESOLVED"),
            ("[medium]", "medium"),
            ("⚠️\u{a0}It’s `done` — now", "It's done - now"),
            ("(a) and (b)", "(a) and (b)"),
        ];
        for (written, meant) in cases {
            assert_eq!(clean(written), meant);
        }
    }

    #[test]
    fn spellings_of_a_name_are_one() {
        for written in ["NEEDS_CHANGES", "needs-changes", "**Needs  Changes**"] {
            assert_eq!(normal(written), "needs changes");
        }
    }

    #[test]
    fn names_of_contracts_have_a_normal_form() {
        for name in ["Root Cause", "Trade-offs", "#", "step_number"] {
            assert!(is_normal_of(name, &normal(name)), "{name}");
        }
        assert!(!is_normal_of("Why", "who"));
    }

    #[test]
    fn nothing_is_said_in_many_ways() {
        for written in ["", " — ", "N/A", "None.", "*(none)*", "--", "No issues found"] {
            assert!(is_none(written), "{written}");
        }
        for written in ["None of these hold", "0", "no"] {
            assert!(!is_none(written), "{written}");
        }
    }

    #[test]
    fn dashes_are_equal() {
        assert!(same_but_dashes("a -- b", "a — b"));
        assert!(same_but_dashes("a – b", "a - b"));
        assert!(!same_but_dashes("a - b", "a b"));
    }
}
