//! Opening the file: settings, schema, and what is refused.

use std::path::Path;
use std::time::Duration;

use rusqlite::{Connection, ErrorCode, OpenFlags, TransactionBehavior};

use super::{backup, network};
use crate::store::OpenError;

/// "Harm", so that `file` and we can tell a store of ours from any other SQLite file.
const APPLICATION_ID: i32 = 0x4861_726d;

pub(super) const PAGE_BYTES: u32 = 8192;
/// So long the journal becomes before it is folded into the store.
pub(super) const JOURNAL_PAGES: u32 = 4000;

/// Applied in order; a store's schema version is how many of them it has seen. Never edit one that was released.
const MIGRATIONS: &[&str] = &[
    include_str!("migrations/1_documents.sql"),
    include_str!("migrations/2_facets.sql"),
    include_str!("migrations/3_sessions.sql"),
    include_str!("migrations/4_versions.sql"),
    include_str!("migrations/5_keeping.sql"),
    include_str!("migrations/6_texts.sql"),
    include_str!("migrations/7_traces.sql"),
];

pub(super) struct Opened {
    pub connection: Connection,
    pub epoch: u32,
    /// The newest event's place.
    pub seq: u64,
}

pub(super) fn open_writer(path: &Path, new_epoch: u32) -> Result<Opened, OpenError> {
    if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        make_private_folder(folder).map_err(|error| OpenError::Folder { path: folder.to_owned(), error })?;
    }
    refuse_network(path)?;
    let unusable = |error| unusable(path, &error);
    let mut connection = Connection::open(path).map_err(unusable)?;
    refuse_what_is_not_ours(&connection, path).map_err(unusable)??;
    prepare(&mut connection, new_epoch).map_err(unusable)?;
    let epoch = connection
        .query_row("SELECT value FROM meta WHERE name = 'epoch'", [], |row| row.get(0))
        .map_err(unusable)?;
    let seq = super::queries::newest_seq(&connection).map_err(unusable)?;
    Ok(Opened { connection, epoch, seq })
}

/// Opens a store to look at it as it is: nothing is made or brought up to date.
pub(super) fn open_as_it_is(path: &Path) -> Result<Connection, OpenError> {
    if !path.exists() {
        return Err(OpenError::Missing { path: path.to_owned() });
    }
    let unusable = |error| unusable(path, &error);
    let connection = open_reader(path).map_err(unusable)?;
    let is_empty = refuse_what_is_not_ours(&connection, path).map_err(unusable)??;
    if is_empty { Err(OpenError::NotAStore { path: path.to_owned() }) } else { Ok(connection) }
}

fn unusable(path: &Path, error: &rusqlite::Error) -> OpenError {
    match error.sqlite_error_code() {
        Some(ErrorCode::NotADatabase) => OpenError::NotAStore { path: path.to_owned() },
        _ => OpenError::Unusable { path: path.to_owned(), reason: error.to_string() },
    }
}

fn refuse_network(path: &Path) -> Result<(), OpenError> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    match network::kind_of(folder) {
        Some(kind) => Err(OpenError::Network { path: path.to_owned(), kind }),
        None => Ok(()),
    }
}

pub(super) fn open_reader(path: &Path) -> rusqlite::Result<Connection> {
    let connection = Connection::open_with_flags(
        path,
        OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX,
    )?;
    connection.busy_timeout(Duration::from_secs(5))?;
    connection.pragma_update(None, "trusted_schema", false)?;
    Ok(connection)
}

/// Says whether it is empty.
fn refuse_what_is_not_ours(
    connection: &Connection,
    path: &Path,
) -> rusqlite::Result<Result<bool, OpenError>> {
    let tables: u32 = connection.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))?;
    if tables == 0 {
        return Ok(Ok(true));
    }
    let application: i32 = connection.pragma_query_value(None, "application_id", |row| row.get(0))?;
    if application != APPLICATION_ID {
        return Ok(Err(OpenError::NotAStore { path: path.to_owned() }));
    }
    let found = schema_version(connection)?;
    let known = MIGRATIONS.len() as u32;
    if found > known {
        return Ok(Err(OpenError::Newer { path: path.to_owned(), found, known }));
    }
    Ok(Ok(false))
}

fn prepare(connection: &mut Connection, new_epoch: u32) -> rusqlite::Result<()> {
    // These two hold only when they are set before the first table. With 4 KB pages half of each page of
    // 2 KB texts would be lost.
    connection.pragma_update(None, "page_size", PAGE_BYTES)?;
    connection.pragma_update(None, "auto_vacuum", "INCREMENTAL")?;
    // Before the journal mode: changing that needs the file's lock as well.
    connection.busy_timeout(Duration::from_secs(5))?;
    connection.pragma_update(None, "journal_mode", "WAL")?;
    // What was acknowledged survives a power cut.
    connection.pragma_update(None, "synchronous", "FULL")?;
    connection.pragma_update(None, "wal_autocheckpoint", JOURNAL_PAGES)?;
    connection.pragma_update(None, "journal_size_limit", 64 * 1024 * 1024)?;
    // In KiB, as a negative number. Ids come in no order, so that each goes to another page of their index; with the
    // usual 2 MB nearly all of them would be read again for each commit.
    connection.pragma_update(None, "cache_size", -32 * 1024)?;
    connection.pragma_update(None, "foreign_keys", true)?;
    // What a person deletes is overwritten, and does not stay in the file until its place is needed.
    connection.pragma_update(None, "secure_delete", true)?;
    connection.pragma_update(None, "trusted_schema", false)?;

    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let applied = schema_version(&transaction)?;
    for migration in MIGRATIONS.iter().skip(applied as usize) {
        transaction.execute_batch(migration)?;
    }
    transaction.execute("INSERT OR IGNORE INTO meta (name, value) VALUES ('epoch', ?1)", [new_epoch])?;
    if backup::is_restored(&transaction)? {
        backup::begin_epoch(&transaction, new_epoch)?;
    }
    transaction.pragma_update(None, "application_id", APPLICATION_ID)?;
    transaction.pragma_update(None, "user_version", MIGRATIONS.len() as u32)?;
    transaction.commit()
}

fn schema_version(connection: &Connection) -> rusqlite::Result<u32> {
    connection.pragma_query_value(None, "user_version", |row| row.get(0))
}

/// Texts of agents are for who runs Harmony, not for every user of the machine.
fn make_private_folder(folder: &Path) -> std::io::Result<()> {
    let mut builder = std::fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
}
