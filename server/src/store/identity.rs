//! Decides whether two deliveries are the same document.

use app::document::Source;
use sha2::{Digest as _, Sha256};

pub type Digest = [u8; 32];

/// Deliveries with the same identity are one document. Its id is derived from it, so that it is the same everywhere.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Identity {
    digest: Digest,
    basis: Basis,
}

/// What makes deliveries the same document.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Basis {
    /// A key that the sender chose.
    Key,
    /// The text and its source.
    Content,
    /// A file and its text, which may arrive again after another, as the newest version.
    File,
}

impl Identity {
    /// For a delivery with an idempotency key.
    pub fn of_key(key: &str) -> Self {
        Self::of_parts(Basis::Key, &[b"key", key.as_bytes()])
    }

    /// For a file: read again without a change, it is the same document.
    pub fn of_file(path: &str, raw: &[u8]) -> Self {
        Self::of_parts(Basis::File, &[b"file", path.as_bytes(), raw])
    }

    /// For a document whose source returned to an earlier text.
    pub fn of_return(id: &str, after: &str) -> Self {
        Self::of_parts(Basis::File, &[b"return", id.as_bytes(), after.as_bytes()])
    }

    /// For a text and its source, so that a delivery without a key can be repeated.
    pub fn of_content<'s>(source: &'s Source, raw: &'s [u8]) -> Self {
        // Author, branch and time belong to the text, not to the source.
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
        Self::of_parts(Basis::Content, &parts)
    }

    /// Hashes each part after its length, so that different lists of parts differ.
    fn of_parts(basis: Basis, parts: &[&[u8]]) -> Self {
        let mut hasher = Sha256::new();
        for part in parts {
            hasher.update((part.len() as u64).to_le_bytes());
            hasher.update(part);
        }
        Self { digest: hasher.finalize().into(), basis }
    }

    pub fn basis(self) -> Basis {
        self.basis
    }

    /// Returns 16 characters (80 bits) that are safe in an address.
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
