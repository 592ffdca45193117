//! What to do about one key: a comparison of both sides with what they agreed on.

use app::quarantine::QuarantineRecord;
use app::reading::instant;
use serde_json::Value;

use super::known::Known;
use super::redis_keys::Theirs;

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Step {
    Nothing,
    /// Both sides state the same.
    Agree,
    /// Write the store's record to Redis.
    Write,
    /// Delete the key, since the store has released it.
    Delete,
    /// Quarantine in the store what Redis states.
    Take,
    /// Release in the store what Redis no longer has.
    Release,
    /// Both sides released it.
    Gone,
    /// A release that nobody needs to remember any more.
    Forget,
}

/// The inaccuracy of an expiry that is computed from the time that is left, in milliseconds.
const TOLERANCE_MS: i64 = 2_000;

pub(super) fn decide(
    ours: Option<&QuarantineRecord>,
    theirs: Option<&Theirs>,
    known: Option<&Known>,
    run_id: &str,
    now_ms: i64,
) -> Step {
    match (ours, theirs) {
        (None, None) => match known {
            None => Step::Nothing,
            Some(Known { ours: Some(_), .. }) => Step::Gone,
            Some(known) if known.expires_ms.is_some_and(|expires_ms| expires_ms <= now_ms) => Step::Forget,
            Some(_) => Step::Nothing,
        },
        (None, Some(theirs)) => {
            // Released here, or released everywhere and restored from an old dump.
            let is_released = |known: &Known| {
                known.payload == theirs.payload && (known.ours.is_some() || known.run_id != run_id)
            };
            if known.is_some_and(is_released) { Step::Delete } else { Step::Take }
        }
        (Some(ours), None) => match known.filter(|known| known.ours.as_ref() == Some(ours)) {
            // A Redis that was started since may have lost it.
            Some(known) if known.run_id == run_id => {
                // The contract's TTL is how long Redis keeps the record; without auto-release that is no end.
                let has_expired =
                    known.expires_ms.is_some_and(|expires_ms| expires_ms <= now_ms + TOLERANCE_MS);
                let is_renewed = !ours.auto_release && known.is_ours && has_expired;
                if is_renewed { Step::Write } else { Step::Release }
            }
            _ => Step::Write,
        },
        (Some(ours), Some(theirs)) => both(ours, theirs, known.filter(|known| known.ours.is_some()), run_id),
    }
}

fn both(ours: &QuarantineRecord, theirs: &Theirs, known: Option<&Known>, run_id: &str) -> Step {
    let newer = || {
        let at = |written: &str| instant(written).map(|instant| instant.milliseconds);
        if at(&theirs.quarantined_at()) > at(&ours.quarantined_at) { Step::Take } else { Step::Write }
    };
    let Some(known) = known else {
        let is_same = serde_json::to_value(ours).ok() == serde_json::from_str::<Value>(&theirs.payload).ok();
        return if is_same { Step::Agree } else { newer() };
    };
    let is_restarted = known.run_id != run_id;
    let ours_changed = known.ours.as_ref() != Some(ours);
    let payload_changed = known.payload != theirs.payload;
    let expiry_changed = has_moved(known.expires_ms, theirs.expires_ms);
    match (ours_changed, payload_changed) {
        (false, false) if expiry_changed && ours.auto_release => Step::Take,
        (false, false) if expiry_changed || is_restarted => Step::Agree,
        (false, false) => Step::Nothing,
        (true, false) => Step::Write,
        // A Redis that crashed may have restored an older value.
        (false, true) if !is_restarted => Step::Take,
        (_, true) => newer(),
    }
}

