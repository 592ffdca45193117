use app::document::{DocumentHead, Summary};
use axum::body::Bytes;
use rusqlite::{Connection, OptionalExtension, Row, params};

use crate::store::sqlite::queries;
use crate::store::{PreviewRow, StoreError, StoredPreview, body};

const COLUMNS: &str = "id, token, title, summary, documents, published_ms, expires_ms, revoked_ms";

/// Returns the previews that can be read at that time, the newest first.
pub(crate) fn list(connection: &Connection, now_ms: i64) -> Result<Vec<PreviewRow>, StoreError> {
    let mut statement = connection.prepare_cached(&format!(
        "SELECT {COLUMNS} FROM preview WHERE revoked_ms IS NULL AND expires_ms > ?1 ORDER BY id DESC"
    ))?;
    let rows = statement.query_map([now_ms], raw)?;
    rows.map(|row| read(row?)).collect()
}

/// Returns the preview of a token, whether it has ended or not.
pub(crate) fn find(
    connection: &mut Connection,
    token: &str,
    document: Option<u32>,
    now_ms: i64,
) -> Result<Option<StoredPreview>, StoreError> {
    let moment = connection.transaction()?;
    let found = moment
        .prepare_cached(&format!("SELECT {COLUMNS} FROM preview WHERE token = ?1"))?
        .query_row([token], raw)
        .optional()?;
    let Some(row) = found.map(read).transpose()? else { return Ok(None) };
    if row.revoked_ms.is_some() || row.expires_ms <= now_ms {
        return Ok(Some(StoredPreview { row, heads: Vec::new(), text: None }));
    }
    let mut statement =
        moment.prepare_cached("SELECT head FROM preview_document WHERE preview = ?1 ORDER BY place")?;
    let heads = statement.query_map([row.id], |row| row.get::<_, String>(0))?;
    let heads: Vec<DocumentHead> =
        heads.map(|head| queries::read_head(&head?)).collect::<Result<_, StoreError>>()?;
    let wanted = document.or((heads.len() == 1).then_some(1));
    let text = match wanted {
        Some(place) => {
            let stored = moment
                .prepare_cached("SELECT codec, raw FROM preview_document WHERE preview = ?1 AND place = ?2")?
                .query_row(params![row.id, place], |row| Ok((row.get(0)?, row.get::<_, Vec<u8>>(1)?)))
                .optional()?;
            let head = (place as usize).checked_sub(1).and_then(|index| heads.get(index));
            match (stored, head) {
                (Some((codec, raw)), Some(head)) => Some(Bytes::from(body::decode(codec, raw, head.bytes)?)),
                _ => None,
            }
        }
        None => None,
    };
    Ok(Some(StoredPreview { row, heads, text }))
}

/// Returns whether the texts of a preview are still stored though it has expired.
pub(crate) fn due(connection: &Connection, now_ms: i64) -> Result<bool, StoreError> {
    let mut statement = connection.prepare_cached(
        "SELECT 1 FROM preview JOIN preview_document ON preview_document.preview = preview.id
         WHERE expires_ms <= ?1 LIMIT 1",
    )?;
    Ok(statement.exists([now_ms])?)
}

/// A row, and the JSON of its summary.
type RawRow = (PreviewRow, String);

fn raw(row: &Row<'_>) -> rusqlite::Result<RawRow> {
    let preview = PreviewRow {
        id: row.get(0)?,
        token: row.get(1)?,
        title: row.get(2)?,
        summary: Summary::default(),
        documents: row.get(4)?,
        published_ms: row.get(5)?,
        expires_ms: row.get(6)?,
        revoked_ms: row.get(7)?,
    };
    Ok((preview, row.get(3)?))
}

fn read((row, summary): RawRow) -> Result<PreviewRow, StoreError> {
    let summary =
        serde_json::from_str(&summary).map_err(|error| StoreError::Corrupt(format!("a preview: {error}")))?;
    Ok(PreviewRow { summary, ..row })
}
