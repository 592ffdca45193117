//! Secrets that Harmony makes.

use data_encoding::BASE32_NOPAD;
use ring::rand::{SecureRandom, SystemRandom};
use sha2::{Digest as _, Sha256};

use crate::store::Digest;

/// What tokens begin with, so that people and scanners recognize them.
const PREFIX: &str = "harmony_";
const RANDOM_BYTES: usize = 20;

/// Returns a new secret of letters and digits, which can't be guessed.
pub fn new_secret() -> Result<String, ring::error::Unspecified> {
    let random = random::<RANDOM_BYTES>()?;
    Ok(format!("{PREFIX}{}", BASE32_NOPAD.encode(&random).to_ascii_lowercase()))
}

/// Returns bytes that can't be guessed.
pub fn random<const BYTES: usize>() -> Result<[u8; BYTES], ring::error::Unspecified> {
    let mut random = [0; BYTES];
    SystemRandom::new().fill(&mut random)?;
    Ok(random)
}

/// Returns what is kept of a secret. A secret is random, so a fast digest can't be reversed by trying.
pub fn digest_of(secret: &str) -> Digest {
    Sha256::digest(secret).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_are_random_and_recognized() {
        let (one, other) = (new_secret().unwrap(), new_secret().unwrap());
        assert_ne!(one, other);
        assert!(one.starts_with("harmony_") && one.len() == "harmony_".len() + 32);
        assert!(one.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_'));
    }
}
