use app::cookie::cookie;
use axum::http::HeaderMap;
use data_encoding::BASE64URL_NOPAD;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::security::random;

const COOKIE: &str = "harmony_sign_in";
/// A verifier has 43 characters at least (RFC 7636, 4.1).
const RANDOM_BYTES: usize = 32;
/// How long somebody may take at the provider.
const SECONDS: u32 = 15 * 60;
/// The longest page address that is remembered.
const LONGEST_PAGE: usize = 2_000;

/// What the browser keeps while it is at the provider, in a cookie that no script sees.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct SignIn {
    /// Comes back with the code, so that nobody can make a browser finish another sign-in.
    pub state: String,
    /// Comes back in the statement, so that none can be used twice.
    pub nonce: String,
    /// Shows that whoever trades the code began the sign-in.
    verifier: String,
    /// The page to open afterwards.
    pub to: String,
}

impl SignIn {
    pub fn begin(to: &str) -> Result<Self, ring::error::Unspecified> {
        let to = if to.len() <= LONGEST_PAGE { to } else { "/" };
        Ok(Self { state: word()?, nonce: word()?, verifier: word()?, to: to.to_owned() })
    }

    /// Returns the sign-in that a browser began.
    pub fn of(headers: &HeaderMap) -> Option<Self> {
        let value = BASE64URL_NOPAD.decode(cookie(headers, COOKIE)?.as_bytes()).ok()?;
        serde_json::from_slice(&value).ok()
    }

    pub fn verifier(&self) -> &str {
        &self.verifier
    }

    /// Returns what the provider compares with the verifier later.
    pub fn challenge(&self) -> String {
        BASE64URL_NOPAD.encode(&Sha256::digest(&self.verifier))
    }

    pub fn cookie(&self, is_by_https: bool) -> String {
        let value = serde_json::to_vec(self).unwrap_or_default();
        let secure = if is_by_https { "; Secure" } else { "" };
        let value = BASE64URL_NOPAD.encode(&value);
        format!("{COOKIE}={value}; HttpOnly; SameSite=Lax; Path=/login; Max-Age={SECONDS}{secure}")
    }

    /// Returns the cookie that ends it.
    pub fn ended() -> String {
        format!("{COOKIE}=; HttpOnly; SameSite=Lax; Path=/login; Max-Age=0")
    }
}

fn word() -> Result<String, ring::error::Unspecified> {
    Ok(BASE64URL_NOPAD.encode(&random::<RANDOM_BYTES>()?))
}

#[cfg(test)]
mod tests {
    use axum::http::header;

    use super::*;

    #[test]
    fn a_browser_keeps_a_sign_in() {
        let begun = SignIn::begin("/documents?text=a").unwrap();
        let cookie = begun.cookie(true);
        assert!(cookie.ends_with("; Secure"));
        let headers =
            HeaderMap::from_iter([(header::COOKIE, cookie.split(';').next().unwrap().parse().unwrap())]);
        assert_eq!(SignIn::of(&headers).as_ref(), Some(&begun));
        let other = SignIn::begin("/").unwrap();
        assert!(begun.state != other.state && begun.nonce != other.nonce && begun.verifier != other.verifier);
    }

    #[test]
    fn the_challenge_is_that_of_the_standard() {
        // RFC 7636, appendix B.
        let verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk".to_owned();
        let sign_in = SignIn { state: String::new(), nonce: String::new(), verifier, to: String::new() };
        assert_eq!(sign_in.challenge(), "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM");
    }
}
