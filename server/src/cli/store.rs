//! The store of `--store`. One that was mistyped is named, and nothing is created in its place.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, bail};

use crate::clock;
use crate::config::{StorePlace, store_file};
use crate::store::{PostgresStore, SharedStore, SqliteStore, is_begun_like_a_store};

/// The most stores that an error names.
const MOST_NAMED: usize = 3;
/// The most entries of a folder that are looked at for it.
const MOST_SEEN: usize = 1_000;

/// How a store is opened.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Opened {
    /// It is created if it doesn't exist.
    Created,
    Existing,
    ReadOnly,
}

pub(super) async fn open(place: &StorePlace, opened: Opened) -> anyhow::Result<SharedStore> {
    let epoch = clock::new_epoch();
    Ok(match (place, opened) {
        (StorePlace::Temporary, _) => Arc::new(SqliteStore::temporary(epoch)?),
        (StorePlace::File(path), Opened::Created) => Arc::new(SqliteStore::open(path, epoch)?),
        (StorePlace::File(path), Opened::Existing) => Arc::new(SqliteStore::open_existing(path, epoch)?),
        (StorePlace::File(path), Opened::ReadOnly) => Arc::new(SqliteStore::open_read_only(path)?),
        (StorePlace::Database(address), opened) => {
            let store = match opened {
                Opened::Created => PostgresStore::open(address, epoch).await,
                Opened::Existing | Opened::ReadOnly => PostgresStore::open_existing(address).await,
            };
            Arc::new(store.with_context(|| place.shown())?)
        }
    })
}

/// Returns the store that was named, or the default one; an error if its file doesn't exist. `otherwise` says what else can
/// be done.
pub(super) fn existing(named: Option<&Path>, otherwise: Option<&str>) -> anyhow::Result<StorePlace> {
    match named.map(StorePlace::named) {
        Some(place @ StorePlace::Database(_)) => Ok(place),
        _ => existing_file(named, otherwise).map(StorePlace::File),
    }
}

fn existing_file(named: Option<&Path>, otherwise: Option<&str>) -> anyhow::Result<PathBuf> {
    let file = file_of(named)?;
    if file.exists() {
        return Ok(file);
    }
    let mut remedies: Vec<String> = Vec::new();
    let near = stores_near(&file);
    if !near.is_empty() {
        remedies.push(format!("name another with --store: {}", near.join(", ")));
    }
    match store_file(None) {
        Ok(default) if named.is_some() && default.exists() => {
            remedies.push(format!("leave out --store for the default one, {}", default.display()));
        }
        _ if near.is_empty() => remedies.push("name its file with --store".to_owned()),
        _ => {}
    }
    remedies.extend(otherwise.map(str::to_owned));
    bail!("there is no store at {}: {}", file.display(), remedies.join("; or "))
}

/// Returns the store to serve: the default one, which may be created with its folder, or the one that was named, which may
/// be created in a folder that exists.
pub(super) fn to_serve(named: Option<&Path>) -> anyhow::Result<StorePlace> {
    if let Some(place @ StorePlace::Database(_)) = named.map(StorePlace::named) {
        return Ok(place);
    }
    let file = file_of(named)?;
    let folder = folder_of(&file);
    if named.is_some() && !folder.is_dir() {
        let folder = folder.display();
        bail!(
            "the folder {folder} of the store does not exist: create it with `mkdir -p {folder}`, or correct --store"
        );
    }
    Ok(StorePlace::File(file))
}

/// Returns the file that was named, or the default one.
pub(super) fn file_of(named: Option<&Path>) -> anyhow::Result<PathBuf> {
    // Not printed: it may hold a password.
    if named.and_then(Path::to_str).is_some_and(|named| named.contains("://")) {
        bail!("a store is a file, or a PostgreSQL database with an address such as postgres://…");
    }
    Ok(store_file(named)?)
}

/// Returns the stores in the folder of a missing file, those with the most similar names first.
fn stores_near(missing: &Path) -> Vec<String> {
    let name =
        |path: &Path| path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let wanted = name(missing);
    let entries = folder_of(missing).read_dir().into_iter().flatten().take(MOST_SEEN).flatten();
    let mut stores: Vec<PathBuf> = entries.map(|entry| entry.path()).filter(|path| is_store(path)).collect();
    stores.sort_by_cached_key(|path| (strsim::osa_distance(&name(path), &wanted), path.clone()));
    let shown = |path: &PathBuf| {
        let bare = missing.parent().is_none_or(|folder| folder.as_os_str().is_empty());
        if bare { name(path) } else { path.display().to_string() }
    };
    stores.iter().take(MOST_NAMED).map(shown).collect()
}

fn is_store(path: &Path) -> bool {
    let mut beginning = Vec::new();
    let is_file = path.metadata().is_ok_and(|found| found.is_file());
    let read = is_file.then(|| File::open(path)).and_then(Result::ok);
    read.is_some_and(|file| file.take(100).read_to_end(&mut beginning).is_ok())
        && is_begun_like_a_store(&beginning)
}

fn folder_of(file: &Path) -> &Path {
    file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}
