//! What the headings of an entry say: an action, an id, a title.

use crate::reading::{cleaned, is_emoji, is_placeholder};

/// Folders of actions, which name an action type even without their slash.
const ACTIONS: [&str; 13] = [
    "code", "review", "analyze", "audit", "plan", "test", "commit", "brainstorm", "diagnose",
    "second-opinion", "docs", "ideation", "orchestrator",
];

/// An id without a mark behind it has at least so many digits: `L029 Title`, but not `L2 cache`.
const SURE_DIGITS: usize = 3;

/// `L029` and the title of `L029: Title`; also of `[L029] Title` and `#L-029) Title`.
pub(super) fn numbered(heading: &str) -> Option<(&str, &str)> {
    let is_lead =
        |edge: char| matches!(edge, '*' | '[' | '`' | '~' | '#') || edge.is_whitespace() || is_emoji(edge);
    // Most headings begin with another letter.
    let is_other = |first: char| first.is_ascii_alphanumeric() && !matches!(first, 'L' | 'l');
    let bare = if heading.starts_with(is_other) { "" } else { heading.trim_start_matches(is_lead) };
    let after_letter = bare.strip_prefix(['L', 'l'])?;
    let digits = after_letter.strip_prefix('-').unwrap_or(after_letter);
    let length = digits.bytes().take_while(u8::is_ascii_digit).count();
    let id_length = bare.len() - digits.len() + length;
    let (id, rest) = bare.split_at_checked(id_length).filter(|_| (1..=5).contains(&length))?;
    let open = rest.trim_start_matches([']', '*', '`', '~']);
    let is_boxed = rest.starts_with(']');
    let is_sure = length >= SURE_DIGITS && open.starts_with(' ');
    let open = open.trim_start();
    let marked = open.strip_prefix([':', '-', '–', '—', '.', ')', '|']);
    let title = marked.or(Some(open).filter(|open| (is_boxed || is_sure) && !open.is_empty()))?;
    let title = title.trim_start_matches(['-', '*']).trim();
    Some((id, unmarked(title)))
}

/// Without a mark at the end that opens before the id.
fn unmarked(title: &str) -> &str {
    let closes = |mark: &&str| title.matches(*mark).count() % 2 == 1;
    let mark = ["**", "~~"].into_iter().find(closes);
    mark.and_then(|mark| title.strip_suffix(mark)).unwrap_or(title).trim_end()
}

/// Names an action: `code/`, `code/frontend/`, `Review`, `{Action Type}`.
pub(super) fn names_action(heading: &str) -> bool {
    // Of all names only a placeholder has more than one word.
    let opens = |byte: &u8| matches!(byte, b'{' | b'<');
    let may_be_slot = || {
        heading
            .bytes()
            .find(|byte| byte.is_ascii_alphabetic() || opens(byte))
            .is_some_and(|byte| opens(&byte))
    };
    if heading.len() > 60 || has_words(heading) && !may_be_slot() {
        return false;
    }
    let name = cleaned(heading);
    let is_known = |name: &str| ACTIONS.iter().any(|action| action.eq_ignore_ascii_case(name));
    let is_path = name.split_once('/').is_some_and(|(first, _)| {
        (name.ends_with('/') || is_known(first)) && !name.contains(char::is_whitespace)
    });
    is_path || is_placeholder(heading) || is_known(&name)
}

/// Whether two words are beside each other, without a mark between them.
fn has_words(heading: &str) -> bool {
    let ends = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b':');
    let mut rest = heading.as_bytes();
    while let Some(at) = rest.iter().position(|byte| *byte == b' ') {
        let (before, after) = rest.split_at(at);
        rest = after.get(1..).unwrap_or_default();
        if before.last().is_some_and(ends) && rest.first().is_some_and(u8::is_ascii_alphanumeric) {
            return true;
        }
    }
    false
}

/// The action of `review/ (sonnet) during a chain`.
pub(super) fn action_of(origin: &str) -> Option<&str> {
    let first = origin.split_whitespace().next()?.trim_matches(['`', '*']);
    first.ends_with('/').then_some(first)
}

#[cfg(test)]
mod tests {
    use super::{action_of, names_action, numbered};

    #[test]
    fn ids_stand_before_titles() {
        assert_eq!(numbered("**[L7]** — Count"), Some(("L7", "Count")));
        assert_eq!(numbered("**L029: Count**"), Some(("L029", "Count")));
        assert_eq!(numbered("✅ #L-029) Count"), Some(("L-029", "Count")));
        assert_eq!(numbered("L029 Count"), Some(("L029", "Count")));
        for heading in ["Level 3: deep", "L029", "L2 cache misses", "Logs: none"] {
            assert_eq!(numbered(heading), None, "{heading}");
        }
    }

    #[test]
    fn actions_are_known_by_their_slash_or_name() {
        for heading in ["code/", "`code/frontend/`", "code/backend", "Review", "{Action Type}"] {
            assert!(names_action(heading), "{heading}");
        }
        for heading in ["Entries", "Code style", "and/or", "Learnings"] {
            assert!(!names_action(heading), "{heading}");
        }
        assert_eq!(action_of("review/ (sonnet) during a chain"), Some("review/"));
        assert_eq!(action_of("orchestrator during a chain"), None);
    }
}
