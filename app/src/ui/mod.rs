//! Widgets. A viewer composes them; they know tokens, no formats.
//!
//! What only pages and viewers use is part of the server alone: a change to it leaves the browser's code as it is.

mod allowance;
mod badge;
mod banner;
#[cfg(feature = "ssr")]
mod bars;
#[cfg(feature = "ssr")]
mod difference;
mod document_table;
mod duration;
mod empty;
#[cfg(feature = "ssr")]
mod fact;
mod icon;
#[cfg(feature = "ssr")]
mod in_source;
#[cfg(feature = "ssr")]
mod json;
pub mod linking;
#[cfg(feature = "ssr")]
mod list;
#[cfg(feature = "ssr")]
mod loaded;
#[cfg(feature = "ssr")]
mod log;
#[cfg(feature = "ssr")]
mod markdown;
#[cfg(feature = "ssr")]
mod masthead;
mod moment;
mod narrowing;
#[cfg(feature = "ssr")]
mod narrowing_form;
#[cfg(feature = "ssr")]
mod other_cells;
mod quarantine_countdown;
#[cfg(feature = "ssr")]
mod request_time;
#[cfg(feature = "ssr")]
mod row_pages;
mod score;
#[cfg(feature = "ssr")]
mod sentence;
pub mod size;
#[cfg(feature = "ssr")]
mod skeleton;
#[cfg(feature = "ssr")]
mod table;
#[cfg(feature = "ssr")]
mod tabs;
mod tally;
mod toast;
mod tone;
#[cfg(feature = "ssr")]
mod view_context;
#[cfg(feature = "ssr")]
mod viewer;
pub mod visible;

pub use allowance::Allowance;
pub use badge::{Badge, Tag};
pub use banner::Banner;
#[cfg(feature = "ssr")]
pub use bars::Bars;
#[cfg(feature = "ssr")]
pub use difference::{Difference, differences};
pub use document_table::DocumentTable;
#[cfg(feature = "ssr")]
pub use duration::Duration;
pub use duration::duration_words;
pub use empty::Empty;
#[cfg(feature = "ssr")]
pub use fact::{Fact, Facts, Unread, stated};
pub use icon::{Glyph, Icon};
#[cfg(feature = "ssr")]
pub use in_source::InSource;
#[cfg(feature = "ssr")]
pub use json::{JsonView, OtherFields};
#[cfg(feature = "ssr")]
pub use list::{Section, TableHead, entries, list_section, table};
#[cfg(feature = "ssr")]
pub use loaded::Loaded;
#[cfg(feature = "ssr")]
pub use log::{LogView, LogViewer, record_anchor, record_href};
#[cfg(feature = "ssr")]
pub use markdown::{Inline, Markdown};
#[cfg(feature = "ssr")]
pub use masthead::Masthead;
pub use moment::{Moment, utc};
pub use narrowing::{Narrowing, Order, RowFacts};
#[cfg(feature = "ssr")]
pub use narrowing_form::{NarrowingForm, hidden_inputs};
#[cfg(feature = "ssr")]
pub use other_cells::OtherCells;
pub use quarantine_countdown::QuarantineCountdown;
#[cfg(feature = "ssr")]
pub use request_time::RequestTime;
#[cfg(feature = "ssr")]
pub use row_pages::{ROWS_OF_PAGE, RowPages, few, page_of_rows, paged, rows_around};
pub use score::Score;
#[cfg(feature = "ssr")]
pub use sentence::sentence;
#[cfg(feature = "ssr")]
pub use skeleton::Skeleton;
#[cfg(feature = "ssr")]
pub use table::Table;
#[cfg(feature = "ssr")]
pub use tabs::{Tab, Tabs};
pub use tally::{Deviations, Tally};
pub use toast::ToastCard;
pub use tone::Tone;
#[cfg(feature = "ssr")]
pub use view_context::{Narrowed, ViewContext};
#[cfg(feature = "ssr")]
pub use viewer::Viewer;
