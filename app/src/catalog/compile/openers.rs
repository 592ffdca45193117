//! How the documents of a format open: with a heading, as an object with some keys, or as a line.

use toml::Spanned;

use super::super::file::{FieldOfFile, FormatFile};
use super::line::DeclaredLine;
use super::words::{leak, leak_list};
use super::{Compiler, heading};
use crate::catalog::problem::Problem;
use crate::declaration::{FieldSpec, Need, Source};
use crate::format::Recognizer;
use crate::reading::normal;
use crate::recognition::{Evidence, HeadingForm, HeadingOpener, IDENTIFIER, Opener};

/// Headings below this level open no document, unless the file says otherwise.
const DEEPEST: u8 = 3;

pub(in crate::catalog) enum Opening {
    /// The contract's name comes first.
    Heading {
        names: Vec<&'static str>,
        level: u8,
    },
    Keys(&'static [&'static str]),
    Line(DeclaredLine),
}

impl Opening {
    pub fn recognizer(&self) -> Recognizer {
        match self {
            Self::Keys(keys) => Recognizer::Keys(keys),
            Self::Heading { .. } | Self::Line(_) => Recognizer::Openers,
        }
    }

    /// Returns the first line of a document without its title; nothing for an object.
    pub fn first_line(&self) -> String {
        match self {
            Self::Heading { names, level } => marked(*level, names.first().copied().unwrap_or_default()),
            Self::Keys(_) => String::new(),
            Self::Line(line) => line.template(),
        }
    }
}

fn marked(level: u8, name: &str) -> String {
    format!("{} {name}", "#".repeat(level.into()))
}

impl Compiler<'_> {
    /// Reads how documents open, and reports a file that does not say so, or says it in two ways.
    pub(super) fn opening(&mut self, file: &FormatFile) -> Opening {
        let headings = file.heading.all();
        let keys = file.keys.first();
        let ways = [
            headings.first().map(Spanned::span),
            keys.map(Spanned::span),
            file.line.as_ref().map(Spanned::span),
        ];
        let mut ways = ways.into_iter().flatten();
        match (ways.next(), ways.next()) {
            (None, _) => self.problems.push(
                Problem::new(file.name.span(), "nothing says how the format is recognized")
                    .help("add `heading = \"…\"` for Markdown, `keys = [\"…\"]` for JSON, or `line = '^…'` for a line"),
            ),
            (Some(_), Some(other)) => {
                self.report(other, "a format opens in one way: with `heading`, `keys` or `line`");
            }
            _ => {}
        }
        if let Some(line) = file.line.as_ref().and_then(|line| self.line(line)) {
            return Opening::Line(line);
        }
        if self.is_json {
            let keys: Vec<&'static str> = file.keys.iter().map(|key| self.name(key)).collect();
            return Opening::Keys(keys.leak());
        }
        let names = headings.iter().map(|heading| self.heading(heading)).collect();
        let level = file.level.as_ref().map_or(1, |level| {
            u8::try_from(*level.get_ref()).ok().filter(|level| (1..=6).contains(level)).unwrap_or_else(|| {
                self.report(level.span(), "headings are of level 1 to 6");
                1
            })
        });
        Opening::Heading { names, level }
    }

    /// Reports a field that is the identifier of a heading without one.
    pub(super) fn report_no_identifier(&mut self, file: &FormatFile, opening: &Opening) {
        let is_stated = match opening {
            Opening::Heading { names, .. } => names.iter().any(|name| name.contains(IDENTIFIER)),
            Opening::Keys(_) | Opening::Line(_) => false,
        };
        let is_identifier = |field: &FieldOfFile| match field {
            FieldOfFile::Declared(declared) => declared.id,
            FieldOfFile::Label(_) => false,
        };
        for (_, field) in file.fields.get_ref().0.iter().filter(|(_, field)| is_identifier(field.get_ref())) {
            if !is_stated {
                let problem = Problem::new(field.span(), format!("no heading has `{IDENTIFIER}`"));
                self.problems.push(problem.help(format!("write it as in `heading = \"INC-{IDENTIFIER}\"`")));
            }
        }
    }

    /// Reports a heading of the deepest level above sections, which would have to be deeper.
    pub(super) fn report_no_level(&mut self, file: &FormatFile, opening: &Opening, fields: &[FieldSpec]) {
        let is_deepest = matches!(opening, Opening::Heading { level: 6, .. });
        let has_sections = fields.iter().any(|field| matches!(field.source, Source::Section(_)));
        if let Some(level) = file.level.as_ref().filter(|_| is_deepest && has_sections) {
            let problem = Problem::new(level.span(), "sections would be of level 7, and headings have 6");
            self.problems.push(problem.help("write `level = 5` or less, or put the fields under labels"));
        }
    }

    pub(super) fn openers(&self, opening: &Opening, fields: &[FieldSpec]) -> &'static [Opener] {
        match opening {
            Opening::Keys(_) => &[Opener::Object],
            Opening::Line(line) => Box::leak(Box::new([Opener::Matched(line.pattern)])),
            Opening::Heading { names, level } => headed(names, *level, fields),
        }
    }

    /// Reports keys and groups of a pattern that are no fields.
    pub(super) fn report_strange_names(
        &mut self,
        file: &FormatFile,
        opening: &Opening,
        fields: &[FieldSpec],
    ) {
        let is_field = |name: &str| fields.iter().any(|field| field.name == name);
        for key in file.keys.iter().filter(|key| !is_field(key.get_ref())) {
            self.report(key.span(), format!("`{}` is none of the fields", key.get_ref()));
        }
        if let (Opening::Line(line), Some(written)) = (opening, &file.line) {
            for name in line.pattern.pattern.names().filter(|name| !is_field(name)) {
                self.report(written.span(), format!("the group `{name}` is none of the fields"));
            }
        }
    }
}

fn headed(names: &[&'static str], level: u8, fields: &[FieldSpec]) -> &'static [Opener] {
    let first = marked(level, names.first().copied().unwrap_or_default());
    // Headings are compared without regard to the case of ASCII letters only.
    let mut known: Vec<&'static str> = names
        .iter()
        .map(|name| heading::compared(name))
        .flat_map(|name| [leak(&name.to_ascii_lowercase()), leak(&name.to_lowercase())])
        .collect();
    known.dedup();
    let title = fields.iter().find(|field| matches!(field.source, Source::Title));
    let contract: &[&'static str] = match title.map(|title| title.need) {
        Some(Need::Required) => &[leak(&format!("{first}: "))],
        Some(_) => &[leak(&format!("{first}: ")), leak(&first)],
        None => &[leak(&first)],
    };
    // A section of the same name must not open another document.
    let is_section = |field: &FieldSpec| match field.source {
        Source::Section(own) => own.iter().any(|own| names.iter().any(|name| normal(own) == normal(name))),
        _ => false,
    };
    let deepest = if fields.iter().any(is_section) { level } else { level.max(DEEPEST) };
    let reason = leak(&format!("heading `{first}`"));
    let opener = |form| {
        let (names, contract) = (leak_list(&known), leak_list(contract));
        let evidence = Evidence::None { reasons: [reason; 2] };
        Opener::Heading(HeadingOpener { names, form, deepest, contract, evidence })
    };
    Box::leak(Box::new([opener(HeadingForm::Alone), opener(HeadingForm::Titled)]))
}
