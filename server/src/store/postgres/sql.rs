//! Connections to the database, their statements, and transactions.

use std::borrow::Cow;
use std::ops::Deref;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Bytes;
use deadpool_postgres::{
    Hook, HookError, Manager, ManagerConfig, Object, Pool, PoolError, RecyclingMethod, Runtime,
};
use rustls::{ClientConfig, RootCertStore};
use tokio_postgres::error::SqlState;
use tokio_postgres::types::{ToSql, Type};
use tokio_postgres::{Config, CopyInSink, Row, RowStream};
use tokio_postgres_rustls::MakeRustlsConnect;

use crate::store::StoreError;

/// The most connections of one server, apart from the one that listens.
const CONNECTIONS: usize = 16;
/// How long a request waits for a connection.
const PATIENCE: Duration = Duration::from_secs(5);
/// What every connection begins with. Nothing may hold the lock of the order for long, whatever happens to its server; and what
/// is acknowledged is on disk, also where the database is set to be faster than that.
const SETTINGS: &str = "SET statement_timeout = '60s'; SET idle_in_transaction_session_timeout = '10s';
    SET client_min_messages = warning;
    SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'";

/// An address of a database, by which connections are made.
#[derive(Clone)]
pub(in crate::store) struct Database {
    pub config: Config,
    pub tls: MakeRustlsConnect,
}

impl Database {
    /// Reads an address such as `postgres://user:password@host:5432/name?sslmode=require`.
    pub fn named(address: &str) -> Result<Self, String> {
        let mut config: Config =
            address.parse().map_err(|error: tokio_postgres::Error| with_causes(&error))?;
        config.application_name("harmony").connect_timeout(PATIENCE).keepalives_idle(Duration::from_secs(15));
        config.tcp_user_timeout(Duration::from_secs(20));
        let mut roots = RootCertStore::empty();
        roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let tls = ClientConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .map_err(|error| error.to_string())?
            .with_root_certificates(roots)
            .with_no_client_auth();
        Ok(Self { config, tls: MakeRustlsConnect::new(tls) })
    }

    pub fn pool(&self) -> Result<Pool, String> {
        let recycling = ManagerConfig { recycling_method: RecyclingMethod::Fast };
        let manager = Manager::from_config(self.config.clone(), self.tls.clone(), recycling);
        let prepare = Hook::async_fn(|client: &mut deadpool_postgres::ClientWrapper, _| {
            Box::pin(async move { client.batch_execute(SETTINGS).await.map_err(HookError::Backend) })
        });
        Pool::builder(manager)
            .max_size(CONNECTIONS)
            .runtime(Runtime::Tokio1)
            .wait_timeout(Some(PATIENCE))
            .create_timeout(Some(PATIENCE))
            .post_create(prepare)
            .build()
            .map_err(|error| error.to_string())
    }
}

/// Returns words without the character that the database's texts can't have.
pub(in crate::store) fn clean(words: &str) -> Cow<'_, str> {
    if words.contains('\0') { Cow::Owned(words.replace('\0', "\u{fffd}")) } else { Cow::Borrowed(words) }
}

