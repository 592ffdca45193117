//! What a format declares about itself: its facts, and how it is recognized, parsed, checked and shown.

use std::any::Any;
use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::block::{Block, Recognition, Revision};
use crate::declaration::{FieldSpec, Hints, PlacedField, placed_fields};
use crate::diagnostic::{Coverage, Diagnostic, Rule, RuleSet, Severity, Sink};
use crate::document::{BlockHead, BrokenRule, Contradiction, Kind, State, Summary};
use crate::markdown::Outline;
use crate::moves::Move;
use crate::quarantine::QuarantineChange;
use crate::reading::SeverityLevel;
use crate::recognition::{Opener, Scan};
use crate::text::{Span, Text};

/// What nearly every room uses.
pub(crate) mod prelude {
    pub(crate) use super::{
        Check, Format, Parse, Question, Recognizer, Spec, StatedFinding, Summarize, spec,
    };
    pub(crate) use crate::block::{Block, Recognition, Revision};
    pub(crate) use crate::declaration::{FieldSpec, FieldType, Hints, record};
    pub(crate) use crate::diagnostic::{Diagnostic, FieldPath, Rule, Sink};
    pub(crate) use crate::document::{Kind, State, Summary};
    pub(crate) use crate::moves::{Move, Progress};
    pub(crate) use crate::recognition::{Evidence, HeadingForm, HeadingOpener, Opener, Scan};
    pub(crate) use crate::text::{Span, Text};
}

/// The facts of a format, as `spec.md` of its room states them.
#[derive(Debug)]
pub struct Spec {
    /// As the contract numbers it: `5.1`, `reaper/test-runner`.
    pub id: &'static str,
    /// Folder, type and address in one name: `review-report`.
    pub slug: &'static str,
    pub name: &'static str,
    /// The version of the contract that it is read by.
    pub version: &'static str,
    /// Which version of a team's format it is: the declared one with a digest of its file, as in `1.2+a1b2c3d4`.
    pub own_version: Option<&'static str>,
    /// Which texts of the contract its blocks may belong to.
    pub revisions: &'static [Revision],
    /// What its blocks are.
    pub kind: Kind,
    /// Who writes it.
    pub producer: &'static str,
    /// The gate at which it counts; 0 for none.
    pub gate: u32,
    /// The name of a team's gate; the contract names the others.
    pub gate_name: &'static str,
    /// Why it should not be written any more, if so.
    pub deprecation: Option<Deprecation>,
    /// The formats that it goes before, where it is not the table that decides.
    pub precedence: &'static [&'static str],
    /// How soon the contract wants it, from 0; `None` if no contract ranks it.
    pub priority: Option<u8>,
    /// The regular expression that the contract prints for its opening line. `^` and `$` are those of lines.
    pub pattern: Option<&'static str>,
    /// How its blocks begin.
    pub openers: &'static [Opener],
    pub recognizer: Recognizer,
    /// Announced in a line, which may be inside a block of another format and does not end it.
    pub is_announcement: bool,
    /// Whether a block is an example, and no event.
    pub is_example: fn(&Text, &Outline, Span) -> bool,
    /// The fields of the JSON.
    pub fields: &'static [FieldSpec],
    /// Which of them matter most.
    pub hints: Hints,
    /// The rules that no other format has.
    pub rules: &'static [&'static Rule],
    /// Those whose finding disproves the state that the block claims.
    pub contradictions: &'static [&'static Rule],
    /// The rule that reports findings which could not be parsed.
    pub unread_findings: Option<&'static Rule>,
    /// The rules that it shares with others.
    pub sets: &'static [&'static RuleSet],
    /// The room's manual, with the contract's clauses.
    pub manual: &'static str,
    /// A document that states every field.
    pub example: &'static str,
    /// Documents of its other shapes, which state the fields that the example can't.
    pub other_examples: &'static [&'static str],
}

/// A format that is still read, and should not be written any more.
#[derive(Copy, Clone, Debug)]
pub struct Deprecation {
    pub reason: &'static str,
    /// The id of the format to write instead.
    pub replaced_by: Option<&'static str>,
}

impl Spec {
    /// The defaults for everything that a format doesn't declare.
    pub const BASE: Self = Self {
        id: "",
        slug: "",
        name: "",
        version: "1.0",
        own_version: None,
        revisions: &[Revision::Current, Revision::Legacy],
        kind: Kind::Event,
        producer: "orchestrator",
        gate: 0,
        gate_name: "",
        deprecation: None,
        precedence: &[],
        priority: None,
        pattern: None,
        openers: &[],
        recognizer: Recognizer::Openers,
        is_announcement: false,
        is_example: |_, outline, span| outline.is_fenced(span.start),
        fields: &[],
        hints: Hints::titled(&[]),
        rules: &[],
        contradictions: &[],
        unread_findings: None,
        sets: &[],
        manual: "",
        example: "",
        other_examples: &[],
    };

