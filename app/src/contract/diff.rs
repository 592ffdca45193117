//! Compares contracts: fields, types, words, patterns and rules, and whether each change breaks something.

use super::change::{Breaks, Change};
use super::described::{Contract, FieldContract, FormatContract, RuleContract};
use crate::diagnostic::Severity;

/// Returns what is different, format by format. If either has one format, the two are compared whatever their ids.
pub fn diff(old: &Contract, new: &Contract) -> Vec<Change> {
    let mut changes = Vec::new();
    if let ([format], [other]) = (old.formats.as_slice(), new.formats.as_slice()) {
        if format.id != other.id {
            let message = format!("the id changed from `{}` to `{}`", format.id, other.id);
            changes.push(Change::new(&format.id, None, Breaks::Readers, message));
        }
        changes.extend(of_format(format, other));
        return changes;
    }
    for format in &old.formats {
        match new.formats.iter().find(|other| other.id == format.id) {
            Some(other) => changes.extend(of_format(format, other)),
            None => changes.push(Change::new(&format.id, None, Breaks::Both, "the format was removed")),
        }
    }
    for format in &new.formats {
        if !old.formats.iter().any(|other| other.id == format.id) {
            changes.push(Change::new(&format.id, None, Breaks::Nothing, "the format was added"));
        }
    }
    changes
}

/// Returns what has to change in a document, and in what reads it, for it to be of another format: the fields and how
/// documents open, but not who writes them.
pub fn migration(old: &FormatContract, new: &FormatContract) -> Vec<Change> {
    let mut comparison = Comparison { format: &new.id, changes: Vec::new() };
    comparison.opening(old, new);
    comparison.fields(&old.fields, &new.fields);
    comparison.changes
}

fn of_format(old: &FormatContract, new: &FormatContract) -> Vec<Change> {
    let mut comparison = Comparison { format: &old.id, changes: Vec::new() };
    comparison.facts(old, new);
    comparison.opening(old, new);
    comparison.fields(&old.fields, &new.fields);
    comparison.rules(&old.rules, &new.rules);
    comparison.changes
}

struct Comparison<'c> {
    format: &'c str,
    changes: Vec<Change>,
}

