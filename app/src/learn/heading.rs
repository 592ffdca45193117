//! The words that open documents in Markdown, and the identifier among them.

use std::cmp::Reverse;

use super::LearnError;
use super::names::shown;
use super::survey::Survey;
use crate::recognition::{IDENTIFIER, forms_of};

/// Names of headings that become alternatives.
const MOST_HEADINGS: usize = 6;
/// What is left around a name without its identifier.
const MARKS: [char; 5] = [' ', '-', '#', '_', '.'];

pub(super) struct Heading {
    /// The name that most examples open with, and others if they are variants of it.
    pub names: Vec<String>,
    /// Comments.
    pub why: Vec<String>,
    /// Identifiers of the examples that have one.
    pub identifiers: Vec<String>,
}

/// How an example opens.
struct Opened {
    name: String,
    identifier: Option<String>,
}

/// Finds the names in headings. `shared` counts the fields that the examples have in common.
pub(super) fn heading(surveys: &[Survey], shared: usize) -> Result<Heading, LearnError> {
    let opened = opened(surveys);
    let mut names: Vec<(String, &str, usize)> = Vec::new();
    for Opened { name, .. } in &opened {
        let key = name.to_lowercase();
        match names.iter_mut().find(|(known, ..)| *known == key) {
            Some((.., count)) => *count += 1,
            None => names.push((key, name, 1)),
        }
    }
    names.sort_by_key(|(.., count)| Reverse(*count));
    let written: Vec<String> = names.iter().map(|(_, written, _)| (*written).to_owned()).collect();
    let (all, first) = (surveys.len(), names.first().map_or(0, |(.., count)| *count));
    let are_titled = surveys.iter().all(|survey| survey.title.is_some());
    let identifiers: Vec<String> = opened.into_iter().filter_map(|opened| opened.identifier).collect();
    // Two names with a title behind each, and several fields in common, are two names of one format.
    let are_variants = written.len() <= MOST_HEADINGS && (first > 1 || are_titled && shared > 2);
    let name = written.first().map(|name| shown(name)).unwrap_or_default();
    let mut why = match written.len() {
        1 if all == 1 && !identifiers.is_empty() => {
            vec![format!("The name in the heading: `{name}`.")]
        }
        1 if all == 1 && !are_titled => {
            vec![format!("The whole heading `{name}` is taken as the name. Unsure: in others it may vary.")]
        }
        1 if all == 1 => vec![format!("What precedes the colon or dash in the heading: `{name}`.")],
        1 => vec![format!("`{name}` opens all {all} examples.")],
        _ if are_variants && (first > 1 || !identifiers.is_empty()) => vec![
            format!("`{name}` opens {first} of {all} examples, the others open with the further names."),
            "Unsure: they may be other formats. Documents with the further names are read, and a warning asks for the first."
                .to_owned(),
        ],
        _ if are_variants => vec![
            "Unsure: no two examples open alike, and the next document will not be recognized. Have all of them open with \
             the same words, as in `# Incident Report: title`, and name those here."
                .to_owned(),
        ],
        _ => {
            return Err(LearnError::NoSharedHeading(
                written.iter().map(|name| shown(name)).take(4).collect(),
            ));
        }
    };
    why.extend(of_identifiers(&identifiers));
    why.extend(written.iter().filter_map(|name| of_literal(name)));
    Ok(Heading { names: written, why, identifiers })
}

/// Returns how each example opens. A number that differs from one to the other, or that of a single example, is an identifier.
fn opened(surveys: &[Survey]) -> Vec<Opened> {
    let forms: Vec<Vec<(String, &str)>> = surveys.iter().map(|survey| forms_of(&survey.whole_name)).collect();
    let (first, others) = match surveys {
        [first, others @ ..] => (Some(first), others),
        [] => (None, surveys),
    };
    let are_alike = first.is_some_and(|first| {
        !others.is_empty()
            && others.iter().all(|other| other.name.to_lowercase() == first.name.to_lowercase())
    });
    let uses = |form: &str| {
        let has = |own: &&Vec<(String, &str)>| own.iter().any(|(other, _)| other.eq_ignore_ascii_case(form));
        forms.iter().filter(has).count()
    };
    let opened = |(survey, own): (&Survey, &Vec<(String, &str)>)| {
        // Of several numbers the one by which the most examples differ.
        let best = own.iter().rev().max_by_key(|(form, _)| uses(form)).filter(|_| !are_alike);
        let name = best.map_or_else(|| survey.name.clone(), |(form, _)| form.clone());
        Opened { name, identifier: best.map(|(_, id)| (*id).to_owned()) }
    };
    surveys.iter().zip(&forms).map(opened).collect()
}

fn of_identifiers(identifiers: &[String]) -> Option<String> {
    let first = shown(identifiers.first()?);
    let others =
        identifiers.iter().find(|other| Some(*other) != identifiers.first()).map(|other| shown(other));
    let seen = match others {
        Some(other) => format!("`{first}` and `{other}`"),
        None => format!("`{first}`"),
    };
    Some(format!(
        "`{IDENTIFIER}` is the number or identifier in a heading, as {seen}: it is another in each document."
    ))
}

/// Doubts a number that is a part of the name.
fn of_literal(name: &str) -> Option<String> {
    if name.contains(IDENTIFIER) || !name.contains(char::is_numeric) {
        return None;
    }
    let name = shown(name);
    Some(match forms_of(&name).first() {
        Some((form, _)) => {
            format!("Unsure: if the number in `{name}` is another in other documents, write `{form}`.")
        }
        None => format!(
            "Unsure: `{name}` is a number and little else, and a document with another will not be recognized. Have documents \
             open with a word, as in `# Incident {IDENTIFIER}: title`, and write `Incident {IDENTIFIER}` here."
        ),
    })
}

/// Returns a name for the format after those in headings, without the identifier.
pub(super) fn name_of(names: &[String]) -> String {
    let first = names.first().map_or("", String::as_str);
    if !first.contains(IDENTIFIER) {
        return first.to_owned();
    }
    let letters = |name: &str| name.chars().filter(|letter| letter.is_alphabetic()).count();
    let bare = names.iter().map(|name| without_identifier(name));
    bare.rev().max_by_key(|name| letters(name)).unwrap_or_default()
}

/// `Incident Report` of `Incident Report (INC-{id})`, `INC` of `INC-{id}`.
fn without_identifier(name: &str) -> String {
    let words = || name.split_whitespace();
    let others: Vec<&str> = words().filter(|word| !word.contains(IDENTIFIER)).collect();
    let rest = match others.iter().any(|word| word.contains(char::is_alphabetic)) {
        true => others.join(" "),
        false => words().map(|word| word.replacen(IDENTIFIER, "", 1)).collect::<Vec<_>>().join(" "),
    };
    rest.trim_start_matches(MARKS).trim_end_matches(MARKS).trim_end_matches(['(', '[']).trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    use super::name_of;

    #[test]
    fn a_format_is_called_without_the_identifier() {
        let check = |names: &[&str], expected: &str| {
            assert_eq!(name_of(&names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>()), expected);
        };
        check(&["Incident Report", "INC-{id}"], "Incident Report");
        check(&["INC-{id}"], "INC");
        check(&["INC-{id}", "Incident {id}"], "Incident");
        check(&["Incident Report (INC-{id})"], "Incident Report");
        check(&["[INC-{id}] Incident Report"], "Incident Report");
        check(&["Incident Report #{id}"], "Incident Report");
    }
}
