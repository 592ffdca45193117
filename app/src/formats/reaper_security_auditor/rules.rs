//! What may be found in the verdict of a security audit, each with its reason and its clause.

use crate::gate::gate_rules;

gate_rules! {
    "Reaper ADR-0009, security-auditor"
}
