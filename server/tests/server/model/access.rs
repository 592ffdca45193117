//! Tokens, the audit log, and saved views.

use app::access::{AuditLog, Audited, Token};
use app::api::SavedView;
use server::store::{AUDIT_PAGE, AccessChange, Digest, NewAudited, NewToken, ViewChange};

use super::Model;

pub struct Known {
    token: Token,
    digest: Digest,
    parent: Option<i64>,
}

impl Model {
    /// Takes over the id of what is new.
    pub fn change_access(&mut self, change: AccessChange, new_id: i64) -> Option<i64> {
        match change {
            AccessChange::Create(new) => {
                if new.is_login {
                    self.tokens
                        .retain(|known| !known.token.is_login || known.token.is_active(new.created_ms));
                }
                assert!(self.tokens.iter().all(|known| known.token.id < new_id), "an id is used again");
                let NewToken { name, role, digest, is_login, parent, created_ms, created_by, expires_ms } =
                    new;
                let (revoked_ms, used_ms) = (None, None);
                let token = Token {
                    id: new_id,
                    name,
                    role,
                    is_login,
                    created_ms,
                    created_by,
                    expires_ms,
                    revoked_ms,
                    used_ms,
                };
                self.tokens.push(Known { token, digest, parent });
                Some(new_id)
            }
            AccessChange::Revoke { id, at_ms } => {
                let mut was_active = None;
                for Known { token, parent, .. } in &mut self.tokens {
                    let is_asked_for = token.id == id && token.is_active(at_ms);
                    if is_asked_for || *parent == Some(id) && token.revoked_ms.is_none() {
                        token.revoked_ms = Some(at_ms);
                    }
                    was_active = was_active.or(is_asked_for.then_some(id));
                }
                was_active
            }
            AccessChange::Used { id, at_ms } => {
                let used = self.tokens.iter_mut().filter(|known| known.token.id == id);
                used.for_each(|known| known.token.used_ms = Some(at_ms));
                Some(id)
            }
            AccessChange::Begin(NewAudited { at_ms, actor, action, subject, status }) => {
                assert!(self.audited.iter().all(|audited| audited.id < new_id), "an id is used again");
                self.audited.push(Audited { id: new_id, at_ms, actor, action, subject, status });
                Some(new_id)
            }
            AccessChange::End { id, status } => {
                let ended = self.audited.iter_mut().filter(|audited| audited.id == id);
                ended.for_each(|audited| audited.status = Some(status));
                Some(id)
            }
        }
    }

    pub fn tokens(&self) -> Vec<Token> {
        let mut tokens: Vec<Token> = self.tokens.iter().rev().map(|known| known.token.clone()).collect();
        tokens.sort_by_key(|token| token.revoked_ms.is_some());
        tokens
    }

    pub fn token_of(&self, digest: Digest) -> Option<Token> {
        self.tokens.iter().find(|known| known.digest == digest).map(|known| known.token.clone())
    }

    pub fn has_tokens(&self) -> bool {
        self.tokens.iter().any(|known| !known.token.is_login)
    }

    pub fn audit_log(&self, before: Option<i64>) -> AuditLog {
        let older =
            self.audited.iter().rev().filter(|audited| before.is_none_or(|before| audited.id < before));
        let mut records: Vec<Audited> = older.cloned().collect();
        let there_is_more = records.len() > AUDIT_PAGE as usize;
        records.truncate(AUDIT_PAGE as usize);
        let next = records.last().filter(|_| there_is_more).map(|last| last.id);
        AuditLog { records, next }
    }

    /// Takes over the id of what is new.
    pub fn change_views(&mut self, change: ViewChange, new_id: i64) -> Option<i64> {
        match change {
            ViewChange::Save { name, query } => match self.views.iter_mut().find(|view| view.name == name) {
                Some(view) => {
                    view.query = query;
                    Some(view.id)
                }
                None => {
                    assert!(self.views.iter().all(|view| view.id != new_id), "two views have one id");
                    self.views.push(SavedView { id: new_id, name, query });
                    Some(new_id)
                }
            },
            ViewChange::Remove(id) => {
                let found = self.views.iter().position(|view| view.id == id)?;
                Some(self.views.remove(found).id)
            }
        }
    }

    pub fn views(&self) -> Vec<SavedView> {
        let mut views = self.views.clone();
        views.sort_by(|left, right| left.name.cmp(&right.name));
        views
    }
}
