//! One comparison of the store with Redis.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::ensure;
use app::quarantine::{Origin, QuarantineChange, QuarantineRecord, Quarantined};
use redis::aio::MultiplexedConnection;

use super::decide::{Step, decide, has_moved};
use super::known::{Agreed, Known};
use super::redis_keys::{self, PREFIX, Theirs};
use crate::clock;
use crate::store::{QuarantineRequest, SharedStore};

/// The most active quarantines that are mirrored.
const MOST: u32 = 100_000;
/// How long a release is remembered if the key never expires.
const REMEMBERED_MS: i64 = 7 * 24 * 60 * 60 * 1000;

struct Round<'r> {
    store: &'r SharedStore,
    run_id: &'r str,
    now_ms: i64,
}

pub(super) async fn round(
    store: &SharedStore,
    connection: &mut MultiplexedConnection,
    agreed: &mut Agreed,
    run_id: &str,
    now_ms: i64,
) -> anyhow::Result<()> {
    let active = store.quarantines(now_ms, MOST).await?;
    // Those that are not listed would seem released.
    ensure!(active.count <= MOST.into(), "{} quarantines are too many to mirror", active.count);
    let ours: BTreeMap<String, Quarantined> =
        active.active.into_iter().map(|found| (found.key(), found)).collect();
    let named: BTreeSet<String> = ours.keys().chain(agreed.0.keys()).cloned().collect();
    let theirs = redis_keys::read(connection, named, now_ms).await?;
    let keys: BTreeSet<&String> = ours.keys().chain(theirs.keys()).chain(agreed.0.keys()).collect();
    let steps: Vec<(String, Step)> = keys
        .into_iter()
        .map(|key| {
            let record = ours.get(key).map(|found| &found.record);
            (key.clone(), decide(record, theirs.get(key), agreed.0.get(key), run_id, now_ms))
        })
        .collect();
    let round = Round { store, run_id, now_ms };
    // What another program did is taken over even where Redis refuses to be written to.
    for (key, step) in &steps {
        round.take_over(key, *step, ours.get(key), theirs.get(key), agreed).await?;
    }
    for (key, step) in steps {
        match (step, ours.get(&key)) {
            (Step::Write, Some(found)) => round.write(connection, key, found, agreed).await?,
            (Step::Delete, _) => {
                redis_keys::delete(connection, &key).await?;
                round.mark_gone(&key, agreed);
            }
            _ => {}
        }
    }
    Ok(())
}

impl Round<'_> {
    /// Does what a step does to the store.
    async fn take_over(
        &self,
        key: &str,
        step: Step,
        ours: Option<&Quarantined>,
        theirs: Option<&Theirs>,
        agreed: &mut Agreed,
    ) -> anyhow::Result<()> {
        match (step, ours, theirs) {
            (Step::Take, _, Some(theirs)) => {
                let Some(record) = theirs.record(key, self.now_ms) else { return Ok(()) };
                let change = QuarantineChange::Add(record.clone());
                self.change(change, theirs.expires_ms).await?;
                self.agree(key, record, theirs, false, agreed);
            }
            (Step::Agree, Some(ours), Some(theirs)) => {
                let is_as_written = |known: &Known| {
                    known.is_ours
                        && known.payload == theirs.payload
                        && !has_moved(known.expires_ms, theirs.expires_ms)
                };
                let is_ours = agreed.0.get(key).is_some_and(is_as_written);
                self.agree(key, ours.record.clone(), theirs, is_ours, agreed);
            }
            (Step::Release, Some(ours), _) => {
                let QuarantineRecord { target_type, target_id, .. } = ours.record.clone();
                let now = self.store.quarantined(target_type.clone(), target_id.clone(), self.now_ms).await?;
                // It may have been quarantined again in the meantime.
                if now.is_some_and(|now| now.record == ours.record) {
                    let released_at = clock::iso(self.now_ms);
                    let change = QuarantineChange::Release { target_type, target_id, released_at };
                    self.change(change, None).await?;
                }
                self.mark_gone(key, agreed);
            }
            (Step::Gone, ..) => self.mark_gone(key, agreed),
            (Step::Forget, ..) => drop(agreed.0.remove(key)),
            _ => {}
        }
        Ok(())
    }

    async fn change(&self, change: QuarantineChange, ends_ms: Option<i64>) -> anyhow::Result<()> {
        let request = QuarantineRequest { change, origin: Origin::Redis, now_ms: self.now_ms, ends_ms };
        self.store.quarantine(request).await?;
        Ok(())
    }

    /// Writes a record with the time that is left of it; without auto-release that is the whole TTL of the contract.
    async fn write(
        &self,
        connection: &mut MultiplexedConnection,
        key: String,
        found: &Quarantined,
        agreed: &mut Agreed,
    ) -> anyhow::Result<()> {
        let whole_ms = i64::try_from(found.record.ttl).unwrap_or(i64::MAX).saturating_mul(1000);
        let lasts_ms = found.ends_ms.map_or(whole_ms, |ends_ms| ends_ms - self.now_ms);
        if lasts_ms <= 0 || !key.starts_with(PREFIX) {
            return Ok(());
        }
        let payload = serde_json::to_string(&found.record)?;
        redis_keys::write(connection, &key, &payload, lasts_ms).await?;
        let theirs = Theirs { payload, expires_ms: Some(self.now_ms.saturating_add(lasts_ms)) };
        self.agree(&key, found.record.clone(), &theirs, true, agreed);
        Ok(())
    }

    fn agree(
        &self,
        key: &str,
        record: QuarantineRecord,
        theirs: &Theirs,
        is_ours: bool,
        agreed: &mut Agreed,
    ) {
        let Theirs { payload, expires_ms } = theirs.clone();
        let run_id = self.run_id.to_owned();
        agreed.0.insert(key.to_owned(), Known { payload, expires_ms, ours: Some(record), is_ours, run_id });
    }

    fn mark_gone(&self, key: &str, agreed: &mut Agreed) {
        if let Some(known) = agreed.0.get_mut(key) {
            known.ours = None;
            known.run_id = self.run_id.to_owned();
            known.expires_ms.get_or_insert(self.now_ms.saturating_add(REMEMBERED_MS));
        }
    }
}
