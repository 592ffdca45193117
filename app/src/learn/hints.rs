//! Guesses what lists, gates and the inbox use of a format.

use super::draft::{Draft, Field, Hint, Opening, Place, Type};
use super::names::{list, quoted};
use super::words::{ASKS, FLAGS, SCORES, TITLES, VERDICTS, fails, is_known, passes};
use crate::reading::{SeverityLevel, is_rank, normal};

pub(super) fn guess(draft: &mut Draft) {
    let hints = [
        title(draft),
        verdict(&paths(&draft.fields)),
        score(&paths(&draft.fields)),
        severity(&draft.fields),
        asks(&draft.fields),
    ];
    draft.hints = hints.into_iter().flatten().collect();
}

/// Returns which of the fields of objects a proposal takes for the title, the verdict and the score. A document without one
/// must be reported, so they are no keys.
pub(super) fn proposed(fields: &[Field]) -> Vec<String> {
    let paths = paths(fields);
    let hints = [title_of(&paths), verdict(&paths), score(&paths)].into_iter().flatten();
    let named = hints.filter(|hint| matches!(hint.key, "title" | "verdict" | "score"));
    let named: Vec<String> = named.map(|hint| hint.value).collect();
    let is_proposed = |name: &String| named.contains(&quoted(name));
    fields.iter().map(|field| field.name.clone()).filter(is_proposed).collect()
}

/// A field, and the path by which a hint names it.
struct Named<'f> {
    path: String,
    field: &'f Field,
}

/// Returns the fields, then those of objects within.
fn paths(fields: &[Field]) -> Vec<Named<'_>> {
    let mut found: Vec<Named<'_>> =
        fields.iter().map(|field| Named { path: field.name.clone(), field }).collect();
    let mut next = 0;
    while let Some(Named { path, field }) = found.get(next) {
        if let Type::Record(parts) = &field.kind {
            let inner: Vec<Named<'_>> = parts
                .iter()
                .map(|part| Named { path: format!("{path}.{}", part.name), field: part })
                .collect();
            found.extend(inner);
        }
        next += 1;
    }
    found
}

/// In Markdown the title is in the heading.
fn title(draft: &Draft) -> Vec<Hint> {
    if matches!(draft.opening, Opening::Heading(..)) {
        return Vec::new();
    }
    title_of(&paths(&draft.fields))
}

fn title_of(fields: &[Named<'_>]) -> Vec<Hint> {
    let is_text = |named: &&Named<'_>| matches!(named.field.kind, Type::Text | Type::Markdown);
    let mut named = TITLES
        .iter()
        .filter_map(|name| fields.iter().filter(is_text).find(|named| normal(&named.field.name) == *name));
    let is_required = |named: &&Named<'_>| named.field.is_required && !named.path.contains('.');
    let field = named.next().or_else(|| fields.iter().filter(is_required).find(is_text));
    let hint = |named: &Named<'_>| Hint {
        key: "title",
        value: quoted(&named.path),
        why: "A guess: what lists call a document.".to_owned(),
    };
    field.map(hint).into_iter().collect()
}

/// Returns how telling the name of a field is; less is more.
fn rank(field: &Field, names: &[&str]) -> usize {
    let name = normal(&field.name);
    names.iter().position(|known| *known == name).unwrap_or(names.len())
}

/// `open` of `Open (monitoring)`.
fn telling(word: &str) -> String {
    normal(word.split(" (").next().unwrap_or_default())
}

