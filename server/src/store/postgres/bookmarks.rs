//! How far growing files were read.

use super::sql::{Sql, Unsigned, as_name};
use crate::store::{Bookmark, StoreError};

pub(super) async fn find(sql: &Sql, file: &str) -> Result<Option<Bookmark>, StoreError> {
    let statement = "SELECT \"offset\", line, digest FROM bookmark WHERE file = $1";
    let Some(row) = sql.row(statement, &[&as_name(file).as_ref()]).await? else { return Ok(None) };
    let digest: &[u8] = row.try_get(2)?;
    let digest = digest.try_into().map_err(|_| StoreError::Corrupt("the place in a file".to_owned()))?;
    Ok(Some(Bookmark { offset: row.unsigned(0)?, line: row.unsigned(1)?, digest }))
}

pub(super) async fn set(sql: &Sql, file: &str, bookmark: &Bookmark) -> Result<(), StoreError> {
    let Bookmark { offset, line, digest } = bookmark;
    sql.execute(
        "INSERT INTO bookmark (file, \"offset\", line, digest) VALUES ($1, $2, $3, $4)
         ON CONFLICT (file) DO UPDATE SET
           \"offset\" = excluded.\"offset\", line = excluded.line, digest = excluded.digest",
        &[&as_name(file).as_ref(), &offset.cast_signed(), &line.cast_signed(), &digest.as_slice()],
    )
    .await?;
    Ok(())
}
