//! Full-text search, newest first. The index finds documents with the words, the store filters them.

use std::borrow::Cow;

use app::api::{DocumentList, ListQuery, asked};
use app::text::Text;
use rusqlite::types::Value;
use rusqlite::{Connection, OptionalExtension, params_from_iter};

use super::filter::Filter;
use super::index::Files;
use super::queries;
use crate::store::excerpt::excerpt;
use crate::store::words::{composed, for_query, words};
use crate::store::{StoreError, body};

/// The most hits of the index that are filtered for one page. If few of them match, the next page continues.
pub(in crate::store) const MOST_LOOKED_AT: usize = 20_000;
pub(in crate::store) const BATCH: usize = 512;

pub(super) fn search(
    connection: &mut Connection,
    index: &Files,
    query: &ListQuery,
) -> Result<DocumentList, StoreError> {
    let typed = composed(asked(&query.text).unwrap_or_default());
    let mut page = DocumentList::default();
    let Some(match_query) = for_query(&typed, asked(&query.within).is_some()) else { return Ok(page) };
    let moment = connection.transaction()?;
    let filter = Filter::of(query);
    let sql = format!(
        "SELECT head, codec, raw FROM document JOIN facet USING (seq) WHERE document.seq = ?{} AND {}",
        filter.sql, filter.of_source
    );
    let mut fitting = moment.prepare_cached(&sql)?;
    let words: Vec<&str> = words(&typed).collect();
    let mut looked_at = 0;
    let mut before = query.before.unwrap_or(i64::MAX as u64);
    for file in index.before(before) {
        loop {
            let found = index.find(file, &match_query, before, BATCH)?;
            for seq in &found {
                looked_at += 1;
                before = *seq;
                let seq = Value::Integer(i64::try_from(*seq).unwrap_or(i64::MAX));
                let values = std::iter::once(&seq).chain(&filter.values).chain(&filter.of_source_values);
                let row = fitting
                    .query_row(params_from_iter(values), |row| {
                        Ok((row.get::<_, String>(0)?, row.get(1)?, row.get::<_, Vec<u8>>(2)?))
                    })
                    .optional()?;
                // The index may list documents that were removed since.
                let Some((head, codec, raw)) = row else { continue };
                let head = queries::read_head(&head)?;
                let text = Text::from_bytes(&body::decode(codec, raw, head.bytes)?);
                if let Some(excerpt) = excerpt(&composed_text(text), &words) {
                    page.excerpts.insert(head.id.clone(), excerpt);
                }
                page.documents.push(head);
                if page.documents.len() == queries::page_of(query) {
                    page.next = Some(before);
                    return Ok(page);
                }
            }
            if looked_at >= MOST_LOOKED_AT {
                page.next = Some(before);
                return Ok(page);
            }
            if found.len() < BATCH {
                break;
            }
        }
    }
    Ok(page)
}

/// Returns the text in composed form (NFC), in which words are compared. Its lines are the same.
pub(in crate::store) fn composed_text(text: Text) -> Text {
    match composed(text.source()) {
        Cow::Borrowed(_) => text,
        Cow::Owned(composed) => Text::new(composed),
    }
}
