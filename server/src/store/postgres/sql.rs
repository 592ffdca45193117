//! Connections to the database, their statements, and transactions.

use std::borrow::Cow;
use std::ops::Deref;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Bytes;
use deadpool_postgres::{
    Hook, HookError, Manager, ManagerConfig, Object, PoolError, RecyclingMethod, Runtime,
};
use rustls::{ClientConfig, RootCertStore};
use sha2::{Digest as _, Sha256};
use tokio::sync::watch;
use tokio_postgres::config::TargetSessionAttrs;
use tokio_postgres::error::SqlState;
use tokio_postgres::types::{ToSql, Type};
use tokio_postgres::{Config, CopyInSink, Row, RowStream};
use tokio_postgres_rustls::MakeRustlsConnect;

use crate::store::StoreError;

/// The most connections of one server, apart from the one that listens.
const CONNECTIONS: usize = 16;
/// How long a request waits for a connection.
pub(super) const PATIENCE: Duration = Duration::from_secs(5);
/// What every connection begins with. Nothing may hold the lock of the order for long, whatever happens to its server; and what
/// is acknowledged is on disk, also where the database is set to be faster than that.
const SETTINGS: &str = "SET statement_timeout = '60s'; SET idle_in_transaction_session_timeout = '3s';
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
        // There is time for each host, one after the other.
        let hosts = config.get_hosts().len().max(config.get_hostaddrs().len());
        let patience = PATIENCE / (u32::try_from(hosts).unwrap_or(u32::MAX).saturating_add(1));
        config.application_name("harmony").connect_timeout(patience).keepalives_idle(Duration::from_secs(15));
        config.tcp_user_timeout(Duration::from_secs(20));
        // Of several, one takes what is written: the others are its standbys.
        if hosts > 1 && config.get_target_session_attrs() == TargetSessionAttrs::Any {
            config.target_session_attrs(TargetSessionAttrs::ReadWrite);
        }
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
        let connections = deadpool_postgres::Pool::builder(manager)
            .max_size(CONNECTIONS)
            .runtime(Runtime::Tokio1)
            .wait_timeout(Some(PATIENCE))
            .create_timeout(Some(PATIENCE))
            .post_create(prepare)
            .build()
            .map_err(|error| error.to_string())?;
        Ok(Pool { connections, cuts: watch::Sender::new(()) })
    }
}

/// The connections of a server.
#[derive(Clone)]
pub(in crate::store) struct Pool {
    connections: deadpool_postgres::Pool,
    /// Changes when all connections are given up.
    cuts: watch::Sender<()>,
}

impl Pool {
    /// Gives up all connections. Nobody waits any longer for what was asked on them: a network that forgot a connection
    /// never says so.
    pub fn give_up(&self) {
        self.cuts.send_replace(());
        self.connections.retain(|_, _| false);
    }
}

/// Returns words without the character that the database's texts can't have.
pub(in crate::store) fn clean(words: &str) -> Cow<'_, str> {
    if words.contains('\0') { Cow::Owned(words.replace('\0', "\u{fffd}")) } else { Cow::Borrowed(words) }
}

/// The most bytes of a name that shares the row of an index with another one, and of one that is alone there: such a row has
/// room for 2,704.
const LONGEST_NAME: usize = 1_300;
const LONGEST_KEY: usize = 2_600;
/// How much is kept of a longer one.
const KEPT: usize = 1_000;

/// Returns a name as it is stored where an index has it. One that is already stored is returned as it is.
pub(in crate::store) fn as_name(words: &str) -> Cow<'_, str> {
    bounded(words, LONGEST_NAME)
}

/// Returns a name, composed of several, as it is stored where an index has it alone.
pub(in crate::store) fn as_key(words: &str) -> Cow<'_, str> {
    bounded(words, LONGEST_KEY)
}