/// The values of a statement.
pub(in crate::store) type Values<'v> = &'v [&'v (dyn ToSql + Sync)];

/// A connection from the pool. Each statement is prepared once and kept.
pub(in crate::store) struct Sql(Object);

impl Sql {
    pub async fn rows(&self, sql: &str, values: Values<'_>) -> Result<Vec<Row>, StoreError> {
        let statement = self.0.prepare_cached(sql).await?;
        Ok(self.0.query(&statement, values).await?)
    }

    /// Returns the first row.
    pub async fn row(&self, sql: &str, values: Values<'_>) -> Result<Option<Row>, StoreError> {
        Ok(self.rows(sql, values).await?.into_iter().next())
    }

    /// Returns the only row of a query that always has one, such as a count.
    pub async fn one(&self, sql: &str, values: Values<'_>) -> Result<Row, StoreError> {
        let statement = self.0.prepare_cached(sql).await?;
        Ok(self.0.query_one(&statement, values).await?)
    }

    pub async fn exists(&self, sql: &str, values: Values<'_>) -> Result<bool, StoreError> {
        Ok(self.row(sql, values).await?.is_some())
    }

    /// Returns how many rows were written.
    pub async fn execute(&self, sql: &str, values: Values<'_>) -> Result<u64, StoreError> {
        let statement = self.0.prepare_cached(sql).await?;
        Ok(self.0.execute(&statement, values).await?)
    }

    /// Returns rows one after the other, for queries of very many.
    pub async fn stream(&self, sql: &str) -> Result<RowStream, StoreError> {
        Ok(self.0.query_raw(sql, std::iter::empty::<i64>()).await?)
    }

    /// Returns the types of the columns of a query.
    pub async fn types(&self, sql: &str) -> Result<Vec<Type>, StoreError> {
        let statement = self.0.prepare(sql).await?;
        Ok(statement.columns().iter().map(|column| column.type_().clone()).collect())
    }

    /// Begins to write rows as they are sent.
    pub async fn copy_in(&self, sql: &str) -> Result<CopyInSink<Bytes>, StoreError> {
        Ok(self.0.copy_in(sql).await?)
    }

    /// Runs statements without values.
    pub async fn run(&self, sql: &str) -> Result<(), StoreError> {
        Ok(self.0.batch_execute(sql).await?)
    }
}

pub(in crate::store) async fn connect(pool: &Pool) -> Result<Sql, StoreError> {
    Ok(Sql(pool.get().await?))
}

/// A transaction. Unless it is committed, its connection is closed, which undoes it: also when nobody waits for it any
/// more.
pub(in crate::store) struct Transaction(Option<Sql>);

impl Transaction {
    pub async fn begin(pool: &Pool) -> Result<Self, StoreError> {
        Self::begin_with(pool, "BEGIN").await
    }

    /// Begins one whose queries all see the same moment.
    pub async fn moment(pool: &Pool) -> Result<Self, StoreError> {
        Self::begin_with(pool, "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY").await
    }

    async fn begin_with(pool: &Pool, begin: &str) -> Result<Self, StoreError> {
        let transaction = Self(Some(connect(pool).await?));
        transaction.run(begin).await?;
        Ok(transaction)
    }

    pub async fn commit(mut self) -> Result<(), StoreError> {
        self.run("COMMIT").await?;
        drop(self.0.take());
        Ok(())
    }
}

impl Deref for Transaction {
    type Target = Sql;

    fn deref(&self) -> &Sql {
        self.0.as_ref().expect("it is there until the transaction is committed")
    }
}

impl Drop for Transaction {
    fn drop(&mut self) {
        if let Some(Sql(connection)) = self.0.take() {
            drop(Object::take(connection));
        }
    }
}

/// Returns a place in the order that is asked for, or the end of the order.
pub(in crate::store) fn place_or_end(place: Option<u64>) -> i64 {
    place.map_or(i64::MAX, |place| i64::try_from(place).unwrap_or(i64::MAX))
}

/// Reads an unsigned number, such as a place in the order, which the database has as a signed one.
pub(in crate::store) trait Unsigned {
    fn unsigned(&self, column: usize) -> Result<u64, StoreError>;
}

impl Unsigned for Row {
    fn unsigned(&self, column: usize) -> Result<u64, StoreError> {
        Ok(self.try_get::<_, i64>(column)?.cast_unsigned())
    }
}

impl From<tokio_postgres::Error> for StoreError {
    fn from(error: tokio_postgres::Error) -> Self {
        let Some(answer) = error.as_db_error() else { return Self::Unreachable(with_causes(&error)) };
        match *answer.code() {
            SqlState::DISK_FULL => Self::Full,
            SqlState::READ_ONLY_SQL_TRANSACTION => Self::ReadOnly,
            SqlState::T_R_SERIALIZATION_FAILURE
            | SqlState::T_R_DEADLOCK_DETECTED
            | SqlState::LOCK_NOT_AVAILABLE
            | SqlState::QUERY_CANCELED => Self::Busy,
            SqlState::DATA_CORRUPTED | SqlState::INDEX_CORRUPTED => Self::Corrupt(answer.to_string()),
            SqlState::ADMIN_SHUTDOWN
            | SqlState::CRASH_SHUTDOWN
            | SqlState::CANNOT_CONNECT_NOW
            | SqlState::TOO_MANY_CONNECTIONS => Self::Unreachable(answer.to_string()),
            _ => Self::Failed(answer.to_string()),
        }
    }
}

impl From<PoolError> for StoreError {
    fn from(error: PoolError) -> Self {
        match error {
            PoolError::Backend(error) => error.into(),
            PoolError::Timeout(_) => Self::Busy,
            other => Self::Unreachable(other.to_string()),
        }
    }
}

pub(in crate::store) fn with_causes(error: &dyn std::error::Error) -> String {
    let causes = std::iter::successors(Some(error), |error| error.source());
    causes.map(ToString::to_string).collect::<Vec<_>>().join(": ")
}
