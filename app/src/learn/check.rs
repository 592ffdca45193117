//! Tries a draft on its examples, and asks for less where they deviate.

use super::draft::{Draft, Field, Place, Type};
use super::names::{quoted, shown};
use super::write::file;
use super::{Compile, Example, LearnError, hints};
use crate::catalog::drafts::LONGEST;
use crate::catalog::{Catalog, Problem};
use crate::claim::Claim;
use crate::diagnostic::{Diagnostic, Severity};
use crate::format::Spec;
use crate::formats::RegisteredFormat;
use crate::read_as::ReadAs;
use crate::reading::{PLACEHOLDER, counted};
use crate::scan::Blocks;

/// A field becomes text, then optional, then none; the name may be that of a built-in format.
const ROUNDS: usize = 5;

/// Returns the file, once it reads all examples.
pub(super) fn settle(
    mut draft: Draft,
    examples: &[Example<'_>],
    compile: Compile,
) -> Result<String, LearnError> {
    for _ in 0..ROUNDS {
        let source = shortened(&mut draft);
        let format = match compile(&source) {
            Ok(format) => format,
            Err(problems) => {
                rename(&mut draft, &problems)?;
                continue;
            }
        };
        let catalog = Catalog::with(vec![format]);
        let (errors, warnings) = deviations(&catalog, format, examples)?;
        let mut is_settled = true;
        for (field, message) in &errors {
            is_settled &= !ask_for_less(&mut draft, field, message);
        }
        if is_settled {
            note_warnings(&mut draft, &warnings);
            note_what_is_left(&mut draft, &catalog, format.spec, examples, &errors);
            return Ok(file(&draft));
        }
        hints::guess(&mut draft);
        if draft.fields.is_empty() {
            return Err(LearnError::NothingInCommon);
        }
    }
    Err(LearnError::Refused("the examples deviate from each other too much".to_owned()))
}

/// Returns the file, without the last fields if it would be too long.
fn shortened(draft: &mut Draft) -> String {
    let mut source = file(draft);
    while source.len() > LONGEST && draft.fields.len() > 1 {
        draft.fields.truncate(draft.fields.len() * 3 / 4);
        draft.left_out.truncate(1);
        draft.left_out.push("Further fields would make the file too long.".to_owned());
        hints::guess(draft);
        source = file(draft);
    }
    source
}

/// Gives a format with the name of a built-in one an id of its own.
fn rename(draft: &mut Draft, problems: &[Problem]) -> Result<(), LearnError> {
    let message = problems.first().map(|problem| problem.message.clone()).unwrap_or_default();
    if draft.id.is_some() || !message.contains("built-in") {
        return Err(LearnError::Refused(message));
    }
    draft.id = Some(format!("our {}", draft.name));
    draft.remarks.push(format!("Unsure: {message}, so this one has an id of its own."));
    Ok(())
}

/// The errors in examples, each with its field, and the messages of warnings.
type Deviations = (Vec<(String, String)>, Vec<String>);

/// Returns what deviates in the examples. Of a log, the first records are read.
fn deviations(
    catalog: &Catalog,
    format: &'static RegisteredFormat,
    examples: &[Example<'_>],
) -> Result<Deviations, LearnError> {
    let (mut errors, mut warnings) = (Vec::new(), Vec::new());
    for example in examples {
        let as_format = ReadAs { room: format, at: None };
        let blocks = Blocks::by(catalog, example.text, Some(as_format));
        let first = blocks.claims().first();
        if first.is_none_or(|claim| claim.recognition.reason == ReadAs::REASON) {
            return Err(LearnError::Unrecognized(example.name.to_owned()));
        }
        for block in blocks.read(0..blocks.len().min(Blocks::BATCH)) {
            for found in block.diagnostics {
                match found.severity {
                    Severity::Error => errors.push((field_of(&found), found.message)),
                    Severity::Warning => warnings.push(found.message),
                    Severity::Info => {}
                }
            }
        }
    }
    Ok((errors, warnings))
}

/// A slot of a template says nothing of the field.
fn field_of(found: &Diagnostic) -> String {
    found.field.clone().filter(|_| found.rule != &PLACEHOLDER).unwrap_or_default()
}

/// Makes the field of an error ask for less, and returns whether it could.
fn ask_for_less(draft: &mut Draft, path: &str, message: &str) -> bool {
    let reason = format!("Unsure: an example deviates ({}), so it asks for less.", shown(message));
    less(&mut draft.fields, path, &reason)
}

/// `actions[0].due` is the part `due` of `actions`.
fn less(fields: &mut Vec<Field>, path: &str, reason: &str) -> bool {
    let is_of = |field: &Field| {
        path.strip_prefix(field.name.as_str())
            .filter(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
            .is_some()
    };
    // `tests.passed` may be a name as well as a path.
    let longest = fields.iter().enumerate().filter(|(_, field)| is_of(field));
    let Some((index, _)) = longest.max_by_key(|(_, field)| field.name.len()) else { return false };
    let Some(field) = fields.get_mut(index) else { return false };
    let rest = path.get(field.name.len()..).unwrap_or_default();
    let inner = rest.split_once('.').map_or("", |(_, inner)| inner);
    if !inner.is_empty()
        && let Some(parts) = field.kind.parts()
        && less(parts, inner, reason)
    {
        if parts.is_empty() {
            field.kind = Type::Named("any");
        }
        note(field, reason);
        return true;
    }
    let widest = match field.place {
        Place::Section(_) => Type::Markdown,
        Place::Key => Type::Named("any"),
        _ => Type::Text,
    };
    match (&field.kind, &widest) {
        (Type::Text | Type::Markdown, Type::Text | Type::Markdown) | (Type::Named("any"), _) => {
            if field.is_required {
                field.is_required = false;
            } else {
                fields.remove(index);
                return true;
            }
        }
        _ => field.kind = widest,
    }
    note(field, reason);
    true
}

fn note(field: &mut Field, reason: &str) {
    if !field.why.iter().any(|line| line == reason) {
        field.why.push(reason.to_owned());
    }
}

/// Says that the examples are read, but written in another form than a declaration can ask for.
fn note_warnings(draft: &mut Draft, warnings: &[String]) {
    if let Some(first) = warnings.first() {
        let count = counted(warnings.len(), "warning");
        draft.remarks.push(format!("Reading these gives {count}, as that {}.", shown(first)));
    }
}

/// Says what reading the examples shows besides.
fn note_what_is_left(
    draft: &mut Draft,
    catalog: &Catalog,
    spec: &Spec,
    examples: &[Example<'_>],
    errors: &[(String, String)],
) {
    if let Some((_, message)) = errors.first() {
        draft.remarks.push(format!("Unsure: an example has an error of its own ({}).", shown(message)));
    }
    let built_in = examples.iter().find_map(|example| {
        let blocks = Blocks::by(catalog, example.text, None);
        let is_own = |claim: &Claim| claim.room.spec.id == spec.id;
        let hides = blocks.claims().first().filter(|_| !blocks.claims().iter().any(is_own));
        hides.map(|claim| (example.name, claim.room.spec.name))
    });
    if let Some((example, name)) = built_in {
        let example = shown(example);
        draft.remarks.push(format!("Unsure: {example} is read as {name} already, which has precedence."));
    }
    if Catalog::current().room(spec.id).is_some() {
        draft.remarks.push(format!("Unsure: a format of the id {} is there already.", quoted(spec.id)));
    }
}
