//! Values of both engines.

use std::error::Error;
use std::hash::{DefaultHasher, Hash, Hasher};

use rusqlite::types::{ToSqlOutput, ValueRef};
use tokio_postgres::Row;
use tokio_postgres::types::{FromSql, IsNull, ToSql, Type, private::BytesMut, to_sql_checked};

/// A value of a row. What is a boolean in PostgreSQL is a number in SQLite.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Value {
    Null,
    Number(i64),
    Text(String),
    Bytes(Vec<u8>),
}

/// The rows of a part of a store: how many there are, and a digest that doesn't depend on their order.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub(super) struct Sum {
    pub rows: u64,
    pub digest: u64,
}

impl Sum {
    pub fn add(&mut self, row: &[Value]) {
        let mut hasher = DefaultHasher::new();
        row.hash(&mut hasher);
        self.rows += 1;
        self.digest = self.digest.wrapping_add(hasher.finish());
    }
}

impl Value {
    /// Reads a value of SQLite. A text there may have the character that PostgreSQL's can't have.
    pub fn of_sqlite(value: ValueRef<'_>) -> rusqlite::Result<Self> {
        Ok(match value {
            ValueRef::Null => Self::Null,
            ValueRef::Integer(number) => Self::Number(number),
            ValueRef::Text(_) => Self::Text(value.as_str()?.replace('\0', "\u{fffd}")),
            ValueRef::Blob(bytes) => Self::Bytes(bytes.to_owned()),
            // No column is one.
            ValueRef::Real(number) => Self::Text(number.to_string()),
        })
    }

    pub fn of_postgres(row: &Row, column: usize) -> Result<Self, tokio_postgres::Error> {
        Ok(row.try_get::<_, Option<Self>>(column)?.unwrap_or(Self::Null))
    }

    /// About how much memory it takes.
    pub fn bytes(&self) -> usize {
        match self {
            Self::Null | Self::Number(_) => 16,
            Self::Text(text) => text.len(),
            Self::Bytes(bytes) => bytes.len(),
        }
    }
}

impl rusqlite::ToSql for Value {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(ToSqlOutput::Borrowed(match self {
            Self::Null => ValueRef::Null,
            Self::Number(number) => ValueRef::Integer(*number),
            Self::Text(text) => ValueRef::Text(text.as_bytes()),
            Self::Bytes(bytes) => ValueRef::Blob(bytes),
        }))
    }
}

impl ToSql for Value {
    fn to_sql(&self, ty: &Type, out: &mut BytesMut) -> Result<IsNull, Box<dyn Error + Sync + Send>> {
        match self {
            Self::Null => Ok(IsNull::Yes),
            Self::Number(number) if *ty == Type::BOOL => (*number != 0).to_sql(ty, out),
            Self::Number(number) => number.to_sql(ty, out),
            Self::Text(text) => text.to_sql(ty, out),
            Self::Bytes(bytes) => bytes.to_sql(ty, out),
        }
    }

    fn accepts(ty: &Type) -> bool {
        [Type::INT8, Type::BOOL, Type::TEXT, Type::BYTEA].contains(ty)
    }

    to_sql_checked!();
}

impl<'r> FromSql<'r> for Value {
    fn from_sql(ty: &Type, raw: &'r [u8]) -> Result<Self, Box<dyn Error + Sync + Send>> {
        Ok(match *ty {
            Type::INT8 => Self::Number(i64::from_sql(ty, raw)?),
            Type::BOOL => Self::Number(bool::from_sql(ty, raw)?.into()),
            Type::BYTEA => Self::Bytes(raw.to_owned()),
            _ => Self::Text(String::from_sql(ty, raw)?),
        })
    }

    fn accepts(ty: &Type) -> bool {
        <Self as ToSql>::accepts(ty)
    }
}
