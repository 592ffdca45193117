//! What lists, gates and the inbox use of a format.

use toml::Spanned;

use super::super::file::HintsOfFile;
use super::Compiler;
use super::words::{leak, leak_list};
use crate::declaration::{FieldSpec, FieldType, Hints, Source};

/// What the field of a hint has to be.
struct Wanted {
    is_met: fn(&str, FieldType) -> bool,
    wanted: &'static str,
}

const TITLE: Wanted = Wanted { is_met: is_one, wanted: "a title is one value" };
const VERDICT: Wanted = Wanted { is_met: is_one, wanted: "a verdict is one value" };
const SCORE: Wanted = Wanted {
    is_met: |path, kind| {
        !has_rows(path)
            && matches!(kind, FieldType::Percent | FieldType::Number | FieldType::Integer | FieldType::Count)
    },
    wanted: "a score is one number from 0 to 100",
};
const SEVERITY: Wanted = Wanted {
    is_met: |_, kind| matches!(kind, FieldType::Enum(_)),
    wanted: "a severity is one of some `words`",
};
const ASKS: Wanted = Wanted {
    is_met: |_, kind| {
        matches!(
            kind,
            FieldType::Text
                | FieldType::Markdown
                | FieldType::List(_)
                | FieldType::Table(_)
                | FieldType::Any(_)
        )
    },
    wanted: "what is asked is text",
};

/// What a hint may name, as a message lists it.
const MOST_PATHS: usize = 50;

impl Compiler<'_> {
    pub(super) fn hints(&mut self, hints: &HintsOfFile, fields: &'static [FieldSpec]) -> Hints {
        let title = self.path_of(hints.title.as_ref(), fields, &TITLE);
        let first = fields.iter().find(|field| matches!(field.source, Source::Title)).map(|field| field.name);
        let title: Vec<&'static str> = title.or(first).into_iter().collect();
        let verdict = self.path_of(hints.verdict.as_ref(), fields, &VERDICT);
        self.check_words(hints, verdict, fields);
        Hints {
            verdict,
            passing: leak_words(&hints.pass),
            failing: leak_words(&hints.fail),
            running: leak_words(&hints.running),
            waiting: leak_words(&hints.waiting),
            score: self.path_of(hints.score.as_ref(), fields, &SCORE),
            severity: self.path_of(hints.severity.as_ref(), fields, &SEVERITY),
            asks: self.path_of(hints.asks.as_ref(), fields, &ASKS),
            ..Hints::titled(title.leak())
        }
    }

    /// Reports words of a state that the verdict can't have, and those of two states.
    fn check_words(&mut self, hints: &HintsOfFile, verdict: Option<&str>, fields: &[FieldSpec]) {
        let words = match verdict.and_then(|path| find(path, fields)).map(|field| field.kind) {
            Some(FieldType::Enum(words)) => words,
            _ => &[],
        };
        let states = [
            (&hints.pass, "passes"),
            (&hints.fail, "fails"),
            (&hints.running, "is running"),
            (&hints.waiting, "is waiting"),
        ];
        let mut known: Vec<(&str, &str)> = Vec::new();
        for (word, state) in
            states.into_iter().flat_map(|(own, state)| own.iter().map(move |word| (word, state)))
        {
            let written = word.get_ref().as_str();
            if hints.verdict.is_none() {
                self.report(
                    word.span(),
                    "a word has a state only where `verdict` names the field that holds it",
                );
            } else if !words.is_empty() && !words.contains(&written) {
                self.unknown(word, "word of the verdict", words);
            }
            match known.iter().find(|(other, _)| *other == written) {
                Some((_, other)) if *other != state => {
                    self.report(word.span(), format!("`{written}` {other} and {state}"));
                }
                _ => known.push((written, state)),
            }
        }
    }

    /// Returns the path of a field, and reports one of a type that the hint can't be read from.
    fn path_of(
        &mut self,
        hint: Option<&Spanned<String>>,
        fields: &'static [FieldSpec],
        Wanted { is_met, wanted }: &Wanted,
    ) -> Option<&'static str> {
        let path = self.path(hint, fields)?;
        if let (Some(hint), Some(field)) = (hint, find(path, fields))
            && !is_met(path, field.kind)
        {
            self.report(hint.span(), format!("`{path}` can't be that: {wanted}"));
        }
        Some(path)
    }

    /// Returns the path of a field, and reports one that leads to none.
    fn path(&mut self, hint: Option<&Spanned<String>>, fields: &'static [FieldSpec]) -> Option<&'static str> {
        let hint = hint?;
        let is_known = find(hint.get_ref(), fields).is_some();
        if !is_known {
            let mut names = Vec::new();
            paths("", fields, &mut names);
            self.unknown(hint, "field", &names.iter().map(String::as_str).collect::<Vec<_>>());
        }
        Some(leak(hint.get_ref()))
    }
}

/// Whether a path ends at one value: at no object, and in no list.
fn is_one(path: &str, kind: FieldType) -> bool {
    !has_rows(path) && kind.fields().is_empty()
}

/// Whether a path goes through a list, or ends at its items.
fn has_rows(path: &str) -> bool {
    path.contains("[]")
}

/// Returns the field at the end of a path: `state`, `incident.state` of an object, `findings[].severity` of a table.
fn find<'f>(path: &str, fields: &'f [FieldSpec]) -> Option<&'f FieldSpec> {
    let named = |name: &str| fields.iter().find(|field| field.name == name);
    if let Some(field) = named(path) {
        return Some(field);
    }
    let Some((head, part)) = path.split_once('.') else {
        return named(path.strip_suffix("[]")?).filter(|field| field.kind.items().is_some());
    };
    let name = head.strip_suffix("[]").unwrap_or(head);
    let field = named(name)?;
    let has_rows = matches!(field.kind, FieldType::Table(_));
    if has_rows == (name != head) { find(part, field.kind.fields()) } else { None }
}

/// Adds the paths of fields, and of those within them.
fn paths(within: &str, fields: &[FieldSpec], found: &mut Vec<String>) {
    for field in fields {
        if found.len() == MOST_PATHS {
            return;
        }
        let path = format!("{within}{}", field.name);
        let rows = if matches!(field.kind, FieldType::Table(_)) { "[]" } else { "" };
        let inner = format!("{path}{rows}.");
        found.push(path);
        paths(&inner, field.kind.fields(), found);
    }
}

fn leak_words(words: &[Spanned<String>]) -> &'static [&'static str] {
    leak_list(&words.iter().map(|word| leak(word.get_ref())).collect::<Vec<_>>())
}
