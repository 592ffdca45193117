//! Names of headings with an identifier in them: `INC-{id}` is the name of `INC-2026-041`.

use std::ops::Range;

/// What stands for the identifier in a name, which has at most one.
pub const IDENTIFIER: &str = "{id}";
/// A blank document still has it. The mark at its end is none of the heading's name.
const SLOTS: [&str; 2] = [IDENTIFIER, "{id"];

/// Returns the bytes of the identifier in a heading's name, if it is a name of this form. Neither case nor marks around it
/// count.
pub fn identifier(form: &str, name: &str) -> Option<Range<usize>> {
    let (before, after) = form.split_once(IDENTIFIER)?;
    let lead = name.len() - name.trim_start_matches(is_edge).len();
    let bare = name.get(lead..)?.trim_end_matches(is_edge);
    let end = bare.len().checked_sub(after.len())?;
    let (head, id, tail) = (bare.get(..before.len())?, bare.get(before.len()..end)?, bare.get(end..)?);
    let is_of_form = head.eq_ignore_ascii_case(before) && tail.eq_ignore_ascii_case(after);
    (is_of_form && (is_identifier(id) || SLOTS.contains(&id))).then(|| lead + before.len()..lead + end)
}

/// Returns the word that an identifier is in: all of `INC-2026-041` for `2026-041`.
pub fn word_around(name: &str, id: Range<usize>) -> Range<usize> {
    let before = name.get(..id.start).unwrap_or_default();
    let after = name.get(id.end..).unwrap_or_default();
    let start = before.trim_end_matches(is_of_word).len();
    let length = after.len() - after.trim_start_matches(is_of_word).len();
    start..id.end + length
}

/// Letters, digits and the marks that join them, with a digit among them.
pub fn is_identifier(words: &str) -> bool {
    words.contains(char::is_numeric)
        && words.starts_with(char::is_alphanumeric)
        && words.ends_with(char::is_alphanumeric)
        && words.chars().all(is_of_word)
}

/// Returns the forms of a name with an identifier in it, each with the identifier, the one of the most digits first:
/// `INC-{id}` for `INC-2026-041`.
pub fn forms_of(name: &str) -> Vec<(String, &str)> {
    let digits = |word: &str| word.chars().filter(|letter| letter.is_numeric()).count();
    let mut forms: Vec<(String, &str)> = name
        .split(|edge: char| !is_of_word(edge))
        .filter_map(|word| word.get(word.find(char::is_numeric)?..))
        .map(|word| word.trim_end_matches(|mark: char| !mark.is_alphanumeric()))
        .filter_map(|id| {
            // Where the identifier is in the name.
            let start = id.as_ptr() as usize - name.as_ptr() as usize;
            let (before, after) = (name.get(..start)?, name.get(start + id.len()..)?);
            Some((format!("{before}{IDENTIFIER}{after}"), id))
        })
        .filter(|(form, _)| says_enough(&form.replacen(IDENTIFIER, "", 1)))
        .collect();
    forms.sort_by_key(|(_, id)| std::cmp::Reverse(digits(id)));
    forms
}

/// Whether the words around an identifier distinguish a heading: those of `{id}` and `v{id}` do not.
pub fn says_enough(words: &str) -> bool {
    /// As in `P-`.
    const FEWEST: usize = 2;
    let letters = words.chars().filter(|letter| !letter.is_whitespace()).count();
    letters >= FEWEST && words.contains(char::is_alphabetic)
}

/// Whether a character may be in an identifier.
pub fn is_of_word(character: char) -> bool {
    character.is_alphanumeric() || matches!(character, '-' | '_' | '.' | '/')
}

/// Marks around a name are none of it.
pub fn is_edge(character: char) -> bool {
    !character.is_alphanumeric() && !matches!(character, '{' | '}')
}

#[cfg(test)]
mod tests {
    use super::{forms_of, identifier, word_around};

    fn check(form: &str, name: &str, expected: Option<(&str, &str)>) {
        let id = identifier(form, name);
        let found = id.map(|id| (&name[id.clone()], &name[word_around(name, id)]));
        assert_eq!(found, expected, "{form}: {name}");
    }

    #[test]
    fn identifiers_have_a_digit_and_no_spaces() {
        check("inc-{id}", "INC-2026-041", Some(("2026-041", "INC-2026-041")));
        check("incident {id}", "Incident 2026-047", Some(("2026-047", "2026-047")));
        check("incident report {id}", "Incident Report INC-2026-041", Some(("INC-2026-041", "INC-2026-041")));
        check("incident report #{id}", "Incident Report #41", Some(("41", "41")));
        check(
            "incident report (inc-{id}",
            "Incident Report (INC-2026-041",
            Some(("2026-041", "INC-2026-041")),
        );
        check("inc-{id}] incident report", "[INC-041] Incident Report", Some(("041", "INC-041")));
        check("{id} störung", "7b STöRUNG", Some(("7b", "7b")));
        check("inc-{id}", "INC-{id", Some(("{id", "INC-{id")));
        for name in ["INC-", "INC-next", "INC-41 and more", "INC--41", "XINC-41", "INC", "", "é", "##"] {
            check("inc-{id}", name, None);
        }
        check("inc-2026", "INC-2026", None);
    }

    #[test]
    fn a_number_makes_a_form() {
        let check = |name: &str, expected: &[(&str, &str)]| {
            let forms = forms_of(name);
            let forms: Vec<(&str, &str)> = forms.iter().map(|(form, id)| (form.as_str(), *id)).collect();
            assert_eq!(forms, expected, "{name}");
        };
        check("INC-2026-041", &[("INC-{id}", "2026-041")]);
        check("Incident 2026-047.", &[("Incident {id}.", "2026-047")]);
        check("Incident Report (#41)", &[("Incident Report (#{id})", "41")]);
        check("Sprint 7 (OPS-12)", &[("Sprint 7 (OPS-{id})", "12"), ("Sprint {id} (OPS-12)", "7")]);
        for name in ["Incident Report", "2026-041", "v2.0", "#7", ""] {
            check(name, &[]);
        }
    }
}
