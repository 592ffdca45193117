//! The gate of a format: one of the contract's by its number, or one of the team's by its name.

use toml::Spanned;

use super::super::file::GateOfFile;
use super::Compiler;
use super::words::leak;
use crate::catalog::problem::Problem;
use crate::track::{gate_called, gate_name, own_gate};

/// No name of a gate is longer.
const LONGEST: usize = 80;

impl Compiler<'_> {
    /// Returns the number of the gate, 0 for none, and its name if it is one of the team's.
    pub(super) fn gate(&mut self, gate: Option<&Spanned<GateOfFile>>) -> (u32, &'static str) {
        let Some(gate) = gate else { return (0, "") };
        let name = match gate.get_ref() {
            GateOfFile::Number(number) => {
                let known = u32::try_from(*number).ok().filter(|number| (1..=14).contains(number));
                return known.map_or_else(
                    || {
                        self.report(
                            gate.span(),
                            "gates are numbered from 1 to 14; one of your own has a name",
                        );
                        (0, "")
                    },
                    |number| (number, ""),
                );
            }
            GateOfFile::Name(name) => name.split_whitespace().collect::<Vec<_>>().join(" "),
        };
        let known = name.parse::<u32>().ok().filter(|number| gate_name(*number).is_some());
        if let Some(number) = known.or_else(|| gate_called(&name)) {
            let problem = Problem::new(gate.span(), format!("`{name}` is a gate of the contract"));
            self.problems.push(problem.help(format!("write `gate = {number}` to count at it")));
        } else if !name.contains(char::is_alphabetic) || name.len() > LONGEST {
            self.report(gate.span(), format!("the name of a gate has letters, and at most {LONGEST} bytes"));
        }
        (own_gate(&name), leak(&name))
    }
}
