//! The gates of the contract, and which mentions count at which gate.

use crate::moves::Move;

/// The names of gates 1 to 14.
const NAMES: [&str; 14] = [
    "Parse & Understand", "Route to Context", "Detect Special Work", "Compile Chain", "Present Chain",
    "Human Approval", "Execute Step", "Step Completion", "Mid-Chain Evaluation", "Auto-Trigger Detection",
    "Chain Completion", "Archive & Index", "Learning Surface", "Flow Candidate",
];

/// Gates of teams have numbers from here on.
const FIRST_OWN: u32 = 100;
const MOST_OWN: u32 = 2_000_000_000;

/// The gate at which a person is asked.
pub(super) const OF_APPROVAL: u8 = 6;

/// The gate at which reports of all formats count.
pub(super) const OF_REPORTS: u8 = 9;

/// Returns the name of a gate, or `None` if the contract has no such gate.
pub fn gate_name(gate: u32) -> Option<&'static str> {
    NAMES.get((gate as usize).checked_sub(1)?).copied()
}

/// Returns the number of the contract's gate of that name, without regard to case.
pub fn gate_called(name: &str) -> Option<u32> {
    (1..).zip(NAMES).find(|(_, known)| known.eq_ignore_ascii_case(name)).map(|(gate, _)| gate)
}

/// Returns the number of a team's gate, which follows from its name alone: the same in each process and after each change of
/// the other gates. It is the name's FNV-1a hash, without regard to case.
pub fn own_gate(name: &str) -> u32 {
    let mix = |hash: u32, byte: u8| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193);
    FIRST_OWN + name.to_lowercase().bytes().fold(0x811c_9dc5, mix) % MOST_OWN
}

/// Returns `true` for a gate of a team.
pub const fn is_own_gate(gate: u32) -> bool {
    gate >= FIRST_OWN
}

/// Returns the name of a gate for a record of a format. The end of a step counts at the gate of human approval, where nobody
/// is asked.
pub fn gate_label(gate: u32, format: &str) -> String {
    let name = match format {
        "2.1" => "Step boundary",
        _ => gate_name(gate).unwrap_or_default(),
    };
    format!("{gate} {name}")
}

impl Move {
    /// The gate of the format that it is from, [`crate::format::Spec::gate`].
    pub const fn gate(&self) -> u8 {
        match self {
            Self::SessionStarted { .. } => 1,
            Self::Routed { .. } => 2,
            Self::Compiled { .. } => 4,
            Self::Completed { .. } | Self::HumanGate { .. } => OF_APPROVAL,
            Self::Started { .. } => 7,
            Self::Failed { .. } => 8,
            Self::Updated { .. } | Self::SecondOpinion { .. } => 9,
            Self::Report(_) => OF_REPORTS,
            Self::SecondOpinionSkipped { .. } => 10,
            Self::Done { .. } => 11,
            Self::Indexed { .. } => 12,
            Self::Learned { .. } => 13,
        }
    }
}

/// Adds a gate to those that were reached, each once and in order.
pub(super) fn reach(gates: &mut Vec<u8>, gate: u8) {
    if let Err(at) = gates.binary_search(&gate) {
        gates.insert(at, gate);
    }
}

#[cfg(test)]
mod tests {
    use crate::formats::FORMATS;
    use crate::scan;
    use crate::text::Text;
    use crate::track::mentions;

    #[test]
    fn a_move_counts_at_the_gate_of_its_format() {
        for room in FORMATS {
            let text = Text::new(room.spec.example);
            let blocks: Vec<_> =
                scan::read(&text).into_iter().filter(|block| block.spec.id == room.spec.id).collect();
            for (_, what) in mentions(&text, &blocks) {
                assert_eq!(u32::from(what.gate()), room.spec.gate, "{}: {what:?}", room.spec.id);
            }
        }
    }
}
