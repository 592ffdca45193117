//! What objects in JSON have in common.

use super::draft::{Draft, Field, MOST_FIELDS, Opening, Place, Type};
use super::names::{ONE_ALONE, distinct, found, shown};
use super::origin::{name_of, origin};
use super::types::{Choice, narrowest_text};
use super::{Example, LearnError, hints};
use crate::json::{self, Json, Kind, Member};
use crate::markdown::Outline;
use crate::reading::{counted, normal};
use crate::recognition::is_identifier;
use crate::text::Text;

/// More objects of a log say nothing new.
const MOST_OBJECTS: usize = 1_000;
/// What an object has beyond these is data.
const MOST_MEMBERS: usize = 200;
/// As deep as a declaration may nest.
const DEEPEST: u8 = 4;
/// A longer key is data.
const LONGEST_KEY: usize = 60;
/// So many keys tell a format apart.
const MOST_KEYS: usize = 3;
/// Last words of keys whose values are another in each object.
const IDENTIFIERS: [&str; 14] = [
    "attempt", "attempts", "guid", "hash", "id", "index", "line", "number", "offset", "run", "seq", "sha",
    "trace", "uuid",
];
/// Keys that objects of whatever kind have.
const EVERYDAY: [&str; 19] = [
    "at", "data", "date", "description", "error", "id", "level", "message", "name", "result", "results",
    "status", "summary", "time", "timestamp", "title", "ts", "type", "version",
];

/// Whether a text is data and no document.
pub(super) fn is_json(text: &Text) -> bool {
    let first = text.source().trim_start_matches('\u{feff}').trim_start();
    first.starts_with(['{', '['])
}

