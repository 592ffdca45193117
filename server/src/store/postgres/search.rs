//! Full-text search by the words of documents, newest first, and the words of a document.
//!
//! Texts are split into words as in the SQLite store, so that both find the same: where a script has no spaces, each pair of
//! neighboring characters is a word, which needs no extension of the database.

use std::collections::BTreeMap;
use std::fmt::Write;

use app::api::{DocumentList, ListQuery, asked};
use app::document::DocumentHead;
use app::text::Text;
use icu_normalizer::DecomposingNormalizerBorrowed;
use tokio_postgres::types::ToSql;

use super::filter::Filter;
use super::queries;
use super::sql::{Sql, Unsigned, place_or_end};
use crate::store::StoreError;
use crate::store::body;
use crate::store::excerpt::excerpt;
use crate::store::sqlite::index::indexer::title_of;
use crate::store::sqlite::queries::page_of;
use crate::store::sqlite::search::{BATCH, MOST_LOOKED_AT, composed_text};
use crate::store::words::{composed, for_index, is_start, is_without_spaces, pairs, words};

/// The words of one row: with many more, the database forgets where they are.
const WORDS_OF_PART: usize = 2000;
/// What a part repeats of the one before, so that no phrase is cut.
const SHARED: usize = 16;
/// Longer words are cut: the database allows 2 kB.
const LONGEST_WORD: usize = 200;
/// The newest documents that are looked through before the index is asked: it returns all that have a common word.
const LOOKED_THROUGH_FIRST: i64 = 2048;

pub(in crate::store) async fn search(sql: &Sql, query: &ListQuery) -> Result<DocumentList, StoreError> {
    let typed = composed(asked(&query.text).unwrap_or_default());
    let mut page = DocumentList::default();
    let words: Vec<&str> = words(&typed).collect();
    let phrases: Vec<String> = words.iter().map(|word| phrase(word)).collect();
    if phrases.is_empty() {
        return Ok(page);
    }
    let column = if asked(&query.within).is_some() { "title" } else { "body" };
    let mut looked_at = 0;
    let mut before = place_or_end(query.before);
    loop {
        let found = hits(sql, column, &phrases, before).await?;
        let mut filter = Filter::of(query);
        filter.add("seq = ANY($", found.clone());
        let most = BATCH as i64;
        let statement = filter
            .statement("SELECT seq, head, codec, raw FROM document JOIN text USING (day, seq) WHERE true");
        for row in sql.rows(&statement, &filter.values(&most)).await? {
            let head = queries::read_head(row.try_get(1)?)?;
            if !filter.fits(&head) {
                continue;
            }
            let text = Text::from_bytes(&body::decode(row.try_get(2)?, row.try_get(3)?, head.bytes)?);
            if let Some(excerpt) = excerpt(&composed_text(text), &words) {
                page.excerpts.insert(head.id.clone(), excerpt);
            }
            page.documents.push(head);
            if page.documents.len() == page_of(query) {
                page.next = Some(row.unsigned(0)?);
                return Ok(page);
            }
        }
        looked_at += found.len();
        let Some(last) = found.last().filter(|_| found.len() == BATCH) else { return Ok(page) };
        before = *last;
        if looked_at >= MOST_LOOKED_AT {
            page.next = Some(before.cast_unsigned());
            return Ok(page);
        }
    }
}

/// Returns up to [`BATCH`] documents with all phrases, newest first.
async fn hits(sql: &Sql, column: &str, phrases: &[String], before: i64) -> Result<Vec<i64>, StoreError> {
    let newest = sql.one("SELECT coalesce(max(seq), 0) FROM document", &[]).await?.try_get::<_, i64>(0)?;
    let from = before.min(newest + 1).saturating_sub(LOOKED_THROUGH_FIRST);
    for from in [from, 0] {
        let one = |number: usize| {
            format!(
                "SELECT seq FROM word WHERE {column} @@ CAST(${number}::text AS tsquery) AND seq < $1 AND seq >= $2"
            )
        };
        let all: Vec<String> = (3..phrases.len() + 3).map(one).collect();
        let statement = format!(
            "WITH hit AS MATERIALIZED ({}) SELECT DISTINCT seq FROM hit ORDER BY seq DESC LIMIT {BATCH}",
            all.join(" INTERSECT ")
        );
        let mut values: Vec<&(dyn ToSql + Sync)> = vec![&before, &from];
        values.extend(phrases.iter().map(|phrase| phrase as &(dyn ToSql + Sync)));
        let rows = sql.rows(&statement, &values).await?;
        if rows.len() == BATCH || from <= 0 {
            return rows.iter().map(|row| Ok(row.try_get(0)?)).collect();
        }
    }
    Ok(Vec::new())
}

