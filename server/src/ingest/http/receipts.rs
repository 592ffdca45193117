use app::document::DocumentHead;
use axum::http::HeaderValue;
use schemars::JsonSchema;
use serde::Serialize;

use crate::error::ApiError;
use crate::store::Receipt;

/// The response to a delivery, sent once it is on disk.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Receipts {
    documents: Vec<DocumentReceipt>,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct DocumentReceipt {
    id: String,
    /// The format of the block that lists show, or null if none was recognized.
    format: Option<String>,
    diagnostics: Counts,
    url: String,
    pub duplicate: bool,
    /// The number of the version among those of its source.
    version: u32,
}

#[derive(Debug, Serialize, JsonSchema)]
struct Counts {
    errors: u32,
    warnings: u32,
    infos: u32,
}

impl Receipts {
    pub fn of(receipts: Vec<Receipt>) -> Result<Self, ApiError> {
        let documents = receipts.into_iter().map(DocumentReceipt::of).collect::<Result<_, _>>()?;
        Ok(Self { documents })
    }

    pub fn all_known(&self) -> bool {
        self.documents.iter().all(|entry| entry.duplicate)
    }

    /// Returns the document's address if there is one document.
    pub fn location(&self) -> Option<HeaderValue> {
        let [only] = self.documents.as_slice() else { return None };
        HeaderValue::from_str(&only.url).ok()
    }
}

impl DocumentReceipt {
    pub fn of(receipt: Receipt) -> Result<Self, ApiError> {
        let (head, duplicate) = match receipt {
            Receipt::Stored(head) => (head, false),
            Receipt::Duplicate(head) => (head, true),
            Receipt::Conflict(head) => return Err(ApiError::ConflictingKey { id: head.id }),
        };
        Ok(Self {
            format: head.lead().map(|block| block.format.clone()),
            diagnostics: Counts::of(&head),
            url: page_of(&head.id),
            version: head.version,
            id: head.id,
            duplicate,
        })
    }
}

impl Counts {
    fn of(head: &DocumentHead) -> Self {
        Self { errors: head.errors(), warnings: head.warnings(), infos: head.infos() }
    }
}

/// Returns the address of a document's page.
pub fn page_of(id: &str) -> String {
    format!("/documents/{id}")
}
