use axum::http::{HeaderMap, header};
use data_encoding::BASE32_NOPAD;
use sha2::{Digest, Sha256};

const COOKIE: &str = "harmony_session";

/// The access token of this server. Only digests are kept and compared, so that the time of a comparison reveals
/// nothing about it.
#[derive(Clone)]
pub struct Token {
    digest: [u8; 32],
    /// The cookie's value, which is not the token.
    session: String,
}

impl Token {
    /// Shorter tokens can be guessed.
    pub const SHORTEST: usize = 16;

    pub fn new(secret: &str) -> Self {
        let session: [u8; 32] =
            Sha256::new().chain_update(b"harmony session\0").chain_update(secret).finalize().into();
        Self { digest: digest_of(secret), session: BASE32_NOPAD.encode(&session) }
    }

    pub fn is(&self, secret: &str) -> bool {
        digest_of(secret) == self.digest
    }

    pub fn is_bearer_of(&self, headers: &HeaderMap) -> bool {
        let value = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
        let Some((scheme, secret)) = value.and_then(|value| value.split_once(' ')) else { return false };
        scheme.eq_ignore_ascii_case("bearer") && self.is(secret.trim())
    }

    pub fn has_session(&self, headers: &HeaderMap) -> bool {
        let cookies = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
        let mut pairs =
            cookies.flat_map(|value| value.split(';')).filter_map(|pair| pair.trim().split_once('='));
        pairs.any(|(name, value)| name == COOKIE && digest_of(value) == digest_of(&self.session))
    }

    /// Returns the cookie of a session.
    pub fn cookie(&self) -> String {
        format!("{COOKIE}={}; HttpOnly; SameSite=Strict; Path=/", self.session)
    }
}

fn digest_of(secret: &str) -> [u8; 32] {
    Sha256::digest(secret).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECRET: &str = "a-secret-of-some-length";

    fn headers(name: header::HeaderName, value: &str) -> HeaderMap {
        HeaderMap::from_iter([(name, value.parse().unwrap())])
    }

    #[test]
    fn a_bearer_needs_the_whole_token() {
        let token = Token::new(SECRET);
        let bears = |value: &str| token.is_bearer_of(&headers(header::AUTHORIZATION, value));
        assert!(bears(&format!("Bearer {SECRET}")));
        assert!(bears(&format!("bearer {SECRET}")));
        assert!(!bears(&format!("Basic {SECRET}")));
        assert!(!bears("Bearer a-secret"));
        assert!(!bears("Bearer "));
    }

    #[test]
    fn the_cookie_opens_a_session_without_revealing_the_token() {
        let token = Token::new(SECRET);
        let cookie = token.cookie();
        assert!(!cookie.contains(SECRET));
        let pair = cookie.split(';').next().unwrap();
        assert!(token.has_session(&headers(header::COOKIE, &format!("other=1; {pair}"))));
        assert!(!Token::new("another-secret-of-length").has_session(&headers(header::COOKIE, pair)));
    }
}
