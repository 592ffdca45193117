//! The words that a contract prescribes: names of headings, labels, columns and fields, and its fixed sentences.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use app::format::Spec;
use app::formats::FORMATS;

use super::words::{words, words_of_name};

type Words = HashSet<String>;

static DECLARED: LazyLock<HashMap<&'static str, Words>> =
    LazyLock::new(|| FORMATS.iter().map(|room| (room.spec.id, words_of(room.spec))).collect());

/// The words that the format's contract prescribes, wherever they are written.
pub fn declared(spec: &Spec) -> Cow<'static, Words> {
    DECLARED.get(spec.id).map_or_else(|| Cow::Owned(words_of_team(spec)), Cow::Borrowed)
}

/// The words of a format that a team declares: those of a blank document.
fn words_of_team(spec: &Spec) -> Words {
    let blank = spec.example.lines().flat_map(|line| words(&without_placeholders(line)));
    words_of(spec).into_iter().chain(blank.map(|(_, word)| word)).collect()
}

fn words_of(spec: &Spec) -> Words {
    let placed = spec.placed_fields();
    let fields = placed.iter().flat_map(|field| words_of_name(&field.path));
    let templates = templates(spec.manual).chain(quoted_names(spec.manual));
    let written = templates.flat_map(|line| words(&without_placeholders(line)));
    fields.chain(written.map(|(_, word)| word)).collect()
}

/// Headings and labels that the manual quotes above its list of rules: `## Executing: {title}`, `Q:`.
fn quoted_names(manual: &str) -> impl Iterator<Item = &str> {
    let (manual, _) = manual.split_once("\n## Rules").unwrap_or((manual, ""));
    let quoted = manual.lines().flat_map(|line| line.split('`').skip(1).step_by(2));
    quoted.filter(|quoted| quoted.starts_with(['#', '*']) || quoted.ends_with(':'))
}

/// The lines of the manual that quote the contract: those in its fences of `~`.
fn templates(manual: &str) -> impl Iterator<Item = &str> {
    let mut is_inside = false;
    manual.lines().filter(move |line| {
        let is_mark = line.starts_with("~~~");
        is_inside ^= is_mark;
        is_inside && !is_mark
    })
}

/// A placeholder such as `{Brief Title}` is not a name. In JSON a brace is followed by a quote.
fn without_placeholders(line: &str) -> String {
    let mut bare = String::new();
    let mut rest = line;
    while let Some((before, behind)) = rest.split_once('{') {
        bare.push_str(before);
        bare.push(' ');
        rest = match behind.split_once('}') {
            Some((value, rest)) if !value.contains('"') => rest,
            _ => behind,
        };
    }
    bare + rest
}
