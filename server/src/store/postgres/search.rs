//! Full-text search by the words of documents, newest first, and the words of a document.
//!
//! Texts are split into words as in the SQLite store, so that both find the same: where a script has no spaces, each pair of
//! neighboring characters is a word, which needs no extension of the database.

use app::api::{DocumentList, ListQuery, asked};
use app::document::DocumentHead;
use app::text::Text;
use tokio_postgres::types::ToSql;

use super::filter::Filter;
use super::queries;
use super::sql::{Sql, Unsigned, place_or_end};
use super::word_rows::{WordRows, spelled};
use crate::store::excerpt::excerpt;
use crate::store::sqlite::queries::page_of;
use crate::store::sqlite::search::{BATCH, MOST_LOOKED_AT, composed_text};
use crate::store::words::{composed, is_start, pairs, words};
use crate::store::{PAGE, StoreError, body};

/// The newest documents that are looked through, one after the other, before the index is asked: it returns all that have a
/// common word.
const LOOKED_THROUGH_FIRST: i64 = 2048;

pub(super) async fn search(sql: &Sql, query: &ListQuery) -> Result<DocumentList, StoreError> {
    let typed = composed(asked(&query.text).unwrap_or_default());
    let behind = "SELECT shard.seq - indexed.seq FROM indexed, shard WHERE number = 0";
    let not_searched = sql.one(behind, &[]).await?.unsigned(0)?;
    let mut page = DocumentList { not_searched, ..DocumentList::default() };
    let words: Vec<&str> = words(&typed).collect();
    let phrases: Vec<String> = words.iter().map(|word| phrase(word)).collect();
    if phrases.is_empty() {
        return Ok(page);
    }
    let column = if asked(&query.within).is_some() { "title" } else { "body" };
    let mut looked_at = 0;
    let mut before = place_or_end(query.before);
    // As many as most pages have are often enough, and the text of each is read.
    let mut wanted = if page_of(query) <= PAGE { PAGE } else { BATCH };
    loop {
        let found = hits(sql, column, &phrases, before, wanted).await?;
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
        let Some(last) = found.last().filter(|_| found.len() == wanted) else { return Ok(page) };
        before = *last;
        wanted = BATCH;
        if looked_at >= MOST_LOOKED_AT {
            page.next = Some(before.cast_unsigned());
            return Ok(page);
        }
    }
}

/// Returns up to `most` documents with all phrases, newest first.
async fn hits(
    sql: &Sql,
    column: &str,
    phrases: &[String],
    before: i64,
    most: usize,
) -> Result<Vec<i64>, StoreError> {
    let newest = sql.one("SELECT coalesce(max(seq), 0) FROM document", &[]).await?.try_get::<_, i64>(0)?;
    let from = before.min(newest + 1).saturating_sub(LOOKED_THROUGH_FIRST);
    let statements = [in_order(column, phrases.len(), most), by_index(column, phrases.len(), most)];
    for (statement, from) in statements.into_iter().zip([from, 0]) {
        let mut values: Vec<&(dyn ToSql + Sync)> = vec![&before, &from];
        values.extend(phrases.iter().map(|phrase| phrase as &(dyn ToSql + Sync)));
        let rows = sql.rows(&statement, &values).await?;
        if rows.len() == most || from <= 0 {
            return rows.iter().map(|row| Ok(row.try_get(0)?)).collect();
        }
    }
    Ok(Vec::new())
}

/// Returns a query of documents from `$2` on and before `$1` with all phrases, `$3` and what follows. It looks at one document
/// after the other until there are `most`.
fn in_order(column: &str, phrases: usize, most: usize) -> String {
    let all = each(phrases, |value| format!("bool_or({column} @@ {value})"));
    format!(
        "SELECT seq FROM word WHERE seq < $1 AND seq >= $2 GROUP BY seq HAVING {all} ORDER BY seq DESC LIMIT {most}"
    )
}

/// Returns a query of the same documents that asks the index: for all phrases at once, since one of them may be in most texts,
/// and for each of them in the parts of long texts.
fn by_index(column: &str, phrases: usize, most: usize) -> String {
    let all = each(phrases, |value| format!("{column} @@ {value}"));
    let in_long = format!(
        " UNION ALL SELECT seq FROM (SELECT DISTINCT seq FROM word WHERE part > 1 AND seq < $1 AND seq >= $2) AS long
         JOIN word USING (seq) GROUP BY seq HAVING {}",
        each(phrases, |value| format!("bool_or({column} @@ {value})"))
    );
    let in_long = if phrases > 1 && column == "body" { in_long } else { String::new() };
    format!(
        "WITH hit AS MATERIALIZED (SELECT seq FROM word WHERE {all} AND seq < $1 AND seq >= $2{in_long})
         SELECT DISTINCT seq FROM hit ORDER BY seq DESC LIMIT {most}"
    )
}

/// Returns a condition on the value of each phrase.
fn each(phrases: usize, condition: impl Fn(&str) -> String) -> String {
    let value = |number: usize| format!("CAST(${number}::text AS tsquery)");
    (3..phrases + 3).map(|number| condition(&value(number))).collect::<Vec<_>>().join(" AND ")
}

/// Replaces the words of a document, unless they are still to be written.
pub(super) async fn replace(sql: &Sql, head: &DocumentHead, raw: &[u8]) -> Result<(), StoreError> {
    let indexed = sql.one("SELECT seq FROM indexed FOR UPDATE", &[]).await?.unsigned(0)?;
    if indexed < head.seq {
        return Ok(());
    }
    sql.execute("DELETE FROM word WHERE seq = $1", &[&head.seq.cast_signed()]).await?;
    add(sql, &[(head.seq, &WordRows::of(head, raw))]).await
}

/// Adds the words of documents, each at its place in the order. A server of an earlier version may have done so.
pub(super) async fn add(sql: &Sql, documents: &[(u64, &WordRows)]) -> Result<(), StoreError> {
    let (mut seqs, mut numbers, mut titles, mut bodies) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for (seq, words) in documents {
        for (number, part) in (1_i64..).zip(&words.parts) {
            seqs.push(seq.cast_signed());
            numbers.push(number);
            titles.push((number == 1).then_some(&words.title));
            bodies.push(part);
        }
    }
    sql.execute(
        "INSERT INTO word (seq, part, title, body)
         SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::tsvector[], $4::tsvector[])
         ON CONFLICT DO NOTHING",
        &[&seqs, &numbers, &titles, &bodies],
    )
    .await?;
    Ok(())
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
    use super::phrase;

    #[test]
    fn a_typed_word_is_a_phrase() {
        assert_eq!(phrase("src/a.rs:14"), "'src' <-> 'a' <-> 'rs' <-> '14':*");
        assert_eq!(phrase("of"), "'of'");
        assert_eq!(phrase("보고서"), "'보고' <-> '고서'");
        assert_eq!(phrase("검"), "'검':*");
        assert_eq!(phrase("It's"), "'it' <-> 's':*");
    }
}
