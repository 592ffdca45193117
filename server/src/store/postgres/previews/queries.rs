use app::document::DocumentHead;
use axum::body::Bytes;
use tokio_postgres::Row;

use crate::store::body;
use crate::store::postgres::queries;
use crate::store::postgres::sql::{Sql, clean};
use crate::store::{PreviewRow, StoreError, StoredPreview};

const COLUMNS: &str = "id, token, title, summary, documents, published_ms, expires_ms, revoked_ms";

/// Returns the previews that can be read at that time, the newest first.
pub(in crate::store::postgres) async fn list(sql: &Sql, now_ms: i64) -> Result<Vec<PreviewRow>, StoreError> {
    let statement = format!(
        "SELECT {COLUMNS} FROM preview WHERE revoked_ms IS NULL AND expires_ms > $1 ORDER BY id DESC"
    );
    sql.rows(&statement, &[&now_ms]).await?.iter().map(read).collect()
}

/// Returns the preview of a token, whether it has ended or not.
pub(in crate::store::postgres) async fn find(
    sql: &Sql,
    token: &str,
    document: Option<u32>,
    now_ms: i64,
) -> Result<Option<StoredPreview>, StoreError> {
    let statement = format!("SELECT {COLUMNS} FROM preview WHERE token = $1");
    let Some(row) = sql.row(&statement, &[&clean(token).as_ref()]).await? else { return Ok(None) };
    let row = read(&row)?;
    if row.revoked_ms.is_some() || row.expires_ms <= now_ms {
        return Ok(Some(StoredPreview { row, heads: Vec::new(), text: None }));
    }
    let heads =
        sql.rows("SELECT head FROM preview_document WHERE preview = $1 ORDER BY place", &[&row.id]).await?;
    let heads: Vec<DocumentHead> =
        heads.iter().map(|head| queries::read_head(head.try_get(0)?)).collect::<Result<_, StoreError>>()?;
    let wanted = document.or((heads.len() == 1).then_some(1));
    let head = wanted.and_then(|place| heads.get((place as usize).checked_sub(1)?));
    let text = match (wanted, head) {
        (Some(place), Some(head)) => {
            let statement = "SELECT codec, raw FROM preview_document WHERE preview = $1 AND place = $2";
            let stored = sql.row(statement, &[&row.id, &i64::from(place)]).await?;
            let decode = |stored: Row| body::decode(stored.try_get(0)?, stored.try_get(1)?, head.bytes);
            stored.map(decode).transpose()?.map(Bytes::from)
        }
        _ => None,
    };
    Ok(Some(StoredPreview { row, heads, text }))
}

/// Returns whether the texts of a preview are still stored though it has expired.
pub(in crate::store::postgres) async fn due(sql: &Sql, now_ms: i64) -> Result<bool, StoreError> {
    sql.exists(
        "SELECT 1 FROM preview JOIN preview_document ON preview_document.preview = preview.id
         WHERE expires_ms <= $1 LIMIT 1",
        &[&now_ms],
    )
    .await
}

fn read(row: &Row) -> Result<PreviewRow, StoreError> {
    let summary = serde_json::from_str(row.try_get(3)?)
        .map_err(|error| StoreError::Corrupt(format!("a preview: {error}")))?;
    Ok(PreviewRow {
        id: row.try_get(0)?,
        token: row.try_get(1)?,
        title: row.try_get(2)?,
        summary,
        documents: u32::try_from(row.try_get::<_, i64>(4)?).unwrap_or(u32::MAX),
        published_ms: row.try_get(5)?,
        expires_ms: row.try_get(6)?,
        revoked_ms: row.try_get(7)?,
    })
}
