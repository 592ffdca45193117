//! What a text comes nearest to in which no format was recognized: a hint for whoever expected one.
//!
//! Each format's complete example has the names that its texts are made of: headings, labels, columns, fields. A text
//! that shares some of them, above all those that no other format has, was probably meant as that format. Nothing is
//! read for it.

mod fields;
mod own_formats;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use crate::format::prelude::*;
use crate::formats::FORMATS;
use crate::json::{self, Json};
use crate::markdown::{Kind, Outline, key_value};
use crate::reading::{cleaned, normal};

/// A text that shares less is near to nothing. A name that only one format has counts as one, others count as shares
/// of one; the name that opens a format counts twice.
const LEAST: f64 = 2.0;
/// One name alone is a chance, unless it opens the format, which may be one of three that open so.
const LEAST_OF_OPENING: f64 = 0.6;
/// Shared names that a hint shows.
const MOST_TOLD: usize = 3;
/// Bytes of a text that are compared.
const LONGEST: usize = 1 << 16;
/// Fields in fields are looked at this deep.
const DEEPEST: usize = 4;

/// Any guide has steps.
const COUNTED: &str = "step";

/// The format, and what it shares with the text.
#[derive(Clone, Debug)]
pub struct Nearest {
    pub spec: &'static Spec,
    /// As the text has them, the most specific first.
    pub shared: Vec<String>,
    /// What a format in JSON requires at the top of its object, and the text does not have.
    missing: Vec<&'static str>,
    /// Its heading is that of the format's opening.
    opens: bool,
}

impl Nearest {
    /// None where the text shares too little with any format.
    pub fn of(text: &Text) -> Option<Self> {
        let head = text.source().get(..text.source().floor_char_boundary(LONGEST)).unwrap_or_default();
        let text = Text::new(head);
        let is_json = head.trim_start().starts_with(['{', '[']);
        let by_fields = || fields::nearest(&text);
        let by_names = || Self::by_names(&text);
        if is_json { by_fields().or_else(by_names) } else { by_names().or_else(by_fields) }
    }

    fn by_names(text: &Text) -> Option<Self> {
        let names = names_of(text);
        let of_team = own_formats::known();
        let known = KNOWN.iter().chain(of_team.headed.iter());
        let scored = known.filter_map(|own| Some((own.score(&names)?, own)));
        // Of two that are as near the last: what is special comes first in the table, and a team's formats behind it.
        let (_, own) = scored.reduce(|best, next| if next.0 >= best.0 { next } else { best })?;
        let mut shared = own.shared(&names);
        shared.sort_by(|one, other| other.0.total_cmp(&one.0));
        shared.dedup_by(|one, other| one.1.words == other.1.words);
        let told = shared.into_iter().take(MOST_TOLD);
        let shared = told.filter_map(|(_, name)| names.get(name).cloned()).collect();
        let has = |field: &&str| names.keys().any(|name| name.is_field && name.words == bare(field));
        let missing = fields::required(own.spec).into_iter().filter(|field| !has(field)).collect();
        let opens = own.spec.example.starts_with('#') && own.opens(&names);
        Some(Self { spec: own.spec, shared, missing, opens })
    }

    /// For a reader: which format, why, and what is missing of it.
    pub fn message(&self) -> String {
        let Self { spec, shared, missing, .. } = self;
        let named: Vec<String> = shared.iter().take(MOST_TOLD).map(|name| format!("`{name}`")).collect();
        let missing = match (opening(spec), missing.as_slice()) {
            (Some(_), _) if self.opens => "has too little else of one".to_owned(),
            (Some(opening), _) => format!("does not open as one, as `{opening}` does"),
            (None, []) => "does not say them as one does".to_owned(),
            (None, missing) => {
                let told: Vec<String> =
                    missing.iter().take(MOST_TOLD).map(|field| format!("`{field}`")).collect();
                let more = match missing.len().saturating_sub(MOST_TOLD) {
                    0 => String::new(),
                    more => format!(" and {more} more"),
                };
                format!("has no {}{more}", told.join(", "))
            }
        };
        format!("It comes nearest to {}, by {}, but {missing}.", spec.labelled(), named.join(", "))
    }
}

/// The first line of a format's example; none of an object, which opens as any other.
fn opening(spec: &Spec) -> Option<&'static str> {
    let first = spec.example.lines().next()?;
    (!first.starts_with('{')).then(|| first.split(" -- ").next().unwrap_or(first))
}

/// A name in the form that is compared; fields of JSON are no headings.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Name {
    is_field: bool,
    words: String,
}

/// What a format's example is made of.
struct Own {
    spec: &'static Spec,
    /// Each name with its weight.
    names: Vec<(f64, Name)>,
    opening: BTreeSet<Name>,
}

impl Own {
    /// How near a text of these names is; none where it is not near.
    fn score(&self, names: &BTreeMap<Name, String>) -> Option<f64> {
        let shared = self.shared(names);
        let score: f64 = shared.iter().map(|(weight, _)| weight).sum();
        let opens = self.opens(names);
        let is_near = score >= LEAST && shared.len() > 1 || opens && score >= LEAST_OF_OPENING;
        is_near.then_some(score)
    }

    fn opens(&self, names: &BTreeMap<Name, String>) -> bool {
        self.opening.iter().any(|name| names.contains_key(name))
    }

    fn shared<'o>(&'o self, names: &BTreeMap<Name, String>) -> Vec<(f64, &'o Name)> {
        let shared = self.names.iter().filter(|(_, name)| names.contains_key(name));
        shared.map(|(weight, name)| (*weight, name)).collect()
    }
}