/// Replaces the words of a document.
pub(in crate::store) async fn index(sql: &Sql, head: &DocumentHead, raw: &[u8]) -> Result<(), StoreError> {
    sql.execute("DELETE FROM word WHERE seq = $1", &[&head.seq.cast_signed()]).await?;
    add(sql, head, raw).await
}

/// Adds the words of a new document.
pub(in crate::store) async fn add(sql: &Sql, head: &DocumentHead, raw: &[u8]) -> Result<(), StoreError> {
    let title = tokens(&title_of(head));
    let mut all = title.clone();
    all.extend(tokens(Text::from_bytes(raw).source()));
    let mut parts = Vec::new();
    let mut begin = 0;
    loop {
        let end = (begin + WORDS_OF_PART).min(all.len());
        parts.push(vector(all.get(begin..end).unwrap_or_default()));
        if end == all.len() {
            break;
        }
        begin = end - SHARED;
    }
    let seq = head.seq.cast_signed();
    sql.execute(
        "INSERT INTO word (seq, part, title, body)
         SELECT $1, number, CASE number WHEN 1 THEN CAST($2::text AS tsvector) END, CAST(body AS tsvector)
         FROM unnest($3::text[]) WITH ORDINALITY AS part (body, number)",
        &[&seq, &vector(&title), &parts],
    )
    .await?;
    Ok(())
}

/// Returns the words of a text, in order and in one spelling.
fn tokens(text: &str) -> Vec<String> {
    let cut = for_index(text);
    cut.split(|character: char| !character.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(spelled)
        .collect()
}

/// Returns a word in lower case and without accents.
fn spelled(word: &str) -> String {
    let lower = word.to_lowercase();
    let plain = if lower.is_ascii() || lower.chars().any(is_without_spaces) {
        lower
    } else {
        let apart = DecomposingNormalizerBorrowed::new_nfd().normalize(&lower);
        apart.chars().filter(|character| !matches!(character, '\u{300}'..='\u{36f}')).collect()
    };
    plain.chars().take(LONGEST_WORD).collect()
}

/// Returns words with their places, as the database reads them.
fn vector(words: &[String]) -> String {
    let mut places: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (place, word) in words.iter().enumerate() {
        places.entry(word).or_default().push(place + 1);
    }
    let mut vector = String::new();
    for (word, places) in places {
        let places: Vec<String> = places.iter().take(255).map(usize::to_string).collect();
        // Writing to a `String` can't fail.
        let _ = write!(vector, "'{word}':{} ", places.join(","));
    }
    vector
}

/// Returns the query of a typed word: its parts, one after the other.
fn phrase(word: &str) -> String {
    let parts: Vec<String> = pairs(word, false)
        .split(|character: char| !character.is_alphanumeric())
        .filter(|part| !part.is_empty())
        .map(|part| format!("'{}'", spelled(part)))
        .collect();
    format!("{}{}", parts.join(" <-> "), if is_start(word) { ":*" } else { "" })
}

#[cfg(test)]
mod tests {
    use super::{phrase, tokens, vector};

    #[test]
    fn words_are_those_of_every_script() {
        assert_eq!(tokens("Café src/a_b.rs 한국어"), ["cafe", "src", "a", "b", "rs", "한국", "국어", "어"]);
        assert_eq!(vector(&tokens("b a b")), "'a':2 'b':1,3 ");
    }

    #[test]
    fn a_typed_word_is_a_phrase() {
        assert_eq!(phrase("src/a.rs:14"), "'src' <-> 'a' <-> 'rs' <-> '14':*");
        assert_eq!(phrase("of"), "'of'");
        assert_eq!(phrase("보고서"), "'보고' <-> '고서'");
        assert_eq!(phrase("검"), "'검':*");
        assert_eq!(phrase("It's"), "'it' <-> 's':*");
    }
}
