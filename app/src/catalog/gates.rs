//! Gates by name: those of the contract, and those of a team.

use std::collections::BTreeMap;

use super::Catalog;
use crate::format::Spec;
use crate::track;

/// Returns the name of a gate, or `None` if neither the contract nor a format of the current catalog has it.
pub fn gate_name(gate: u32) -> Option<&'static str> {
    let is_named = |spec: &&'static Spec| spec.gate == gate && !spec.gate_name.is_empty();
    let own = || Catalog::current().specs().find(is_named).map(|spec| spec.gate_name);
    track::gate_name(gate).or_else(own)
}

/// Returns a gate as lists name it for a record of a format.
pub fn gate_label(gate: u32, format: &str) -> String {
    match track::is_own_gate(gate) {
        true => gate_name(gate).unwrap_or("a gate of no format").to_owned(),
        false => track::gate_label(gate, format),
    }
}

/// A gate of a team.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct OwnGate {
    pub number: u32,
    pub name: &'static str,
}

/// Returns the team's gates of the current catalog, by name.
pub fn own_gates() -> Vec<OwnGate> {
    let catalog = Catalog::current();
    let own = catalog.specs().filter(|spec| !spec.gate_name.is_empty());
    // Formats may spell a gate in several ways; the first does for all.
    let mut names: BTreeMap<u32, &'static str> = BTreeMap::new();
    own.for_each(|spec| {
        names.entry(spec.gate).or_insert(spec.gate_name);
    });
    let mut gates: Vec<OwnGate> = names.into_iter().map(|(number, name)| OwnGate { number, name }).collect();
    gates.sort_by_key(|gate| gate.name.to_lowercase());
    gates
}