static KNOWN: LazyLock<Vec<Own>> = LazyLock::new(|| known(FORMATS.iter().map(|room| room.spec)));

/// Returns what formats are made of. A name counts the less the more of them have it.
fn known(specs: impl Iterator<Item = &'static Spec>) -> Vec<Own> {
    let examples: Vec<(&'static Spec, BTreeSet<Name>)> =
        specs.map(|spec| (spec, names_of(&Text::new(spec.example)).into_keys().collect())).collect();
    let mut formats_with: BTreeMap<Name, u32> = BTreeMap::new();
    for name in examples.iter().flat_map(|(_, names)| names) {
        *formats_with.entry(name.clone()).or_default() += 1;
    }
    let weigh = |(spec, names): (&'static Spec, BTreeSet<Name>)| {
        let opening: BTreeSet<Name> = opening(spec)
            .map(|opening| names_of(&Text::new(opening)))
            .unwrap_or_default()
            .into_keys()
            .collect();
        let weight = |name: &Name| {
            let share = 1.0 / f64::from(formats_with.get(name).copied().unwrap_or(1));
            if opening.contains(name) { 2.0 * share } else { share }
        };
        let names = names.into_iter().map(|name| (weight(&name), name)).collect();
        Own { spec, names, opening }
    };
    examples.into_iter().map(weigh).collect()
}

/// The names that a text is made of, with the words that it writes them in.
fn names_of(text: &Text) -> BTreeMap<Name, String> {
    let source = text.source();
    let outline = Outline::of(text);
    let mut names = BTreeMap::new();
    let mut add = |written: &str, is_field: bool| {
        let told = cleaned(written).trim().to_owned();
        let words = bare(&told);
        if !words.is_empty() && words != COUNTED {
            names.entry(Name { is_field, words }).or_insert(told);
        }
    };
    for node in outline.nodes() {
        match node.kind {
            Kind::Heading { text: words, .. } => add(before_colon(text.slice(words)), false),
            Kind::KeyValue(pair) => add(text.slice(pair.key), false),
            Kind::Item { text: words, .. } => {
                let first = Span::new(words.start, words.start + first_line(text.slice(words)).len() as u32);
                if let Some(pair) = key_value(source, first) {
                    add(text.slice(pair.key), false);
                }
            }
            Kind::Table(table) => {
                let header = outline.header(table).map(|row| outline.cells(row)).unwrap_or_default();
                header.iter().for_each(|cell| add(text.slice(*cell), false));
            }
            _ => {}
        }
    }
    for found in json::find_objects(text, &outline, text.span()) {
        fields(&found.reading(text).json, DEEPEST, &mut |key| add(key, true));
    }
    names
}

fn fields(json: &Json<'_>, depth: usize, add: &mut impl FnMut(&str)) {
    let Some(depth) = depth.checked_sub(1) else { return };
    for member in json.members() {
        add(&member.key);
        fields(&member.value, depth, add);
    }
    json.items().iter().for_each(|item| fields(item, depth, add));
}

/// `chain` of `Chain: Session store`.
fn before_colon(heading: &str) -> &str {
    heading.split(':').next().unwrap_or_default()
}

fn first_line(words: &str) -> &str {
    words.lines().next().unwrap_or_default()
}

/// Returns `step complete` of `Step 3 complete`: numbers distinguish texts, not formats.
fn bare(name: &str) -> String {
    let words = normal(name);
    let words =
        words.split_whitespace().filter(|word| !word.contains(|letter: char| letter.is_ascii_digit()));
    words.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::Nearest;
    use crate::text::Text;

    fn check(source: &str, format: Option<&str>) {
        let nearest = Nearest::of(&Text::new(source));
        assert_eq!(nearest.map(|nearest| nearest.spec.id), format, "{source}");
    }

    #[test]
    fn shared_names_tell_what_was_meant() {
        check("# Store\n\n## Verdict\n\nfine\n\n## Fixes Applied\n\n## Flags for Human\n", Some("5.1"));
        check("Step 3 complete: all is well\n", Some("2.1"));
        check("✅ Step 2 complete: code/ -- patched.\n", Some("2.1"));
        check("**Step 2 complete:** code/ -- patched.\n", Some("2.1"));
        check("**Root Cause:** a\n**Suggested Fix:** b\n**From:** c\n", Some("3.2"));
        check("{\"patches\": [], \"hunks\": [], \"verification\": {}}", Some("delegate/patch"));
    }

    #[test]
    fn other_texts_are_near_to_nothing() {
        for source in
            ["", "A note.\n", "# Readme\n\n## Summary\n\n## Usage\n", "{\"name\": \"a\", \"version\": 1}"]
        {
            check(source, None);
        }
    }

    #[test]
    fn a_hint_names_the_format_and_its_opening() {
        let text = Text::new("# Store\n\n## Verdict\n\n## Findings\n\n## Fixes Applied\n");
        let message = Nearest::of(&text).map(|nearest| nearest.message()).unwrap_or_default();
        let expected = "It comes nearest to 5.1 Review Report, by `Findings`, `Fixes Applied`, `Verdict`, but does not \
            open as one, as `# Review Report: Session store` does.";
        assert_eq!(message, expected);
        let text = Text::new("# Root Cause Analysis: checkout fails\n\n**Gate:** Gate 4\n");
        let message = Nearest::of(&text).map(|nearest| nearest.message()).unwrap_or_default();
        assert!(message.ends_with("but has too little else of one."), "{message}");
    }
}