impl Comparison<'_> {
    fn add(&mut self, field: Option<&str>, breaks: Breaks, message: impl Into<String>) {
        self.changes.push(Change::new(self.format, field, breaks, message));
    }

    fn facts(&mut self, old: &FormatContract, new: &FormatContract) {
        let or_none = |value: &Option<String>| value.clone().unwrap_or_else(|| "none".to_owned());
        let facts = [
            ("name", old.name.clone(), new.name.clone(), Breaks::Nothing),
            ("version", old.version.clone(), new.version.clone(), Breaks::Nothing),
            ("kind", old.kind.as_str().to_owned(), new.kind.as_str().to_owned(), Breaks::Readers),
            ("producer", old.producer.clone(), new.producer.clone(), Breaks::Nothing),
            ("gate", or_none(&old.gate), or_none(&new.gate), Breaks::Nothing),
            ("address", old.slug.clone(), new.slug.clone(), Breaks::Readers),
        ];
        for (what, before, after, breaks) in facts {
            if before != after {
                self.add(None, breaks, format!("the {what} changed from `{before}` to `{after}`"));
            }
        }
        match (&old.deprecated, &new.deprecated) {
            (None, Some(reason)) => {
                let instead = new.replaced_by.as_ref().map(|other| format!("; `{other}` replaces it"));
                let message = format!("the format was deprecated: {reason}{}", instead.unwrap_or_default());
                self.add(None, Breaks::Nothing, message);
            }
            (Some(_), None) => self.add(None, Breaks::Nothing, "the format is no longer deprecated"),
            _ => {}
        }
    }

    fn opening(&mut self, old: &FormatContract, new: &FormatContract) {
        if old.pattern != new.pattern {
            let of =
                |pattern: &Option<String>| pattern.as_ref().map_or("none".to_owned(), |it| format!("`{it}`"));
            let message = format!("the pattern changed from {} to {}", of(&old.pattern), of(&new.pattern));
            self.add(None, Breaks::of(old.pattern.is_some(), false), message);
        }
        // Documents open by any of the names, and by all of the keys.
        for name in removed(&old.headings, &new.headings) {
            self.add(None, Breaks::Documents, format!("the heading `{name}` no longer opens a document"));
        }
        for name in removed(&new.headings, &old.headings) {
            self.add(None, Breaks::Nothing, format!("the heading `{name}` opens a document, too"));
        }
        for key in removed(&new.keys, &old.keys) {
            self.add(None, Breaks::Documents, format!("a document is recognized only with the key `{key}`"));
        }
        for key in removed(&old.keys, &new.keys) {
            self.add(None, Breaks::Nothing, format!("a document is recognized without the key `{key}`, too"));
        }
    }

    fn fields(&mut self, old: &[FieldContract], new: &[FieldContract]) {
        for field in old {
            match new.iter().find(|other| other.path == field.path) {
                Some(other) => self.field(field, other),
                None => {
                    // In Markdown, and in most objects, an unknown field is reported as a warning.
                    let breaks = if field.is_deviation() { Breaks::Nothing } else { Breaks::Readers };
                    self.add(Some(&field.path), breaks, "the field was removed");
                }
            }
        }
        for field in new {
            if old.iter().any(|other| other.path == field.path) {
                continue;
            }
            // A required column breaks nothing where its table is new.
            let is_within_new = field.path.rsplit_once('.').is_some_and(|(outer, _)| {
                let outer = outer.trim_end_matches("[]");
                !old.iter().any(|other| other.path == outer)
            });
            let breaks = Breaks::of(field.is_required() && !is_within_new, false);
            let FieldContract { need, kind, .. } = field;
            self.add(Some(&field.path), breaks, format!("the field was added: {kind}, {need}"));
        }
    }

    fn field(&mut self, old: &FieldContract, new: &FieldContract) {
        let path = Some(old.path.as_str());
        if old.kind != new.kind {
            let breaks =
                Breaks::of(!accepts(&new.kind, &old.kind), json_type(&old.kind) != json_type(&new.kind));
            self.add(path, breaks, format!("the type changed from {} to {}", old.kind, new.kind));
        } else {
            for word in removed(&old.words, &new.words) {
                self.add(path, Breaks::Documents, format!("the word `{word}` was removed"));
            }
            for word in removed(&new.words, &old.words) {
                self.add(path, Breaks::Nothing, format!("the word `{word}` was added"));
            }
        }
        match (old.is_required(), new.is_required()) {
            (false, true) => self.add(path, Breaks::Documents, format!("{} became required", old.need)),
            (true, false) => self.add(path, Breaks::Readers, format!("required became {}", new.need)),
            _ if old.need != new.need => {
                self.add(path, Breaks::Nothing, format!("{} became {}", old.need, new.need));
            }
            _ => {}
        }
        match (old.nullable, new.nullable) {
            (true, false) => {
                self.add(path, Breaks::of(new.is_required(), false), "null is no longer allowed")
            }
            (false, true) => self.add(path, Breaks::of(false, old.is_required()), "null is allowed"),
            _ => {}
        }
        self.place(old, new);
        if old.pattern != new.pattern {
            let message = match (&old.pattern, &new.pattern) {
                (Some(before), Some(after)) => format!("the pattern changed from `{before}` to `{after}`"),
                (None, Some(after)) => format!("the value must match `{after}`"),
                _ => "the value no longer has to match a pattern".to_owned(),
            };
            // Without its pattern, all of the words are the value.
            self.add(path, Breaks::of(new.pattern.is_some(), true), message);
        }
    }

    fn place(&mut self, old: &FieldContract, new: &FieldContract) {
        let path = Some(old.path.as_str());
        if old.place != new.place {
            let of = |place: &Option<String>| place.clone().unwrap_or_else(|| "code".to_owned());
            let message = format!("the place changed from {} to {}", of(&old.place), of(&new.place));
            return self.add(path, Breaks::Documents, message);
        }
        let lower = |names: &[String]| names.iter().map(|name| name.to_lowercase()).collect::<Vec<_>>();
        let (before, after) = (lower(&old.names), lower(&new.names));
        for name in removed(&before, &after) {
            self.add(path, Breaks::Documents, format!("it is no longer read under the name `{name}`"));
        }
        for name in removed(&after, &before) {
            self.add(path, Breaks::Nothing, format!("it is read under the name `{name}`, too"));
        }
        if let (Some(first), Some(other)) = (before.first(), after.first())
            && first != other
            && after.contains(first)
        {
            let message = format!("the contract's name is `{other}`; `{first}` is reported as a deviation");
            self.add(path, Breaks::Nothing, message);
        }
    }

    fn rules(&mut self, old: &[RuleContract], new: &[RuleContract]) {
        for rule in new {
            let RuleContract { id, severity, .. } = rule;
            let before = old.iter().find(|other| other.id == *id).map(|other| other.severity);
            let is_new_error = *severity == Severity::Error && before != Some(Severity::Error);
            match before {
                None => {
                    let message = format!("the rule `{id}` was added ({severity})");
                    self.add(None, Breaks::of(is_new_error, false), message);
                }
                Some(before) if before != *severity => {
                    let message = format!("the rule `{id}` changed from {before} to {severity}");
                    self.add(None, Breaks::of(is_new_error, false), message);
                }
                _ => {}
            }
        }
        for RuleContract { id, .. } in old {
            if !new.iter().any(|other| other.id == *id) {
                self.add(None, Breaks::Nothing, format!("the rule `{id}` was removed"));
            }
        }
    }
}

