//! Makes a format of a file that declares it.
//!
//! A format lives as long as the process, as the built-in ones do, so each text that declares one takes some kilobytes for
//! good, however often it is compiled.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::{LazyLock, Mutex, PoisonError};

use sha2::{Digest as _, Sha256};
use toml::Spanned;

use super::entries::Entries;
use super::file::{FieldDeclaration, FieldOfFile, FormatFile, HintsOfFile, Words};
use super::manual::{manual, template};
use super::problem::Problem;
use crate::block::Revision;
use crate::declaration::{FieldSpec, FieldType, Hints, Need, Source};
use crate::declared::VALUES;
use crate::diagnostic::RuleSet;
use crate::document::Kind;
use crate::format::{Recognizer, Spec};
use crate::formats::{FORMATS, RegisteredFormat};
use crate::json::{ANSWERS, JSON};
use crate::reading::{HEADINGS, LABEL_NAMES, LABELS, SECTIONS, TABLES, TEXT, WORDS, nearest, normal};
use crate::recognition::{Evidence, HeadingForm, HeadingOpener, Opener};

const TYPES: [(&str, FieldType); 13] = [
    ("text", FieldType::Text),
    ("markdown", FieldType::Markdown),
    ("number", FieldType::Number),
    ("integer", FieldType::Integer),
    ("count", FieldType::Count),
    ("percent", FieldType::Percent),
    ("date", FieldType::Date),
    ("time", FieldType::Instant),
    ("duration", FieldType::Duration),
    ("place", FieldType::Place),
    ("flag", FieldType::Flag),
    ("list", FieldType::List(&FieldType::Text)),
    ("any", FieldType::Any(&[])),
];
/// No field has more words, and no record more fields.
const MOST: usize = 200;
/// No name is longer.
const LONGEST: usize = 200;
const DEEPEST: u8 = 4;
/// Headings below this level open no document.
const DEEPEST_OPENER: u8 = 3;

/// The formats of the texts that were compiled. After a change in a folder all of its files are read again, and most of them
/// are the same.
static COMPILED: LazyLock<Mutex<HashMap<String, &'static RegisteredFormat>>> = LazyLock::new(Mutex::default);

/// Returns the format that a file declares, or all that is wrong with it.
pub fn compile(source: &str) -> Result<&'static RegisteredFormat, Vec<Problem>> {
    let mut compiled = COMPILED.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = compiled.get(source) {
        return Ok(known);
    }
    let format = compile_new(source)?;
    compiled.insert(source.to_owned(), format);
    Ok(format)
}

fn compile_new(source: &str) -> Result<&'static RegisteredFormat, Vec<Problem>> {
    let file: FormatFile = toml::from_str(source).map_err(|error| {
        let span = error.span().unwrap_or(0..source.len().min(1));
        vec![Problem::new(span, error.message().trim())]
    })?;
    let mut compiler = Compiler { problems: Vec::new(), is_json: !file.keys.is_empty() };
    let spec = compiler.spec(&file);
    let spec = Spec { own_version: Some(leak(&own_version(spec.version, source))), ..spec };
    if compiler.problems.is_empty() {
        Ok(Box::leak(Box::new(RegisteredFormat::declared(Box::leak(Box::new(spec))))))
    } else {
        Err(compiler.problems)
    }
}

struct Compiler {
    problems: Vec<Problem>,
    is_json: bool,
}

impl Compiler {
    fn report(&mut self, span: Range<usize>, message: impl Into<String>) {
        self.problems.push(Problem::new(span, message));
    }

