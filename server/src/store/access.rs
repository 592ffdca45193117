use app::access::{AuditLog, Audited, Role};

use super::Digest;

/// The most tokens that can be in use, logins not counted, and that a list has.
pub const MOST_TOKENS: u32 = 1_000;
/// The most browsers that can be logged in; the oldest is logged out then.
pub const MOST_LOGINS: u32 = 10_000;
/// The newest records of the audit log are kept.
pub const MOST_AUDITED: i64 = 100_000;
/// The records on a page of the audit log.
pub const AUDIT_PAGE: u32 = 50;

/// Changes tokens or the audit log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AccessChange {
    /// The answer is its id, or `None` if there are [`MOST_TOKENS`].
    Create(NewToken),
    /// Ends a token, and the logins by it. The answer is its id, or `None` if there is none that is active.
    Revoke { id: i64, at_ms: i64 },
    /// Remembers when a token was used.
    Used { id: i64, at_ms: i64 },
    /// Begins a record of the audit log. The answer is its id.
    Begin(NewAudited),
    /// Adds the status of the answer to a record.
    End { id: i64, status: u16 },
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewToken {
    pub name: String,
    pub role: Role,
    /// Of its secret.
    pub digest: Digest,
    pub is_login: bool,
    /// The token by which somebody logged in.
    pub parent: Option<i64>,
    pub created_ms: i64,
    pub created_by: String,
    pub expires_ms: Option<i64>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewAudited {
    pub at_ms: i64,
    pub actor: String,
    pub action: String,
    pub subject: String,
    /// Known at once for a login.
    pub status: Option<u16>,
}

/// Returns the role of a name. One that a newer Harmony knows allows the least.
pub(super) fn role(name: &str) -> Role {
    Role::named(name).unwrap_or(Role::Read)
}

/// Returns a page of records, of which there is one too many if there are more.
pub(super) fn page(mut records: Vec<Audited>) -> AuditLog {
    let is_longer = records.len() > AUDIT_PAGE as usize;
    records.truncate(AUDIT_PAGE as usize);
    let next = records.last().filter(|_| is_longer).map(|last| last.id);
    AuditLog { records, next }
}
