//! Names of fields, and texts as TOML writes them.

use crate::reading::{capitalized, normal};

/// Longer names are cut.
const LONGEST: usize = 40;
/// So many values of a field are kept for hints.
const MOST_VALUES: usize = 12;

/// What is said of a part that one example has, of several.
pub(super) const ONE_ALONE: &str = "Unsure: it may belong to that example alone.";

/// Returns a name for a field: `root_cause` for `Root Cause`.
pub(super) fn field_name(written: &str) -> String {
    let words = normal(written);
    let words = words.split(|edge: char| !edge.is_alphanumeric()).filter(|word| !word.is_empty());
    let name = words.collect::<Vec<_>>().join("_");
    let cut: String = name.chars().take(LONGEST).collect();
    match cut.trim_end_matches('_') {
        "" if written.contains(['#', '№']) => "number".to_owned(),
        "" => "field".to_owned(),
        name => name.to_owned(),
    }
}

/// Returns a name that no other field has: `status`, then `status_2`.
pub(super) fn unique(name: String, taken: &[String]) -> String {
    if !taken.contains(&name) {
        return name;
    }
    let mut numbered = (2..).map(|number: u32| format!("{name}_{number}"));
    numbered.find(|numbered| !taken.contains(numbered)).unwrap_or(name)
}

/// Returns a text as TOML writes it.
pub(super) fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for character in text.chars() {
        match character {
            '"' | '\\' => quoted.extend(['\\', character]),
            control if control.is_control() => quoted.push_str(&format!("\\u{:04X}", u32::from(control))),
            other => quoted.push(other),
        }
    }
    quoted.push('"');
    quoted
}

/// Returns texts as a list; one alone is itself.
pub(super) fn one_or_list(texts: &[String]) -> String {
    match texts {
        [only] => quoted(only),
        texts => list(texts),
    }
}

pub(super) fn list(texts: &[String]) -> String {
    format!("[{}]", texts.iter().map(|text| quoted(text)).collect::<Vec<_>>().join(", "))
}

/// Returns a key of TOML, in quotes where it needs them.
pub(super) fn key(name: &str) -> String {
    let is_bare = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-');
    if !name.is_empty() && name.bytes().all(is_bare) { name.to_owned() } else { quoted(name) }
}

/// Returns a sentence that says how often a part was found, and what it is.
pub(super) fn found(found: usize, all: usize, what: &str) -> String {
    match (found, all) {
        (1, 1) => format!("{}.", capitalized(what)),
        (found, all) if found == all => format!("In all {all}: {what}."),
        (found, all) => format!("In {found} of {all}: {what}."),
    }
}

/// Returns the beginning of a text on one line, for a comment.
pub(super) fn shown(text: &str) -> String {
    const LONGEST: usize = 60;
    let mut words: String =
        text.trim().chars().take(LONGEST).map(|next| if next.is_control() { ' ' } else { next }).collect();
    if text.trim().chars().nth(LONGEST).is_some() {
        words.push('…');
    }
    words
}

/// Returns the first different values, without repetitions.
pub(super) fn distinct<'v>(values: impl IntoIterator<Item = &'v str>) -> Vec<String> {
    let mut distinct: Vec<String> = Vec::new();
    for value in values {
        if distinct.len() < MOST_VALUES && !distinct.iter().any(|known| known == value) {
            distinct.push(shown(value));
        }
    }
    distinct
}

#[cfg(test)]
mod tests {
    use super::{field_name, key, quoted, unique};

    #[test]
    fn fields_are_named_after_what_documents_call_them() {
        for (written, name) in [
            ("Root Cause", "root_cause"),
            ("**Time to fix (min)**", "time_to_fix_min"),
            ("#", "number"),
            ("—", "field"),
            ("상태", "상태"),
        ] {
            assert_eq!(field_name(written), name);
        }
        assert_eq!(unique("a".to_owned(), &["a".to_owned(), "a_2".to_owned()]), "a_3");
    }

    #[test]
    fn keys_and_texts_are_quoted_where_toml_needs_it() {
        assert_eq!(
            [key("root_cause"), key("상태"), key("a.b"), key("")],
            ["root_cause", "\"상태\"", "\"a.b\"", "\"\""]
        );
        assert_eq!(quoted("a \"b\" \\ \u{7f}"), "\"a \\\"b\\\" \\\\ \\u007F\"");
    }
}
