//! Copies a store between a file and a database: all rows with their places in the order, so that links and the cursors of
//! viewers stay what they are.
//!
//! A part is copied in one transaction, together with the note that it is: an interrupted copy goes on with the next part. What
//! was written is read again at the end and compared with what was read.

mod parts;
mod postgres_side;
mod sqlite_side;
mod value;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use thiserror::Error;
use tokio::sync::mpsc;
use tokio::task::{self, JoinError};

use self::parts::{PARTS, Part};
use self::value::{Sum, Value};
use super::{OpenError, StoreError};

pub(in crate::store) use postgres_side::COPYING;

/// Rows on their way; none at the end.
type Batch = Vec<Vec<Value>>;

/// The batches that wait for whoever writes them.
const WAITING: usize = 4;

/// What was copied.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Copied {
    pub documents: u64,
    pub rows: u64,
}

#[derive(Debug, Error)]
pub enum CopyError {
    #[error(transparent)]
    Open(#[from] OpenError),
    /// Going on can help.
    #[error("the copy was interrupted: {0}; run the same command to go on")]
    Interrupted(StoreError),
    #[error("the copy failed: {0}")]
    Failed(StoreError),
    #[error(
        "the database is in use: stop its servers, and whatever else of Harmony uses it, and run the same command again"
    )]
    InUse,
    #[error("{to} is not empty: name another place to copy to")]
    NotEmpty { to: String },
    #[error(
        "the store that is copied has changed since an earlier copy was interrupted: add --restart to copy all of it"
    )]
    Changed,
    #[error("the copy of `{table}` differs from what was copied; add --restart to copy all of it again")]
    Differs { table: &'static str },
    #[error("the copy can't be put in its place: {0}")]
    Place(std::io::Error),
}

impl From<StoreError> for CopyError {
    fn from(error: StoreError) -> Self {
        use StoreError::{Busy, Full, Stopped, Unreachable};

        match error {
            Busy | Full | Stopped | Unreachable(_) => Self::Interrupted(error),
            lasting => Self::Failed(lasting),
        }
    }
}

impl From<JoinError> for CopyError {
    fn from(_: JoinError) -> Self {
        Self::from(StoreError::Stopped)
    }
}

/// How far a copy is.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
struct Progress {
    /// The cursor of the store that is copied.
    source: String,
    /// The parts that are complete.
    done: BTreeMap<String, Sum>,
}

impl Progress {
    fn of(source: String) -> Self {
        Self { source, ..Self::default() }
    }

    fn read(json: &str) -> Result<Self, StoreError> {
        serde_json::from_str(json)
            .map_err(|error| StoreError::Corrupt(format!("the progress of a copy: {error}")))
    }

    fn written(&self) -> Result<String, StoreError> {
        serde_json::to_string(self).map_err(|error| StoreError::Failed(error.to_string()))
    }

    fn copied(&self) -> Copied {
        let documents = self.done.get("document").map_or(0, |sum| sum.rows);
        Copied { documents, rows: self.done.values().map(|sum| sum.rows).sum() }
    }
}

/// Copies a file into an empty database that nobody uses. `report` is called with each part.
pub async fn copy_into_database(
    from: &Path,
    to: &str,
    restarts: bool,
    mut report: impl FnMut(&str, u64),
) -> Result<Copied, CopyError> {
    let (mut connection, source) = sqlite_side::open_source(from)?;
    let pool = postgres_side::open(to, Some(0)).await?;
    let sql = postgres_side::hold_alone(&pool).await?;
    let mut progress = postgres_side::start(&pool, source, restarts).await?;
    for part in PARTS {
        if progress.done.contains_key(part.table) {
            continue;
        }
        let (batches, mut received) = mpsc::channel(WAITING);
        let reading = task::spawn_blocking(move || {
            let read = sqlite_side::read(&connection, part, batches);
            (connection, read)
        });
        // The note is written only if all was read.
        let mut next = progress.clone();
        let written = postgres_side::write(&pool, part, &mut received, &mut next).await;
        drop(received);
        let (given_back, read) = reading.await?;
        connection = given_back;
        read?;
        let sum = written?;
        progress = next;
        report(part.table, sum.rows);
    }
    for part in PARTS {
        let (batches, mut received) = mpsc::channel(WAITING);
        let (read, sum) = tokio::join!(postgres_side::read(&sql, part, batches), added(&mut received));
        read?;
        compare(part, &progress, sum)?;
    }
    postgres_side::finish(&sql).await?;
    Ok(progress.copied())
}

/// Copies a database into a file that doesn't exist. `report` is called with each part.
pub async fn copy_into_file(
    from: &str,
    to: &Path,
    restarts: bool,
    mut report: impl FnMut(&str, u64),
) -> Result<Copied, CopyError> {
    if to.exists() {
        return Err(CopyError::NotEmpty { to: to.display().to_string() });
    }
    let (moment, source) = postgres_side::open_source(from).await?;
    let unfinished = unfinished(to);
    if restarts {
        remove(&unfinished).map_err(CopyError::Place)?;
    }
    let mut connection = sqlite_side::open_target(&unfinished, 0)?;
    let mut progress = match sqlite_side::progress(&connection)? {
        Some(earlier) if earlier.source == source => earlier,
        Some(_) => return Err(CopyError::Changed),
        None => Progress::of(source),
    };
    sqlite_side::set_progress(&connection, &progress)?;
    for part in PARTS {
        if progress.done.contains_key(part.table) {
            continue;
        }
        let (batches, mut received) = mpsc::channel(WAITING);
        let mut next = progress.clone();
        let writing = task::spawn_blocking(move || {
            let written = sqlite_side::write(&mut connection, part, &mut received, &mut next);
            (connection, written, next)
        });
        let read = postgres_side::read(&moment, part, batches).await;
        let (given_back, written, next) = writing.await?;
        connection = given_back;
        read?;
        let sum = written?;
        progress = next;
        report(part.table, sum.rows);
    }
    moment.commit().await?;
    for part in PARTS {
        let (batches, mut received) = mpsc::channel(WAITING);
        let reading = task::spawn_blocking(move || {
            let read = sqlite_side::read(&connection, part, batches);
            (connection, read)
        });
        let sum = added(&mut received).await;
        let (given_back, read) = reading.await?;
        connection = given_back;
        read?;
        compare(part, &progress, sum)?;
    }
    sqlite_side::finish(&connection)?;
    drop(connection);
    std::fs::rename(&unfinished, to).map_err(CopyError::Place)?;
    Ok(progress.copied())
}

async fn added(batches: &mut mpsc::Receiver<Batch>) -> Sum {
    let mut sum = Sum::default();
    while let Some(batch) = batches.recv().await {
        batch.iter().for_each(|row| sum.add(row));
    }
    sum
}

fn compare(part: &Part, progress: &Progress, sum: Sum) -> Result<(), CopyError> {
    match progress.done.get(part.table) {
        Some(copied) if *copied == sum => Ok(()),
        _ => Err(CopyError::Differs { table: part.table }),
    }
}

/// Returns the file that is written until the copy is complete.
fn unfinished(to: &Path) -> PathBuf {
    let mut name = to.as_os_str().to_owned();
    name.push(".unfinished");
    name.into()
}

/// Removes a file with what SQLite keeps beside it.
fn remove(file: &Path) -> std::io::Result<()> {
    for ending in ["", "-wal", "-shm", "-reserve"] {
        let mut name = file.as_os_str().to_owned();
        name.push(ending);
        match std::fs::remove_file(PathBuf::from(name)) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
    }
    Ok(())
}
