//! Full text, newest first: the index says which documents hold the words, the store which of them fit.

use std::borrow::Cow;

use app::api::{DocumentList, ListQuery, asked};
use app::text::Text;
use rusqlite::types::Value;
use rusqlite::{Connection, OptionalExtension, params_from_iter};

use super::filter::Filter;
use super::index::{Files, composed, for_question, words};
use super::{body, queries};
use crate::store::excerpt::excerpt;
use crate::store::{PAGE, StoreError};

/// Documents of the index that are looked at for one page; a filter that fits hardly any goes on on the next.
const MOST_LOOKED_AT: usize = 20_000;
const BATCH: usize = 512;

pub(super) fn search(
    connection: &mut Connection,
    index: &Files,
    query: &ListQuery,
) -> Result<DocumentList, StoreError> {
    let typed = composed(asked(&query.text).unwrap_or_default());
    let mut page = DocumentList::default();
    let Some(question) = for_question(&typed) else { return Ok(page) };
    let moment = connection.transaction()?;
    let filter = Filter::of(query);
    let sql = format!(
        "SELECT head, codec, raw FROM document JOIN facet USING (seq) WHERE document.seq = ?{}",
        filter.sql
    );
    let mut fitting = moment.prepare_cached(&sql)?;
    let words: Vec<&str> = words(&typed).collect();
    let mut looked_at = 0;
    let mut before = query.before.unwrap_or(i64::MAX as u64);
    for file in index.before(before) {
        loop {
            let found = index.find(file, &question, before, BATCH)?;
            for seq in &found {
                looked_at += 1;
                before = *seq;
                let seq = Value::Integer(i64::try_from(*seq).unwrap_or(i64::MAX));
                let values = std::iter::once(&seq).chain(&filter.values);
                let row = fitting
                    .query_row(params_from_iter(values), |row| {
                        Ok((row.get::<_, String>(0)?, row.get(1)?, row.get::<_, Vec<u8>>(2)?))
                    })
                    .optional()?;
                // One that is gone from the store is in the index until its file goes.
                let Some((head, codec, raw)) = row else { continue };
                let head = queries::read_head(&head)?;
                let text = Text::from_bytes(&body::decode(codec, raw, head.bytes)?);
                if let Some(excerpt) = excerpt(&composed_text(text), &words) {
                    page.excerpts.insert(head.id.clone(), excerpt);
                }
                page.documents.push(head);
                if page.documents.len() == PAGE {
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

/// In which the words of a question are found; its lines are the same.
fn composed_text(text: Text) -> Text {
    match composed(text.source()) {
        Cow::Borrowed(_) => text,
        Cow::Owned(composed) => Text::new(composed),
    }
}
