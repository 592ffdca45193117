//! A format as plain data, which is printed, sent and compared.

use serde::{Deserialize, Serialize};

use crate::declaration::{FieldSpec, FieldType, Need, PlacedField, Source};
use crate::diagnostic::{Rule, Severity};
use crate::document::Kind;
use crate::format::{Recognizer, Spec};
use crate::recognition::Opener;

/// The contracts of some formats, as one file.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Contract {
    pub formats: Vec<FormatContract>,
}

impl Contract {
    pub fn of(specs: impl IntoIterator<Item = &'static Spec>) -> Self {
        Self { formats: specs.into_iter().map(FormatContract::of).collect() }
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FormatContract {
    pub id: String,
    pub slug: String,
    pub name: String,
    pub version: String,
    pub kind: Kind,
    pub producer: String,
    /// The number of its gate or the name of a team's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub gate: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deprecated: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub replaced_by: Option<String>,
    /// The pattern that the contract prints for the opening line, or that of a line that is a document.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pattern: Option<String>,
    /// Names of the heading that opens a document, in lower case.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub headings: Vec<String>,
    /// Keys that every object has.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub keys: Vec<String>,
    pub fields: Vec<FieldContract>,
    pub rules: Vec<RuleContract>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FieldContract {
    /// From the outermost record: `findings[].file`.
    pub path: String,
    #[serde(rename = "type")]
    pub kind: String,
    /// All that it may be.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub words: Vec<String>,
    /// `required`, `optional`, `deviation` or `other shape`.
    pub need: String,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub nullable: bool,
    /// Where a document states it, such as `label` or `column`; what code reads has no place.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place: Option<String>,
    /// The names that it goes by there, the contract's first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub names: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pattern: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RuleContract {
    pub id: String,
    pub severity: Severity,
    pub clause: String,
}

impl FormatContract {
    pub fn of(spec: &'static Spec) -> Self {
        let line = spec.openers.iter().find_map(|opener| match opener {
            Opener::Matched(line) => Some(line.pattern.source()),
            _ => None,
        });
        let mut headings: Vec<String> = Vec::new();
        for heading in spec.openers.iter().filter_map(Opener::heading) {
            headings.extend(heading.names.iter().map(|name| name.to_lowercase()));
        }
        headings.sort();
        headings.dedup();
        let keys = if let Recognizer::Keys(keys) = spec.recognizer { keys } else { &[] };
        let gate = match (spec.gate, spec.gate_name) {
            (0, _) => None,
            (gate, "") => Some(gate.to_string()),
            (_, name) => Some(name.to_owned()),
        };
        Self {
            id: spec.id.to_owned(),
            slug: spec.slug.to_owned(),
            name: spec.name.to_owned(),
            version: spec.version.to_owned(),
            kind: spec.kind,
            producer: spec.producer.to_owned(),
            gate,
            deprecated: spec.deprecation.map(|deprecation| deprecation.reason.to_owned()),
            replaced_by: spec.deprecation.and_then(|deprecation| deprecation.replaced_by).map(str::to_owned),
            pattern: spec.pattern.or(line).map(str::to_owned),
            headings,
            keys: owned(keys),
            fields: spec.placed_fields().into_iter().map(FieldContract::of).collect(),
            rules: spec.all_rules().map(RuleContract::of).collect(),
        }
    }
}

impl FieldContract {
    fn of(PlacedField { path, spec }: PlacedField) -> Self {
        let FieldSpec { kind, need, source, .. } = spec;
        Self {
            path,
            kind: type_name(*kind),
            words: owned(words(*kind)),
            need: need_name(*need).to_owned(),
            nullable: spec.is_nullable,
            place: place_name(*source).map(str::to_owned),
            names: owned(source.names()),
            pattern: spec.pattern.map(|pattern| pattern.source().to_owned()),
        }
    }

    pub fn is_required(&self) -> bool {
        self.need == need_name(Need::Required)
    }

    /// What a text states beyond the contract.
    pub fn is_deviation(&self) -> bool {
        self.need == need_name(Need::Deviation)
    }
}

impl RuleContract {
    fn of(rule: &Rule) -> Self {
        Self { id: rule.id.to_owned(), severity: rule.severity, clause: rule.clause.to_owned() }
    }
}

fn owned(words: &[&str]) -> Vec<String> {
    words.iter().map(|word| (*word).to_owned()).collect()
}

const fn words(kind: FieldType) -> &'static [&'static str] {
    match kind {
        FieldType::Enum(words) => words,
        FieldType::List(items) => words(*items),
        _ => &[],
    }
}

const fn need_name(need: Need) -> &'static str {
    match need {
        Need::Required => "required",
        Need::Optional => "optional",
        Need::Deviation => "deviation",
        Need::OtherShape => "other shape",
    }
}

const fn place_name(source: Source) -> Option<&'static str> {
    match source {
        Source::Room => None,
        Source::Label(_) => Some("label"),
        Source::Column(_) => Some("column"),
        Source::Section(_) => Some("section"),
        Source::Title => Some("title"),
        Source::Identifier => Some("identifier"),
        Source::Captured => Some("group"),
    }
}

/// Returns a type as files that declare formats name it.
fn type_name(kind: FieldType) -> String {
    let name = match kind {
        FieldType::Text => "text",
        FieldType::Markdown => "markdown",
        FieldType::Form(_) => "form",
        FieldType::Code => "code",
        FieldType::Integer => "integer",
        FieldType::Count => "count",
        FieldType::Percent => "percent",
        FieldType::Number => "number",
        FieldType::Date => "date",
        FieldType::Instant => "time",
        FieldType::Duration => "duration",
        FieldType::Enum(_) => "words",
        FieldType::Place => "place",
        FieldType::LineRange => "lines",
        FieldType::Flag => "flag",
        FieldType::List(items) => return format!("list of {}", type_name(*items)),
        FieldType::Table(_) => "table",
        FieldType::Record(_) | FieldType::Flat(_) => "object",
        FieldType::Any(_) => "any",
        FieldType::AsWritten => "as written",
        FieldType::Others => "other members",
    };
    name.to_owned()
}
