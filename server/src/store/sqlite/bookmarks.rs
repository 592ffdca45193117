//! How far growing files were read.

use rusqlite::{Connection, OptionalExtension, params};

use crate::store::{Bookmark, StoreError};

pub(super) fn find(connection: &Connection, file: &str) -> Result<Option<Bookmark>, StoreError> {
    let found = connection
        .prepare_cached("SELECT offset, line, digest FROM bookmark WHERE file = ?1")?
        .query_row([file], |row| Ok(Bookmark { offset: row.get(0)?, line: row.get(1)?, digest: row.get(2)? }))
        .optional()?;
    Ok(found)
}

pub(super) fn set(connection: &Connection, file: &str, bookmark: &Bookmark) -> Result<(), StoreError> {
    let Bookmark { offset, line, digest } = bookmark;
    connection
        .prepare_cached(
            "INSERT INTO bookmark (file, offset, line, digest) VALUES (?1, ?2, ?3, ?4)
             ON CONFLICT (file) DO UPDATE SET
               offset = excluded.offset, line = excluded.line, digest = excluded.digest",
        )?
        .execute(params![file, offset, line, digest])?;
    Ok(())
}
