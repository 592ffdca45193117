//! Takes the decoration off a piece of text.

/// Words that stand for "there is nothing here".
const NONE_WORDS: [&str; 13] = [
    "",
    "-",
    "none",
    "n/a",
    "na",
    "nil",
    "not applicable",
    "nothing",
    "no issues",
    "no findings",
    "no issues found",
    "no findings found",
    "none found",
];

/// Without emphasis, code marks, strike-through marks, emoji and outer brackets; NBSP is a space, smart quotes
/// are straight, every dash is `-`, runs of white space are one space. The words themselves stay.
pub fn clean(fragment: &str) -> String {
    let mut cleaned = String::with_capacity(fragment.len());
    let mut is_spaced = true;
    for character in fragment.chars() {
        let plain = match character {
            '*' | '`' | '~' => continue,
            _ if is_emoji(character) => continue,
            '‘' | '’' => '\'',
            '“' | '”' => '"',
            '‐' | '‑' | '‒' | '–' | '—' | '―' | '−' => '-',
            other if other.is_whitespace() => ' ',
            other => other,
        };
        if plain == ' ' && is_spaced {
            continue;
        }
        is_spaced = plain == ' ';
        cleaned.push(plain);
    }
    let mut trimmed = cleaned.trim();
    while let Some(inner) = unwrapped(trimmed) {
        trimmed = inner.trim();
    }
    trimmed.to_owned()
}

/// As [`clean`], in lower case and with `_` and `-` between words read as spaces: `NEEDS_CHANGES` and
/// `Needs changes` are the same.
pub fn normal(fragment: &str) -> String {
    let mut words = String::with_capacity(fragment.len());
    for word in clean(fragment).split(['_', '-', ' ']) {
        if word.is_empty() {
            continue;
        }
        if !words.is_empty() {
            words.push(' ');
        }
        words.extend(word.chars().flat_map(char::to_lowercase));
    }
    words
}

/// Equal but for white space and the kind of dash: `--`, `–` and `—` are the same.
pub fn same_but_dashes(left: &str, right: &str) -> bool {
    fn dashed(fragment: &str) -> String {
        clean(fragment).replace("--", "-")
    }
    dashed(left) == dashed(right)
}

/// Says that there is nothing: empty, `—`, `N/A`, `None.`, `(none)`.
pub fn is_none(fragment: &str) -> bool {
    // A long text is never one of the words, and cleaning it would cost.
    if fragment.len() > 64 {
        return false;
    }
    let cleaned = clean(fragment).to_lowercase();
    let bare = cleaned.trim_end_matches(['.', '!']).trim();
    NONE_WORDS.contains(&bare) || bare.chars().all(|character| character == '-')
}

pub(super) fn is_emoji(character: char) -> bool {
    matches!(
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

/// What stands inside brackets that enclose all of `fragment`.
fn unwrapped(fragment: &str) -> Option<&str> {
    let pairs = [('[', ']'), ('(', ')'), ('<', '>'), ('"', '"')];
    let (open, close) = pairs.into_iter().find(|(open, _)| fragment.starts_with(*open))?;
    let inner = fragment.strip_prefix(open)?.strip_suffix(close)?;
    (!inner.contains(open) && !inner.contains(close)).then_some(inner)
}

#[cfg(test)]
mod tests {
    use super::{clean, is_none, normal, same_but_dashes};

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
