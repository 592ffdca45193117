//! Steps that are about tokens and the audit log.

use proptest::sample::Index;
use server::store::{AccessChange, NewAudited, NewToken};

use super::{Pair, pick};
use crate::model::drafts::START_MS;
use crate::model::steps::Step;

impl Pair {
    pub(super) async fn make_access(&mut self, step: Step) {
        let tokens = self.model.tokens();
        let id_of = |at: Index| pick(&tokens, at).map_or(-1, |token| token.id);
        match step {
            Step::CreateToken { role, is_login, parent, now_ms, lasts_ms } => {
                // One logs in by a token that is no login.
                let lasting: Vec<_> = tokens.iter().filter(|token| !token.is_login).collect();
                let parent =
                    parent.filter(|_| is_login).and_then(|at| pick(&lasting, at)).map(|token| token.id);
                let expires_ms = lasts_ms.map(|lasts_ms| now_ms + lasts_ms);
                let (name, created_by, digest) = ("laptop".to_owned(), "kim".to_owned(), [self.made; 32]);
                let new = NewToken {
                    name,
                    role,
                    digest,
                    is_login,
                    parent,
                    created_ms: now_ms,
                    created_by,
                    expires_ms,
                };
                let create = AccessChange::Create(new);
                same_change!(self, change_access(create));
                same!(self, token_of(digest));
            }
            Step::RevokeToken(at, at_ms) => {
                let revoke = AccessChange::Revoke { id: id_of(at), at_ms };
                same_change!(self, change_access(revoke));
            }
            Step::UseToken(at, at_ms) => {
                let used = AccessChange::Used { id: id_of(at), at_ms };
                same_change!(self, change_access(used));
            }
            Step::Audit(count, status) => {
                for number in 0..count {
                    let (actor, action) = ("kim".to_owned(), "DELETE /api/documents/{id}".to_owned());
                    let at_ms = START_MS + number as i64;
                    let begun =
                        NewAudited { at_ms, actor, action, subject: number.to_string(), status: None };
                    let begin = AccessChange::Begin(begun);
                    let id = same_change!(self, change_access(begin)).unwrap();
                    if let Some(status) = status {
                        let end = AccessChange::End { id, status };
                        same_change!(self, change_access(end));
                    }
                }
            }
            other => unreachable!("{other:?} is made elsewhere"),
        }
    }
}
