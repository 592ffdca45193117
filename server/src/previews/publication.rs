//! What a program asks to publish, checked.

use axum::body::Bytes;
use data_encoding::BASE32_NOPAD;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::{meta, previewed, worst_first};
use crate::config::kept_for;
use crate::ingest::{LIMIT, is_empty};
use crate::security::random;
use crate::store::NewPreview;

const DAY_MS: i64 = 24 * 60 * 60 * 1000;
const KEPT_MS: i64 = 30 * DAY_MS;
const LONGEST_KEPT_MS: i64 = 365 * DAY_MS;
/// The most texts of a publication, and the longest title, in characters.
const MOST_TEXTS: usize = 100;
const LONGEST_TITLE: usize = 200;
/// 160 bits, as 32 letters and digits.
const TOKEN_BYTES: usize = 20;

#[derive(Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields, expecting = "an object with `documents`")]
pub struct Publication {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// As in `30d`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub keep: Option<String>,
    pub documents: Vec<PublishedText>,
}

#[derive(Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, expecting = "an object with `text`")]
pub struct PublishedText {
    /// Of the file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    pub text: String,
}

#[derive(Debug, PartialEq, Eq, Error)]
pub enum BadPreview {
    #[error("the publication has no documents")]
    Nothing,
    #[error("{found} texts are too many for one link: publish at most {MOST_TEXTS}")]
    TooMany { found: usize },
    #[error("document {number} is empty")]
    Empty { number: usize },
    #[error("the documents have {found} bytes together; the limit is 16 MB ({LIMIT} bytes)")]
    TooLarge { found: usize },
    #[error("the title has {found} characters; the limit is {LONGEST_TITLE}")]
    LongTitle { found: usize },
    #[error("the title holds a NUL character")]
    NulInTitle,
    #[error("how long the link is kept can't be read: {0}")]
    Keep(String),
    #[error("a link can be kept for 365 days at most")]
    KeptTooLong,
    #[error("the system has no random numbers")]
    NoRandomness,
}

impl Publication {
    /// Reads the texts and gives the publication its token.
    pub fn checked(self, now_ms: i64) -> Result<NewPreview, BadPreview> {
        let kept_ms = self.keep.as_deref().map_or(Ok(KEPT_MS), kept_for).map_err(BadPreview::Keep)?;
        if kept_ms > LONGEST_KEPT_MS {
            return Err(BadPreview::KeptTooLong);
        }
        let title = self.title.map(|title| title.trim().to_owned()).filter(|title| !title.is_empty());
        let length = title.as_ref().map_or(0, |title| title.chars().count());
        if length > LONGEST_TITLE {
            return Err(BadPreview::LongTitle { found: length });
        }
        if title.as_ref().is_some_and(|title| title.contains('\0')) {
            return Err(BadPreview::NulInTitle);
        }
        check(&self.documents)?;
        let read =
            |document: PublishedText| previewed(document.name.as_deref(), Bytes::from(document.text), now_ms);
        let mut documents: Vec<_> = self.documents.into_iter().map(read).collect();
        worst_first(&mut documents, |(head, _)| head);
        let title = title.unwrap_or_else(|| match documents.as_slice() {
            [(only, _)] => meta::title(&only.title),
            _ => "Reports".to_owned(),
        });
        Ok(NewPreview {
            token: new_token()?,
            title,
            published_ms: now_ms,
            expires_ms: now_ms.saturating_add(kept_ms),
            documents,
        })
    }
}

fn check(documents: &[PublishedText]) -> Result<(), BadPreview> {
    if documents.is_empty() {
        return Err(BadPreview::Nothing);
    }
    if documents.len() > MOST_TEXTS {
        return Err(BadPreview::TooMany { found: documents.len() });
    }
    if let Some(index) = documents.iter().position(|document| is_empty(document.text.as_bytes())) {
        return Err(BadPreview::Empty { number: index + 1 });
    }
    let found = documents.iter().map(|document| document.text.len()).sum();
    if found > LIMIT { Err(BadPreview::TooLarge { found }) } else { Ok(()) }
}

/// Returns a token that nobody can guess.
fn new_token() -> Result<String, BadPreview> {
    let bytes = random::<TOKEN_BYTES>().map_err(|_| BadPreview::NoRandomness)?;
    Ok(BASE32_NOPAD.encode(&bytes).to_ascii_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn publication(texts: &[&str]) -> Publication {
        let text = |text: &&str| PublishedText { text: (*text).to_owned(), ..PublishedText::default() };
        Publication { documents: texts.iter().map(text).collect(), ..Publication::default() }
    }

    fn refused(publication: Publication) -> BadPreview {
        publication.checked(0).unwrap_err()
    }

    #[test]
    fn a_token_has_160_bits_and_is_never_the_same() {
        let [one, other] = [new_token().unwrap(), new_token().unwrap()];
        assert_eq!(one.len(), 32);
        assert!(one.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit()));
        assert_ne!(one, other);
    }

    #[test]
    fn a_publication_is_bounded() {
        assert_eq!(refused(publication(&[])), BadPreview::Nothing);
        assert_eq!(refused(publication(&["a"; 101])), BadPreview::TooMany { found: 101 });
        assert_eq!(refused(publication(&["a", " \n"])), BadPreview::Empty { number: 2 });
        let long = Publication { title: Some("x".repeat(201)), ..publication(&["a"]) };
        assert_eq!(refused(long), BadPreview::LongTitle { found: 201 });
        let nul = Publication { title: Some("a\0b".to_owned()), ..publication(&["a"]) };
        assert_eq!(refused(nul), BadPreview::NulInTitle);
        let kept = |keep: &str| Publication { keep: Some(keep.to_owned()), ..publication(&["a"]) };
        assert_eq!(refused(kept("366d")), BadPreview::KeptTooLong);
        assert!(matches!(refused(kept("soon")), BadPreview::Keep(_)));
        assert_eq!(kept("2d").checked(0).unwrap().expires_ms, 2 * DAY_MS);
        assert_eq!(publication(&["a"]).checked(5).unwrap().expires_ms, 5 + 30 * DAY_MS);
    }

    #[test]
    fn only_the_name_of_a_file_is_kept() {
        let named =
            PublishedText { name: Some("/home/ada/secret/plan.md".to_owned()), text: "{}".to_owned() };
        let published = Publication { documents: vec![named], ..Publication::default() }.checked(0).unwrap();
        assert_eq!(published.title, "plan.md");
        assert!(!format!("{published:?}").contains("secret"), "{published:?}");
    }
}
