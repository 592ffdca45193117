//! The rows of new documents, which are written together.

use std::sync::Arc;

use app::document::DocumentHead;
use app::moves::Move;
use app::work_item::GateRecord;
use axum::body::Bytes;
use futures_util::try_join;

use super::changes::Changes;
use super::sql::{Sql, clean};
use super::{decisions, partitions, sessions, traces, verdicts};
use crate::store::StoreError;
use crate::store::sqlite::changes::{gravest, kind_and_state};
use crate::store::sqlite::inbox::changes::NewItem;

pub(super) struct NewDocument {
    pub head: Arc<DocumentHead>,
    /// The head.
    pub json: String,
    /// The event of browsers.
    pub frame: String,
    pub day: i64,
    pub series: Option<String>,
    pub catalog: Option<i64>,
    pub codec: i64,
    pub body: Bytes,
    pub raw: Bytes,
    pub mentions: Vec<(u32, Move)>,
    pub verdicts: Vec<GateRecord>,
    pub items: Vec<NewItem>,
    /// The place of the version before it.
    pub replaces: Option<u64>,
}

/// Writes the rows of documents.
pub(super) async fn write(changes: &Changes<'_>, documents: Vec<NewDocument>) -> Result<(), StoreError> {
    if documents.is_empty() {
        return Ok(());
    }
    let sql = changes.sql;
    insert(sql, &documents).await?;
    let heads: Vec<&DocumentHead> = documents.iter().map(|new| new.head.as_ref()).collect();
    let mentions: Vec<_> = documents.iter().map(|new| (new.head.as_ref(), new.mentions.as_slice())).collect();
    let verdicts: Vec<_> = documents.iter().map(|new| (new.head.as_ref(), new.verdicts.as_slice())).collect();
    // Statements that don't wait for each other are sent together.
    try_join!(
        insert_texts(sql, &documents),
        insert_formats(sql, &heads),
        sessions::insert_mentions(sql, &mentions),
        traces::add(sql, &heads),
        verdicts::add(sql, &verdicts),
        insert_events(sql, &documents),
    )?;
    let items: Vec<_> = documents.iter().map(|new| (new.head.as_ref(), new.items.as_slice())).collect();
    changes.add_items(&items).await?;
    let asking = items.iter().filter(|(_, rows)| !rows.is_empty());
    let asking: Vec<i64> = asking.map(|(head, _)| head.seq.cast_signed()).collect();
    if !asking.is_empty() {
        changes.report_items(&asking).await?;
    }
    let replaced: Vec<i64> = documents.iter().filter_map(|new| new.replaces).map(u64::cast_signed).collect();
    if !replaced.is_empty() {
        decisions::withdraw_all(sql, &replaced).await?;
        changes.settle_items(&replaced).await?;
    }
    Ok(())
}

async fn insert(sql: &Sql, documents: &[NewDocument]) -> Result<(), StoreError> {
    let mut days: Vec<i64> = documents.iter().map(|new| new.day).collect();
    let seqs: Vec<i64> = documents.iter().map(|new| new.head.seq.cast_signed()).collect();
    let ids: Vec<&str> = documents.iter().map(|new| new.head.id.as_str()).collect();
    let samples: Vec<bool> = documents.iter().map(|new| new.head.source.sample).collect();
    let (kinds, states): (Vec<_>, Vec<_>) = documents.iter().map(|new| kind_and_state(&new.head)).unzip();
    let heads: Vec<&str> = documents.iter().map(|new| new.json.as_str()).collect();
    let sessions: Vec<_> =
        documents.iter().map(|new| new.head.source.session.as_deref().map(clean)).collect();
    let received: Vec<i64> = documents.iter().map(|new| new.head.received_ms).collect();
    let severities: Vec<i64> = documents.iter().map(|new| i64::from(gravest(&new.head))).collect();
    let series: Vec<Option<&str>> = documents.iter().map(|new| new.series.as_deref()).collect();
    let versions: Vec<i64> = documents.iter().map(|new| i64::from(new.head.version)).collect();
    let catalogs: Vec<Option<i64>> = documents.iter().map(|new| new.catalog).collect();
    sql.execute(
        "INSERT INTO document
           (seq, id, day, sample, kind, state, head, session, received_ms, severity, series, version, pinned, catalog)
         SELECT seq, id, day, sample, kind, state, head, session, received_ms, severity, series, version, false, catalog
         FROM unnest(
           $1::bigint[], $2::text[], $3::bigint[], $4::bool[], $5::text[], $6::text[], $7::text[], $8::text[],
           $9::bigint[], $10::bigint[], $11::text[], $12::bigint[], $13::bigint[]
         ) AS new (seq, id, day, sample, kind, state, head, session, received_ms, severity, series, version, catalog)",
        &[
            &seqs,
            &ids,
            &days,
            &samples,
            &kinds,
            &states,
            &heads,
            &sessions,
            &received,
            &severities,
            &series,
            &versions,
            &catalogs,
        ],
    )
    .await?;
    days.sort_unstable();
    days.dedup();
    for day in days {
        partitions::create(sql, day).await?;
    }
    Ok(())
}

async fn insert_texts(sql: &Sql, documents: &[NewDocument]) -> Result<(), StoreError> {
    let days: Vec<i64> = documents.iter().map(|new| new.day).collect();
    let seqs: Vec<i64> = documents.iter().map(|new| new.head.seq.cast_signed()).collect();
    let codecs: Vec<i64> = documents.iter().map(|new| new.codec).collect();
    let bodies: Vec<&[u8]> = documents.iter().map(|new| new.body.as_ref()).collect();
    sql.execute(
        "INSERT INTO text (day, seq, codec, raw) SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bytea[])",
        &[&days, &seqs, &codecs, &bodies],
    )
    .await?;
    Ok(())
}

async fn insert_events(sql: &Sql, documents: &[NewDocument]) -> Result<(), StoreError> {
    let seqs: Vec<i64> = documents.iter().map(|new| new.head.seq.cast_signed()).collect();
    let frames: Vec<&str> = documents.iter().map(|new| new.frame.as_str()).collect();
    sql.execute(
        "INSERT INTO event (seq, frame) SELECT * FROM unnest($1::bigint[], $2::text[])",
        &[&seqs, &frames],
    )
    .await?;
    Ok(())
}

pub(super) async fn insert_formats(sql: &Sql, heads: &[&DocumentHead]) -> Result<(), StoreError> {
    let (mut seqs, mut formats): (Vec<i64>, Vec<&str>) = (Vec::new(), Vec::new());
    for head in heads {
        for block in head.blocks.iter().filter(|block| !block.fenced) {
            seqs.push(head.seq.cast_signed());
            formats.push(&block.format);
        }
    }
    if seqs.is_empty() {
        return Ok(());
    }
    sql.execute(
        "INSERT INTO document_format (format, seq) SELECT * FROM unnest($1::text[], $2::bigint[])
         ON CONFLICT DO NOTHING",
        &[&formats, &seqs],
    )
    .await?;
    Ok(())
}
