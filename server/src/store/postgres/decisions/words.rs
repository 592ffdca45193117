//! The values by which records are chosen: each is stored once, and counted.

use std::collections::{HashMap, HashSet};

use app::audit::Facet;

use crate::store::StoreError;
use crate::store::postgres::sql::{Sql, clean};
use crate::store::sqlite::decisions::rows::Row;
use crate::store::sqlite::decisions::words::{REASON, number_of};

/// The ids of words that are stored.
#[derive(Default)]
pub(super) struct Words(HashMap<(i64, String), i64>);

impl Words {
    /// Stores the words that are missing, in the order of their first uses, by which values are listed that are equally
    /// frequent. Each is the number of its facet, and the word.
    pub async fn of(sql: &Sql, mut words: Vec<(i64, String)>) -> Result<Self, StoreError> {
        let mut asked = HashSet::with_capacity(words.len());
        words.retain(|word| asked.insert(word.clone()));
        if words.is_empty() {
            return Ok(Self::default());
        }
        let (facets, words): (Vec<i64>, Vec<String>) = words.into_iter().unzip();
        sql.execute(
            "INSERT INTO decision_word (facet, word)
             SELECT facet, word FROM unnest($1::bigint[], $2::text[]) WITH ORDINALITY AS asked (facet, word, number)
             ORDER BY number
             ON CONFLICT (facet, word) DO NOTHING",
            &[&facets, &words],
        )
        .await?;
        let rows = sql
            .rows(
                "SELECT facet, word, id FROM decision_word
                 JOIN unnest($1::bigint[], $2::text[]) AS asked (facet, word) USING (facet, word)",
                &[&facets, &words],
            )
            .await?;
        let mut ids = HashMap::with_capacity(rows.len());
        for row in rows {
            ids.insert((row.try_get(0)?, row.try_get(1)?), row.try_get(2)?);
        }
        Ok(Self(ids))
    }

    /// Stores rules that were found, and returns their ids.
    pub async fn of_rules<'r>(sql: &Sql, rules: impl Iterator<Item = &'r str>) -> Result<Self, StoreError> {
        Self::of(sql, rules.map(|rule| key(Facet::Finding, rule)).collect()).await
    }

    pub fn of_facet(&self, facet: Facet, word: Option<&str>) -> Option<i64> {
        self.0.get(&key(facet, word?)).copied()
    }

    pub fn of_reason(&self, word: Option<&str>) -> Option<i64> {
        self.0.get(&reason(word?)).copied()
    }

    pub fn of_finding(&self, rule: &str) -> Option<i64> {
        self.of_facet(Facet::Finding, Some(rule))
    }
}

pub(super) fn key(facet: Facet, word: &str) -> (i64, String) {
    (number_of(facet) as i64, clean(word).into_owned())
}

pub(super) fn reason(word: &str) -> (i64, String) {
    (REASON as i64, clean(word).into_owned())
}

/// Counts the words of rows that are added, or with `-1` of rows that go.
pub(super) async fn count_uses(sql: &Sql, rows: &[Row], sign: i64) -> Result<(), StoreError> {
    count(sql, rows, sign, "uses = decision_word.uses + counted.count").await
}

/// Counts the words of rows that become live, or with `-1` of rows that no longer are.
pub(super) async fn count_live(sql: &Sql, rows: &[Row], sign: i64) -> Result<(), StoreError> {
    count(sql, rows, sign, "records = decision_word.records + counted.count").await
}

async fn count(sql: &Sql, rows: &[Row], sign: i64, set: &str) -> Result<(), StoreError> {
    let mut counts: HashMap<i64, i64> = HashMap::new();
    for word in rows.iter().flat_map(Row::words) {
        *counts.entry(word).or_default() += sign;
    }
    let (words, counts): (Vec<i64>, Vec<i64>) = counts.into_iter().unzip();
    let statement = format!(
        "UPDATE decision_word SET {set} FROM unnest($1::bigint[], $2::bigint[]) AS counted (id, count)
         WHERE decision_word.id = counted.id"
    );
    sql.execute(&statement, &[&words, &counts]).await?;
    Ok(())
}

/// Forgets the words that no row names any more.
pub(super) async fn sweep(sql: &Sql, rows: &[Row]) -> Result<(), StoreError> {
    let words: HashSet<i64> = rows.iter().flat_map(Row::words).collect();
    let words: Vec<i64> = words.into_iter().collect();
    let statement = "DELETE FROM decision_word WHERE id = ANY($1) AND uses = 0 AND records = 0";
    sql.execute(statement, &[&words]).await?;
    Ok(())
}