pub(super) fn has_moved(before: Option<i64>, now: Option<i64>) -> bool {
    match (before, now) {
        (Some(before), Some(now)) => (before - now).abs() > TOLERANCE_MS,
        (before, now) => before != now,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: i64 = 1_000_000;
    const LATER: Option<i64> = Some(NOW + 60_000);

    fn record(at: &str, auto_release: bool) -> QuarantineRecord {
        QuarantineRecord {
            target_type: "chain".to_owned(),
            target_id: "a".to_owned(),
            quarantined_at: at.to_owned(),
            auto_release,
            ttl: 60,
            ..QuarantineRecord::default()
        }
    }

    fn theirs(at: &str) -> Theirs {
        Theirs { payload: serde_json::to_string(&record(at, false)).unwrap(), expires_ms: LATER }
    }

    fn known(at: &str) -> Known {
        Known {
            payload: theirs(at).payload,
            expires_ms: LATER,
            ours: Some(record(at, false)),
            is_ours: true,
            run_id: "one".to_owned(),
        }
    }

    const OLD: &str = "2026-01-01T00:00:00Z";
    const NEW: &str = "2026-01-02T00:00:00Z";

    fn check(
        ours: Option<&QuarantineRecord>,
        theirs: Option<Theirs>,
        known: Option<Known>,
        run_id: &str,
        expected: Step,
    ) {
        assert_eq!(decide(ours, theirs.as_ref(), known.as_ref(), run_id, NOW), expected);
    }

    #[test]
    fn what_changed_on_one_side_counts() {
        let (old, new) = (record(OLD, false), record(NEW, false));
        check(Some(&old), Some(theirs(OLD)), Some(known(OLD)), "one", Step::Nothing);
        check(Some(&new), Some(theirs(OLD)), Some(known(OLD)), "one", Step::Write);
        check(Some(&old), Some(theirs(NEW)), Some(known(OLD)), "one", Step::Take);
        check(None, Some(theirs(OLD)), Some(known(OLD)), "one", Step::Delete);
        check(Some(&old), None, Some(known(OLD)), "one", Step::Release);
        check(None, Some(theirs(OLD)), None, "one", Step::Take);
        check(Some(&old), None, None, "one", Step::Write);
        check(Some(&old), Some(theirs(OLD)), None, "one", Step::Agree);
        check(None, None, Some(known(OLD)), "one", Step::Gone);
    }

    #[test]
    fn of_two_changes_the_newer_counts() {
        let (old, new) = (record(OLD, false), record(NEW, false));
        check(Some(&old), Some(theirs(NEW)), None, "one", Step::Take);
        check(Some(&new), Some(theirs(OLD)), None, "one", Step::Write);
        // Released here and added again there.
        check(None, Some(theirs(NEW)), Some(known(OLD)), "one", Step::Take);
        // Released there and added again here.
        check(Some(&new), None, Some(known(OLD)), "one", Step::Write);
    }

    #[test]
    fn a_redis_that_was_restarted_loses_nothing() {
        let (old, new) = (record(OLD, false), record(NEW, false));
        check(Some(&old), None, Some(known(OLD)), "two", Step::Write);
        check(None, Some(theirs(OLD)), Some(known(OLD)), "two", Step::Delete);
        check(Some(&new), Some(theirs(OLD)), Some(known(NEW)), "two", Step::Write);
        let released = Known { ours: None, ..known(OLD) };
        check(None, Some(theirs(OLD)), Some(released.clone()), "two", Step::Delete);
        check(None, Some(theirs(OLD)), Some(released.clone()), "one", Step::Take);
        check(None, None, Some(released.clone()), "one", Step::Nothing);
        check(None, None, Some(Known { expires_ms: Some(NOW), ..released }), "one", Step::Forget);
        check(Some(&old), Some(theirs(OLD)), Some(known(OLD)), "two", Step::Agree);
    }

    #[test]
    fn without_auto_release_our_record_is_renewed() {
        let (kept, brief) = (record(OLD, false), record(OLD, true));
        let expired = Known { expires_ms: Some(NOW), ..known(OLD) };
        check(Some(&kept), None, Some(expired.clone()), "one", Step::Write);
        check(Some(&kept), None, Some(Known { is_ours: false, ..expired.clone() }), "one", Step::Release);
        let of_brief = Known { ours: Some(brief.clone()), ..expired };
        check(Some(&brief), None, Some(of_brief), "one", Step::Release);
    }

    #[test]
    fn an_expiry_that_another_program_moved_counts() {
        let moved = Theirs { expires_ms: Some(NOW + 1), ..theirs(OLD) };
        check(Some(&record(OLD, false)), Some(moved.clone()), Some(known(OLD)), "one", Step::Agree);
        let brief = record(OLD, true);
        let of_brief = Known { ours: Some(brief.clone()), ..known(OLD) };
        check(Some(&brief), Some(moved), Some(of_brief), "one", Step::Take);
    }
}
