//! The stores of tests: SQLite, or PostgreSQL if `HARMONY_TEST_POSTGRES` is the address of a database. There, each store has
//! a schema of its own.
//!
//! So every test that opens its store here is a part of what all stores must do. What is of SQLite alone opens a
//! [`SqliteStore`] itself.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, LazyLock};

use server::store::{PostgresStore, SharedStore, SqliteStore};
use tokio::runtime::Runtime;

/// The connections of all stores. Tests have a runtime each, which ends before others are done with a store.
static RUNTIME: LazyLock<Runtime> = LazyLock::new(|| Runtime::new().unwrap());
static SCHEMAS: AtomicU64 = AtomicU64::new(0);

/// Returns the address of the database, or `None` if tests run on SQLite.
pub fn database() -> Option<String> {
    std::env::var("HARMONY_TEST_POSTGRES").ok().filter(|address| !address.is_empty())
}

/// Returns a new store that nothing else opens.
pub fn temporary(epoch: u32) -> SharedStore {
    match database() {
        Some(database) => open_schema(&database, &new_schema(), epoch),
        None => Arc::new(SqliteStore::temporary(epoch).unwrap()),
    }
}

/// Opens the store of a file, or the one in the schema that is used in its place, and creates it if it doesn't exist.
pub fn open(file: &Path, epoch: u32) -> SharedStore {
    let Some(database) = database() else { return Arc::new(SqliteStore::open(file, epoch).unwrap()) };
    let mut hasher = DefaultHasher::new();
    file.hash(&mut hasher);
    open_schema(&database, &format!("test_file_{:x}_{}", hasher.finish(), std::process::id()), epoch)
}

/// Returns the address of a new, empty schema.
pub fn new_address(database: &str) -> String {
    address_of(database, &new_schema())
}

fn new_schema() -> String {
    format!("test_{}_{}", std::process::id(), SCHEMAS.fetch_add(1, Ordering::Relaxed))
}

fn address_of(database: &str, schema: &str) -> String {
    let create = async {
        let (client, connection) = tokio_postgres::connect(database, tokio_postgres::NoTls).await.unwrap();
        let connection = tokio::spawn(connection);
        client.batch_execute(&format!("CREATE SCHEMA IF NOT EXISTS {schema}")).await.unwrap();
        drop(client);
        connection.await.unwrap().unwrap();
    };
    in_runtime(create);
    let sign = if database.contains('?') { '&' } else { '?' };
    format!("{database}{sign}options=-csearch_path%3D{schema}")
}

fn open_schema(database: &str, schema: &str, epoch: u32) -> SharedStore {
    let address = address_of(database, schema);
    Arc::new(in_runtime(async move { PostgresStore::open(&address, epoch).await.unwrap() }))
}

/// Waits on a thread of its own, since the test's own may be that of a runtime.
fn in_runtime<T: Send>(work: impl Future<Output = T> + Send) -> T {
    std::thread::scope(|scope| scope.spawn(|| RUNTIME.block_on(work)).join().unwrap())
}