    /// The phase of an orchestration that its gate belongs to.
    pub const fn phase(&self) -> &'static str {
        match self.gate {
            ..=3 => "request",
            4..=6 => "compilation",
            7..=10 => "execution",
            11..=12 => "completion",
            _ => "after",
        }
    }

    /// Returns its gate as a page says it: `gate 9 (execution)`; nothing without one.
    pub fn gate_in_words(&self) -> Option<String> {
        match (self.gate, self.gate_name) {
            (0, _) => None,
            (gate, "") => Some(format!("gate {gate} ({})", self.phase())),
            (_, name) => Some(format!("gate {name}")),
        }
    }

    /// The names by which a person or another program knows it.
    pub const fn names(&self) -> [&'static str; 3] {
        [self.id, self.slug, self.name]
    }

    /// Returns its name behind its number; a format of a team has a name alone.
    pub fn labelled(&self) -> String {
        if self.id == self.slug { self.name.to_owned() } else { format!("{} {}", self.id, self.name) }
    }

    /// The format's own rules, then those of its sets.
    pub fn all_rules(&self) -> impl Iterator<Item = &'static Rule> {
        let shared = self.sets.iter().flat_map(|set| set.rules);
        self.rules.iter().chain(shared).copied()
    }

    /// Every field of the JSON, at its path.
    pub fn placed_fields(&self) -> Vec<PlacedField> {
        placed_fields(self.fields)
    }
}

/// Declares the facts of a format whose fields, rules, manual and example are in its room. A format in JSON names its
/// family after `..`, and may have no rules of its own.
macro_rules! spec {
    ($($fact:ident: $value:expr,)* ..$family:expr) => {
        $crate::format::Spec {
            $($fact: $value,)*
            fields: Self::FIELDS,
            manual: $crate::named::manual!("spec.md"),
            example: include_str!("fixtures/complete.json"),
            ..$family
        }
    };
    ($($fact:ident: $value:expr),* $(,)?) => {
        $crate::format::Spec {
            $($fact: $value,)*
            fields: Self::FIELDS,
            rules: rules::ALL,
            manual: $crate::named::manual!("spec.md"),
            example: include_str!("fixtures/complete.md"),
            ..$crate::format::Spec::BASE
        }
    };
}

pub(crate) use spec;

/// What recognizes the blocks of a format.
#[derive(Copy, Clone, Debug)]
pub enum Recognizer {
    /// Its openers alone.
    Openers,
    /// Code, which returns them in order of the text.
    Code(fn(&Scan<'_>) -> Vec<Recognition>),
    /// Code that recognizes several formats at once, which share their openers.
    Family(Family),
    /// JSON objects that have all of these keys.
    Keys(&'static [&'static str]),
}

/// Recognizes the formats of a family: the id of each, and where it opens.
pub type Family = fn(&Scan<'_>) -> Vec<(&'static str, Recognition)>;

pub type Parse<T> = fn(&Block<'_>, &mut Sink) -> T;
pub type Check<T> = fn(&T, &Block<'_>, &mut Sink);
pub type Summarize<T> = fn(&T) -> Summary;

/// A format's room implements this; the table does the rest.
pub trait Format: Sized + Serialize + Send + Sync + 'static {
    const SPEC: Spec;

    /// Reads what can be read; deviations go to the sink.
    const PARSE: Parse<Self>;

    /// Looks for contradictions between fields that were read.
    const CHECK: Check<Self> = |_, _, _| {};

    /// What a list shows of it.
    const SUMMARY: Summarize<Self>;

    /// Returns what it reports about a chain's course.
    fn moves(&self) -> Vec<Move> {
        Vec::new()
    }

    /// What it puts under quarantine, or releases from it.
    fn quarantine(&self) -> Option<QuarantineChange> {
        None
    }

    /// Returns what it asks a person to decide.
    fn questions(&self) -> Vec<Question> {
        Vec::new()
    }

    /// Returns what it found, in the order of the field `findings`, to be compared with another report.
    fn findings(&self) -> Vec<StatedFinding> {
        Vec::new()
    }
}

/// What a person is asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    pub words: String,
    /// The list and the row in it that ask; `None` if the block as a whole does.
    pub row: Option<(&'static str, u32)>,
}

/// A finding as every report states it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct StatedFinding {
    pub number: Option<u32>,
    pub file: Option<String>,
    /// Its first and its last line in the file.
    pub lines: Option<(u32, u32)>,
    /// As written.
    pub severity: Option<String>,
    pub level: Option<SeverityLevel>,
    pub words: String,
}

/// A parsed block of any format.
pub struct Parsed {
    pub spec: &'static Spec,
    pub span: Span,
    pub revision: Revision,
    pub fenced: bool,
    pub reason: &'static str,
    pub value: Box<dyn Value>,
    pub diagnostics: Vec<Diagnostic>,
    pub coverage: Coverage,
}

impl Parsed {
    /// Returns its state: the one that it claims, unless what it says disproves the claim. A pass beside findings that could
    /// not be parsed is none: one of them may be critical.
    pub fn state(&self) -> State {
        if self.disproof().is_some() {
            return State::Contradicted;
        }
        match self.value.summary().state {
            State::Passed if self.has_unread_findings() => State::None,
            claimed => claimed,
        }
    }

