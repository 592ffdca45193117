//! Pages own their resource and pass plain data down; viewers and widgets show it.

mod add;
mod chain;
mod decisions;
mod delete;
mod document;
mod documents;
mod fixed;
mod format;
mod formats;
mod gallery;
mod harmony;
mod inbox;
mod new_format;
mod not_found;
mod of_document;
mod overview;
mod quarantine;
mod refused_format;
mod sessions;
mod verdicts;
mod webhooks;
mod wrong_address;

pub use add::AddPage;
pub use chain::SessionPage;
pub use decisions::DecisionsPage;
pub use delete::DeletePage;
pub use document::DocumentPage;
pub use documents::DocumentsPage;
pub use fixed::FixedPage;
pub use format::FormatPage;
pub use formats::FormatsPage;
pub use gallery::GalleryPage;
pub use harmony::HarmonyPage;
pub use inbox::InboxPage;
pub use new_format::NewFormatPage;
pub use not_found::NotFoundPage;
pub use overview::OverviewPage;
pub use quarantine::{QuarantinePage, ReleasePage};
pub use sessions::SessionsPage;
pub use verdicts::VerdictsPage;
pub use webhooks::WebhooksPage;

/// Returns a sentence with a capital letter at its beginning.
fn capitalized(sentence: &str) -> String {
    let mut rest = sentence.chars();
    rest.next().map(|first| first.to_uppercase().chain(rest).collect()).unwrap_or_default()
}
