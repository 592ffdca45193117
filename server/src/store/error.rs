use std::path::PathBuf;

use thiserror::Error;

/// Why a request to the store failed. Nothing was written.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum StoreError {
    #[error("no space is left on the store's disk")]
    Full,
    #[error("the store is busy")]
    Busy,
    #[error("the store can't be written to")]
    ReadOnly,
    #[error("the store is damaged: {0}")]
    Corrupt(String),
    /// Whether the last change was committed may be unknown; it can be sent again.
    #[error("no connection to the database: {0}")]
    Unreachable(String),
    #[error("the store has stopped")]
    Stopped,
    #[error("{0}")]
    Failed(String),
}

impl StoreError {
    /// Returns the error as those may see it who may not know of the database and its files.
    pub fn without_reason(self) -> Self {
        let logged = || "the server's log says why".to_owned();
        match self {
            Self::Corrupt(_) => Self::Corrupt(logged()),
            Self::Unreachable(_) => Self::Unreachable(logged()),
            Self::Failed(_) => Self::Failed(logged()),
            error => error,
        }
    }
}

/// Why a store can't be opened, for whoever starts Harmony.
#[derive(Debug, Error)]
pub enum OpenError {
    #[error(
        "{path} was written by a newer Harmony (its schema is {found}, this version reads up to {known}): \
         update Harmony, or name another file with --store"
    )]
    Newer { path: PathBuf, found: u32, known: u32 },
    #[error(
        "{path} was written by an older Harmony (its schema is {found}, this version reads {known}): open it once with \
         `harmony serve --store {path}`, which updates it"
    )]
    Older { path: PathBuf, found: u32, known: u32 },
    #[error("{path} is not a Harmony store: name another file with --store")]
    NotAStore { path: PathBuf },
    #[error("there is no store at {path}: name its file with --store")]
    Missing { path: PathBuf },
    #[error(
        "{path} is on a network file system ({kind}), whose locks don't protect a store from damage: name a \
         file on a disk of this machine with --store"
    )]
    Network { path: PathBuf, kind: &'static str },
    #[error("the folder {path} can't be created: {error}; name a file elsewhere with --store")]
    Folder { path: PathBuf, error: std::io::Error },
    #[error("{path} can't be created: {error}; name a file elsewhere with --store")]
    File { path: PathBuf, error: std::io::Error },
    #[error("there is no store in the database: `harmony serve --store ADDRESS` creates it")]
    EmptyDatabase,
    #[error("a copy into the database is not finished: run its `harmony copy` again")]
    UnfinishedCopy,
    #[error("{reason}")]
    Database { reason: String },
    #[error(
        "the database was written by a newer Harmony (its schema is {found}, this version reads up to {known}): \
         update Harmony, or name another database with --store"
    )]
    NewerDatabase { found: u64, known: u64 },
    #[error(
        "the store {path} can't be opened by a user who may only read: run this as the user that it belongs to, or allow \
         writing to the file and its folder"
    )]
    NotWritable { path: PathBuf },
    #[error("the store {path} can't be opened: {reason}")]
    Unusable { path: PathBuf, reason: String },
}

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> Self {
        use rusqlite::ErrorCode;

        match error.sqlite_error_code() {
            Some(ErrorCode::DiskFull) => Self::Full,
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => Self::Busy,
            Some(ErrorCode::ReadOnly) => Self::ReadOnly,
            Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => Self::Corrupt(error.to_string()),
            _ => Self::Failed(error.to_string()),
        }
    }
}

/// Why a backup failed. An unfinished copy is deleted.
#[derive(Debug, Error)]
pub enum BackUpError {
    #[error(transparent)]
    Store(#[from] OpenError),
    #[error("{path} exists already: name a file that does not exist")]
    Exists { path: PathBuf },
    #[error("the backup can't be written to {path}: {reason}")]
    Target { path: PathBuf, reason: String },
    #[error(
        "the copy is damaged ({reason}) and was deleted; run `PRAGMA integrity_check` on the store for details"
    )]
    Damaged { reason: String },
}

#[cfg(test)]
mod tests {
    use rusqlite::ffi;

    use super::StoreError;

    fn check(code: i32, expected: &StoreError) {
        let error = rusqlite::Error::SqliteFailure(ffi::Error::new(code), None);
        assert_eq!(&StoreError::from(error), expected);
    }

    #[test]
    fn errors_of_sqlite_are_distinguished() {
        check(ffi::SQLITE_FULL, &StoreError::Full);
        check(ffi::SQLITE_BUSY, &StoreError::Busy);
        check(ffi::SQLITE_BUSY_SNAPSHOT, &StoreError::Busy);
        check(ffi::SQLITE_LOCKED, &StoreError::Busy);
        check(ffi::SQLITE_READONLY, &StoreError::ReadOnly);
    }
}
