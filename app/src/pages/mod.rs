//! Pages own their resource and pass plain data down; viewers and widgets show it.

#[cfg(feature = "ssr")]
mod access;
#[cfg(feature = "ssr")]
mod add;
#[cfg(feature = "ssr")]
mod chain;
#[cfg(feature = "ssr")]
mod compare;
#[cfg(feature = "ssr")]
mod contract;
#[cfg(feature = "ssr")]
mod decisions;
#[cfg(feature = "ssr")]
mod delete;
#[cfg(feature = "ssr")]
mod delete_selected;
mod document;
#[cfg(feature = "ssr")]
mod documents;
#[cfg(feature = "ssr")]
mod fixed;
#[cfg(feature = "ssr")]
mod gallery;
#[cfg(feature = "ssr")]
mod harmony;
#[cfg(feature = "ssr")]
mod inbox;
#[cfg(feature = "ssr")]
mod new_format;
#[cfg(feature = "ssr")]
mod not_found;
#[cfg(feature = "ssr")]
mod of_document;
#[cfg(feature = "ssr")]
mod overview;
#[cfg(feature = "ssr")]
mod placed_finding;
pub mod playground;
#[cfg(feature = "ssr")]
mod preview;
#[cfg(feature = "ssr")]
mod previews;
#[cfg(feature = "ssr")]
mod projects;
#[cfg(feature = "ssr")]
mod quarantine;
#[cfg(feature = "ssr")]
mod search;
#[cfg(feature = "ssr")]
mod sessions;
#[cfg(feature = "ssr")]
mod verdicts;
#[cfg(feature = "ssr")]
mod webhooks;
mod wrong_address;

#[cfg(feature = "ssr")]
pub use access::AccessPage;
#[cfg(feature = "ssr")]
pub use add::AddPage;
#[cfg(feature = "ssr")]
pub use chain::SessionPage;
#[cfg(feature = "ssr")]
pub use compare::ComparePage;
#[cfg(feature = "ssr")]
pub use contract::{ContractPage, FormatPage};
#[cfg(feature = "ssr")]
pub use decisions::DecisionsPage;
#[cfg(feature = "ssr")]
pub use delete::DeletePage;
#[cfg(feature = "ssr")]
pub use delete_selected::DeleteSelectedPage;
#[cfg(feature = "ssr")]
pub use document::{DocumentPage, PreviewPlace};
#[cfg(feature = "ssr")]
pub use documents::DocumentsPage;
#[cfg(feature = "ssr")]
pub use fixed::FixedPage;
#[cfg(feature = "ssr")]
pub use gallery::GalleryPage;
#[cfg(feature = "ssr")]
pub use harmony::HarmonyPage;
#[cfg(feature = "ssr")]
pub use inbox::InboxPage;
#[cfg(feature = "ssr")]
pub use new_format::NewFormatPage;
#[cfg(feature = "ssr")]
pub use not_found::NotFoundPage;
#[cfg(feature = "ssr")]
pub use overview::OverviewPage;
#[cfg(feature = "ssr")]
pub use preview::{Lifetime, PreviewFrame, PreviewIndex, PreviewReport};
#[cfg(feature = "ssr")]
pub use previews::PreviewsPage;
#[cfg(feature = "ssr")]
pub use projects::{ProjectsPage, asked_host};
#[cfg(feature = "ssr")]
pub use quarantine::{QuarantinePage, ReleasePage};
#[cfg(feature = "ssr")]
pub use search::SearchPage;
#[cfg(feature = "ssr")]
pub use sessions::SessionsPage;
#[cfg(feature = "ssr")]
pub use verdicts::VerdictsPage;
#[cfg(feature = "ssr")]
pub use webhooks::WebhooksPage;
