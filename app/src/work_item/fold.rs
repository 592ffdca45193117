use std::collections::HashSet;

use super::{Attempt, GateAttempts, StoredRecord, WorkItem};
use crate::gate::{GateKind, GateOutcome};

impl WorkItem {
    /// Folds the answers about a task, which are in the server's order. `None` without any.
    pub fn fold(task: String, records: Vec<StoredRecord>, is_cut: bool) -> Option<Self> {
        let newest_ms = records.last()?.at_ms;
        let repeated = repeated(&records);
        let mut of_kinds = GateKind::ALL.map(|kind| GateAttempts { kind, attempts: Vec::new() });
        let stated = records.into_iter().zip(repeated).filter(|(_, is_repeated)| !is_repeated);
        for (stored, _) in stated {
            let kind = stored.record.kind;
            let Some(gate) = of_kinds.iter_mut().find(|gate| gate.kind == kind) else { continue };
            let place = (!is_cut).then(|| gate.attempts.len() as u32 + 1);
            gate.attempts.push(Attempt::of(stored, place));
        }
        let gates: Vec<_> = of_kinds.into_iter().filter(|gate| !gate.attempts.is_empty()).collect();
        Some(Self { task, outcome: outcome(&gates), gates, is_cut, newest_ms })
    }
}

impl Attempt {
    fn of(stored: StoredRecord, place: Option<u32>) -> Self {
        let StoredRecord { document, seq, session, at_ms, record, .. } = stored;
        Self {
            attempt: record.attempt.or(place),
            outcome: record.outcome,
            rule: record.rule,
            flags: record.flags,
            more_flags: record.more_flags,
            document,
            seq,
            line: record.line,
            session,
            at_ms,
        }
    }
}

/// Says of each answer whether the version before its document holds the same one: a message that grows repeats what it
/// said.
fn repeated(records: &[StoredRecord]) -> Vec<bool> {
    let key = |stored: &StoredRecord, version| {
        Some((stored.series.clone()?, version, stored.record.kind, stored.record.digest))
    };
    let known: HashSet<_> = records.iter().filter_map(|stored| key(stored, stored.version)).collect();
    let is_repeated = |stored: &StoredRecord| {
        key(stored, stored.version.saturating_sub(1)).is_some_and(|before| known.contains(&before))
    };
    records.iter().map(is_repeated).collect()
}

/// The gravest among the newest answers of the gates.
fn outcome(gates: &[GateAttempts]) -> GateOutcome {
    let newest: Vec<_> =
        gates.iter().filter_map(GateAttempts::newest).map(|attempt| attempt.outcome).collect();
    let gravest_first = [GateOutcome::Redeploy, GateOutcome::Fail, GateOutcome::Undecidable];
    gravest_first.into_iter().find(|outcome| newest.contains(outcome)).unwrap_or(GateOutcome::Pass)
}

#[cfg(test)]
mod tests {
    use crate::gate::GateKind::{self, CodeReview, TestRunner};
    use crate::gate::GateOutcome::{self, Fail, Pass, Redeploy, Undecidable};
    use crate::work_item::{GateRecord, StoredRecord, WorkItem};

    /// An answer: its gate, outcome, stated attempt, version of a file, and digest.
    type Given = (GateKind, GateOutcome, Option<u32>, u32, u64);

    fn stored(seq: u64, (kind, outcome, attempt, version, digest): Given) -> StoredRecord {
        let record = GateRecord {
            task: "HARM-41".to_owned(),
            kind,
            outcome,
            rule: String::new(),
            attempt,
            flags: Vec::new(),
            more_flags: 0,
            line: 1,
            digest,
        };
        StoredRecord {
            document: format!("d{seq}"),
            seq,
            session: None,
            at_ms: 0,
            series: Some(kind.as_str().to_owned()),
            version,
            record,
        }
    }

    fn check(given: &[Given], outcome: GateOutcome, attempts: &[&[(Option<u32>, u64)]]) {
        let records = given.iter().enumerate().map(|(index, given)| stored(index as u64, *given)).collect();
        let item = WorkItem::fold("HARM-41".to_owned(), records, false).unwrap();
        let found: Vec<Vec<_>> = item
            .gates
            .iter()
            .map(|gate| gate.attempts.iter().map(|attempt| (attempt.attempt, attempt.seq)).collect())
            .collect();
        assert_eq!((item.outcome, found), (outcome, attempts.iter().map(|of| of.to_vec()).collect()));
    }

    #[test]
    fn the_newest_answer_of_each_gate_counts() {
        let failed = (TestRunner, Fail, None, 1, 1);
        let fixed = (TestRunner, Pass, None, 2, 2);
        check(&[failed, fixed], Pass, &[&[(Some(1), 0), (Some(2), 1)]]);
        check(&[fixed, failed], Fail, &[&[(Some(1), 0), (Some(2), 1)]]);
        let review = (CodeReview, Redeploy, Some(3), 1, 3);
        check(&[failed, review, fixed], Redeploy, &[&[(Some(1), 0), (Some(2), 2)], &[(Some(3), 1)]]);
        check(
            &[(CodeReview, Undecidable, None, 1, 1), fixed],
            Undecidable,
            &[&[(Some(1), 1)], &[(Some(1), 0)]],
        );
    }

    #[test]
    fn a_version_that_repeats_an_answer_is_no_attempt() {
        let failed = |version| (TestRunner, Fail, None, version, 1);
        let passed = |version| (TestRunner, Pass, None, version, 2);
        check(&[failed(1), failed(2), passed(2)], Pass, &[&[(Some(1), 0), (Some(2), 2)]]);
        // A file that returns to an earlier text is another attempt.
        check(&[failed(1), passed(2), failed(3)], Fail, &[&[(Some(1), 0), (Some(2), 1), (Some(3), 2)]]);
    }

    #[test]
    fn nothing_is_folded_without_answers() {
        assert_eq!(WorkItem::fold(String::new(), Vec::new(), false), None);
    }
}
