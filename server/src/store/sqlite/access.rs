//! Tokens, and the log of what was changed.

use app::access::{AuditLog, Audited, Token};
use rusqlite::{Connection, OptionalExtension, Row, params};

use super::changes::Changes;
use crate::store::access::{page, role};
use crate::store::{
    AUDIT_PAGE, AccessChange, Digest, MOST_AUDITED, MOST_LOGINS, MOST_TOKENS, NewAudited, NewToken,
    StoreError,
};

const TOKEN: &str =
    "id, name, role, login, created_ms, created_by, expires_ms, revoked_ms, used_ms FROM token";

pub(super) fn tokens(connection: &mut Connection) -> Result<Vec<Token>, StoreError> {
    let mut statement = connection
        .prepare_cached(&format!("SELECT {TOKEN} ORDER BY revoked_ms IS NULL DESC, id DESC LIMIT ?1"))?;
    let tokens = statement.query_map([MOST_TOKENS], token)?;
    Ok(tokens.collect::<Result<_, _>>()?)
}

pub(super) fn token_of(connection: &mut Connection, digest: &Digest) -> Result<Option<Token>, StoreError> {
    let mut statement = connection.prepare_cached(&format!("SELECT {TOKEN} WHERE digest = ?1"))?;
    Ok(statement.query_row([digest], token).optional()?)
}

pub(super) fn has_tokens(connection: &mut Connection) -> Result<bool, StoreError> {
    let mut statement = connection.prepare_cached("SELECT 1 FROM token WHERE login = 0")?;
    Ok(statement.exists([])?)
}

pub(super) fn audit_log(connection: &mut Connection, before: Option<i64>) -> Result<AuditLog, StoreError> {
    let mut statement = connection.prepare_cached(
        "SELECT id, at_ms, actor, action, subject, status FROM audit WHERE id < ?1 ORDER BY id DESC LIMIT ?2",
    )?;
    let records = statement.query_map(params![before.unwrap_or(i64::MAX), AUDIT_PAGE + 1], |row| {
        Ok(Audited {
            id: row.get(0)?,
            at_ms: row.get(1)?,
            actor: row.get(2)?,
            action: row.get(3)?,
            subject: row.get(4)?,
            status: row.get(5)?,
        })
    })?;
    Ok(page(records.collect::<Result<_, _>>()?))
}

fn token(row: &Row<'_>) -> rusqlite::Result<Token> {
    Ok(Token {
        id: row.get(0)?,
        name: row.get(1)?,
        role: role(row.get_ref(2)?.as_str()?),
        is_login: row.get(3)?,
        created_ms: row.get(4)?,
        created_by: row.get(5)?,
        expires_ms: row.get(6)?,
        revoked_ms: row.get(7)?,
        used_ms: row.get(8)?,
    })
}

impl Changes<'_> {
    pub fn change_access(&self, change: &AccessChange) -> Result<Option<i64>, StoreError> {
        match change {
            AccessChange::Create(token) => self.create_token(token),
            AccessChange::Revoke { id, at_ms } => self.revoke_token(*id, *at_ms),
            AccessChange::Used { id, at_ms } => {
                self.transaction
                    .prepare_cached("UPDATE token SET used_ms = ?2 WHERE id = ?1")?
                    .execute([id, at_ms])?;
                Ok(Some(*id))
            }
            AccessChange::Begin(audited) => self.audit(audited).map(Some),
            AccessChange::End { id, status } => {
                self.transaction
                    .prepare_cached("UPDATE audit SET status = ?2 WHERE id = ?1")?
                    .execute(params![id, status])?;
                Ok(Some(*id))
            }
        }
    }

    fn create_token(&self, token: &NewToken) -> Result<Option<i64>, StoreError> {
        let NewToken { name, role, digest, is_login, parent, created_ms, created_by, expires_ms } = token;
        if *is_login {
            self.transaction
                .prepare_cached(
                    "DELETE FROM token WHERE login = 1 AND (revoked_ms IS NOT NULL OR expires_ms <= ?1 OR id IN (
                       SELECT id FROM token WHERE login = 1 ORDER BY id DESC LIMIT -1 OFFSET ?2))",
                )?
                .execute(params![created_ms, MOST_LOGINS - 1])?;
        } else {
            self.transaction
                .prepare_cached(
                    "DELETE FROM token WHERE id IN (
                       SELECT id FROM token WHERE login = 0 AND (revoked_ms IS NOT NULL OR expires_ms <= ?1)
                       ORDER BY id DESC LIMIT -1 OFFSET ?2)",
                )?
                .execute(params![created_ms, MOST_TOKENS])?;
        }
        let created = self
            .transaction
            .prepare_cached(
                "INSERT INTO token (name, role, digest, login, parent, created_ms, created_by, expires_ms)
                 SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8
                 WHERE ?4 OR (SELECT count(*) FROM token WHERE login = 0 AND revoked_ms IS NULL
                   AND (expires_ms IS NULL OR expires_ms > ?6)) < ?9
                 RETURNING id",
            )?
            .query_row(
                params![
                    name,
                    role.as_str(),
                    digest,
                    is_login,
                    parent,
                    created_ms,
                    created_by,
                    expires_ms,
                    MOST_TOKENS
                ],
                |row| row.get(0),
            );
        Ok(created.optional()?)
    }

    fn revoke_token(&self, id: i64, at_ms: i64) -> Result<Option<i64>, StoreError> {
        let revoked = self
            .transaction
            .prepare_cached(
                "UPDATE token SET revoked_ms = ?2 WHERE id = ?1 AND revoked_ms IS NULL
                 AND (expires_ms IS NULL OR expires_ms > ?2)",
            )?
            .execute([id, at_ms])?;
        self.transaction
            .prepare_cached("UPDATE token SET revoked_ms = ?2 WHERE parent = ?1 AND revoked_ms IS NULL")?
            .execute([id, at_ms])?;
        Ok((revoked > 0).then_some(id))
    }

    fn audit(&self, audited: &NewAudited) -> Result<i64, StoreError> {
        let NewAudited { at_ms, actor, action, subject, status } = audited;
        let id = self
            .transaction
            .prepare_cached(
                "INSERT INTO audit (at_ms, actor, action, subject, status) VALUES (?1, ?2, ?3, ?4, ?5) RETURNING id",
            )?
            .query_row(params![at_ms, actor, action, subject, status], |row| row.get(0))?;
        self.transaction
            .prepare_cached("DELETE FROM audit WHERE id <= ?1 - ?2")?
            .execute([id, MOST_AUDITED])?;
        Ok(id)
    }
}
