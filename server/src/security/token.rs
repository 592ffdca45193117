use sha2::{Digest as _, Sha256};

use super::secret::digest_of;
use crate::store::Digest;

/// The access token that a server was started with. Only its digest is kept and compared, so that the time of a comparison
/// reveals nothing about it.
#[derive(Clone)]
pub struct Token {
    digest: Digest,
}

impl Token {
    /// Shorter tokens can be guessed.
    pub const SHORTEST: usize = 16;

    pub fn new(secret: &str) -> Self {
        Self { digest: digest_of(secret) }
    }

    pub fn is(&self, secret: &str) -> bool {
        digest_of(secret) == self.digest
    }

    /// Returns the digest of a login by this token, which ends with it: that of another token is a different one.
    pub fn digest_of_login(&self, secret: &str) -> Digest {
        Sha256::new()
            .chain_update(b"harmony login\0")
            .chain_update(self.digest)
            .chain_update(secret)
            .finalize()
            .into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_login_is_one_by_its_token_alone() {
        let of = |token, secret| Token::new(token).digest_of_login(secret);
        assert_eq!(of("a-token-of-some-length", "secret"), of("a-token-of-some-length", "secret"));
        assert_ne!(of("a-token-of-some-length", "secret"), of("another-token-of-length", "secret"));
        assert_ne!(of("a-token-of-some-length", "secret"), digest_of("secret"));
    }
}
