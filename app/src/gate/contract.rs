//! What an answer must have: in the shape of the ADR, in a newer one, and where a gate failed early.

use crate::declaration::{FieldSpec, Need};
use crate::json::{Json, Property, contract};

/// What the ADR asks of every gate, and newer shapes don't have.
const UNIVERSAL: [&str; 3] = ["all_checks_passed", "files_modified", "pre_work_validation"];
/// One of these at the top makes an answer one in the ADR's shape.
const OF_ADR: [&str; 2] = ["all_checks_passed", "pre_work_validation"];
/// All that an early failure has to say.
const OF_EARLY_FAILURE: [&str; 2] = ["gate_status", "blocking_issues"];

pub struct Contract {
    /// The fields of the ADR's shape.
    pub adr: Vec<Property>,
    /// Those of newer shapes, as the record declares them.
    pub newer: Vec<Property>,
    pub early: Vec<Property>,
}

impl Contract {
    /// `unlisted` are the fields that newer shapes require, and the ADR doesn't list.
    pub fn of(fields: &'static [FieldSpec], unlisted: &[&str]) -> Self {
        let newer = contract(fields);
        let mut adr = newer.clone();
        for property in &mut adr {
            if UNIVERSAL.contains(&property.path) {
                property.need = Need::Required;
            } else if unlisted.contains(&property.path) {
                property.need = Need::Optional;
            }
        }
        let early =
            newer.iter().filter(|property| OF_EARLY_FAILURE.contains(&property.path)).cloned().collect();
        Self { adr, newer, early }
    }
}

/// Returns `true` for an answer that has the ADR's universal fields, or began to state them.
pub(super) fn is_of_adr(json: &Json<'_>) -> bool {
    OF_ADR.iter().any(|key| json.get(key).is_some())
}
