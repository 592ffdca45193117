//! What one transaction changes of previews.

use crate::store::postgres::changes::{Changes, to_json};
use crate::store::postgres::sql::clean;
use crate::store::sqlite::previews::changes::{MOST_REMEMBERED, Packed, PackedChange, REMEMBERED_MS};
use crate::store::{MOST_PREVIEW_BYTES, MOST_PREVIEWS, NewPreview, StoreError};

impl Changes<'_> {
    pub async fn change_previews(&self, change: &PackedChange) -> Result<Option<i64>, StoreError> {
        match change {
            PackedChange::Publish(packed) => self.publish(packed).await,
            PackedChange::Revoke { id, now_ms } => self.revoke(*id, *now_ms).await,
            PackedChange::Expire { now_ms } => self.expire_previews(*now_ms).await,
        }
    }

    async fn publish(&self, packed: &Packed) -> Result<Option<i64>, StoreError> {
        let Packed { preview: NewPreview { token, title, published_ms, expires_ms, .. }, documents } = packed;
        self.expire_previews(*published_ms).await?;
        let bytes: u64 = documents.iter().map(|(head, ..)| u64::from(head.bytes)).sum();
        let summary = documents.first().and_then(|(head, ..)| head.lead()).map(|lead| lead.summary.clone());
        let row = self
            .sql
            .row(
                "INSERT INTO preview (token, title, summary, documents, bytes, published_ms, expires_ms)
                 SELECT $1, $2, $3, $4, $5, $6, $7
                 FROM (SELECT count(*) AS count, coalesce(sum(bytes), 0)::bigint AS bytes FROM preview
                   WHERE revoked_ms IS NULL AND expires_ms > $6) AS all_others
                 WHERE all_others.count < $8 AND all_others.bytes + $5 <= $9 RETURNING id",
                &[
                    &token,
                    &clean(title).as_ref(),
                    &to_json(&summary.unwrap_or_default())?,
                    &(documents.len() as i64),
                    &bytes.cast_signed(),
                    &published_ms,
                    &expires_ms,
                    &i64::from(MOST_PREVIEWS),
                    &MOST_PREVIEW_BYTES.cast_signed(),
                ],
            )
            .await?;
        let Some(row) = row else { return Ok(None) };
        let id: i64 = row.try_get(0)?;
        for (place, (head, codec, raw)) in (1_i64..).zip(documents) {
            self.sql
                .execute(
                    "INSERT INTO preview_document (preview, place, head, codec, raw) VALUES ($1, $2, $3, $4, $5)",
                    &[&id, &place, &to_json(head)?, &codec, &raw.as_ref()],
                )
                .await?;
        }
        Ok(Some(id))
    }

    async fn revoke(&self, id: i64, now_ms: i64) -> Result<Option<i64>, StoreError> {
        let revoked = self
            .sql
            .execute(
                "UPDATE preview SET revoked_ms = $2 WHERE id = $1 AND revoked_ms IS NULL AND expires_ms > $2",
                &[&id, &now_ms],
            )
            .await?;
        if revoked == 0 {
            return Ok(None);
        }
        self.sql.execute("DELETE FROM preview_document WHERE preview = $1", &[&id]).await?;
        Ok(Some(id))
    }

    async fn expire_previews(&self, now_ms: i64) -> Result<Option<i64>, StoreError> {
        let expired = self
            .sql
            .execute(
                "DELETE FROM preview_document WHERE preview IN (SELECT id FROM preview WHERE expires_ms <= $1)",
                &[&now_ms],
            )
            .await?;
        self.sql
            .execute(
                "DELETE FROM preview WHERE coalesce(revoked_ms, expires_ms) <= $1 AND (
                   coalesce(revoked_ms, expires_ms) <= $1 - $2::bigint
                   OR id <= (SELECT id FROM preview ORDER BY id DESC LIMIT 1 OFFSET $3))",
                &[&now_ms, &REMEMBERED_MS, &i64::from(MOST_REMEMBERED)],
            )
            .await?;
        Ok((expired > 0).then_some(expired.cast_signed()))
    }
}
