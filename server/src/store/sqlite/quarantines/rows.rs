//! The rows of changes, and which of them is active.

use std::collections::BTreeSet;

use app::document::DocumentHead;
use app::inbox::Item;
use app::quarantine::{Origin, QuarantineChange, QuarantineRecord, Quarantined};
use app::reading::instant;
use rusqlite::{Transaction, params};

use crate::store::StoreError;
use crate::store::sqlite::changes::to_json;
use crate::store::sqlite::inbox;

/// A change on its way into a row.
pub(in crate::store) struct NewRow<'c> {
    pub change: &'c QuarantineChange,
    pub origin: Origin,
    /// When the store heard of it. Nothing happened later than that, whatever the change states.
    pub heard_ms: i64,
    /// When it ends by itself, if that isn't stated by the record.
    pub ends_ms: Option<i64>,
    /// Where it counts in the order, and as which change of its document.
    pub place: u64,
    pub number: usize,
    pub document: Option<u64>,
}

impl<'c> NewRow<'c> {
    /// What a document states, or stated first at another place.
    pub fn of_document(
        head: &DocumentHead,
        change: &'c QuarantineChange,
        stated: Option<u64>,
        number: usize,
    ) -> Self {
        Self {
            change,
            origin: Origin::Document,
            heard_ms: head.received_ms,
            ends_ms: None,
            place: stated.unwrap_or(head.seq),
            number,
            document: Some(head.seq),
        }
    }

    /// Returns when the change happened, and when what it adds ends by itself.
    pub fn times(&self) -> (i64, Option<i64>) {
        // What is stated to the second may have been heard within it.
        let is_past = |stated: &i64| stated.div_euclid(1000) < self.heard_ms.div_euclid(1000);
        let stated = instant(self.change.at()).map(|stated| stated.milliseconds);
        let at_ms = stated.filter(is_past).unwrap_or(self.heard_ms);
        let QuarantineChange::Add(record) = self.change else { return (at_ms, None) };
        let lasts_ms = i64::try_from(record.ttl).unwrap_or(i64::MAX).saturating_mul(1000);
        let ends_ms = self.ends_ms.unwrap_or(at_ms.saturating_add(lasts_ms));
        (at_ms, record.auto_release.then_some(ends_ms))
    }
}

/// Returns the record that a change adds, as JSON.
pub(in crate::store) fn record_of(change: &QuarantineChange) -> Result<Option<String>, StoreError> {
    match change {
        QuarantineChange::Add(record) => Ok(Some(to_json(record)?)),
        QuarantineChange::Release { .. } => Ok(None),
    }
}

/// The row that quarantines a target.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::store) struct ActiveRow {
    pub id: i64,
    pub record: QuarantineRecord,
    pub place: u64,
    pub at_ms: i64,
    pub ends_ms: Option<i64>,
}

impl ActiveRow {
    /// Returns what it asks of a person.
    pub fn item(self) -> Item {
        let Self { record, place, at_ms, ends_ms, .. } = self;
        let quarantined =
            Quarantined { record, origin: Origin::Document, document: None, from_ms: at_ms, ends_ms };
        Item::of_quarantine(&quarantined, place)
    }
}

pub(in crate::store) type Target = (String, String);

/// Targets with what quarantined each of them before something was removed or parsed again.
pub(in crate::store) struct Before(pub Vec<(Target, Option<ActiveRow>)>);

impl Before {
    pub fn targets(&self) -> BTreeSet<Target> {
        self.0.iter().map(|(target, _)| target.clone()).collect()
    }
}

pub(in crate::store) fn owned((target_type, target_id): (&str, &str)) -> Target {
    (target_type.to_owned(), target_id.to_owned())
}

pub(super) fn insert(transaction: &Transaction<'_>, row: &NewRow<'_>) -> Result<(), StoreError> {
    let (target_type, target_id) = row.change.target();
    let at = row.change.at();
    let (at_ms, ends_ms) = row.times();
    let record = record_of(row.change)?;
    transaction
        .prepare_cached(
            "INSERT INTO quarantine
               (target_type, target_id, place, number, record, at, at_ms, ends_ms, origin, document)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)",
        )?
        .execute(params![
            target_type,
            target_id,
            row.place,
            row.number,
            record,
            at,
            at_ms,
            ends_ms,
            row.origin.as_str(),
            row.document
        ])?;
    Ok(())
}

/// Returns where an earlier version of the same source stated the same, which is not said again.
pub(super) fn first_stated(
    transaction: &Transaction<'_>,
    series: &str,
    before: u64,
    change: &QuarantineChange,
) -> Result<Option<u64>, StoreError> {
    let (target_type, target_id) = change.target();
    let record = record_of(change)?;
    let place = transaction
        .prepare_cached(
            "SELECT min(place) FROM quarantine JOIN facet ON facet.seq = quarantine.document
             WHERE target_type = ?1 AND target_id = ?2 AND record IS ?3 AND at = ?4 AND series = ?5
               AND quarantine.document < ?6",
        )?
        .query_row(params![target_type, target_id, record, change.at(), series, before], |row| row.get(0))?;
    Ok(place)
}

pub(in crate::store::sqlite) fn active(
    transaction: &Transaction<'_>,
    (target_type, target_id): (&str, &str),
) -> Result<Option<ActiveRow>, StoreError> {
    let mut statement = transaction.prepare_cached(
        "SELECT id, record, place, at_ms, ends_ms FROM quarantine
         WHERE target_type = ?1 AND target_id = ?2 AND is_active = 1",
    )?;
    let mut rows = statement.query([target_type, target_id])?;
    let Some(row) = rows.next()? else { return Ok(None) };
    let record = read_record(&row.get::<_, String>(1)?)?;
    let (id, place, at_ms, ends_ms) = (row.get(0)?, row.get(2)?, row.get(3)?, row.get(4)?);
    Ok(Some(ActiveRow { id, record, place, at_ms, ends_ms }))
}

/// Makes the newest change of a target decide.
pub(super) fn settle(
    transaction: &Transaction<'_>,
    (target_type, target_id): (&str, &str),
) -> Result<(), StoreError> {
    transaction
        .prepare_cached(
            "UPDATE quarantine SET is_active = record IS NOT NULL AND id = (
               SELECT id FROM quarantine WHERE target_type = ?1 AND target_id = ?2
               ORDER BY place DESC, number DESC, id DESC LIMIT 1)
             WHERE target_type = ?1 AND target_id = ?2",
        )?
        .execute([target_type, target_id])?;
    inbox::settle_quarantine_item(transaction, (target_type, target_id))
}

pub(in crate::store) fn read_record(json: &str) -> Result<QuarantineRecord, StoreError> {
    serde_json::from_str(json)
        .map_err(|error| StoreError::Corrupt(format!("the record of a quarantine: {error}")))
}
