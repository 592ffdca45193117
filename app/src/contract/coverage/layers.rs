//! The layers of the contract that a field is found in.

use serde::Serialize;
use serde_json::Value;

use super::super::paths::{at, states};
use super::evidence::Evidence;
use crate::declaration::{Need, PlacedField, Source};
use crate::format::Spec;

crate::named::named! {
    /// Where the contract wants each field.
    #[derive(Serialize)]
    #[serde(rename_all = "lowercase")]
    pub enum Layer {
        /// The manual lists it, and says whether it is required.
        Spec = "spec",
        /// What is read of a document has it.
        Type = "type",
        /// Its values are of the declared type, and null only where that is allowed.
        Schema = "schema",
        /// The parser finds its value in a document.
        Parser = "parser",
        /// Its pattern finds the value; only for a field that has one.
        Pattern = "pattern",
        /// The viewer shows it.
        Viewer = "viewer",
        /// A document that keeps the contract states it, and is read without a deviation.
        Tests = "tests",
    }

    /// How far a field or a format is, as the contract counts.
    #[derive(PartialOrd, Ord, Serialize)]
    #[serde(rename_all = "lowercase")]
    pub enum Status {
        Specified = "specified",
        Parsed = "parsed",
        Shown = "shown",
        Complete = "complete",
    }
}

impl Status {
    pub const fn percent(self) -> u8 {
        match self {
            Self::Specified => 0,
            Self::Parsed => 33,
            Self::Shown => 66,
            Self::Complete => 100,
        }
    }

    fn of(lacks: &[Layer]) -> Self {
        let is_missing = |layer| lacks.contains(&layer);
        let parsing = [Layer::Spec, Layer::Type, Layer::Schema, Layer::Parser, Layer::Pattern];
        match () {
            () if parsing.into_iter().any(is_missing) => Self::Specified,
            () if is_missing(Layer::Viewer) => Self::Parsed,
            () if is_missing(Layer::Tests) => Self::Shown,
            () => Self::Complete,
        }
    }
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct FieldCoverage {
    pub path: String,
    pub status: Status,
    pub percent: u8,
    /// The layers that it is found in, and those that it is missing from.
    pub has: Vec<Layer>,
    pub lacks: Vec<Layer>,
}

impl FieldCoverage {
    pub(super) fn of(spec: &Spec, field: &PlacedField, evidence: &Evidence) -> Self {
        let path = field.path.as_str();
        let is_stated = |values: &[Value]| values.iter().any(|value| states(value, path));
        let is_parsed = is_stated(&evidence.values);
        let has_pattern = field.spec.pattern.is_some() || field.spec.source == Source::Captured;
        let checks = [
            (Layer::Spec, Some(is_documented(spec, field))),
            (Layer::Type, Some(evidence.values.iter().any(|value| !at(value, path).is_empty()))),
            (Layer::Schema, Some(fits(field, evidence))),
            (Layer::Parser, Some(is_parsed)),
            // A value that does not match its pattern is read, and reported.
            (Layer::Pattern, has_pattern.then(|| is_stated(&evidence.conforming))),
            (Layer::Viewer, Some(evidence.shown.contains(path))),
            (Layer::Tests, Some(is_stated(&evidence.tested))),
        ];
        let of = |wanted: bool| {
            checks.iter().filter(move |(_, found)| *found == Some(wanted)).map(|(layer, _)| *layer).collect()
        };
        let (has, lacks): (Vec<Layer>, Vec<Layer>) = (of(true), of(false));
        let status = Status::of(&lacks);
        Self { path: path.to_owned(), status, percent: status.percent(), has, lacks }
    }
}

/// Returns the paths of the fields that a manual lists.
pub(super) fn documented(manual: &str) -> impl Iterator<Item = &str> {
    rows(manual).map(|(path, _)| path)
}

/// Returns the rows of a manual's table of fields, with how much each is needed.
fn rows(manual: &str) -> impl Iterator<Item = (&str, &str)> {
    let words = ["yes", "no", "deviation", "other shape", "required", "optional"];
    manual.lines().filter_map(move |line| {
        let (path, cells) = line.strip_prefix("| `")?.split_once("` |")?;
        // The manual of a team's format says it in the last column, others in the second.
        let cells: Vec<&str> = cells.trim().trim_end_matches('|').split(" | ").map(str::trim).collect();
        let need = cells.first().filter(|cell| words.contains(cell)).or(cells.last())?;
        words.contains(need).then_some((path, *need))
    })
}

fn is_documented(spec: &Spec, field: &PlacedField) -> bool {
    let words: &[&str] = match field.spec.need {
        Need::Required => &["yes", "required"],
        Need::Optional => &["no", "optional"],
        Need::Deviation => &["deviation"],
        Need::OtherShape => &["other shape", "optional"],
    };
    rows(spec.manual).any(|(path, need)| path == field.path && words.contains(&need))
}

/// Returns whether the values of a field are of its type. One that is required is never null in a document that keeps the
/// contract.
fn fits(field: &PlacedField, evidence: &Evidence) -> bool {
    let is_of_type = |value: &Value| field.spec.kind.holds(value);
    let are_of_type = evidence.values.iter().all(|value| at(value, &field.path).into_iter().all(is_of_type));
    let is_needed = field.spec.is_always_stated();
    let are_stated = evidence.conforming.iter().all(|value| !at(value, &field.path).contains(&&Value::Null));
    are_of_type && (!is_needed || are_stated)
}
