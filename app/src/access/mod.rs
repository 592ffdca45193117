//! Who may do what: roles, the tokens that have them, and the log of what was changed. Pure: the store keeps them, and the
//! server checks them.

mod action;

use serde::{Deserialize, Serialize};

pub use action::{ACTIONS, action_named};

crate::named::named! {
    /// What a token is for.
    #[derive(Serialize, Deserialize)]
    #[cfg_attr(feature = "ssr", derive(schemars::JsonSchema))]
    #[serde(rename_all = "lowercase")]
    pub enum Role {
        /// Reads everything, and changes nothing.
        Read = "read",
        /// Sends documents, and can do nothing else.
        Ingest = "ingest",
        /// Publishes preview links, and can do nothing else.
        Publish = "publish",
        /// Everything, tokens included.
        Operate = "operate",
    }
}

impl Role {
    /// Returns whether a token with this role may do what needs that one.
    pub fn allows(self, needed: Self) -> bool {
        self == Self::Operate || self == needed
    }

    /// Returns what it allows, for a person who chooses one.
    pub const fn meaning(self) -> &'static str {
        match self {
            Self::Read => "reads everything, changes nothing",
            Self::Ingest => "sends documents, nothing else",
            Self::Publish => "publishes preview links, nothing else",
            Self::Operate => "everything, including tokens",
        }
    }
}

/// A token as pages and programs see it: without its secret, which nobody keeps. A person who logs in has one, too.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ssr", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Token {
    pub id: i64,
    pub name: String,
    pub role: Role,
    /// It belongs to a browser in which somebody logged in.
    pub is_login: bool,
    pub created_ms: i64,
    /// Who created it.
    pub created_by: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expires_ms: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub revoked_ms: Option<i64>,
    /// To within a few minutes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub used_ms: Option<i64>,
}

impl Token {
    /// The most letters of a name.
    pub const MOST_LETTERS: usize = 100;
    /// A login ends when it isn't used for so long.
    pub const LOGIN_UNUSED_FOR_MS: i64 = 14 * 24 * 60 * 60 * 1000;

    pub fn is_active(&self, now_ms: i64) -> bool {
        let unused_ms = now_ms - self.used_ms.unwrap_or(self.created_ms);
        self.revoked_ms.is_none()
            && self.expires_ms.is_none_or(|expires_ms| now_ms < expires_ms)
            && !(self.is_login && unused_ms > Self::LOGIN_UNUSED_FOR_MS)
    }
}

/// What somebody changed, or tried to change.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ssr", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Audited {
    pub id: i64,
    pub at_ms: i64,
    /// A token's name, a person's address, or where the change was made.
    pub actor: String,
    /// The operation: `DELETE /api/documents/{id}`.
    pub action: String,
    /// What it was done to, as far as the request says.
    pub subject: String,
    /// The status of the answer. Without one the server stopped before it answered.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status: Option<u16>,
}

/// A page of the log, the newest first.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ssr", derive(schemars::JsonSchema))]
pub struct AuditLog {
    pub records: Vec<Audited>,
    /// If there are older ones: they are before this id.
    pub next: Option<i64>,
}

/// Who looks at a page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Viewer {
    pub name: String,
    pub role: Role,
    /// They logged in, so they can log out.
    pub has_login: bool,
    /// Nobody is asked who they are.
    pub is_anybody: bool,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_operators_may_do_what_another_role_is_for() {
        for role in Role::ALL {
            for needed in Role::ALL {
                assert_eq!(role.allows(needed), role == needed || role == Role::Operate);
            }
        }
    }

    #[test]
    fn a_token_ends_when_it_expires_or_is_revoked() {
        let token = Token {
            id: 1,
            name: "CI".to_owned(),
            role: Role::Ingest,
            is_login: false,
            created_ms: 0,
            created_by: String::new(),
            expires_ms: Some(10),
            revoked_ms: None,
            used_ms: None,
        };
        assert!(token.is_active(9));
        assert!(!token.is_active(10));
        assert!(Token { expires_ms: None, ..token.clone() }.is_active(10));
        assert!(!Token { revoked_ms: Some(5), ..token.clone() }.is_active(9));
    }

    #[test]
    fn a_login_ends_when_nobody_uses_it() {
        let days = |days: i64| days * 24 * 60 * 60 * 1000;
        let of = |is_login, used_ms| Token {
            id: 1,
            name: "Kim".to_owned(),
            role: Role::Read,
            is_login,
            created_ms: 0,
            created_by: String::new(),
            expires_ms: Some(days(30)),
            revoked_ms: None,
            used_ms,
        };
        assert!(of(true, None).is_active(days(14)));
        assert!(!of(true, None).is_active(days(15)));
        assert!(of(true, Some(days(2))).is_active(days(15)));
        assert!(of(false, None).is_active(days(15)), "programs may run once a month");
    }
}
