//! The interactive parts of pages. Everything else is HTML from the server and not part of the browser's code.

mod add_form;
mod chain_keys;
mod copy_button;
mod countdowns;
mod document_links;
mod draft_preview;
#[cfg(feature = "hydrate")]
mod fragment;
mod fresh;
mod inbox_count;
mod keys;
mod list_keys;
mod live_feed;
mod live_mark;
mod narrowing_forms;
mod new_documents;
mod open_at_hand;
#[cfg(feature = "hydrate")]
mod page;
mod play;
mod quarantine_notification;
mod removed_notice;
mod slide;
mod theme_switch;
mod toasts;

pub use add_form::AddForm;
pub use chain_keys::ChainKeys;
pub use copy_button::{Command, CopyButton};
pub use countdowns::Countdowns;
pub use document_links::DocumentLinks;
pub use draft_preview::DraftPreview;
pub use fresh::Fresh;
pub use inbox_count::InboxCount;
pub use keys::Keys;
pub use list_keys::ListKeys;
pub use live_feed::LiveFeed;
pub use live_mark::LiveMark;
pub use narrowing_forms::NarrowingForms;
pub use new_documents::NewDocuments;
pub use open_at_hand::OpenAtHand;
pub use play::Play;
pub use quarantine_notification::QuarantineNotification;
pub use removed_notice::RemovedNotice;
pub use slide::Slide;
pub use theme_switch::{Theme, ThemeSwitch};
pub use toasts::{Toast, Toasts};
