//! Opens the file: checks it, applies settings and migrations.

use std::fs::OpenOptions;
use std::path::Path;
use std::time::Duration;

use rusqlite::{Connection, ErrorCode, OpenFlags, TransactionBehavior};

use super::{backup, network};
use crate::store::OpenError;

/// "Harm": distinguishes a store from other SQLite files.
const APPLICATION_ID: i32 = 0x4861_726d;

pub(super) const PAGE_BYTES: u32 = 8192;
/// The length of the journal at which it is written back into the store.
pub(super) const JOURNAL_PAGES: u32 = 4000;

/// Applied in order. A store's schema version is how many of them were applied. Never edit a released one.
const MIGRATIONS: &[&str] = &[
    include_str!("migrations/1_documents.sql"),
    include_str!("migrations/2_facets.sql"),
    include_str!("migrations/3_sessions.sql"),
    include_str!("migrations/4_versions.sql"),
    include_str!("migrations/5_keeping.sql"),
    include_str!("migrations/6_texts.sql"),
    include_str!("migrations/7_traces.sql"),
    include_str!("migrations/8_states.sql"),
    include_str!("migrations/9_health.sql"),
    include_str!("migrations/10_transcript_lines.sql"),
    include_str!("migrations/11_quarantines.sql"),
    include_str!("migrations/12_inbox.sql"),
    include_str!("migrations/13_verdicts.sql"),
    include_str!("migrations/14_webhooks.sql"),
    include_str!("migrations/15_decisions.sql"),
    include_str!("migrations/16_session_states.sql"),
    include_str!("migrations/17_unnamed_sessions.sql"),
    include_str!("migrations/18_inbox_done.sql"),
    include_str!("migrations/19_counted_together.sql"),
    include_str!("migrations/20_catalogs.sql"),
    include_str!("migrations/21_previews.sql"),
    include_str!("migrations/22_views.sql"),
    include_str!("migrations/23_access.sql"),
    include_str!("migrations/24_reworded.sql"),
];

/// More than any request or document needs: with rusqlite's sixteen, a document with decisions would have most of its
/// statements prepared again.
const STATEMENTS: usize = 96;

pub(in crate::store) struct Opened {
    pub connection: Connection,
    pub epoch: u32,
    /// The newest event's place in the order.
    pub seq: u64,
}

/// Returns whether these are the first hundred bytes of a store.
pub fn is_begun_like_a_store(beginning: &[u8]) -> bool {
    // SQLite's header has the application's id at byte 68.
    beginning.starts_with(b"SQLite format 3\0")
        && beginning.get(68..72) == Some(&APPLICATION_ID.to_be_bytes())
}

pub(in crate::store) fn open_writer(path: &Path, new_epoch: u32) -> Result<Opened, OpenError> {
    if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        make_private_folder(folder).map_err(|error| OpenError::Folder { path: folder.to_owned(), error })?;
    }
    refuse_network(path)?;
    make_private_file(path).map_err(|error| OpenError::File { path: path.to_owned(), error })?;
    let unusable = |error| unusable(path, &error);
    let mut connection = Connection::open(path).map_err(unusable)?;
    check_file(&connection, path).map_err(unusable)??;
    prepare(&mut connection, new_epoch).map_err(unusable)?;
    opened(connection).map_err(unusable)
}

/// Opens a store without creating or migrating anything.
pub(super) fn open_as_it_is(path: &Path) -> Result<Connection, OpenError> {
    if !path.exists() {
        return Err(OpenError::Missing { path: path.to_owned() });
    }
    let unusable = |error| unusable(path, &error);
    let connection = open_reader(path).map_err(unusable)?;
    let is_empty = check_file(&connection, path).map_err(unusable)??;
    if is_empty { Err(OpenError::NotAStore { path: path.to_owned() }) } else { Ok(connection) }
}