    /// Returns what disproves the state that the block claims.
    pub fn contradiction(&self, text: &Text) -> Option<Contradiction> {
        let found = self.disproof()?;
        let spans = [found.span].into_iter().chain(found.related.iter().map(|related| related.span));
        let mut lines: Vec<u32> = spans.map(|span| text.position(span.start).line).collect();
        lines.dedup();
        lines.truncate(2);
        Some(Contradiction {
            rule: found.rule.id.to_owned(),
            message: head_of(&found.message).to_owned(),
            lines,
        })
    }

    /// Returns whether it holds findings that could not be parsed.
    pub fn has_unread_findings(&self) -> bool {
        let is_unread = |found: &Diagnostic| self.spec.unread_findings == Some(found.rule);
        self.diagnostics.iter().any(is_unread)
    }

    /// Counts the rules that it breaks.
    fn broken(&self) -> Vec<BrokenRule> {
        let mut counts: BTreeMap<(Severity, &str), u32> = BTreeMap::new();
        for found in &self.diagnostics {
            *counts.entry((found.severity, found.rule.id)).or_default() += 1;
        }
        let broken = counts.into_iter().take(BlockHead::MOST_RULES);
        broken
            .map(|((severity, rule), count)| BrokenRule { rule: rule.to_owned(), severity, count })
            .collect()
    }

    fn disproof(&self) -> Option<&Diagnostic> {
        let is_claim = !self.spec.contradictions.is_empty() && self.value.summary().state != State::None;
        let mut found = self.diagnostics.iter().filter(|_| is_claim);
        found.find(|found| self.spec.contradictions.contains(&found.rule))
    }

    /// Returns what lists carry of the block.
    pub fn head(&self, text: &Text) -> BlockHead {
        let count = |severity: Severity| {
            self.diagnostics.iter().filter(|diagnostic| diagnostic.severity == severity).count() as u32
        };
        let mut summary = self.value.summary();
        for words in [&mut summary.title, &mut summary.verdict].into_iter().flatten() {
            words.truncate(head_of(words).len());
        }
        summary.state = self.state();
        let moves = self.value.moves();
        let (chain, step) = moves.first().map(Move::chain_and_step).unwrap_or_default();
        let chain = chain.map(|title| head_of(title).to_owned());
        BlockHead {
            format: self.spec.id.to_owned(),
            name: self.spec.name.to_owned(),
            format_version: self.spec.own_version.map(str::to_owned),
            fenced: self.fenced,
            kind: self.spec.kind,
            summary,
            contradiction: self.contradiction(text),
            findings_unread: self.has_unread_findings(),
            errors: count(Severity::Error),
            warnings: count(Severity::Warning),
            infos: count(Severity::Info),
            broken: self.broken(),
            chain,
            step,
        }
    }

    /// Returns what the block quarantines or releases. An example in a fence does neither.
    pub fn quarantine(&self) -> Option<QuarantineChange> {
        if self.fenced { None } else { self.value.quarantine() }
    }
}

/// Returns as much of some words as a head carries.
fn head_of(words: &str) -> &str {
    const LONGEST: usize = 200;
    words.get(..words.floor_char_boundary(LONGEST)).unwrap_or(words)
}

/// What can be asked of any format's value.
pub trait Value: Any + erased_serde::Serialize + Send + Sync {
    fn summary(&self) -> Summary;
    fn moves(&self) -> Vec<Move>;
    fn quarantine(&self) -> Option<QuarantineChange>;
    fn questions(&self) -> Vec<Question>;
    fn findings(&self) -> Vec<StatedFinding>;
}

impl dyn Value {
    pub fn json(&self) -> serde_json::Value {
        // JSON can express every field: strings, numbers, lists and structs.
        erased_serde::serialize(self, serde_json::value::Serializer).unwrap_or_default()
    }
}

impl<T: Format> Value for T {
    fn summary(&self) -> Summary {
        (T::SUMMARY)(self)
    }

    fn moves(&self) -> Vec<Move> {
        Format::moves(self)
    }

    fn quarantine(&self) -> Option<QuarantineChange> {
        Format::quarantine(self)
    }

    fn questions(&self) -> Vec<Question> {
        Format::questions(self)
    }

    fn findings(&self) -> Vec<StatedFinding> {
        Format::findings(self)
    }
}
