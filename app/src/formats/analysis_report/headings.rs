//! What the title of a report says: that it is an analysis, or that it is something else.

use crate::reading::Stems;

/// Words of a title by which an analysis is known where nothing else says so.
const TITLE_WORDS: [&str; 3] = ["analysis", "inventory", "assessment"];
const OF_TITLES: Stems<3> = Stems::of(&TITLE_WORDS);
/// Words of titles that belong to other formats, regardless of the labels below them.
const FORMAT_WORDS: [&str; 5] = ["review", "opinion", "critique", "brainstorm", "brainstorming"];
const OF_FORMATS: Stems<4> = Stems::of(&FORMAT_WORDS);
/// Words of titles under which an analysis is only mentioned.
const OTHER_WORDS: [&str; 5] = ["plan", "changes", "root", "healing", "readme"];

/// Whether a title does, in the form that [`crate::reading::normal`] gives.
pub(super) fn names_an_analysis(title: &str) -> bool {
    OF_TITLES.may_be_in(title) && has_word(title, &TITLE_WORDS) && !has_word(title, &OTHER_WORDS)
}

/// As [`names_an_analysis`].
pub(super) fn names_another_format(title: &str) -> bool {
    OF_FORMATS.may_be_in(title) && has_word(title, &FORMAT_WORDS) || is_notice(title)
}

/// `Analysis complete` says that a report is elsewhere.
fn is_notice(title: &str) -> bool {
    ["complete", "completed", "done", "finished"].iter().any(|state| title.ends_with(state))
}

fn has_word(title: &str, words: &[&str]) -> bool {
    title.split(|edge: char| !edge.is_alphanumeric()).any(|part| words.contains(&part))
}