    fn spec(&mut self, file: &FormatFile) -> Spec {
        let name = self.name(&file.name);
        let id = file.id.as_ref().map_or_else(|| slug_of(name), |id| slug_of(id.get_ref())).leak();
        let place = file.id.as_ref().map_or(file.name.span(), Spanned::span);
        if id.is_empty() {
            self.report(place.clone(), "a format needs a name of letters or digits");
        }
        if let Some(room) = FORMATS.iter().find(|room| room.spec.id == id || room.spec.slug == id) {
            self.report(place, format!("`{id}` is the built-in format {} {}", room.spec.id, room.spec.name));
        }
        let headings = &file.heading.all();
        match (headings.first(), self.is_json) {
            (None, false) => self.problems.push(
                Problem::new(file.name.span(), "nothing says how the format is recognized")
                    .help("add `heading = \"…\"` for Markdown, or `keys = [\"…\"]` for JSON"),
            ),
            (Some(heading), true) => {
                self.report(heading.span(), "a format opens with a heading or by its keys, not both");
            }
            _ => {}
        }
        let fields = self.fields(file.fields.get_ref(), 0);
        if fields.is_empty() {
            self.report(file.fields.span(), "the format has no fields");
        }
        let keys: Vec<&'static str> = file.keys.iter().map(|key| self.name(key)).collect();
        for key in &file.keys {
            if !fields.iter().any(|field| field.name == key.get_ref()) {
                self.report(key.span(), format!("`{}` is none of the fields", key.get_ref()));
            }
        }
        let sets: &[&RuleSet] = if self.is_json {
            &[&JSON, &ANSWERS, &TEXT]
        } else {
            &[&HEADINGS, &LABELS, &LABEL_NAMES, &SECTIONS, &TABLES, &WORDS, &VALUES, &TEXT]
        };
        Spec {
            id,
            slug: id,
            name,
            version: file.version.as_ref().map_or(Spec::BASE.version, |version| self.name(version)),
            revisions: &[Revision::Current, Revision::Legacy],
            kind: self.kind(file.kind.as_ref()),
            producer: file.producer.as_deref().map_or("", leak),
            gate: self.gate(file.gate.as_ref()),
            openers: self.openers(headings, fields),
            recognizer: if self.is_json { Recognizer::Keys(keys.leak()) } else { Recognizer::Openers },
            hints: self.hints(&file.hints, fields),
            fields,
            manual: leak(&manual(name, fields)),
            example: leak(&template(headings.first().map(heading_of), fields)),
            sets: Box::leak(sets.to_vec().into_boxed_slice()),
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

    fn gate(&mut self, gate: Option<&Spanned<i64>>) -> u8 {
        let Some(gate) = gate else { return 0 };
        u8::try_from(*gate.get_ref()).ok().filter(|gate| (1..=14).contains(gate)).unwrap_or_else(|| {
            self.report(gate.span(), "gates are numbered from 1 to 14");
            0
        })
    }

    fn openers(&mut self, headings: &[Spanned<String>], fields: &[FieldSpec]) -> &'static [Opener] {
        if self.is_json {
            return &[Opener::Object];
        }
        let names: Vec<&'static str> = headings
            .iter()
            .map(|heading| leak(&self.name(heading).trim_start_matches(['#', ' ']).to_lowercase()))
            .collect();
        let first = headings.first().map(heading_of).unwrap_or_default();
        let title = fields.iter().find(|field| matches!(field.source, Source::Title));
        let contract: &[&'static str] = match title.map(|title| title.need) {
            Some(Need::Required) => &[leak(&format!("# {first}: "))],
            Some(_) => &[leak(&format!("# {first}: ")), leak(&format!("# {first}"))],
            None => &[leak(&format!("# {first}"))],
        };
        // A section of the same name must not open another document.
        let is_section = |field: &FieldSpec| match field.source {
            Source::Section(own) => own.iter().any(|own| names.contains(&normal(own).as_str())),
            _ => false,
        };
        let deepest = if fields.iter().any(is_section) { 1 } else { DEEPEST_OPENER };
        let opener = |form| {
            Opener::Heading(HeadingOpener {
                names: leak_list(&names),
                form,
                deepest,
                contract: leak_list(contract),
                evidence: Evidence::None { reasons: [leak(&format!("heading `# {first}`")); 2] },
            })
        };
        Box::leak(Box::new([opener(HeadingForm::Alone), opener(HeadingForm::Titled)]))
    }

    fn fields(&mut self, entries: &Entries<Spanned<FieldOfFile>>, depth: u8) -> &'static [FieldSpec] {
        let mut fields = Vec::new();
        for (name, field) in entries.0.iter().take(MOST) {
            let written = self.name(name);
            fields.push(match field.get_ref() {
                FieldOfFile::Label(label) if self.is_json => {
                    self.report(
                        field.span(),
                        format!("a field in JSON has no label `{label}`, only its key"),
                    );
                    FieldSpec::optional(written, FieldType::Text)
                }
                FieldOfFile::Label(label) => FieldSpec::optional(written, FieldType::Markdown)
                    .from(Source::Label(leak_list(&[leak(label)]))),
                FieldOfFile::Declared(declared) => self.declared(written, declared, field.span(), depth),
            });
        }
        if let Some((name, _)) = entries.0.get(MOST) {
            self.report(name.span(), format!("a format has at most {MOST} fields"));
        }
        fields.leak()
    }

    fn declared(
        &mut self,
        name: &'static str,
        declared: &FieldDeclaration,
        span: Range<usize>,
        depth: u8,
    ) -> FieldSpec {
        let kind = self.field_type(declared, &span, depth);
        let need = if declared.required { Need::Required } else { Need::Optional };
        let field = FieldSpec { need, markdown_need: need, ..FieldSpec::optional(name, kind) };
        if self.is_json {
            return field.or_null();
        }
        let sources = [&declared.label, &declared.section, &declared.column];
        let named = sources.iter().filter(|words| !words.is_empty()).count();
        if named + usize::from(declared.title) > 1 {
            self.report(span, "a field has one place: `title`, `label`, `section` or `column`");
            return field;
        }
        let own = || leak_list(&[leak(&spelled(name))]);
        field.from(match (declared.title, depth) {
            (true, _) => Source::Title,
            (_, 1..) => Source::Column(self.words(&declared.column).unwrap_or_else(own)),
            _ => match (self.words(&declared.section), self.words(&declared.label)) {
                (Some(section), _) => Source::Section(section),
                (None, Some(label)) => Source::Label(label),
                (None, None) if matches!(kind, FieldType::Table(_)) => Source::Section(own()),
                (None, None) => Source::Label(own()),
            },
        })
    }

