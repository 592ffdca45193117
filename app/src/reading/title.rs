//! Titles that carry a number, a state or a rank: `3. [FIXED - medium] Title`, `❌ FAIL: Check #1 - Title`.

use memchr::memchr;

use crate::text::ByteSet;

/// A title taken apart.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct NumberedTitle<'t> {
    pub number: Option<u32>,
    /// The words in brackets before the title, or in parentheses after it.
    pub label: Option<&'t str>,
    /// `FAIL` of `❌ FAIL: …`.
    pub state: Option<&'t str>,
    pub title: &'t str,
}

/// Words that introduce the number of an entry.
const ENTRY_WORDS: [&str; 10] =
    ["finding", "issue", "check", "problem", "bug", "item", "point", "observation", "concern", "defect"];

/// Words before a colon that give the state of an entry, and ranks such as `CRITICAL`.
const STATES: [&str; 18] = [
    "PASS", "PASSED", "FAIL", "FAILED", "PARTIAL PASS", "PARTIAL", "OK", "WARNING", "WARN", "ERROR", "INFO",
    "FIXED", "RESOLVED", "OPEN", "CRITICAL", "HIGH", "MEDIUM", "LOW",
];

/// No title has a number, a label, a state or emphasis without one of these.
const MARKS: ByteSet = ByteSet::of(b"0123456789:])-*");

pub fn numbered_title(text: &str) -> NumberedTitle<'_> {
    let whole = text.trim();
    let mut read = NumberedTitle { title: whole, ..NumberedTitle::default() };
    // Most titles are words alone.
    if !whole.bytes().any(|byte| MARKS.has(byte) || !byte.is_ascii()) {
        return read;
    }
    // Number, state and label come in any order, each at most once.
    for _ in 0..4 {
        read.title = read.title.trim_start_matches(|first: char| {
            first.is_whitespace() || super::clean::is_emoji(first) || matches!(first, '*' | '_' | '~')
        });
        let is_label = read.title.starts_with(['[', '(']);
        let taken =
            if is_label { take_label(&mut read) } else { take_number(&mut read) || take_state(&mut read) };
        if !taken {
            break;
        }
    }
    let is_plain = read.number.is_none() && read.label.is_none() && read.state.is_none();
    if is_plain {
        // There was nothing to find inside the emphasis; bold around a whole title is decoration.
        let inner = whole.strip_prefix("**").and_then(|inner| inner.strip_suffix("**"));
        read.title = inner.filter(|inner| count_bold_marks(inner) == 0).unwrap_or(whole);
    }
    if read.label.is_none() {
        take_trailing_label(&mut read);
    }
    read.title = read.title.trim();
    let bold_marks = count_bold_marks(read.title);
    if bold_marks == 0 || bold_marks % 2 == 1 {
        read.title = read.title.trim_matches('*').trim();
    }
    read
}

fn count_bold_marks(title: &str) -> usize {
    // Hardly any title has bold marks.
    if memchr(b'*', title.as_bytes()).is_none() {
        return 0;
    }
    title.matches("**").count()
}

fn take_number(read: &mut NumberedTitle<'_>) -> bool {
    let title = read.title;
    if read.number.is_some() {
        return false;
    }
    let word_end = title.bytes().position(|byte| !byte.is_ascii_alphabetic()).unwrap_or(title.len());
    let word = title.get(..word_end).unwrap_or_default();
    let is_entry = ENTRY_WORDS.iter().any(|entry| entry.eq_ignore_ascii_case(word));
    let after_word = if is_entry { title.get(word_end..).unwrap_or_default().trim_start() } else { title };
    let (is_marked, digits_from) = match after_word.strip_prefix('#') {
        Some(rest) => (true, rest),
        None => (is_entry, without_letter(after_word)),
    };
    let dotted = without_outer_numbers(digits_from);
    let is_dotted = dotted.len() < digits_from.len();
    let digits_from = dotted;
    let digits = digits_from.bytes().take_while(u8::is_ascii_digit).count();
    let Some((digits, rest)) = digits_from.split_at_checked(digits) else { return false };
    let Ok(number) = digits.parse() else { return false };
    let ended = rest.trim_start().strip_prefix(['.', ')', ':', '-', '–', '—']);
    let is_number = ended.is_some_and(|after| after.is_empty() || after.starts_with(char::is_whitespace));
    // `3.5 seconds too late` has no number.
    let goes_on = rest.trim_start().starts_with(char::is_lowercase);
    let is_marked = is_marked || (is_dotted && !goes_on);
    let is_bare = is_marked && (rest.is_empty() || rest.starts_with(char::is_whitespace));
    if !is_number && !is_bare {
        return false;
    }
    read.number = Some(number);
    read.title = ended.filter(|_| is_number).unwrap_or(rest);
    true
}

/// `2 Title` of `1.2 Title`: within its group an entry goes by the last number.
fn without_outer_numbers(text: &str) -> &str {
    let mut inner = text;
    loop {
        let digits = inner.bytes().take(4).take_while(u8::is_ascii_digit).count();
        let rest = inner.get(digits..).and_then(|rest| rest.strip_prefix('.'));
        let rest = rest.filter(|rest| rest.starts_with(|first: char| first.is_ascii_digit()));
        let Some(rest) = rest.filter(|_| (1..=3).contains(&digits)) else { return inner };
        inner = rest;
    }
}

