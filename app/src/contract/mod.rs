//! What the contract of each format is, as data for programs, and how far the code keeps it: derived from declarations and
//! from documents that are read and shown, never written by hand.

mod change;
#[cfg(feature = "ssr")]
mod coverage;
mod described;
mod diff;
mod examples;
mod paths;
mod pattern_overlaps;
mod schema;
mod template;
mod typescript;

pub use change::{Breaks, Change};
#[cfg(feature = "ssr")]
pub use coverage::{Coverage, FieldCoverage, FormatCoverage, Layer, Status};
pub use described::{Contract, FieldContract, FormatContract, RuleContract};
pub use diff::{diff, migration};
pub use examples::example;
pub use pattern_overlaps::{PatternOverlap, pattern_overlaps};
pub use schema::{Documents, json_schema};
pub use template::template;
pub use typescript::typescript;
