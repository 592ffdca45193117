//! The values by which records are chosen: each is stored once, and counted.

use std::collections::{HashMap, HashSet};

use app::audit::Facet;
use rusqlite::{OptionalExtension, Transaction, params};

use super::rows::Row;
use crate::store::StoreError;

/// Beside the facets: the reasons of decisions, by which nobody chooses.
pub(in crate::store) const REASON: usize = Facet::ALL.len();

/// Returns the number of a facet in the table.
pub(in crate::store) fn number_of(facet: Facet) -> usize {
    Facet::ALL.into_iter().position(|known| known == facet).unwrap_or(REASON)
}

pub(super) struct Words<'t> {
    transaction: &'t Transaction<'t>,
    known: HashMap<(usize, String), i64>,
}

impl<'t> Words<'t> {
    pub fn new(transaction: &'t Transaction<'t>) -> Self {
        Self { transaction, known: HashMap::new() }
    }

    pub fn of_facet(&mut self, facet: Facet, word: Option<&str>) -> Result<Option<i64>, StoreError> {
        word.map(|word| self.id(number_of(facet), word)).transpose()
    }

    pub fn of_reason(&mut self, word: Option<&str>) -> Result<Option<i64>, StoreError> {
        word.map(|word| self.id(REASON, word)).transpose()
    }

    pub fn of_finding(&mut self, rule: &str) -> Result<i64, StoreError> {
        self.id(number_of(Facet::Finding), rule)
    }

    fn id(&mut self, facet: usize, word: &str) -> Result<i64, StoreError> {
        let key = (facet, word.to_owned());
        if let Some(id) = self.known.get(&key) {
            return Ok(*id);
        }
        let stored = self
            .transaction
            .prepare_cached("SELECT id FROM decision_word WHERE facet = ?1 AND word = ?2")?
            .query_row(params![facet, word], |row| row.get(0))
            .optional()?;
        let id = match stored {
            Some(id) => id,
            None => self
                .transaction
                .prepare_cached("INSERT INTO decision_word (facet, word) VALUES (?1, ?2)")?
                .insert(params![facet, word])?,
        };
        self.known.insert(key, id);
        Ok(id)
    }
}

/// Counts the words of rows that are added, or with `-1` of rows that go.
pub(super) fn count_uses(transaction: &Transaction<'_>, rows: &[Row], sign: i64) -> Result<(), StoreError> {
    count(transaction, rows, sign, "UPDATE decision_word SET uses = uses + ?2 WHERE id = ?1")
}

/// Counts the words of rows that become live, or with `-1` of rows that no longer are.
pub(super) fn count_live(transaction: &Transaction<'_>, rows: &[Row], sign: i64) -> Result<(), StoreError> {
    count(transaction, rows, sign, "UPDATE decision_word SET records = records + ?2 WHERE id = ?1")
}

fn count(transaction: &Transaction<'_>, rows: &[Row], sign: i64, sql: &str) -> Result<(), StoreError> {
    let mut counts: HashMap<i64, i64> = HashMap::new();
    for word in rows.iter().flat_map(Row::words) {
        *counts.entry(word).or_default() += sign;
    }
    let mut update = transaction.prepare_cached(sql)?;
    for (word, count) in counts {
        update.execute([word, count])?;
    }
    Ok(())
}

/// Forgets the words that no row names any more.
pub(super) fn sweep(transaction: &Transaction<'_>, rows: &[Row]) -> Result<(), StoreError> {
    let words: HashSet<i64> = rows.iter().flat_map(Row::words).collect();
    let mut forget =
        transaction.prepare_cached("DELETE FROM decision_word WHERE id = ?1 AND uses = 0 AND records = 0")?;
    for word in words {
        forget.execute([word])?;
    }
    Ok(())
}
