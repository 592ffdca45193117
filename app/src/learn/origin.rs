//! What a proposal was learned from.

use super::Example;
use super::names::shown;
use crate::reading::capitalized;

/// A comment names so many examples.
const MOST: usize = 5;

/// Returns the comments that say what was learned from.
pub(super) fn origin(examples: &[Example<'_>], is_one: bool) -> Vec<String> {
    let names: Vec<String> = examples.iter().take(MOST).map(|example| shown(example.name)).collect();
    let more = examples.len().saturating_sub(MOST);
    let others = if more > 0 { format!(" and {more} more") } else { String::new() };
    let learned = format!(
        "Learned from {}{others}. Each comment says why; `Unsure` marks what to look at.",
        names.join(", ")
    );
    let start = "From one document, which is a start: all that it has is required. A second one would show what may be \
                 missing.";
    [learned].into_iter().chain(is_one.then(|| start.to_owned())).collect()
}

/// Returns a name after the file, or after the folder of several: `Deploy Log` for `logs/deploy-log.jsonl`.
pub(super) fn name_of(examples: &[Example<'_>]) -> String {
    let parts = |example: &Example<'_>| {
        let mut parts = example.name.rsplit(['/', '\\']);
        let stem = parts.next().and_then(|file| file.split('.').next()).unwrap_or_default().to_owned();
        (stem, parts.next().unwrap_or_default().to_owned())
    };
    let (file, folder) = examples.first().map(parts).unwrap_or_default();
    let is_of_folder = examples.len() > 1 && examples.iter().all(|example| parts(example).1 == folder);
    let has_words = folder.contains(char::is_alphabetic);
    let stem = if is_of_folder && has_words { folder } else { file };
    let words = stem.split(|edge: char| !edge.is_alphabetic()).filter(|word| !word.is_empty());
    let name = words.take(6).map(capitalized).collect::<Vec<_>>().join(" ");
    if name.is_empty() { "My Format".to_owned() } else { shown(&name) }
}
