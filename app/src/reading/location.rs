//! Places in files: `src/a.rs:42-45`, `` `a.rs` (lines 40-52) ``, `Second file line 20`.

use memchr::{memchr, memchr2};

use super::clean::head;
use super::line_number::line_numbers;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Location {
    pub file: Option<String>,
    /// First and last line.
    pub lines: Option<(u32, u32)>,
}

/// The first file and the first lines that a fragment names.
pub fn location(fragment: &str) -> Location {
    let mut found = Location::default();
    // A text begins with the place; what comes after is prose.
    let head = head(fragment, 400);
    let may_name = |byte: u8| matches!(byte, b'.' | b'/' | b'0'..=b'9');
    if !head.bytes().any(may_name) {
        return found;
    }
    // A cell may name one file a line.
    let has_break = memchr(b'<', head.as_bytes()).is_some() && head.contains("<br");
    let spaced =
        || ["<br>", "<br/>", "<br />"].iter().fold(head.to_owned(), |head, mark| head.replace(mark, " "));
    let broken = has_break.then(spaced);
    let head = broken.as_deref().unwrap_or(head);
    let mut is_after_line_word = false;
    for token in head.split_whitespace() {
        let bare = token.trim_matches(['`', '*', '(', ')', '[', ']', '<', '>', ',', ';', ':', '"', '\'']);
        if found.file.is_none()
            && found.lines.is_none()
            && let Some((file, lines)) = path(bare)
        {
            found.file = Some(file.to_owned());
            found.lines = lines.and_then(first_span).or_else(|| lines_apart(head, token));
            continue;
        }
        if found.lines.is_none()
            && (is_after_line_word
                || found.file.is_some() && (is_marked_line(bare, token) || is_korean_line(bare)))
        {
            found.lines = first_span(bare.trim_end_matches([':', '.']));
        }
        is_after_line_word = ["line", "lines", "l", "ln"].iter().any(|word| word.eq_ignore_ascii_case(bare));
    }
    found
}

/// `10행`, `10-12줄`.
fn is_korean_line(bare: &str) -> bool {
    bare.starts_with(|first: char| first.is_ascii_digit()) && bare.ends_with(['행', '줄'])
}

/// `L20` or `L20-L25` behind a file; what else is called `L2` has one digit and words behind it.
fn is_marked_line(bare: &str, token: &str) -> bool {
    let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    let count = bare.strip_prefix(['L', 'l']).map_or(0, digits);
    count >= 2 || (count == 1 && token.len() > bare.len())
}

/// `src/a.rs: 20-25`, `src/a.rs @ 7`: lines that are all that follows a file and its mark.
fn lines_apart(head: &str, token: &str) -> Option<(u32, u32)> {
    let (_, after) = head.split_once(token)?;
    let rest = after.trim_start();
    let rest = if token.ends_with(':') { rest } else { rest.strip_prefix('@')? };
    first_span(rest)
}

fn first_span(fragment: &str) -> Option<(u32, u32)> {
    line_numbers(fragment)?.spans.first().copied()
}

/// Whether a word has what no path is without; most words have not.
pub fn may_name_file(words: &str) -> bool {
    memchr2(b'.', b'/', words.as_bytes()).is_some()
}

/// A path, and what follows its colon or `#L`.
fn path(token: &str) -> Option<(&str, Option<&str>)> {
    if !may_name_file(token) {
        return None;
    }
    if token.contains(']')
        && let Some((words, target)) = token.split_once("](")
    {
        let (file, lines) = path(words)?;
        return Some((file, lines.or_else(|| target.split_once("#L").map(|(_, lines)| lines))));
    }
    let token = token.trim_end_matches([':', '.', '`']);
    let by_hash = || token.split_once('#').and_then(|(file, lines)| Some((file, lines.strip_prefix('L')?)));
    let (file, lines) = match token.split_once(':').or_else(by_hash) {
        Some((file, lines)) => (file.trim_end_matches('`'), Some(lines)),
        None => (token, None),
    };
    let is_number = |lines: &&str| {
        lines.strip_prefix(['L', 'l']).unwrap_or(lines).starts_with(|first: char| first.is_ascii_digit())
    };
    (is_path(file)).then_some((file, lines.filter(is_number)))
}

/// Has a file's extension, or folders.
fn is_path(token: &str) -> bool {
    let is_plain = token.chars().all(|character| {
        character.is_alphanumeric() || matches!(character, '.' | '/' | '_' | '-' | '@' | '\\' | '*' | '+')
    });
    if !is_plain || token.starts_with("//") {
        return false;
    }
    let name = token.rsplit(['/', '\\']).next().unwrap_or(token);
    let has_extension = name.rsplit_once('.').is_some_and(|(stem, extension)| {
        let is_known_length = (1..=8).contains(&extension.len());
        let is_word = extension.chars().all(char::is_alphanumeric) && extension.contains(char::is_alphabetic);
        let is_abbreviation = matches!((stem, extension), ("e", "g") | ("i", "e") | ("a", "k"));
        is_known_length && is_word && !is_abbreviation
    });
    // One slash is as often an `and/or`.
    let is_deep = token.split('/').filter(|part| part.len() > 1).count() >= 3;
    has_extension || is_deep
}

#[cfg(test)]
mod tests {
    use super::location;

    fn check(fragment: &str, file: Option<&str>, lines: Option<(u32, u32)>) {
        let found = location(fragment);
        assert_eq!((found.file.as_deref(), found.lines), (file, lines), "{fragment}");
    }

    #[test]
    fn files_and_lines() {
        check("`router.rs:14-15`", Some("router.rs"), Some((14, 15)));
        check("src/a.rs:14 — too strict", Some("src/a.rs"), Some((14, 14)));
        check("`a.ts` (line 3-9), `b.ts` (line 14-15)", Some("a.ts"), Some((3, 9)));
        check("Second file line 20-24", None, Some((20, 24)));
        check("Line 66 (store): handler is new each time", None, Some((66, 66)));
        check("src/a.rs#L10-L12", Some("src/a.rs"), Some((10, 12)));
        check("`src/a.rs`: 20–25", Some("src/a.rs"), Some((20, 25)));
        check("src/a.rs @ 7", Some("src/a.rs"), Some((7, 7)));
        check("src/a.rs: 3 findings", Some("src/a.rs"), None);
        check("src/a.rs 10행", Some("src/a.rs"), Some((10, 10)));
        check("`src/a.rs`<br>`src/b.rs`", Some("src/a.rs"), None);
        check("src/a.rs:10:5", Some("src/a.rs"), Some((10, 10)));
        check("src/a.rs:L10-L12", Some("src/a.rs"), Some((10, 12)));
        check("[src/a.rs](../src/a.rs#L10) leaks", Some("src/a.rs"), Some((10, 10)));
        check("[src/a.rs:7](https://example.org/a.rs#L10)", Some("src/a.rs"), Some((7, 7)));
        check("src/a.rs L20-L25", Some("src/a.rs"), Some((20, 25)));
        check("`src/a.rs` (L7) leaks", Some("src/a.rs"), Some((7, 7)));
        check("src/cache.rs misses the L2 cache", Some("src/cache.rs"), None);
        check(".env", Some(".env"), None);
        check("packages/app/src", Some("packages/app/src"), None);
    }

    #[test]
    fn talk_names_no_file() {
        check("e.g. the whole and/or half of it", None, None);
        check("Version 1.2 is late", None, None);
        check("https://example.org/a.rs", None, None);
        check("", None, None);
    }
}
