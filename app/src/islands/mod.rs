//! The interactive parts of pages. Everything else is HTML from the server and not part of the browser's code.
//!
//! An island is exported by its crate, so the playground leaves out those that it doesn't use.

#[cfg(not(feature = "csr"))]
mod ages;
#[cfg(not(feature = "csr"))]
mod apply_at_once;
#[cfg(not(feature = "csr"))]
mod away;
#[cfg(not(feature = "csr"))]
mod chain_keys;
mod copy_button;
#[cfg(not(feature = "csr"))]
mod countdowns;
mod document_links;
#[cfg(not(feature = "csr"))]
mod draft_preview;
#[cfg(not(feature = "csr"))]
mod drop_file;
#[cfg(feature = "hydrate")]
mod fragment;
#[cfg(not(feature = "csr"))]
mod fresh;
#[cfg(not(feature = "csr"))]
mod in_place;
#[cfg(not(feature = "csr"))]
mod inbox_count;
#[cfg(not(feature = "csr"))]
mod keys;
#[cfg(not(feature = "csr"))]
mod list_keys;
#[cfg(not(feature = "csr"))]
mod listening;
#[cfg(not(feature = "csr"))]
mod live_feed;
#[cfg(not(feature = "csr"))]
mod live_mark;
#[cfg(not(feature = "csr"))]
mod narrowing_forms;
#[cfg(not(feature = "csr"))]
mod new_documents;
#[cfg(not(feature = "csr"))]
mod new_reading;
#[cfg(not(feature = "csr"))]
mod open_at_hand;
#[cfg(feature = "browser")]
mod page;
#[cfg(not(feature = "csr"))]
mod play;
#[cfg(not(feature = "csr"))]
mod prompt_link;
#[cfg(not(feature = "csr"))]
mod quarantine_notification;
#[cfg(not(feature = "csr"))]
mod removed_notice;
#[cfg(not(feature = "csr"))]
mod search_field;
#[cfg(not(feature = "csr"))]
mod sidebar_switch;
#[cfg(not(feature = "csr"))]
mod slide;
#[cfg(not(feature = "csr"))]
mod splitter;
#[cfg(not(feature = "csr"))]
mod theme_switch;
mod toasts;

#[cfg(not(feature = "csr"))]
pub use ages::Ages;
#[cfg(not(feature = "csr"))]
pub use apply_at_once::ApplyAtOnce;
#[cfg(not(feature = "csr"))]
pub use away::Away;
#[cfg(not(feature = "csr"))]
pub use chain_keys::ChainKeys;
pub use copy_button::{Command, CopyButton};
#[cfg(not(feature = "csr"))]
pub use countdowns::Countdowns;
pub use document_links::DocumentLinks;
#[cfg(not(feature = "csr"))]
pub use draft_preview::DraftPreview;
#[cfg(not(feature = "csr"))]
pub use drop_file::DropFile;
#[cfg(not(feature = "csr"))]
pub use fresh::Fresh;
#[cfg(not(feature = "csr"))]
pub use in_place::InPlace;
#[cfg(not(feature = "csr"))]
pub use inbox_count::InboxCount;
#[cfg(not(feature = "csr"))]
pub use keys::Keys;
#[cfg(not(feature = "csr"))]
pub use list_keys::ListKeys;
#[cfg(not(feature = "csr"))]
pub use listening::Listening;
#[cfg(not(feature = "csr"))]
pub use live_feed::LiveFeed;
#[cfg(not(feature = "csr"))]
pub use live_mark::LiveMark;
#[cfg(not(feature = "csr"))]
pub use narrowing_forms::NarrowingForms;
#[cfg(not(feature = "csr"))]
pub use new_documents::NewDocuments;
#[cfg(not(feature = "csr"))]
pub use new_reading::NewReading;
#[cfg(not(feature = "csr"))]
pub use open_at_hand::OpenAtHand;
#[cfg(not(feature = "csr"))]
pub use play::Play;
#[cfg(not(feature = "csr"))]
pub use prompt_link::PromptLink;
#[cfg(not(feature = "csr"))]
pub use quarantine_notification::QuarantineNotification;
#[cfg(not(feature = "csr"))]
pub use removed_notice::RemovedNotice;
#[cfg(not(feature = "csr"))]
pub use search_field::SearchField;
#[cfg(not(feature = "csr"))]
pub use sidebar_switch::{COLLAPSED, SIDEBAR_COOKIE, SidebarSwitch};
#[cfg(not(feature = "csr"))]
pub use slide::Slide;
#[cfg(not(feature = "csr"))]
pub use splitter::Splitter;
#[cfg(feature = "ssr")]
pub use splitter::{SIDE_COOKIE, side_of};
#[cfg(not(feature = "csr"))]
pub use theme_switch::{Theme, ThemeSwitch};
pub use toasts::{Toast, Toasts};
