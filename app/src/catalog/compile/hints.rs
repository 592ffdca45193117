//! What lists, gates and the inbox use of a format.

use toml::Spanned;

use super::super::file::HintsOfFile;
use super::Compiler;
use super::words::{leak, leak_list};
use crate::declaration::{FieldSpec, Hints, Source};

impl Compiler<'_> {
    pub(super) fn hints(&mut self, hints: &HintsOfFile, fields: &'static [FieldSpec]) -> Hints {
        let title = self.path(hints.title.as_ref(), fields);
        let first = fields.iter().find(|field| matches!(field.source, Source::Title)).map(|field| field.name);
        let title: Vec<&'static str> = title.or(first).into_iter().collect();
        let leaked = |words: &[String]| leak_list(&words.iter().map(|word| leak(word)).collect::<Vec<_>>());
        Hints {
            verdict: self.path(hints.verdict.as_ref(), fields),
            passing: leaked(&hints.pass),
            failing: leaked(&hints.fail),
            score: self.path(hints.score.as_ref(), fields),
            severity: self.path(hints.severity.as_ref(), fields),
            asks: self.path(hints.asks.as_ref(), fields),
            ..Hints::titled(title.leak())
        }
    }

    /// Returns the path of a field, and reports one that leads to none.
    fn path(&mut self, hint: Option<&Spanned<String>>, fields: &'static [FieldSpec]) -> Option<&'static str> {
        let hint = hint?;
        let (name, part) =
            hint.get_ref().split_once("[].").unwrap_or((hint.get_ref().trim_end_matches("[]"), ""));
        let field = fields.iter().find(|field| field.name == name);
        let is_known = field.is_some_and(|field| {
            part.is_empty() || field.kind.fields().iter().any(|inner| inner.name == part)
        });
        if !is_known {
            let names: Vec<&str> = fields.iter().map(|field| field.name).collect();
            self.unknown(hint, "field", &names);
        }
        Some(leak(hint.get_ref()))
    }
}