/// Returns clean words, of which the beginning and a digest stand for those that are longer.
fn bounded(words: &str, longest: usize) -> Cow<'_, str> {
    let words = clean(words);
    if words.len() <= longest {
        return words;
    }
    let kept = words.get(..words.floor_char_boundary(KEPT)).unwrap_or_default();
    let digest: [u8; 32] = Sha256::digest(words.as_bytes()).into();
    Cow::Owned(format!("{kept}…{}", data_encoding::HEXLOWER.encode(&digest)))
}

/// The values of a statement.
pub(in crate::store) type Values<'v> = &'v [&'v (dyn ToSql + Sync)];

/// A connection from the pool. Each statement is prepared once and kept.
pub(in crate::store) struct Sql {
    /// It is there until it is dropped.
    connection: Option<Object>,
    cuts: watch::Receiver<()>,
}

impl Sql {
    fn connection(&self) -> &Object {
        self.connection.as_ref().expect("it is there until it is dropped")
    }

    /// Closes the connection, which undoes what is not committed.
    fn close(&mut self) {
        drop(self.connection.take().map(Object::take));
    }

    pub async fn rows(&self, sql: &str, values: Values<'_>) -> Result<Vec<Row>, StoreError> {
        let connection = self.connection();
        let answer = async { connection.query(&connection.prepare_cached(sql).await?, values).await };
        unless_given_up(&self.cuts, answer).await
    }

    /// Returns the first row.
    pub async fn row(&self, sql: &str, values: Values<'_>) -> Result<Option<Row>, StoreError> {
        Ok(self.rows(sql, values).await?.into_iter().next())
    }

    /// Returns the only row of a query that always has one, such as a count.
    pub async fn one(&self, sql: &str, values: Values<'_>) -> Result<Row, StoreError> {
        let connection = self.connection();
        let answer = async { connection.query_one(&connection.prepare_cached(sql).await?, values).await };
        unless_given_up(&self.cuts, answer).await
    }

    pub async fn exists(&self, sql: &str, values: Values<'_>) -> Result<bool, StoreError> {
        Ok(self.row(sql, values).await?.is_some())
    }

    /// Returns how many rows were written.
    pub async fn execute(&self, sql: &str, values: Values<'_>) -> Result<u64, StoreError> {
        let connection = self.connection();
        let answer = async { connection.execute(&connection.prepare_cached(sql).await?, values).await };
        unless_given_up(&self.cuts, answer).await
    }

    /// Returns rows one after the other, for queries of very many.
    pub async fn stream(&self, sql: &str) -> Result<RowStream, StoreError> {
        Ok(self.connection().query_raw(sql, std::iter::empty::<i64>()).await?)
    }

    /// Returns the types of the columns of a query.
    pub async fn types(&self, sql: &str) -> Result<Vec<Type>, StoreError> {
        let statement = self.connection().prepare(sql).await?;
        Ok(statement.columns().iter().map(|column| column.type_().clone()).collect())
    }

    /// Begins to write rows as they are sent.
    pub async fn copy_in(&self, sql: &str) -> Result<CopyInSink<Bytes>, StoreError> {
        Ok(self.connection().copy_in(sql).await?)
    }

    /// Runs statements without values.
    pub async fn run(&self, sql: &str) -> Result<(), StoreError> {
        unless_given_up(&self.cuts, self.connection().batch_execute(sql)).await
    }
}

pub(in crate::store) async fn connect(pool: &Pool) -> Result<Sql, StoreError> {
    let cuts = pool.cuts.subscribe();
    let connection = Some(unless_given_up(&cuts, pool.connections.get()).await?);
    Ok(Sql { connection, cuts })
}

/// Waits for an answer until all connections are given up.
async fn unless_given_up<T, E: Into<StoreError>>(
    cuts: &watch::Receiver<()>,
    answer: impl Future<Output = Result<T, E>>,
) -> Result<T, StoreError> {
    let mut cuts = cuts.clone();
    tokio::select! {
        answer = answer => answer.map_err(Into::into),
        Ok(()) = cuts.changed() => Err(unheard()),
    }
}

/// Nothing was heard of the database for too long.
pub(super) fn unheard() -> StoreError {
    StoreError::Unreachable("it stopped answering".to_owned())
}

impl Drop for Sql {
    fn drop(&mut self) {
        // One that was given up doesn't return to the others.
        if self.cuts.has_changed().unwrap_or(false) {
            self.close();
        }
    }
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
        if let Some(mut sql) = self.0.take() {
            sql.close();
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
            // Of statements that are sent together, another one failed, which undid all of them.
            | SqlState::IN_FAILED_SQL_TRANSACTION
            | SqlState::QUERY_CANCELED => Self::Busy,
            SqlState::DATA_CORRUPTED | SqlState::INDEX_CORRUPTED => Self::Corrupt(answer.to_string()),
            SqlState::ADMIN_SHUTDOWN
            | SqlState::CRASH_SHUTDOWN
            | SqlState::CANNOT_CONNECT_NOW
            | SqlState::IDLE_IN_TRANSACTION_SESSION_TIMEOUT
            | SqlState::TOO_MANY_CONNECTIONS => Self::Unreachable(answer.to_string()),
            _ => Self::Failed(answer.to_string()),
        }
    }
}