/// Opens a store to read it, without changing it.
pub(in crate::store) fn open_read_only(path: &Path) -> Result<Opened, OpenError> {
    let connection = open_as_it_is(path)?;
    let unusable = |error| unusable(path, &error);
    let (found, known) = (schema_version(&connection).map_err(unusable)?, MIGRATIONS.len() as u32);
    if found < known {
        return Err(OpenError::Older { path: path.to_owned(), found, known });
    }
    opened(connection).map_err(unusable)
}

fn opened(connection: Connection) -> rusqlite::Result<Opened> {
    let epoch = connection.query_row("SELECT value FROM meta WHERE name = 'epoch'", [], |row| row.get(0))?;
    let seq = super::queries::newest_seq(&connection)?;
    Ok(Opened { connection, epoch, seq })
}

fn unusable(path: &Path, error: &rusqlite::Error) -> OpenError {
    match error.sqlite_error_code() {
        Some(ErrorCode::NotADatabase) => OpenError::NotAStore { path: path.to_owned() },
        // Also to read it: SQLite keeps files beside a store.
        Some(ErrorCode::ReadOnly) => OpenError::NotWritable { path: path.to_owned() },
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
    connection.set_prepared_statement_cache_capacity(STATEMENTS);
    connection.pragma_update(None, "trusted_schema", false)?;
    Ok(connection)
}

/// Checks that the file is a store of a known version. Returns whether it is empty.
fn check_file(connection: &Connection, path: &Path) -> rusqlite::Result<Result<bool, OpenError>> {
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
    // These two take effect only before the first table is created. With pages of 4 KB, half of each page would be
    // wasted on texts of 2 KB.
    connection.pragma_update(None, "page_size", PAGE_BYTES)?;
    connection.pragma_update(None, "auto_vacuum", "INCREMENTAL")?;
    connection.set_prepared_statement_cache_capacity(STATEMENTS);
    // Before the journal mode, since changing that needs the file's lock.
    connection.busy_timeout(Duration::from_secs(5))?;
    connection.pragma_update(None, "journal_mode", "WAL")?;
    // Acknowledged documents survive a power cut.
    connection.pragma_update(None, "synchronous", "FULL")?;
    connection.pragma_update(None, "wal_autocheckpoint", JOURNAL_PAGES)?;
    connection.pragma_update(None, "journal_size_limit", 64 * 1024 * 1024)?;
    // Negative: in KiB. Ids are random, so that each is on another page of their index; with the default of 2 MB nearly
    // all of these pages would be read again for each commit.
    connection.pragma_update(None, "cache_size", -32 * 1024)?;
    connection.pragma_update(None, "foreign_keys", true)?;
    // Overwrites what is deleted.
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
    transaction.commit()?;
    // Of each page that a statement with triggers changes, SQLite keeps a copy in case the statement fails. In a file, these
    // copies would be most of what a document writes. Migrations change whole tables, whose copies would fill the memory.
    connection.pragma_update(None, "temp_store", "MEMORY")
}

fn schema_version(connection: &Connection) -> rusqlite::Result<u32> {
    connection.pragma_query_value(None, "user_version", |row| row.get(0))
}

/// Creates the file, unless it exists, so that only the current user can read it. SQLite gives the files beside it the same
/// permissions.
fn make_private_file(path: &Path) -> std::io::Result<()> {
    // A link may lead to a file that doesn't exist yet.
    let file =
        std::fs::read_link(path).map_or_else(|_| path.to_owned(), |target| path.with_file_name(target));
    match private().write(true).create_new(true).open(file) {
        Err(error) if error.kind() != std::io::ErrorKind::AlreadyExists => Err(error),
        _ => Ok(()),
    }
}

/// Returns the options of files that only the current user can read.
pub(super) fn private() -> OpenOptions {
    let mut options = OpenOptions::new();
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options
}

/// Creates a folder that only the current user can read: the texts aren't meant for every user of the machine.
pub(super) fn make_private_folder(folder: &Path) -> std::io::Result<()> {
    let mut builder = std::fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
}
