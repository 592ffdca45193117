//! What one transaction changes of previews.

use app::document::DocumentHead;
use axum::body::Bytes;
use rusqlite::params;

use crate::store::body;
use crate::store::sqlite::changes::{Changes, to_json};
use crate::store::{MOST_PREVIEW_BYTES, MOST_PREVIEWS, NewPreview, PreviewChange, StoreError};

/// How long, and for how many links, it is known that they have ended.
pub(in crate::store) const REMEMBERED_MS: i64 = 90 * 24 * 60 * 60 * 1000;
pub(in crate::store) const MOST_REMEMBERED: u32 = 10_000;

/// A change whose texts are compressed.
pub(in crate::store) enum PackedChange {
    Publish(Packed),
    Revoke { id: i64, now_ms: i64 },
    Expire { now_ms: i64 },
}

pub(in crate::store) struct Packed {
    pub preview: NewPreview,
    pub documents: Vec<(DocumentHead, i64, Bytes)>,
}

/// Compresses the texts, so that the writer thread doesn't have to.
pub(in crate::store) fn pack(change: PreviewChange) -> PackedChange {
    match change {
        PreviewChange::Publish(mut preview) => {
            let documents = std::mem::take(&mut preview.documents).into_iter().map(|(head, raw)| {
                let (codec, raw) = body::encode(raw);
                (head, codec, raw)
            });
            PackedChange::Publish(Packed { documents: documents.collect(), preview })
        }
        PreviewChange::Revoke { id, now_ms } => PackedChange::Revoke { id, now_ms },
        PreviewChange::Expire { now_ms } => PackedChange::Expire { now_ms },
    }
}

impl Changes<'_> {
    pub fn change_previews(&self, change: &PackedChange) -> Result<Option<i64>, StoreError> {
        match change {
            PackedChange::Publish(packed) => self.publish(packed),
            PackedChange::Revoke { id, now_ms } => self.revoke(*id, *now_ms),
            PackedChange::Expire { now_ms } => self.expire_previews(*now_ms),
        }
    }

    fn publish(&self, packed: &Packed) -> Result<Option<i64>, StoreError> {
        let Packed { preview: NewPreview { token, title, published_ms, expires_ms, .. }, documents } = packed;
        self.expire_previews(*published_ms)?;
        let bytes: u64 = documents.iter().map(|(head, ..)| u64::from(head.bytes)).sum();
        let summary = documents.first().and_then(|(head, ..)| head.lead()).map(|lead| lead.summary.clone());
        let added = self
            .transaction
            .prepare_cached(
                "INSERT INTO preview (token, title, summary, documents, bytes, published_ms, expires_ms)
                 SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7
                 FROM (SELECT count(*) AS count, coalesce(sum(bytes), 0) AS bytes FROM preview
                   WHERE revoked_ms IS NULL AND expires_ms > ?6) AS all_others
                 WHERE all_others.count < ?8 AND all_others.bytes + ?5 <= ?9",
            )?
            .execute(params![
                token,
                title,
                to_json(&summary.unwrap_or_default())?,
                documents.len() as u64,
                bytes,
                published_ms,
                expires_ms,
                MOST_PREVIEWS,
                MOST_PREVIEW_BYTES
            ])?;
        if added == 0 {
            return Ok(None);
        }
        let id = self.transaction.last_insert_rowid();
        let mut insert = self.transaction.prepare_cached(
            "INSERT INTO preview_document (preview, place, head, codec, raw) VALUES (?1, ?2, ?3, ?4, ?5)",
        )?;
        for (place, (head, codec, raw)) in (1_u32..).zip(documents) {
            insert.execute(params![id, place, to_json(head)?, codec, raw.as_ref()])?;
        }
        Ok(Some(id))
    }

    fn revoke(&self, id: i64, now_ms: i64) -> Result<Option<i64>, StoreError> {
        let revoked = self
            .transaction
            .prepare_cached(
                "UPDATE preview SET revoked_ms = ?2 WHERE id = ?1 AND revoked_ms IS NULL AND expires_ms > ?2",
            )?
            .execute(params![id, now_ms])?;
        if revoked == 0 {
            return Ok(None);
        }
        self.transaction.prepare_cached("DELETE FROM preview_document WHERE preview = ?1")?.execute([id])?;
        Ok(Some(id))
    }

    fn expire_previews(&self, now_ms: i64) -> Result<Option<i64>, StoreError> {
        let expired = self
            .transaction
            .prepare_cached(
                "DELETE FROM preview_document WHERE preview IN (SELECT id FROM preview WHERE expires_ms <= ?1)",
            )?
            .execute([now_ms])?;
        self.transaction
            .prepare_cached(
                "DELETE FROM preview WHERE coalesce(revoked_ms, expires_ms) <= ?1 AND (
                   coalesce(revoked_ms, expires_ms) <= ?1 - ?2
                   OR id <= (SELECT id FROM preview ORDER BY id DESC LIMIT 1 OFFSET ?3))",
            )?
            .execute(params![now_ms, REMEMBERED_MS, MOST_REMEMBERED])?;
        Ok((expired > 0).then_some(expired as i64))
    }
}