/// Returns the words that only the first list has.
fn removed<'w>(before: &'w [String], after: &'w [String]) -> impl Iterator<Item = &'w String> {
    before.iter().filter(|word| !after.contains(word))
}

/// Returns `true` if every value of the second type is also one of the first.
fn accepts(wide: &str, narrow: &str) -> bool {
    let of_text = ["text", "markdown", "form", "code", "date", "time", "duration", "words", "place"];
    match wide {
        "any" => true,
        "text" | "markdown" => of_text.contains(&narrow),
        "number" => ["integer", "count", "percent"].contains(&narrow),
        "integer" => narrow == "count",
        _ => false,
    }
}

/// Returns the type of a value in JSON.
fn json_type(kind: &str) -> &'static str {
    match kind {
        "integer" | "count" | "percent" | "number" => "number",
        "flag" => "boolean",
        "table" | "lines" => "array",
        "object" | "other members" => "object",
        "any" => "any",
        list if list.starts_with("list of ") => "array",
        _ => "string",
    }
}

#[cfg(test)]
mod tests {

    use super::*;
    use crate::catalog::compile;

    fn contract(fields: &str) -> Contract {
        let file = format!("name = \"Note\"\nheading = \"Note\"\n[fields]\n{fields}\n");
        Contract::of([compile(&file).unwrap().spec])
    }

    #[track_caller]
    fn check(old: &str, new: &str, expected: &[(Breaks, &str)]) {
        let changes = diff(&contract(old), &contract(new));
        let found: Vec<(Breaks, &str)> =
            changes.iter().map(|change| (change.breaks, change.message.as_str())).collect();
        assert_eq!(found, expected, "{old} => {new}");
    }

    #[test]
    fn fields_come_and_go() {
        let a = "a = { label = \"A\" }";
        check(a, a, &[]);
        check(a, &format!("{a}\nb = {{}}"), &[(Breaks::Nothing, "the field was added: text, optional")]);
        check(
            a,
            &format!("{a}\nb = {{ required = true }}"),
            &[(Breaks::Documents, "the field was added: text, required")],
        );
        check(&format!("{a}\nb = {{}}"), a, &[(Breaks::Readers, "the field was removed")]);
        check(
            a,
            "a = { label = \"A\", required = true }",
            &[(Breaks::Documents, "optional became required")],
        );
        check("a = { label = \"A\", required = true }", a, &[(Breaks::Readers, "required became optional")]);
    }

    #[test]
    fn types_widen_and_narrow() {
        let typed = |kind: &str| format!("a = {{ type = \"{kind}\" }}");
        let change = |one: &str, two: &str| format!("the type changed from {one} to {two}");
        let cases = [
            ("date", "text", Breaks::Nothing),
            ("text", "date", Breaks::Documents),
            ("count", "number", Breaks::Nothing),
            ("number", "count", Breaks::Documents),
            ("count", "text", Breaks::Both),
        ];
        for (one, two, breaks) in cases {
            check(&typed(one), &typed(two), &[(breaks, &change(one, two))]);
        }
    }

    #[test]
    fn words_names_and_patterns_change() {
        check(
            "a = { words = [\"x\", \"y\"] }",
            "a = { words = [\"x\", \"z\"] }",
            &[(Breaks::Documents, "the word `y` was removed"), (Breaks::Nothing, "the word `z` was added")],
        );
        check(
            "a = { label = \"One\" }",
            "a = { label = [\"Two\", \"one\"] }",
            &[
                (Breaks::Nothing, "it is read under the name `two`, too"),
                (Breaks::Nothing, "the contract's name is `two`; `one` is reported as a deviation"),
            ],
        );
        check(
            "a = { label = \"A\" }",
            "a = { section = \"A\", type = \"text\" }",
            &[(Breaks::Documents, "the place changed from label to section")],
        );
        check("a = {}", "a = { pattern = '^\\d+' }", &[(Breaks::Both, "the value must match `^\\d+`")]);
    }

    #[test]
    fn a_required_column_of_a_new_table_breaks_nothing() {
        let changes =
            diff(&contract("a = {}"), &contract("a = {}\nb = { columns = { c = { required = true } } }"));
        assert!(changes.iter().all(|change| !change.breaking), "{changes:?}");
        assert_eq!(changes.len(), 2);
    }

    #[test]
    fn formats_come_and_go() {
        let (none, one) = (Contract::default(), contract("a = {}"));
        let found = |old, new| diff(old, new).iter().map(|change| change.breaks).collect::<Vec<_>>();
        assert_eq!(found(&none, &one), [Breaks::Nothing]);
        assert_eq!(found(&one, &none), [Breaks::Both]);
    }
}
