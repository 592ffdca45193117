//! Creating and revoking tokens, by a page, a program or a command.

use app::access::{Role, Token};

use crate::error::ApiError;
use crate::security::{digest_of, new_secret};
use crate::store::{AccessChange, MOST_TOKENS, NewToken, SharedStore, StoreError};

/// A token that is wanted.
pub struct Wanted {
    pub name: String,
    pub role: Role,
    /// After how long it expires.
    pub lasts_ms: Option<i64>,
    pub created_by: String,
}

/// A new token, with the only copy of its secret.
pub struct Created {
    pub token: Token,
    pub secret: String,
}

/// Creates a token. The first one of a server that asks for none is that of an operator: from then on every page needs a
/// token, and somebody must be able to open them.
pub async fn create(
    store: &SharedStore,
    wanted: Wanted,
    is_restricted: bool,
    now_ms: i64,
) -> Result<Created, ApiError> {
    let Wanted { name, role, lasts_ms, created_by } = wanted;
    let name = name.split_whitespace().collect::<Vec<_>>().join(" ");
    if name.is_empty() || name.chars().count() > Token::MOST_LETTERS || name.chars().any(char::is_control) {
        let most = Token::MOST_LETTERS;
        return Err(ApiError::BadToken(format!("the name of a token has 1 to {most} letters")));
    }
    if role != Role::Operate && !is_restricted && !store.has_tokens().await? {
        let reason = "the first token needs the role operate: from then on this server asks everybody for a token, and \
                      somebody has to create the others";
        return Err(ApiError::BadToken(reason.to_owned()));
    }
    let secret = new_secret().map_err(|_| ApiError::NoRandomness)?;
    let expires_ms = lasts_ms.map(|lasts_ms| now_ms.saturating_add(lasts_ms));
    let new = NewToken {
        name: name.clone(),
        role,
        digest: digest_of(&secret),
        is_login: false,
        parent: None,
        created_ms: now_ms,
        created_by: created_by.clone(),
        expires_ms,
    };
    let Some(id) = store.change_access(AccessChange::Create(new)).await? else {
        let reason = format!("{MOST_TOKENS} tokens are in use; revoke one first");
        return Err(ApiError::BadToken(reason));
    };
    let token = Token {
        id,
        name,
        role,
        is_login: false,
        created_ms: now_ms,
        created_by,
        expires_ms,
        revoked_ms: None,
        used_ms: None,
    };
    Ok(Created { token, secret })
}

/// Revokes a token, with all logins by it. Returns whether it was active.
pub async fn revoke(store: &SharedStore, id: i64, now_ms: i64) -> Result<bool, StoreError> {
    Ok(store.change_access(AccessChange::Revoke { id, at_ms: now_ms }).await?.is_some())
}
