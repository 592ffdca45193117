//! Stores that are used once.

use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};

use anyhow::{Context, Result};
use tempfile::TempDir;
use tokio_postgres::{Client, NoTls};

pub struct Stores {
    folder: TempDir,
    /// The address of a database beside which others are created.
    database: Option<String>,
    made: AtomicU64,
}

impl Stores {
    pub fn new(folder: &Path, database: Option<String>) -> Result<Self> {
        Ok(Self { folder: tempfile::tempdir_in(folder)?, database, made: AtomicU64::new(0) })
    }

    /// Returns whether several servers can share a store.
    pub fn are_shared(&self) -> bool {
        self.database.is_some()
    }

    /// Returns the file or the address of a new store.
    pub async fn make(&self) -> Result<String> {
        self.make_with("").await
    }

    /// Makes a store in a database that is created with options.
    pub async fn make_with(&self, options: &str) -> Result<String> {
        let number = self.made.fetch_add(1, Ordering::Relaxed);
        let Some(address) = &self.database else {
            let folder = self.folder.path().join(number.to_string());
            fs::create_dir(&folder)?;
            return Ok(folder.join("harmony.sqlite").to_string_lossy().into_owned());
        };
        // Each kind is a process of its own.
        let name = format!("chaos_{}_{number}", std::process::id());
        connect(address).await?.batch_execute(&format!("CREATE DATABASE {name} {options}")).await?;
        named(address, &name)
    }

    /// Removes a store that no server has open.
    pub async fn remove(&self, store: &str) -> Result<()> {
        if let Some(address) = &self.database {
            let name = store.rsplit('/').next().and_then(|name| name.split('?').next());
            let name = name.context("the store has no name")?;
            // A server that was killed may not have been noticed yet.
            let drop = format!("DROP DATABASE {name} WITH (FORCE)");
            connect(address).await?.batch_execute(&drop).await?;
            return Ok(());
        }
        let folder = Path::new(store).parent().context("the store has no folder")?;
        fs::remove_dir_all(folder).with_context(|| format!("{store} can't be removed"))
    }

    /// Runs statements outside of the stores.
    pub async fn execute(&self, statements: &str) -> Result<()> {
        let address = self.database.as_deref().context("there is no database")?;
        Ok(connect(address).await?.batch_execute(statements).await?)
    }
}

/// Returns the address of another database of the same server.
fn named(address: &str, name: &str) -> Result<String> {
    let (server, path) = address.rsplit_once('/').context("the address names no database")?;
    let options = path.find('?').and_then(|at| path.get(at..)).unwrap_or_default();
    Ok(format!("{server}/{name}{options}"))
}

async fn connect(address: &str) -> Result<Client> {
    let (client, connection) =
        tokio_postgres::connect(address, NoTls).await.context("no database answers")?;
    tokio::spawn(connection);
    Ok(client)
}

#[cfg(test)]
mod tests {
    use super::named;

    #[test]
    fn another_database_keeps_the_hosts_and_options() {
        let check = |address: &str, expected: &str| {
            assert_eq!(named(address, "other").ok().as_deref(), Some(expected));
        };
        check("postgres://u@127.0.0.1:1/postgres", "postgres://u@127.0.0.1:1/other");
        check("postgres://u@[::1]:1,[::1]:2/a?b=c", "postgres://u@[::1]:1,[::1]:2/other?b=c");
    }
}
