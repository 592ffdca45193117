//! What programs show of a link before anybody opens it: title, verdict and score.

use app::document::{DocumentHead, State};
use app::ui::size::counted;

/// The longest title that is passed on, in characters.
const LONGEST: usize = 120;

/// Returns a title without the folders of paths in it, and without characters that a program could stumble over.
pub fn title(title: &str) -> String {
    let words = title.split_whitespace().map(without_folders).collect::<Vec<_>>().join(" ");
    let mut shown: String = words.chars().filter(|character| !character.is_control()).take(LONGEST).collect();
    if words.chars().nth(LONGEST).is_some() {
        shown.push('…');
    }
    shown
}

/// Returns how a document went, as in `needs changes · 62% · 3 errors · Review Report`.
pub fn description(head: &DocumentHead) -> String {
    let Some(lead) = head.lead() else { return "not recognized".to_owned() };
    let errors = match (head.errors(), head.warnings()) {
        (0, 0) => Some("conforms".to_owned()),
        (0, warnings) => Some(counted(warnings.into(), "warning")),
        (errors, _) => Some(counted(errors.into(), "error")),
    };
    let state = lead.summary.state.label(lead.summary.verdict.as_deref());
    let score = lead.summary.score.map(|score| format!("{score}%"));
    let parts = [state, score, errors, Some(lead.name.clone())];
    title(&parts.into_iter().flatten().collect::<Vec<_>>().join(" · "))
}

/// Returns how several documents went, as in `5 reports: 1 contradicted, 2 failed, 2 passed`.
pub fn description_of_all(heads: &[DocumentHead]) -> String {
    let states = State::ALL.into_iter().rev().filter(|state| *state != State::None);
    let count = |state: State| {
        let of_state = |head: &&DocumentHead| head.lead().is_some_and(|lead| lead.summary.state == state);
        heads.iter().filter(of_state).count()
    };
    let counts: Vec<String> = states
        .map(|state| (count(state), state))
        .filter(|(count, _)| *count > 0)
        .map(|(count, state)| format!("{count} {}", state.as_str()))
        .collect();
    let all = counted(heads.len() as u64, "report");
    if counts.is_empty() { all } else { format!("{all}: {}", counts.join(", ")) }
}

/// Returns the last part of a word that is a path, and other words as they are.
fn without_folders(word: &str) -> &str {
    let bare = word.trim_matches(|character| matches!(character, '`' | '"' | '\'' | '(' | ')' | ',' | ':'));
    let Some((folder, file)) = bare.rsplit_once(['/', '\\']) else { return word };
    let is_rooted = folder.is_empty() || bare.starts_with(['/', '~', '.', '\\']) || folder.contains(':');
    let is_path = is_rooted || file.contains('.') || folder.contains(['/', '\\']);
    match file {
        "" if is_path => folder.rsplit(['/', '\\']).next().unwrap_or_default(),
        _ if is_path => file,
        _ => word,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_title_has_no_folders() {
        let check = |written: &str, expected: &str| assert_eq!(title(written), expected);
        check("Review Report: src/auth/token.rs", "Review Report: token.rs");
        check("Review of /home/ada/secret-project/", "Review of secret-project");
        check(r"C:\Users\ada\plan.md", "plan.md");
        check("`~/notes/a.md`, twice", "a.md twice");
        check("input and/or output 3/5", "input and/or output 3/5");
        check("a\u{1b}[31mb\nc", "a[31mb c");
        assert_eq!(title(&"long ".repeat(60)).chars().count(), LONGEST + 1);
    }

    #[test]
    fn several_documents_are_counted_by_state() {
        use app::document::{BlockHead, Summary};
        let head = |state| {
            let summary = Summary { state, ..Summary::default() };
            let block = BlockHead { summary, ..BlockHead::default() };
            DocumentHead { blocks: vec![block], ..DocumentHead::default() }
        };
        let states = [State::Passed, State::Failed, State::Contradicted, State::Failed, State::None];
        assert_eq!(description_of_all(&states.map(head)), "5 reports: 1 contradicted, 2 failed, 1 passed");
    }
}