/// `1: Title` of `F1: Title` and of `H-1: Title`.
fn without_letter(text: &str) -> &str {
    let bare = text.strip_prefix(|first: char| first.is_ascii_uppercase());
    let bare = bare.map(|rest| rest.strip_prefix('-').unwrap_or(rest));
    bare.filter(|rest| rest.starts_with(|first: char| first.is_ascii_digit())).unwrap_or(text)
}

/// `[HIGH] Title`, `(High): Title`.
fn take_label<'t>(read: &mut NumberedTitle<'t>) -> bool {
    let bracketed = read.title.strip_prefix('[').and_then(|inner| inner.split_once(']'));
    let parenthesized = read
        .title
        .strip_prefix('(')
        .and_then(|inner| inner.split_once(')'))
        .filter(|(_, rest)| rest.trim_start().starts_with([':', '-', '–', '—']));
    let Some((label, rest)) = bracketed.or(parenthesized) else { return false };
    let is_link = rest.starts_with('(');
    if is_link || read.label.is_some() {
        return false;
    }
    read.label = Some(label);
    read.title = rest.trim_start_matches('*').trim_start().trim_start_matches([':', '-', '–', '—']);
    true
}

/// `FAIL: …`; other words in capitals are names, as `CSS: …`.
fn take_state<'t>(read: &mut NumberedTitle<'t>) -> bool {
    // Nothing precedes the state any more, and all states are in capitals.
    if !read.title.starts_with(|first: char| first.is_ascii_uppercase()) {
        return false;
    }
    let Some((state, rest)) = read.title.split_once(':') else { return false };
    let state = state.trim_matches('*').trim();
    if !STATES.contains(&state) || read.state.is_some() || rest.trim().is_empty() {
        return false;
    }
    read.state = Some(state);
    read.title = rest;
    true
}

/// `Title (HIGH)`, `Title — HIGH`.
fn take_trailing_label(read: &mut NumberedTitle<'_>) {
    if let Some(state) = trailing_state(read.title.trim_end()) {
        read.label = Some(state);
        return;
    }
    let title = read.title.trim_end_matches(|edge: char| edge.is_whitespace() || edge == '*');
    let Some((before, label)) = title
        .strip_suffix(')')
        .and_then(|open| open.rsplit_once('('))
        .or_else(|| title.strip_suffix(']').and_then(|open| open.rsplit_once('[')))
    else {
        return;
    };
    let is_word = label.len() <= 20
        && label.chars().all(|character| character.is_alphabetic() || " -/".contains(character));
    if is_word && !before.trim().is_empty() {
        read.label = Some(label);
    }
}

/// `HIGH` of `Title — HIGH`.
fn trailing_state(title: &str) -> Option<&str> {
    if !title.ends_with(|last: char| last.is_ascii_uppercase()) {
        return None;
    }
    STATES.iter().find_map(|state| {
        let before = title.strip_suffix(state)?;
        before.trim_end().ends_with(['—', '–', '-']).then(|| title.get(before.len()..))?
    })
}

#[cfg(test)]
mod tests {
    use super::{NumberedTitle, numbered_title};

    fn check(text: &str, number: Option<u32>, label: Option<&str>, state: Option<&str>, title: &str) {
        assert_eq!(numbered_title(text), NumberedTitle { number, label, state, title }, "{text}");
    }

    #[test]
    fn titles_are_taken_apart() {
        check(
            "1. [FIXED - medium] a.rs:14 — too strict",
            Some(1),
            Some("FIXED - medium"),
            None,
            "a.rs:14 — too strict",
        );
        check("❌ FAIL: Check #1 - No `unsafe` blocks", Some(1), None, Some("FAIL"), "No `unsafe` blocks");
        check(
            "Finding 2: Name collision (CRITICAL)",
            Some(2),
            Some("CRITICAL"),
            None,
            "Name collision (CRITICAL)",
        );
        check("**[HIGH]** Leaky pool", None, Some("HIGH"), None, "Leaky pool");
        check("#4 Missing index", Some(4), None, None, "Missing index");
        check("Issue 5 — Off by one", Some(5), None, None, "Off by one");
        check("F1: Off by one", Some(1), None, None, "Off by one");
        check("Issue #1 (High): Off by one", Some(1), Some("High"), None, "Off by one");
        check("4. Off by one — HIGH", Some(4), Some("HIGH"), None, "Off by one — HIGH");
        check("1.2 Off by one", Some(2), None, None, "Off by one");
        check("2.1. Off by one", Some(1), None, None, "Off by one");
        check("CRITICAL: SQL injection", None, None, Some("CRITICAL"), "SQL injection");
    }

    #[test]
    fn plain_titles_stay_whole() {
        check("3.5 seconds too late", None, None, None, "3.5 seconds too late");
        check("3 findings in the store", None, None, None, "3 findings in the store");
        check("CSS: hard-coded colors", None, None, None, "CSS: hard-coded colors");
        check("Store: slow reads", None, None, None, "Store: slow reads");
        check("**a.rs:3** - b", None, None, None, "**a.rs:3** - b");
        check("**Slow reads**", None, None, None, "Slow reads");
        check("", None, None, None, "");
    }
}
