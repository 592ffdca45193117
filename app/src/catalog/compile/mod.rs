//! Makes a format of a file that declares it.
//!
//! A format lives as long as the process, as the built-in ones do, so each text that declares one takes some kilobytes for
//! good, however often it is compiled.

mod deprecation;
mod fields;
mod gate;
mod heading;
mod hints;
mod line;
mod openers;
mod unreadable;
mod words;

use std::collections::HashMap;
use std::ops::Range;
use std::sync::{LazyLock, Mutex, PoisonError};

use toml::Spanned;

use super::file::FormatFile;
use super::manual::{manual, template};
use super::problem::Problem;
use crate::block::Revision;
use crate::declared::{DEPRECATION, VALUES};
use crate::diagnostic::RuleSet;
use crate::document::Kind;
use crate::format::Spec;
use crate::formats::{FORMATS, RegisteredFormat};
use crate::json::{self, ANSWERS, JSON, UNKNOWN_FIELDS};
use crate::reading::{HEADINGS, LABEL_NAMES, LABELS, SECTIONS, TABLES, TEXT, WORDS};
use unreadable::{unknown, unreadable};
pub(crate) use words::spelled;
use words::{leak, leak_list, own_version, slug_of};

pub(crate) use line::line_of;
pub(super) use line::template as line_template;
pub(super) use openers::Opening;

/// No name is longer.
const LONGEST: usize = 200;

/// The formats of the texts that were compiled. After a change in a folder all of its files are read again, and most of them
/// are the same.
static COMPILED: LazyLock<Mutex<HashMap<String, &'static RegisteredFormat>>> = LazyLock::new(Mutex::default);

/// Returns the format that a file declares, or all that is wrong with it.
pub fn compile(source: &str) -> Result<&'static RegisteredFormat, Vec<Problem>> {
    let mut compiled = COMPILED.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = compiled.get(source) {
        return Ok(known);
    }
    let format = compile_beside(source, FORMATS)?;
    compiled.insert(source.to_owned(), format);
    Ok(format)
}

/// Returns whether a text was compiled before, so that compiling it takes no memory.
pub(super) fn is_compiled(source: &str) -> bool {
    COMPILED.lock().unwrap_or_else(PoisonError::into_inner).contains_key(source)
}

/// As [`compile`], for a catalog of other built-in formats: no other may have their ids.
pub fn compile_beside(
    source: &str,
    built_in: &[RegisteredFormat],
) -> Result<&'static RegisteredFormat, Vec<Problem>> {
    let file: FormatFile = toml::from_str(source).map_err(|error| vec![unreadable(source, &error)])?;
    let mut compiler = Compiler { source, problems: Vec::new(), is_json: !file.keys.is_empty() };
    let spec = compiler.spec(&file);
    let spec = Spec { own_version: Some(leak(&own_version(spec.version, source))), ..spec };
    if let Some(room) = built_in.iter().find(|room| room.spec.id == spec.id || room.spec.slug == spec.slug) {
        let place = file.id.as_ref().map_or(file.name.span(), Spanned::span);
        let Spec { id, name, .. } = room.spec;
        compiler.report(place, format!("`{}` is the built-in format {id} {name}", spec.id));
    }
    if compiler.problems.is_empty() {
        Ok(Box::leak(Box::new(RegisteredFormat::declared(Box::leak(Box::new(spec))))))
    } else {
        Err(compiler.problems)
    }
}

struct Compiler<'s> {
    source: &'s str,
    problems: Vec<Problem>,
    is_json: bool,
}

