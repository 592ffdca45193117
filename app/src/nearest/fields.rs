//! The format whose fields an object has most of. Objects have no opening, and most that a format requires of one are
//! few: each of them that is there counts, and what is not there is what keeps the object from being recognized.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use super::{Nearest, own_formats};
use crate::declaration::Need;
use crate::format::prelude::*;
use crate::formats::FORMATS;
use crate::json::{self, Json, is_same_name};
use crate::markdown::Outline;

/// Objects of whatever kind have them.
const EVERYDAY: [&str; 7] = ["error", "message", "results", "status", "task_id", "ts", "type"];
/// A field of more formats does not distinguish them.
const MOST_FORMATS: u32 = 3;

/// A format in JSON, and what it requires at the top of its object.
struct Own {
    spec: &'static Spec,
    fields: Vec<&'static str>,
}

static KNOWN: LazyLock<Vec<Own>> = LazyLock::new(|| {
    let specs = FORMATS.iter().map(|room| room.spec).filter(|spec| spec.example.starts_with('{'));
    specs.map(|spec| Own { spec, fields: required(spec) }).collect()
});

/// Fields that few formats have.
static TELLING: LazyLock<Vec<&'static str>> = LazyLock::new(|| {
    let mut formats_with: BTreeMap<&'static str, u32> = BTreeMap::new();
    for field in KNOWN.iter().flat_map(|own| &own.fields) {
        *formats_with.entry(*field).or_default() += 1;
    }
    let telling = formats_with
        .into_iter()
        .filter(|(field, formats)| *formats <= MOST_FORMATS && !EVERYDAY.contains(field));
    telling.map(|(field, _)| field).collect()
});

/// The required fields of a format in JSON, as its example has them; none of another.
pub(super) fn required(spec: &'static Spec) -> Vec<&'static str> {
    let example = json::read(spec.example, Span::of(0, spec.example.len())).json;
    // Those that are flat in another's place are at the top too.
    let top = spec.placed_fields().into_iter().filter(|field| field.path == field.spec.name);
    let required = top.filter(|field| field.spec.need == Need::Required).map(|field| field.spec.name);
    required.filter(|name| example.get(name).is_some()).collect()
}

/// What an object has of a format.
struct Shared<'j> {
    own: &'static Own,
    /// The object's names of the fields that it has.
    names: Vec<&'j str>,
    missing: Vec<&'static str>,
}

impl Shared<'_> {
    fn nearness(&self) -> (usize, std::cmp::Reverse<usize>) {
        (self.names.len(), std::cmp::Reverse(self.missing.len()))
    }
}

/// None where no object has enough of any format. A team's own formats come first.
pub(super) fn nearest(text: &Text) -> Option<Nearest> {
    let outline = Outline::of(text);
    let objects = json::find_objects(text, &outline, text.span());
    let readings = objects.iter().map(|found| &found.reading(text).json);
    if let Some(nearest) = readings.clone().find_map(of_team) {
        return Some(nearest);
    }
    let shared = readings.flat_map(|json| KNOWN.iter().filter_map(move |own| shared(json, own)));
    let best = shared.reduce(|best, next| if next.nearness() >= best.nearness() { next } else { best })?;
    let names = best.names.into_iter().map(str::to_owned).collect();
    Some(Nearest { spec: best.own.spec, shared: names, missing: best.missing, opens: false })
}

