//! What makes two deliveries the same document.

use app::document::Source;
use sha2::{Digest as _, Sha256};

pub type Digest = [u8; 32];

/// Two deliveries of one identity are one document; its id is made of it, so that it is the same everywhere.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Identity {
    digest: Digest,
    is_state: bool,
}

impl Identity {
    /// The sender named the delivery.
    pub fn of_key(key: &str) -> Self {
        Self::of_parts(&[b"key", key.as_bytes()])
    }

    /// A file in a state: read again without a change, it is the same document.
    pub fn of_file(path: &str, raw: &[u8]) -> Self {
        Self { is_state: true, ..Self::of_parts(&[b"file", path.as_bytes(), raw]) }
    }

    /// What a known document becomes where its source returned to it after another.
    pub fn of_return(id: &str, after: &str) -> Self {
        Self::of_parts(&[b"return", id.as_bytes(), after.as_bytes()])
    }

    /// The same text from the same place, so that a delivery can be repeated without a key.
    pub fn of_content<'s>(source: &'s Source, raw: &'s [u8]) -> Self {
        // Who said it, on which branch and when belongs to the text, not to the place.
        let Source { session, path, repository, commit, ci_run, part, sample, .. } = source;
        let named = |value: &'s Option<String>| value.as_deref().unwrap_or_default().as_bytes();
        let sample = [u8::from(*sample)];
        let mut parts = vec![
            b"content".as_slice(),
            named(session),
            named(path),
            named(repository),
            named(commit),
            named(ci_run),
            &sample,
            raw,
        ];
        parts.extend(part.as_deref().map(str::as_bytes));
        Self::of_parts(&parts)
    }

    /// Each part is preceded by its length: no two lists of parts read the same.
    fn of_parts(parts: &[&[u8]]) -> Self {
        let mut hasher = Sha256::new();
        for part in parts {
            hasher.update((part.len() as u64).to_le_bytes());
            hasher.update(part);
        }
        Self { digest: hasher.finalize().into(), is_state: false }
    }

    /// The text may come again after another, and is then the newest once more.
    pub fn is_state(self) -> bool {
        self.is_state
    }

    /// 16 characters that stand in an address: 80 bits.
    pub fn document_id(self) -> String {
        let mut id = data_encoding::BASE32_NOPAD.encode(&self.digest[..10]);
        id.make_ascii_lowercase();
        id
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_do_not_run_into_each_other() {
        let source = |path: &str, session: &str| Source {
            path: Some(path.to_owned()),
            session: Some(session.to_owned()),
            ..Source::default()
        };
        let first = Identity::of_content(&source("a", "bc"), b"text");
        let second = Identity::of_content(&source("ab", "c"), b"text");
        assert_ne!(first, second);
    }

    #[test]
    fn an_id_is_short_and_safe_in_an_address() {
        let id = Identity::of_key("a key / with ? signs").document_id();
        assert_eq!(id.len(), 16);
        assert!(id.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit()));
        assert_eq!(id, Identity::of_key("a key / with ? signs").document_id());
    }
}