impl From<PoolError> for StoreError {
    fn from(error: PoolError) -> Self {
        match error {
            PoolError::Backend(error) => match Self::from(error) {
                // Whatever it was, it kept the database from taking a connection, so nothing was asked.
                Self::Failed(reason) => Self::Unreachable(reason),
                known => known,
            },
            PoolError::Timeout(_) => Self::Busy,
            other => Self::Unreachable(other.to_string()),
        }
    }
}

pub(in crate::store) fn with_causes(error: &dyn std::error::Error) -> String {
    let causes = std::iter::successors(Some(error), |error| error.source());
    causes.map(ToString::to_string).collect::<Vec<_>>().join(": ")
}

#[cfg(test)]
mod tests {
    use tokio_postgres::config::TargetSessionAttrs;

    use super::{Database, LONGEST_KEY, LONGEST_NAME, PATIENCE, as_key, as_name};

    #[test]
    fn long_names_fit_into_the_row_of_an_index_and_stay_apart() {
        let check = |words: &str, is_kept: bool| {
            let stored = as_name(words).into_owned();
            assert_eq!((stored == words, stored.len() <= LONGEST_NAME), (is_kept, true), "{words}");
            assert_eq!(as_name(&stored), stored, "it is stored as it is");
        };
        check("night", true);
        check("a\0b", false);
        check(&"x".repeat(LONGEST_NAME), true);
        check(&"x".repeat(LONGEST_NAME + 1), false);
        check(&"한".repeat(LONGEST_NAME), false);
        let long = "x".repeat(LONGEST_KEY);
        assert_ne!(as_name(&long), as_name(&format!("{long}y")));
        assert_eq!(as_key(&long), long);
        assert_eq!(as_key(&format!("{long}y")), as_name(&format!("{long}y")));
    }

    #[test]
    fn of_several_hosts_the_one_that_takes_what_is_written_is_found_in_time() {
        let check = |address: &str, expected: TargetSessionAttrs, hosts: u32| {
            let config = Database::named(address).expect("it can be read").config;
            assert_eq!(config.get_target_session_attrs(), expected, "{address}");
            let timeout = config.get_connect_timeout().copied().expect("there is one");
            assert!(timeout * hosts < PATIENCE, "{address}: {timeout:?}");
        };
        check("postgres://u@one/db", TargetSessionAttrs::Any, 1);
        check("postgres://u@one:1,two:2/db", TargetSessionAttrs::ReadWrite, 2);
        check(
            "postgres://u@one,two,three/db?target_session_attrs=read-write",
            TargetSessionAttrs::ReadWrite,
            3,
        );
        check("postgres://u@one,two/db?target_session_attrs=read-only", TargetSessionAttrs::ReadOnly, 2);
    }
}