/// Returns the format of a team of whose keys and required fields an object has most: at least half of them, one of which is
/// no everyday word, and not all keys.
fn of_team(json: &Json<'_>) -> Option<Nearest> {
    let team = own_formats::known();
    let of_format = |(spec, keys): &(&'static Spec, &'static [&'static str])| {
        let fields = spec.fields.iter().filter(|field| field.need == Need::Required).map(|field| field.name);
        let mut wanted: Vec<&'static str> = keys.to_vec();
        wanted.extend(fields.filter(|field| !keys.contains(field)));
        let (shared, missing): (Vec<&'static str>, Vec<&'static str>) =
            wanted.iter().copied().partition(|name| json.get(name).is_some());
        let is_telling = shared.iter().any(|name| !EVERYDAY.contains(name));
        let is_near = is_telling && shared.len() > 1 && shared.len() * 2 >= wanted.len();
        let lacks_key = missing.iter().any(|name| keys.contains(name));
        (is_near && lacks_key).then_some((shared.len(), *spec, shared, missing))
    };
    let found = team.keyed.iter().filter_map(of_format);
    let (_, spec, shared, missing) = found.reduce(|best, next| if next.0 > best.0 { next } else { best })?;
    let shared = shared.into_iter().map(str::to_owned).collect();
    Some(Nearest { spec, shared, missing, opens: false })
}

fn shared<'j>(json: &'j Json<'_>, own: &'static Own) -> Option<Shared<'j>> {
    let keys = || json.members().iter().map(|member| member.key.as_ref());
    let mut shared = Shared { own, names: Vec::new(), missing: Vec::new() };
    let (mut has_telling, mut has_long) = (false, false);
    for field in &own.fields {
        if let Some(key) = keys().find(|key| is_same_name(key, field)) {
            let is_telling = TELLING.contains(field);
            has_telling |= is_telling;
            // Of several words, it is hardly there by chance.
            has_long |= is_telling && field.contains('_');
            shared.names.push(key);
        } else if let Some(key) = keys().find(|key| speaks_of(key, field)) {
            shared.names.push(key);
        } else {
            shared.missing.push(field);
        }
    }
    let (has, all) = (shared.names.len(), own.fields.len());
    let is_near = has_telling && has > 1 && has * 2 >= all || has_long && has * 4 >= all;
    is_near.then_some(shared)
}

/// `tests_run` speaks of `tests`.
fn speaks_of(key: &str, field: &str) -> bool {
    let rest = key.get(..field.len()).filter(|head| head.eq_ignore_ascii_case(field));
    let rest = rest.and_then(|head| key.get(head.len()..)).unwrap_or_default();
    rest.starts_with(|next: char| matches!(next, '_' | '-') || next.is_uppercase())
}

#[cfg(test)]
mod tests {
    use crate::nearest::Nearest;
    use crate::text::Text;

    #[track_caller]
    fn check(source: &str, expected: Option<&str>) {
        let nearest = Nearest::of(&Text::new(source));
        assert_eq!(nearest.map(|nearest| nearest.message()).as_deref(), expected, "{source}");
    }

    #[test]
    fn an_object_is_near_to_the_format_whose_fields_it_has() {
        check(
            r#"{"gate_status": "PASS", "summary": "ok", "task_id": "A-1"}"#,
            Some(
                "It comes nearest to reaper/security-auditor Security Audit Verdict, by `gate_status`, `summary`, \
                 but has no `blocking_issues`.",
            ),
        );
        check(
            r#"{"gateStatus": "PASS", "tests_run": 12}"#,
            Some(
                "It comes nearest to reaper/test-runner Test Run Verdict, by `gateStatus`, `tests_run`, but has no \
                 `summary`, `blocking_issues`, `coverage` and 1 more.",
            ),
        );
        check(
            r#"{"summary": "one thing", "findings": []}"#,
            Some(
                "It comes nearest to delegate/standard Standard Response, by `summary`, `findings`, but has no \
                 `confidence`.",
            ),
        );
    }

    #[test]
    fn objects_of_other_programs_are_near_to_nothing() {
        for source in [
            r#"{"type": "error", "message": "not found", "status": 404}"#,
            r#"{"summary": "a talk", "confidence": 0.9}"#,
            r#"{"task_id": 7, "schema_version": 2, "name": "a"}"#,
            r#"{"lint": "eslint .", "name": "viewer"}"#,
            r#"[{"results": [], "message": "all"}]"#,
        ] {
            check(source, None);
        }
    }
}
