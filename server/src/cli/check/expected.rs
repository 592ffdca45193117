//! Why a file has no block of the format that is expected.

use app::format::{Recognizer, Spec};
use app::nearest::Nearest;
use app::scan;
use app::text::Text;

/// Describes what was read instead of a format, and what is missing.
pub(super) fn missing(expected: &'static Spec, read: &[&'static Spec], text: &Text) -> String {
    let name = expected.labelled();
    let read: Vec<String> = read.iter().map(|spec| spec.labelled()).collect();
    let read = if read.is_empty() { "nothing".to_owned() } else { read.join(", ") };
    format!("no {name} here: {read} was read; {}", why(expected, text))
}

fn why(expected: &'static Spec, text: &Text) -> String {
    let claims = scan::explain(text);
    if let Some(claim) = claims.iter().find(|claim| claim.room.spec.id == expected.id) {
        let line = text.position(claim.recognition.span.start).line;
        return match claim.fenced {
            true => format!("the one at line {line} is in a code fence, and examples are not checked"),
            false => format!("the one at line {line} is {}", claim.describe(text)),
        };
    }
    match Nearest::of(text).filter(|nearest| nearest.spec.id == expected.id) {
        Some(nearest) => nearest.message(),
        None => opening(expected),
    }
}

/// Describes how a block of a format begins.
fn opening(spec: &Spec) -> String {
    if let Recognizer::Keys(keys) = spec.recognizer {
        return format!("it is an object with {}", quoted(keys));
    }
    match spec.example.lines().next() {
        Some(first) if !first.starts_with('{') && !first.trim().is_empty() => {
            format!("it opens as `{first}` does")
        }
        _ => {
            let named = spec.fields.iter().map(|field| field.name);
            format!("it is an object with fields such as {}", quoted(&named.take(3).collect::<Vec<_>>()))
        }
    }
}

fn quoted(names: &[&str]) -> String {
    names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
}