pub(super) fn draft(examples: &[Example<'_>]) -> Result<Draft, LearnError> {
    let outlines: Vec<Outline> = examples.iter().map(|example| Outline::of(example.text)).collect();
    let mut objects: Vec<Json<'_>> = Vec::new();
    for (example, outline) in examples.iter().zip(&outlines) {
        let found = json::find_objects(example.text, outline, example.text.span());
        if found.is_empty() {
            return Err(LearnError::NothingToRead(example.name.to_owned()));
        }
        let room = MOST_OBJECTS.saturating_sub(objects.len());
        objects.extend(found.iter().take(room).map(|found| found.reading(example.text).json.clone()));
    }
    let shared: Vec<&Json<'_>> = objects.iter().collect();
    let mut left_out = Vec::new();
    let fields = fields(&shared, 0, &mut left_out);
    let keys = keys(&fields);
    if keys.is_empty() {
        return Err(LearnError::NoSharedKey);
    }
    let all = counted(objects.len(), "object");
    let have = match objects.len() {
        1 => "Some of the object's keys. Unsure: others may lack them.".to_owned(),
        _ => format!("Some of the keys that all of the {all} have."),
    };
    let why = vec![
        format!("{have} An object without one of them is of another format, and not reported."),
        "Identifiers, numbers, the title, the verdict and the score are none of them, nor are all of the others, so that a missing one is reported.".to_owned(),
    ];
    let is_log = objects.len() > examples.len();
    let kind = if is_log { "event" } else { "report" };
    let mut remarks = origin(examples, objects.len() == 1);
    if is_log {
        remarks.push(format!("They hold {all}; each is a document of the format."));
    }
    let opening = Opening::Keys(keys, why);
    Ok(Draft {
        name: name_of(examples),
        id: None,
        kind,
        remarks,
        opening,
        fields,
        hints: Vec::new(),
        left_out,
    })
}

/// Returns the keys that distinguish the format: those that few other objects have, then everyday ones. Half of those that all
/// objects have do at most: an object without a key is not recognized, so that nobody would learn that it is missing.
fn keys(fields: &[Field]) -> Vec<String> {
    let required: Vec<&Field> = fields.iter().filter(|field| field.is_required).collect();
    let most = required.len().div_ceil(2).min(MOST_KEYS);
    let is_everyday = |field: &Field| EVERYDAY.contains(&normal(&field.name).as_str());
    let is_free = |field: &Field| matches!(field.kind, Type::Text | Type::Markdown);
    let proposed = hints::proposed(fields);
    let is_proposed = |field: &Field| proposed.contains(&field.name);
    let mut telling: Vec<&Field> =
        required.iter().copied().filter(|field| !is_counted(field) && !is_proposed(field)).collect();
    telling.sort_by_key(|field| (is_everyday(field), is_free(field)));
    let others = if telling.is_empty() {
        required.iter().copied().min_by_key(|field| is_proposed(field))
    } else {
        None
    };
    telling.iter().copied().chain(others).take(most.max(1)).map(|field| field.name.clone()).collect()
}

/// Whether a field is a number, or an identifier by its name or its values.
fn is_counted(field: &Field) -> bool {
    let is_named = normal(&field.name).split(' ').next_back().is_some_and(|last| IDENTIFIERS.contains(&last));
    let is_number = matches!(field.kind, Type::Named("count" | "integer" | "number"));
    let are_identifiers =
        || !field.values.is_empty() && field.values.iter().all(|value| is_identifier(value));
    is_named || is_number || matches!(field.kind, Type::Text) && are_identifiers()
}

fn fields(objects: &[&Json<'_>], depth: u8, left_out: &mut Vec<String>) -> Vec<Field> {
    let mut seen: Vec<(&str, Vec<&Json<'_>>)> = Vec::new();
    for object in objects {
        let mut own: Vec<&str> = Vec::new();
        for Member { key, .. } in object.members().iter().take(MOST_MEMBERS) {
            let Some(value) = object.get(key).filter(|_| !own.contains(&key.as_ref())) else { continue };
            own.push(key);
            let has_room = seen.len() < MOST_FIELDS;
            match seen.iter_mut().find(|(known, _)| *known == key.as_ref()) {
                Some((_, values)) => values.push(value),
                None if has_room && is_name(key) => seen.push((key, vec![value])),
                None if left_out.len() < MOST_FIELDS => left_out.push(format!("No field: `{}`.", shown(key))),
                None => {}
            }
        }
    }
    let all = objects.len();
    let field = |(name, values): (&str, Vec<&Json<'_>>)| {
        let mut inner = Vec::new();
        let choice = narrowest(name, &values, depth, &mut inner);
        let doubt = choice.doubt.map(|doubt| format!("Unsure: {doubt}."));
        let alone = (all > 1 && values.len() == 1).then(|| ONE_ALONE.to_owned());
        let why = [found(values.len(), all, &choice.why)]
            .into_iter()
            .chain(doubt)
            .chain(alone)
            .chain(inner)
            .collect();
        Field {
            name: name.to_owned(),
            place: Place::Key,
            kind: choice.kind,
            is_required: values.len() == all,
            why,
            values: distinct(values.iter().filter_map(|value| value.text())),
        }
    };
    seen.into_iter().map(field).collect()
}

fn is_name(key: &str) -> bool {
    !key.trim().is_empty() && key.trim() == key && key.len() <= LONGEST_KEY && !key.contains(char::is_control)
}

/// Returns the narrowest type of some values. What is said of the fields within them is added to `inner`.
fn narrowest(name: &str, values: &[&Json<'_>], depth: u8, inner: &mut Vec<String>) -> Choice {
    let stated: Vec<&Json<'_>> = values.iter().copied().filter(|value| value.kind != Kind::Null).collect();
    let are = |is: fn(&Kind<'_>) -> bool| !stated.is_empty() && stated.iter().all(|value| is(&value.kind));
    let any = || Choice::new(Type::Named("any"), "any value");
    let mut parts = |objects: &[&Json<'_>]| {
        let fields = fields(objects, depth + 1, &mut Vec::new());
        let of_field = |field: &Field| {
            let why = field.why.iter().filter(|line| !line.starts_with("Unsure")).map(String::as_str);
            format!("`{}.{}`: {}", shown(name), shown(&field.name), why.collect::<Vec<_>>().join(" "))
        };
        inner.extend(fields.iter().map(of_field));
        fields
    };
    if stated.is_empty() {
        return any().but("it is always null");
    }
    if are(|kind| matches!(kind, Kind::Bool(_))) {
        return Choice::new(Type::Named("flag"), "true or false");
    }
    if are(|kind| matches!(kind, Kind::Number(_))) {
        return number(&stated);
    }
    if are(|kind| matches!(kind, Kind::Text(_))) {
        let texts: Vec<&str> = stated.iter().filter_map(|value| value.text()).collect();
        return narrowest_text(name, &texts);
    }
    let is_deepest = depth >= DEEPEST;
    if are(|kind| matches!(kind, Kind::Object(_))) {
        let fields = if is_deepest { Vec::new() } else { parts(&stated) };
        return match fields.len() {
            0 => any().but("an object without fields of its own, or nested too deep"),
            count => Choice::new(Type::Record(fields), format!("an object of {}", counted(count, "field"))),
        };
    }
    if are(|kind| matches!(kind, Kind::List(_))) {
        let items: Vec<&Json<'_>> =
            stated.iter().flat_map(|value| value.items()).take(MOST_OBJECTS).collect();
        if !items.is_empty() && items.iter().all(|item| matches!(item.kind, Kind::Text(_))) {
            return Choice::new(Type::Named("list"), "a list of texts");
        }
        if !is_deepest && !items.is_empty() && items.iter().all(|item| matches!(item.kind, Kind::Object(_))) {
            let fields = parts(&items);
            if !fields.is_empty() {
                let why = format!("a list of objects with {}", counted(fields.len(), "field"));
                return Choice::new(Type::Table(fields), why);
            }
        }
        return any().but(if items.is_empty() {
            "the list is always empty"
        } else {
            "a list of several kinds"
        });
    }
    any().but("values of several kinds")
}

fn number(values: &[&Json<'_>]) -> Choice {
    let example = values.first().map(|value| value.plain().to_string()).unwrap_or_default();
    let are = |is: fn(f64) -> bool| values.iter().filter_map(|value| value.number()).all(is);
    let (kind, words) = if values.iter().all(|value| value.count().is_some()) {
        ("count", "a count")
    } else if are(|number| number.fract() == 0.0) {
        ("integer", "a whole number")
    } else {
        ("number", "a number")
    };
    Choice::new(Type::Named(kind), format!("{words}, as in `{}`", shown(&example)))
}
