//! Gates by name: those of the contract, and those of a team.

use std::collections::BTreeMap;

use serde::de::{Deserialize, Deserializer, Error};

use super::Catalog;
use crate::format::Spec;
use crate::track;

/// Returns the name of a gate, or `None` if neither the contract nor a format of the current catalog has it.
pub fn gate_name(gate: u32) -> Option<&'static str> {
    let is_named = |spec: &&'static Spec| spec.gate == gate && !spec.gate_name.is_empty();
    let own = || Catalog::current().specs().find(is_named).map(|spec| spec.gate_name);
    track::gate_name(gate).or_else(own)
}

/// What an address may ask for.
pub const GATES: &str = "the number of a gate, 1 to 14, or the name of one; formats of yours may have others";

/// Returns the number of the gate that these words name, without regard to case. A number may be that of no gate.
pub fn gate_named(words: &str) -> Option<u32> {
    let name = words.split_whitespace().collect::<Vec<_>>().join(" ");
    let of_team = || Some(track::own_gate(&name)).filter(|gate| gate_name(*gate).is_some());
    name.parse().ok().or_else(|| track::gate_called(&name)).or_else(of_team)
}

/// Reads a gate by its number or its name, from a query or from JSON.
pub fn read_gate<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<u32>, D::Error> {
    #[derive(serde::Deserialize)]
    #[serde(untagged)]
    enum Written {
        Number(u32),
        Name(String),
    }
    match Option::<Written>::deserialize(deserializer)? {
        None => Ok(None),
        Some(Written::Number(gate)) => Ok(Some(gate)),
        Some(Written::Name(name)) if name.trim().is_empty() => Ok(None),
        Some(Written::Name(name)) => {
            let unknown = || D::Error::custom(format!("no gate has this name; it is {GATES}"));
            gate_named(&name).map(Some).ok_or_else(unknown)
        }
    }
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