fn verdict(fields: &[Named<'_>]) -> Vec<Hint> {
    let words = |field: &Field| match &field.kind {
        Type::Words(words) => words.clone(),
        Type::Text => {
            let mut values = field.values.clone();
            values.sort();
            values
        }
        _ => Vec::new(),
    };
    let is_verdict = |Named { field, .. }: &&Named<'_>| {
        let words = words(field);
        let is_decided = |word: &String| passes(&telling(word)) || fails(&telling(word));
        let is_graded = words.iter().any(|word| is_rank(&normal(word)));
        let is_named = rank(field, &VERDICTS) < VERDICTS.len();
        words.iter().any(is_decided)
            && !is_graded
            && (is_named || words.iter().all(|word| is_known(&telling(word))))
    };
    if let Some(named) = fields.iter().filter(is_verdict).min_by_key(|named| rank(named.field, &VERDICTS)) {
        let of = |is: fn(&str) -> bool| {
            words(named.field).into_iter().filter(|word| is(&telling(word))).collect::<Vec<_>>()
        };
        let why = "A guess, by its words: which of them pass and which fail. Others do neither.".to_owned();
        let passing = of(passes);
        // A word that could be either passes.
        let failing: Vec<String> = of(fails).into_iter().filter(|word| !passing.contains(word)).collect();
        return judged(&named.path, passing, failing, why);
    }
    let is_flag = |Named { field, .. }: &&Named<'_>| {
        matches!(field.kind, Type::Named("flag")) && rank(field, &FLAGS) < FLAGS.len()
    };
    let flag = fields.iter().filter(is_flag).min_by_key(|named| rank(named.field, &FLAGS));
    let why = "A guess, by its name.".to_owned();
    flag.map(|named| judged(&named.path, vec!["true".to_owned()], vec!["false".to_owned()], why))
        .unwrap_or_default()
}

fn judged(path: &str, passing: Vec<String>, failing: Vec<String>, why: String) -> Vec<Hint> {
    let words = |key, words: Vec<String>| Hint { key, value: list(&words), why: String::new() };
    let verdict = Hint { key: "verdict", value: quoted(path), why };
    let mut hints = vec![verdict];
    hints.extend((!passing.is_empty()).then(|| words("pass", passing)));
    hints.extend((!failing.is_empty()).then(|| words("fail", failing)));
    hints
}

fn score(fields: &[Named<'_>]) -> Vec<Hint> {
    let is_named = |field: &Field| normal(&field.name).split(' ').any(|word| SCORES.contains(&word));
    let is_score = |Named { field, .. }: &&Named<'_>| {
        is_named(field) && matches!(field.kind, Type::Named("percent" | "count" | "number"))
    };
    let is_percent =
        |named: &&Named<'_>| is_score(named) && matches!(named.field.kind, Type::Named("percent"));
    let field = fields.iter().find(is_percent).or_else(|| fields.iter().find(is_score));
    let hint = |named: &Named<'_>| Hint {
        key: "score",
        value: quoted(&named.path),
        why: "A guess, by its name: a number of a hundred that lists show.".to_owned(),
    };
    field.map(hint).into_iter().collect()
}

/// Returns a column whose words are those that lists count findings by.
fn severity(fields: &[Field]) -> Vec<Hint> {
    let is_grade = |part: &&Field| {
        let Type::Words(words) = &part.kind else { return false };
        words.iter().all(|word| SeverityLevel::of_word(word).is_some_and(|level| level.as_str() == word))
    };
    let column = |field: &Field| {
        let Type::Table(parts) = &field.kind else { return None };
        parts.iter().find(is_grade).map(|part| format!("{}[].{}", field.name, part.name))
    };
    let hint = |path: String| Hint {
        key: "severity",
        value: quoted(&path),
        why: "A guess: how grave each row is, by its words.".to_owned(),
    };
    fields.iter().find_map(column).map(hint).into_iter().collect()
}

fn asks(fields: &[Field]) -> Vec<Hint> {
    let is_asked = |field: &&Field| {
        let written = match &field.place {
            Place::Label(name) | Place::Section(name) | Place::Column(name) => normal(name),
            Place::Title | Place::Identifier | Place::Key => normal(&field.name),
        };
        let is_long =
            matches!(field.kind, Type::Markdown | Type::Text | Type::Table(_) | Type::Named("list"));
        is_long && ASKS.iter().any(|ask| written == *ask || written.ends_with(&format!(" {ask}")))
    };
    let hint = |field: &Field| Hint {
        key: "asks",
        value: quoted(&field.name),
        why: "A guess, by its name: each of these comes to the inbox.".to_owned(),
    };
    fields.iter().find(is_asked).map(hint).into_iter().collect()
}
