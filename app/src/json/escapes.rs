//! Escapes in strings.

/// Returns the content of a string from what is between its quotes.
pub(super) fn unescaped(written: &str) -> String {
    let mut said = String::with_capacity(written.len());
    let mut at = 0;
    while let Some(rest) = written.get(at..).filter(|rest| !rest.is_empty()) {
        let (character, length) = character(rest);
        said.push(character);
        at += length;
    }
    said
}

/// Returns the first character of a string's content, and how many bytes it takes there.
pub(super) fn character(rest: &str) -> (char, usize) {
    let mut characters = rest.chars();
    let first = characters.next().unwrap_or_default();
    let Some(escaped) = characters.next().filter(|_| first == '\\') else { return (first, first.len_utf8()) };
    let simple = match escaped {
        'n' => '\n',
        'r' => '\r',
        't' => '\t',
        'b' => '\u{8}',
        'f' => '\u{c}',
        // As the reader has it, also of what Markdown escapes.
        '"' | '\\' | '/' | '_' => escaped,
        'u' => return unicode(rest).unwrap_or(('\\', 1)),
        _ => return ('\\', 1),
    };
    (simple, 1 + escaped.len_utf8())
}

/// `\u00e9`, or the two halves of a character beyond.
fn unicode(rest: &str) -> Option<(char, usize)> {
    const ONE: usize = "\\u0000".len();
    let unit = |at: usize| u32::from_str_radix(rest.get(at..)?.strip_prefix("\\u")?.get(..4)?, 16).ok();
    let first = unit(0)?;
    if let Some(character) = char::from_u32(first) {
        return Some((character, ONE));
    }
    let second = unit(ONE).filter(|second| (0xdc00..0xe000).contains(second) && first < 0xdc00);
    let pair =
        second.and_then(|second| char::from_u32(0x1_0000 + ((first - 0xd800) << 10) + (second - 0xdc00)));
    Some(pair.map_or((char::REPLACEMENT_CHARACTER, ONE), |pair| (pair, 2 * ONE)))
}
