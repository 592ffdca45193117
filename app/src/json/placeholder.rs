//! Slots of a template.

use memchr::{memchr, memchr3_iter};

use crate::reading::normal;

/// Words in brackets that rank or mark a sentence, and are no slot to be filled in.
const MARKS: [&str; 10] =
    ["optional", "critical", "high", "medium", "low", "info", "warning", "fixed", "redacted", "truncated"];
/// Elements that texts about pages name.
const ELEMENTS: [&str; 20] = [
    "a", "b", "i", "p", "br", "hr", "div", "span", "img", "svg", "form", "input", "button", "script",
    "style", "table", "head", "body", "html", "nav",
];

/// A slot in the place of an object is not longer.
const LONGEST_SLOT: usize = 80;

/// A template's slot that was not filled in: `PASS|FAIL`, `<number>`, `[JIRA_KEY]`, `${TASK_ID}`, `...`.
pub fn is_placeholder(text: &str) -> bool {
    let trimmed = text.trim();
    // Without a way out the loop looks at many bytes at once.
    let has_mark = trimmed.bytes().fold(false, |has, byte| has | matches!(byte, b'|' | b'<' | b'[' | b'{'));
    is_stand_in(trimmed) || has_mark && (is_braced(trimmed) || is_alternatives(trimmed) || has_slot(trimmed))
}

fn is_stand_in(text: &str) -> bool {
    matches!(text, "…" | "ISO-8601" | "unique-identifier" | "YYYY-MM-DD")
        || text
            .strip_suffix("...")
            .is_some_and(|before| before.is_empty() || before.ends_with('-') || before.ends_with(": "))
}

fn is_braced(text: &str) -> bool {
    let inner = text.strip_prefix('{').and_then(|inner| inner.strip_suffix('}'));
    inner.is_some_and(|name| {
        !name.is_empty()
            && (name.chars().all(|letter| letter.is_alphabetic() || matches!(letter, '_' | ' ' | '-'))
                || is_alternatives(name))
    })
}

/// The length of the slot that a text begins with in the place of an object: `{true | false}`.
pub(super) fn leading_slot(text: &str) -> Option<usize> {
    // An object goes on with a quote or a space.
    let inner = text.strip_prefix('{').filter(|inner| inner.starts_with(|it: char| it.is_alphanumeric()))?;
    let (inner, _) = inner.get(..inner.floor_char_boundary(LONGEST_SLOT))?.split_once('}')?;
    is_alternatives(inner).then_some(inner.len() + 2)
}

/// `a|b|c` and nothing else.
fn is_alternatives(text: &str) -> bool {
    let is_word = |part: &str| {
        part.starts_with(|first: char| first.is_ascii_alphanumeric())
            && part.chars().all(|letter| letter.is_ascii_alphanumeric() || matches!(letter, '_' | '-' | '.'))
    };
    text.len() <= 400
        && memchr(b'|', text.as_bytes()).is_some()
        && text.split('|').all(|part| is_word(part.trim()))
}

fn has_slot(text: &str) -> bool {
    memchr3_iter(b'<', b'[', b'{', text.as_bytes()).any(|at| {
        let Some((before, after)) = text.split_at_checked(at) else { return false };
        let before = before.chars().next_back().unwrap_or(' ');
        let (close, may_open) = match after.as_bytes() {
            [b'<', ..] => ('>', !before.is_alphanumeric()),
            [b'[', ..] => (']', !before.is_alphanumeric()),
            _ => ('}', before == '$'),
        };
        if !may_open || matches!(before, ')' | ']' | '_') {
            return false;
        }
        // A name is short, so that looking for its end costs little.
        let head = after.get(1..after.floor_char_boundary(49)).unwrap_or_default();
        let Some((name, rest)) = head.split_once(close) else { return false };
        let is_link = close == ']' && rest.starts_with('(');
        !is_link && is_slot_name(name, close)
    })
}

fn is_slot_name(name: &str, close: char) -> bool {
    let is_upper = name.len() > 2
        && name.chars().all(|letter| letter.is_ascii_uppercase() || letter.is_ascii_digit() || letter == '_');
    let is_lower = name.len() > 2
        && name.starts_with(|first: char| first.is_ascii_lowercase())
        && name.chars().all(|letter| letter.is_ascii_lowercase() || matches!(letter, ' ' | '_' | '-'));
    match close {
        '}' => is_upper,
        '>' => (is_lower || is_upper) && !ELEMENTS.contains(&name),
        _ => (is_upper && name.contains('_')) || (is_lower && !MARKS.contains(&normal(name).as_str())),
    }
}

#[cfg(test)]
mod tests {
    use super::is_placeholder;

    #[test]
    fn slots_are_found() {
        for text in [
            "PASS|FAIL", "high|medium|low", "<number>", "ERROR: <field> required", "./trees/[TASK_ID]-fix",
            "[count] of [score]/10", "${TASK_ID}", "...", "Improvement: ...", "{summary}",
            "{604800 | 86400}",
        ] {
            assert!(is_placeholder(text), "{text}");
        }
    }

    #[test]
    fn text_is_no_slot() {
        for text in [
            "PASS", "a || b", "Vec<String> grows", "<div> without a key", "[WARN] slow", "[see](docs/a.md)",
            "items[index]", "--ignore='trees|backup'", "`${userId}` is logged", "GET /users/{id}",
            "Loading...", "결과 없음",
        ] {
            assert!(!is_placeholder(text), "{text}");
        }
    }
}