    fn words(&mut self, words: &Words) -> Option<&'static [&'static str]> {
        let all = words.all();
        let [first, others @ ..] = all.as_slice() else { return None };
        let mut names = vec![self.name(first)];
        names.extend(others.iter().map(|other| leak(&normal(self.name(other)))));
        Some(leak_list(&names))
    }

    fn field_type(&mut self, declared: &FieldDeclaration, span: &Range<usize>, depth: u8) -> FieldType {
        let has = (!declared.columns.0.is_empty(), !declared.fields.0.is_empty(), !declared.words.is_empty());
        if (has.0 || has.1) && depth >= DEEPEST {
            self.report(span.clone(), format!("fields nest at most {DEEPEST} deep"));
            return FieldType::Text;
        }
        match (has, &declared.kind) {
            ((true, false, false), None) => FieldType::Table(self.fields(&declared.columns, depth + 1)),
            ((false, true, false), None) if self.is_json => {
                FieldType::Record(self.fields(&declared.fields, depth + 1))
            }
            ((false, true, false), None) => {
                self.report(span.clone(), "only a format in JSON has fields within fields");
                FieldType::Text
            }
            ((false, false, true), None) => {
                let words: Vec<&'static str> =
                    declared.words.iter().take(MOST).map(|word| leak(word)).collect();
                FieldType::Enum(words.leak())
            }
            ((false, false, false), Some(kind)) => self.named_type(kind),
            ((false, false, false), None) if !declared.section.is_empty() => FieldType::Markdown,
            ((false, false, false), None) => FieldType::Text,
            _ => {
                self.report(span.clone(), "a field has one type: `type`, `words`, `columns` or `fields`");
                FieldType::Text
            }
        }
    }

    fn named_type(&mut self, kind: &Spanned<String>) -> FieldType {
        TYPES.iter().find(|(name, _)| name == kind.get_ref()).map_or_else(
            || {
                self.unknown(kind, "type", &TYPES.map(|(name, _)| name));
                FieldType::Text
            },
            |(_, kind)| *kind,
        )
    }

    fn unknown(&mut self, word: &Spanned<String>, what: &str, known: &[&str]) {
        let problem = Problem::new(word.span(), format!("`{}` is no {what}", word.get_ref()));
        self.problems.push(match nearest(word.get_ref(), known) {
            Some(near) => problem.help(format!("did you mean `{near}`?")),
            None => problem.help(format!("one of {}", known.join(", "))),
        });
    }

    fn hints(&mut self, hints: &HintsOfFile, fields: &'static [FieldSpec]) -> Hints {
        let mut path = |hint: &Option<Spanned<String>>| {
            let hint = hint.as_ref()?;
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
        };
        let title = path(&hints.title);
        let first = fields.iter().find(|field| matches!(field.source, Source::Title)).map(|field| field.name);
        let title: Vec<&'static str> = title.or(first).into_iter().collect();
        let leaked = |words: &[String]| leak_list(&words.iter().map(|word| leak(word)).collect::<Vec<_>>());
        Hints {
            verdict: path(&hints.verdict),
            passing: leaked(&hints.pass),
            failing: leaked(&hints.fail),
            score: path(&hints.score),
            severity: path(&hints.severity),
            asks: path(&hints.asks),
            ..Hints::titled(title.leak())
        }
    }
}

/// Returns the words of a heading without its marks.
fn heading_of(heading: &Spanned<String>) -> &str {
    heading.get_ref().trim_start_matches(['#', ' '])
}

/// Returns the declared version with a digest of the file: every change is another version.
fn own_version(declared: &str, source: &str) -> String {
    let [first, second, third, fourth, ..] = <[u8; 32]>::from(Sha256::digest(source));
    format!("{declared}+{:08x}", u32::from_be_bytes([first, second, third, fourth]))
}

fn leak(words: &str) -> &'static str {
    words.to_owned().leak()
}

fn leak_list(words: &[&'static str]) -> &'static [&'static str] {
    words.to_vec().leak()
}

/// Returns a name as addresses have it: `incident-report`.
fn slug_of(name: &str) -> String {
    let words = name.to_lowercase();
    let words = words.split(|edge: char| !edge.is_alphanumeric()).filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join("-")
}

/// Returns the name of a field as labels write it: `Root cause` for `root_cause`.
fn spelled(name: &str) -> String {
    let words = name.replace(['_', '-'], " ");
    let mut letters = words.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}
