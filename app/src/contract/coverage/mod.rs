//! How far the code keeps the contract of each format: per field, the layers that a check finds it in.

mod evidence;
mod layers;

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use serde::Serialize;

use super::pattern_overlaps::lines;
use crate::catalog::Catalog;
use crate::declaration::{Need, Pattern};
use crate::format::Spec;
use crate::formats::{FORMATS, RegisteredFormat};
use evidence::Evidence;

pub use layers::{FieldCoverage, Layer, Status};

/// How far formats are covered.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Coverage {
    /// The mean of the formats, rounded down, so that only complete ones make 100.
    pub percent: u8,
    pub formats: Vec<Arc<FormatCoverage>>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct FormatCoverage {
    pub id: &'static str,
    pub slug: &'static str,
    pub name: &'static str,
    pub version: &'static str,
    pub deprecated: bool,
    /// That of the field that is least far.
    pub status: Status,
    pub percent: u8,
    /// All that the contract names, without what only deviating documents have.
    pub fields: Vec<FieldCoverage>,
    /// What is wrong besides, each in a sentence without its stop.
    pub problems: Vec<String>,
}

/// The built-in formats never change within a process.
static BUILT_IN: LazyLock<Vec<Arc<FormatCoverage>>> = LazyLock::new(|| {
    let catalog = Catalog::with(Vec::new());
    FORMATS.iter().map(|format| Arc::new(FormatCoverage::compute(&catalog, format))).collect()
});

/// The last coverage of each format of a team, with what it was computed from.
static OWN: LazyLock<Mutex<HashMap<&'static str, Known>>> = LazyLock::new(Mutex::default);

/// A digest of the version and the examples of a format, and its coverage.
type Known = (u64, Arc<FormatCoverage>);

impl Coverage {
    /// Returns the coverage of all formats of a catalog. That of a format is computed once.
    pub fn of(catalog: &Catalog) -> Self {
        Self::from(
            catalog.rooms().iter().map(|format| FormatCoverage::of(catalog, format)).collect::<Vec<_>>(),
        )
    }

    /// Returns how many fields there are, and how many of them are complete.
    pub fn fields(&self) -> (usize, usize) {
        let all = self.formats.iter().flat_map(|format| &format.fields);
        (all.clone().count(), all.filter(|field| field.status == Status::Complete).count())
    }

    pub fn has_drifted(&self) -> bool {
        self.formats.iter().any(|format| format.has_drifted())
    }
}

impl From<Vec<Arc<FormatCoverage>>> for Coverage {
    fn from(formats: Vec<Arc<FormatCoverage>>) -> Self {
        let sum: usize = formats.iter().map(|format| usize::from(format.percent)).sum();
        let percent = sum.checked_div(formats.len()).map_or(100, |mean| u8::try_from(mean).unwrap_or(100));
        Self { percent, formats }
    }
}

impl FormatCoverage {
    /// Returns the coverage of a format, whose examples a catalog has.
    pub fn of(catalog: &Catalog, format: &'static RegisteredFormat) -> Arc<Self> {
        let id = format.spec.id;
        if !format.is_declared() {
            let known = BUILT_IN.iter().find(|known| known.id == id).map(Arc::clone);
            return known.unwrap_or_else(|| Arc::new(Self::compute(catalog, format)));
        }
        let mut hasher = DefaultHasher::new();
        (format.spec.own_version, catalog.examples(id)).hash(&mut hasher);
        let key = hasher.finish();
        let known = || OWN.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, coverage)) = known().get(id).filter(|(of, _)| *of == key) {
            return Arc::clone(coverage);
        }
        let coverage = Arc::new(Self::compute(catalog, format));
        known().insert(id, (key, Arc::clone(&coverage)));
        coverage
    }

    /// Returns `true` if the layers contradict each other. What only lacks tests is incomplete, and no drift.
    pub fn has_drifted(&self) -> bool {
        !self.problems.is_empty() || self.fields.iter().any(|field| field.status < Status::Shown)
    }

    pub fn is_complete(&self) -> bool {
        self.status == Status::Complete && self.problems.is_empty()
    }

    fn compute(catalog: &Catalog, format: &'static RegisteredFormat) -> Self {
        let spec = format.spec;
        let (evidence, mut problems) = Evidence::gather(catalog, format);
        let placed = spec.placed_fields();
        let is_of_contract = |need: Need| need != Need::Deviation;
        let of_contract = placed.iter().filter(|field| is_of_contract(field.spec.need));
        let fields: Vec<FieldCoverage> =
            of_contract.map(|field| FieldCoverage::of(spec, field, &evidence)).collect();
        let documented = layers::documented(spec.manual);
        let is_declared = |path: &str| placed.iter().any(|field| field.path == path);
        problems.extend(
            documented
                .filter(|path| !is_declared(path))
                .map(|path| format!("the manual has a field `{path}`, which is not declared")),
        );
        problems.extend(pattern_problem(spec));
        let status = fields.iter().map(|field| field.status).min().unwrap_or(Status::Specified);
        let sum: usize = fields.iter().map(|field| usize::from(field.percent)).sum();
        let percent = sum.checked_div(fields.len()).and_then(|mean| u8::try_from(mean).ok()).unwrap_or(0);
        let Spec { id, slug, name, version, .. } = *spec;
        let deprecated = spec.deprecation.is_some();
        Self { id, slug, name, version, deprecated, status, percent, fields, problems }
    }
}

/// Returns what is wrong with the pattern that the contract prints for the opening line.
fn pattern_problem(spec: &'static Spec) -> Option<String> {
    let written = spec.pattern?;
    let Ok(pattern) = Pattern::new(written) else {
        return Some(format!("the contract's pattern `{written}` is no regular expression"));
    };
    let is_matched = lines(&Catalog::with(Vec::new()), spec).iter().any(|line| pattern.is_match(line));
    (!is_matched).then(|| format!("the contract's pattern `{written}` matches no line of the example"))
}
