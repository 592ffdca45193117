use std::path::PathBuf;

use thiserror::Error;

/// Why the store did not do what it was asked. Nothing was written when one of these comes back.
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
    #[error("the store has stopped")]
    Stopped,
    #[error("{0}")]
    Failed(String),
}

/// Why a store can't be opened, said to the person who started Harmony.
#[derive(Debug, Error)]
pub enum OpenError {
    #[error(
        "{path} was written by a newer Harmony (its schema is {found}, this one knows up to {known}); \
         update Harmony, or name another file with --store"
    )]
    Newer { path: PathBuf, found: u32, known: u32 },
    #[error("{path} is no Harmony store; name another file with --store")]
    NotAStore { path: PathBuf },
    #[error("the folder {path} can't be made: {error}; name a file elsewhere with --store")]
    Folder { path: PathBuf, error: std::io::Error },
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