impl Compiler<'_> {
    fn report(&mut self, span: Range<usize>, message: impl Into<String>) {
        self.problems.push(Problem::new(span, message));
    }

    fn spec(&mut self, file: &FormatFile) -> Spec {
        let name = self.name(&file.name);
        let id = file.id.as_ref().map_or_else(|| slug_of(name), |id| id_of(id.get_ref())).leak();
        let slug = slug_of(id).leak();
        if slug.is_empty() {
            let place = file.id.as_ref().map_or(file.name.span(), Spanned::span);
            self.report(place, "a format needs a name of letters or digits");
        }
        let opening = self.opening(file);
        let pattern = match &opening {
            Opening::Line(line) => Some(&line.pattern.pattern),
            _ => None,
        };
        let fields = self.fields(file.fields.get_ref(), 0, pattern);
        if fields.is_empty() {
            self.report(file.fields.span(), "the format has no fields");
        }
        self.report_strange_names(file, &opening, fields);
        self.report_no_identifier(file, &opening);
        self.report_no_level(file, &opening, fields);
        let mut sets: Vec<&RuleSet> = match &opening {
            Opening::Keys(_) => vec![&JSON, &ANSWERS, &UNKNOWN_FIELDS, &VALUES, &TEXT],
            _ => vec![&HEADINGS, &LABELS, &LABEL_NAMES, &SECTIONS, &TABLES, &WORDS, &VALUES, &TEXT],
        };
        let (gate, gate_name) = self.gate(file.gate.as_ref());
        let deprecation = self.deprecation(file, id);
        sets.extend(deprecation.is_some().then_some(&DEPRECATION));
        let precedence: Vec<&str> = file.precedence.all().iter().map(|other| leak(other.get_ref())).collect();
        Spec {
            id,
            slug,
            name,
            version: file.version.as_ref().map_or(Spec::BASE.version, |version| self.name(version)),
            revisions: opening.revisions(),
            kind: self.kind(file.kind.as_ref()),
            producer: file.producer.as_deref().map_or("", leak),
            gate,
            gate_name,
            deprecation,
            precedence: leak_list(&precedence),
            openers: self.openers(&opening, fields),
            recognizer: opening.recognizer(),
            is_announcement: matches!(opening, Opening::Line(_)),
            is_example: if self.is_json { json::is_example } else { Spec::BASE.is_example },
            hints: self.hints(&file.hints, fields),
            fields,
            manual: leak(&manual(name, fields)),
            example: leak(&template(&opening, fields)),
            sets: sets.leak(),
            ..Spec::BASE
        }
    }

    /// Returns a name for good, and reports one that is empty or no name.
    fn name(&mut self, name: &Spanned<String>) -> &'static str {
        let words = name.get_ref().trim();
        if words.is_empty() || words.len() > LONGEST || words.contains(['\n', '\r']) {
            self.report(name.span(), format!("a name has 1 to {LONGEST} bytes on one line"));
        }
        leak(words)
    }

    fn kind(&mut self, kind: Option<&Spanned<String>>) -> Kind {
        let Some(kind) = kind else { return Kind::Report };
        Kind::ALL.into_iter().find(|known| known.as_str() == kind.get_ref()).unwrap_or_else(|| {
            let known: Vec<&str> = Kind::ALL.into_iter().map(Kind::as_str).collect();
            self.unknown(kind, "kind", &known);
            Kind::Report
        })
    }

    fn unknown(&mut self, word: &Spanned<String>, what: &str, known: &[&str]) {
        self.problems.push(unknown(word.span(), word.get_ref(), what, known));
    }
}

/// Returns an id as it is written if it may be one, such as `3.2` or `ops/deploy`, and otherwise in the form of addresses.
fn id_of(written: &str) -> String {
    let is_id = |letter: char| letter.is_alphanumeric() || matches!(letter, '.' | '/' | '-' | '_');
    if written.chars().all(is_id) { written.to_owned() } else { slug_of(written) }
}

impl Opening {
    fn revisions(&self) -> &'static [Revision] {
        match self {
            Self::Heading { .. } => &[Revision::Current, Revision::Legacy],
            Self::Keys(_) | Self::Line(_) => &[Revision::Current],
        }
    }
}
