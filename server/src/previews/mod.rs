//! Preview links: reports for readers outside of the dashboard. A link is a secret, works without the token and without
//! scripts, and ends.
//!
//! What is published is no document of the library. Publishing takes a token that CI jobs have, also those of forks, and
//! must not move chains, count for health, quarantine anything or reach a webhook; and what is published ends by itself.

mod document;
mod html;
mod meta;
mod order;
mod page;
mod publication;

use app::preview::Preview;

use crate::store::PreviewRow;

pub use document::previewed;
pub use html::file;
pub use order::worst_first;
pub use page::{show, show_document};
pub use publication::{BadPreview, Publication, PublishedText};

/// Returns the path of a preview's page.
pub fn path_of(token: &str) -> String {
    format!("/p/{token}")
}

/// Returns a preview as lists show it. `public_url` is the address of this server, if it is known.
pub fn listed(row: PreviewRow, public_url: Option<&str>) -> Preview {
    let PreviewRow { id, token, title, summary, documents, published_ms, expires_ms, .. } = row;
    let url = format!("{}{}", public_url.unwrap_or_default(), path_of(&token));
    Preview {
        id,
        title,
        state: summary.state,
        verdict: summary.verdict,
        score: summary.score,
        documents,
        published_ms,
        expires_ms,
        url,
    }
}
