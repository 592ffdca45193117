//! Steps that started although their chain or session was quarantined.

use super::chain::Step;
use super::notes::{Note, NoteKind};
use super::session::Session;
use crate::quarantine::{Period, Targeted};

impl Session {
    /// Marks the steps that started while their chain or the session was quarantined, and notes each with its chain.
    pub fn block(&mut self, periods: &[Period]) {
        let of_session: Vec<&Period> =
            periods.iter().filter(|period| period.is_of_session(&self.name)).collect();
        for chain in &mut self.chains {
            let is_of_chain = |period: &&Period| period.is_of_chain(&chain.id, chain.title.as_deref());
            let of_chain: Vec<&Period> = periods.iter().filter(is_of_chain).collect();
            for step in &mut chain.steps {
                let of_any = || of_chain.iter().chain(&of_session);
                let Some(started_ms) = step.started_ms else { continue };
                let Some(period) = of_any().find(|period| period.includes(started_ms)) else { continue };
                step.is_blocked = true;
                chain.notes.push(note(step, period));
            }
        }
    }
}

fn note(step: &Step, period: &Period) -> Note {
    let reason = period.reason.as_deref().map(|reason| format!(": {reason}")).unwrap_or_default();
    let (number, target) = (step.number, &period.target_type);
    let message = format!("step {number} started while its {target} was quarantined{reason}");
    Note { kind: NoteKind::Blocked, message, place: step.started.clone() }
}
