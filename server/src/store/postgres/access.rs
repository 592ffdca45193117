//! Tokens, and the log of what was changed.

use app::access::{AuditLog, Audited, Token};
use tokio_postgres::Row;

use super::changes::Changes;
use super::sql::{Sql, clean};
use crate::store::access::{page, role};
use crate::store::{
    AUDIT_PAGE, AccessChange, Digest, MOST_AUDITED, MOST_LOGINS, MOST_TOKENS, NewAudited, NewToken,
    StoreError,
};

const TOKEN: &str =
    "id, name, role, login, created_ms, created_by, expires_ms, revoked_ms, used_ms FROM token";

pub(super) async fn tokens(sql: &Sql) -> Result<Vec<Token>, StoreError> {
    let listed = format!("SELECT {TOKEN} ORDER BY revoked_ms IS NULL DESC, id DESC LIMIT $1");
    sql.rows(&listed, &[&i64::from(MOST_TOKENS)]).await?.iter().map(token).collect()
}

pub(super) async fn token_of(sql: &Sql, digest: &Digest) -> Result<Option<Token>, StoreError> {
    let found = sql.row(&format!("SELECT {TOKEN} WHERE digest = $1"), &[&digest.as_slice()]).await?;
    found.as_ref().map(token).transpose()
}

pub(super) async fn has_tokens(sql: &Sql) -> Result<bool, StoreError> {
    sql.exists("SELECT 1 FROM token WHERE login = 0 LIMIT 1", &[]).await
}

pub(super) async fn audit_log(sql: &Sql, before: Option<i64>) -> Result<AuditLog, StoreError> {
    let rows = sql
        .rows(
            "SELECT id, at_ms, actor, action, subject, status FROM audit WHERE id < $1 ORDER BY id DESC LIMIT $2",
            &[&before.unwrap_or(i64::MAX), &i64::from(AUDIT_PAGE + 1)],
        )
        .await?;
    let records = rows.iter().map(|row| {
        Ok(Audited {
            id: row.try_get(0)?,
            at_ms: row.try_get(1)?,
            actor: row.try_get(2)?,
            action: row.try_get(3)?,
            subject: row.try_get(4)?,
            status: row.try_get::<_, Option<i64>>(5)?.and_then(|status| u16::try_from(status).ok()),
        })
    });
    Ok(page(records.collect::<Result<_, StoreError>>()?))
}

fn token(row: &Row) -> Result<Token, StoreError> {
    Ok(Token {
        id: row.try_get(0)?,
        name: row.try_get(1)?,
        role: role(row.try_get(2)?),
        is_login: row.try_get::<_, i64>(3)? != 0,
        created_ms: row.try_get(4)?,
        created_by: row.try_get(5)?,
        expires_ms: row.try_get(6)?,
        revoked_ms: row.try_get(7)?,
        used_ms: row.try_get(8)?,
    })
}

impl Changes<'_> {
    pub async fn change_access(&self, change: &AccessChange) -> Result<Option<i64>, StoreError> {
        match change {
            AccessChange::Create(token) => self.create_token(token).await,
            AccessChange::Revoke { id, at_ms } => self.revoke_token(*id, *at_ms).await,
            AccessChange::Used { id, at_ms } => {
                self.sql.execute("UPDATE token SET used_ms = $2 WHERE id = $1", &[id, at_ms]).await?;
                Ok(Some(*id))
            }
            AccessChange::Begin(audited) => self.audit(audited).await.map(Some),
            AccessChange::End { id, status } => {
                let end = "UPDATE audit SET status = $2 WHERE id = $1";
                self.sql.execute(end, &[id, &i64::from(*status)]).await?;
                Ok(Some(*id))
            }
        }
    }

    async fn create_token(&self, token: &NewToken) -> Result<Option<i64>, StoreError> {
        let NewToken { name, role, digest, is_login, parent, created_ms, created_by, expires_ms } = token;
        let (ended, kept) = if *is_login {
            (
                "DELETE FROM token WHERE login = 1 AND (revoked_ms IS NOT NULL OR expires_ms <= $1 OR id IN (
                   SELECT id FROM token WHERE login = 1 ORDER BY id DESC OFFSET $2))",
                MOST_LOGINS - 1,
            )
        } else {
            (
                "DELETE FROM token WHERE id IN (
                   SELECT id FROM token WHERE login = 0 AND (revoked_ms IS NOT NULL OR expires_ms <= $1)
                   ORDER BY id DESC OFFSET $2)",
                MOST_TOKENS,
            )
        };
        self.sql.execute(ended, &[created_ms, &i64::from(kept)]).await?;
        let created = self
            .sql
            .row(
                "INSERT INTO token (name, role, digest, login, parent, created_ms, created_by, expires_ms)
                 SELECT $1, $2, $3, $4, $5, $6, $7, $8
                 WHERE $4 = 1::bigint OR (SELECT count(*) FROM token WHERE login = 0 AND revoked_ms IS NULL
                   AND (expires_ms IS NULL OR expires_ms > $6)) < $9
                 RETURNING id",
                &[
                    &clean(name).as_ref(),
                    &role.as_str(),
                    &digest.as_slice(),
                    &i64::from(*is_login),
                    parent,
                    created_ms,
                    &clean(created_by).as_ref(),
                    expires_ms,
                    &i64::from(MOST_TOKENS),
                ],
            )
            .await?;
        Ok(created.map(|row| row.try_get(0)).transpose()?)
    }

    async fn revoke_token(&self, id: i64, at_ms: i64) -> Result<Option<i64>, StoreError> {
        let revoked = self
            .sql
            .execute(
                "UPDATE token SET revoked_ms = $2 WHERE id = $1 AND revoked_ms IS NULL
                 AND (expires_ms IS NULL OR expires_ms > $2)",
                &[&id, &at_ms],
            )
            .await?;
        let logins = "UPDATE token SET revoked_ms = $2 WHERE parent = $1 AND revoked_ms IS NULL";
        self.sql.execute(logins, &[&id, &at_ms]).await?;
        Ok((revoked > 0).then_some(id))
    }

    async fn audit(&self, audited: &NewAudited) -> Result<i64, StoreError> {
        let NewAudited { at_ms, actor, action, subject, status } = audited;
        let row = self
            .sql
            .one(
                "INSERT INTO audit (at_ms, actor, action, subject, status) VALUES ($1, $2, $3, $4, $5) RETURNING id",
                &[
                    at_ms,
                    &clean(actor).as_ref(),
                    action,
                    &clean(subject).as_ref(),
                    &status.map(i64::from),
                ],
            )
            .await?;
        let id: i64 = row.try_get(0)?;
        self.sql.execute("DELETE FROM audit WHERE id <= $1", &[&(id - MOST_AUDITED)]).await?;
        Ok(id)
    }
}
