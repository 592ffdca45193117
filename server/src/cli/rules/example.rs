use std::fs;
use std::path::{Path, PathBuf};

use app::catalog::Catalog;
use app::diagnostic::Diagnostic;
use app::scan::Blocks;
use app::text::Text;
use serde_json::{Value, json};

use super::GroupedRule;
use crate::cli::inputs;

/// The most files in which an example of a team is looked for.
const MOST_FILES: usize = 500;

/// A text that breaks a rule, and where it does.
pub struct Example {
    pub name: String,
    pub text: Text,
    pub diagnostic: Diagnostic,
}

impl Example {
    /// Returns the example of the manual. For a rule without one, takes the first of the examples that a team has beside its
    /// formats.
    pub fn of(rule: &GroupedRule<'_>, folders: &[PathBuf]) -> Option<Self> {
        let built_in = || {
            let text = Text::new(rule.manual()?.example?);
            // As a format of a team may open at the same place.
            Self::found(rule, "example".to_owned(), text, &Catalog::with(Vec::new()))
        };
        built_in().or_else(|| {
            let found = |path: &PathBuf| {
                let input = inputs::read(path).ok()?.masked();
                Self::found(rule, input.name, input.text, &Catalog::current())
            };
            folders.iter().flat_map(|folder| examples_of_team(folder)).find_map(|path| found(&path))
        })
    }

    fn found(rule: &GroupedRule<'_>, name: String, text: Text, catalog: &Catalog) -> Option<Self> {
        let blocks = Blocks::by(catalog, &text, None);
        let mut diagnostics = blocks.batches().flatten().flat_map(|block| block.diagnostics);
        let diagnostic = diagnostics.find(|diagnostic| diagnostic.rule == rule.rule)?;
        drop(diagnostics);
        Some(Self { name, text, diagnostic })
    }

    pub fn json(&self) -> Value {
        let place = self.text.position(self.diagnostic.span.start);
        let mut diagnostic = json!(self.diagnostic);
        diagnostic["line"] = place.line.into();
        diagnostic["column"] = place.column.into();
        json!({ "text": self.text.source(), "diagnostic": diagnostic })
    }
}

/// Returns the files such as `incident-report.fail.md` beside formats, by name.
fn examples_of_team(folder: &Path) -> Vec<PathBuf> {
    let folder = if folder.is_file() { folder.parent().unwrap_or(folder) } else { folder };
    let is_example = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        path.is_file() && [".fail.", ".pass."].iter().any(|kind| name.contains(kind))
    };
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut files: Vec<PathBuf> =
        entries.map(|entry| entry.path()).filter(is_example).take(MOST_FILES).collect();
    files.sort();
    files
}
