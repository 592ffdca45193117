//! Widgets. A viewer composes them; they know tokens, no formats.
//!
//! What only pages and viewers use is in `server`: a change to it leaves the browser's code as it is.

mod allowance;
mod badge;
mod banner;
mod document_table;
mod duration;
mod empty;
mod icon;
pub mod linking;
mod moment;
mod narrowing;
mod quarantine_countdown;
mod score;
mod sentence;
#[cfg(feature = "viewers")]
mod server;
pub mod size;
mod tally;
mod toast;
mod tone;
pub mod visible;

pub use allowance::Allowance;
pub use badge::{Badge, QuarantineBadge, Tag};
pub use banner::Banner;
pub use document_table::DocumentTable;
#[cfg(feature = "ssr")]
pub use document_table::document_rows;
#[cfg(feature = "viewers")]
pub use duration::Duration;
pub use duration::{duration_words, time_left};
pub use empty::Empty;
pub use icon::{Glyph, Icon};
pub use moment::{Age, Moment, age_words, exact, utc};
pub use narrowing::{Narrowing, Order, RowFacts};
pub use quarantine_countdown::QuarantineCountdown;
pub use score::Score;
#[cfg(feature = "viewers")]
pub use server::{
    Anchors, Bars, Crumbs, Difference, FacetField, Fact, Facts, FileLinks, FileUrl, HealthAxis, InSource,
    Inline, JsonView, LastVisit, LogView, LogViewer, Markdown, Masthead, Narrowed, NarrowingForm, OtherCells,
    OtherFields, ROWS_OF_PAGE, RequestTime, RowPages, Section, Shapes, Skeleton, StateRail, Surroundings,
    Tab, Table, TableHead, Tabs, Unread, ViewContext, Viewer, changed, crumb, differences, entries, few,
    file_path, hidden_inputs, lamps, line_href, list_section, marked, page_of_rows, paged, record_anchor,
    record_href, rows_around, stated, table, trail_href,
};
pub use tally::{FindingsUnread, Issues, Tally};
pub use toast::ToastCard;
pub use tone::Tone;

pub use sentence::sentence;
#[cfg(feature = "ssr")]
pub use server::{Loaded, PageHead, Zone};

/// What nearly every viewer and page uses.
#[cfg(feature = "viewers")]
pub(crate) mod prelude {
    pub(crate) use leptos::prelude::*;
    #[cfg(feature = "ssr")]
    pub(crate) use leptos_meta::Title;
    #[cfg(feature = "ssr")]
    pub(crate) use leptos_router::hooks::use_query_map;

    pub(crate) use super::linking::data_span;
    pub(crate) use super::size::{counted, grouped};
    pub(crate) use super::visible::visible;
    pub(crate) use super::{
        Allowance, Badge, Banner, Bars, Empty, Fact, Facts, Glyph, Icon, InSource, Inline, JsonView, LogView,
        Markdown, Masthead, Moment, OtherCells, OtherFields, Score, Section, Table, TableHead, Tag, Tone,
        Unread, ViewContext, Viewer, few, hidden_inputs, list_section, paged, sentence, stated, table,
    };
    #[cfg(feature = "ssr")]
    pub(crate) use super::{Loaded, PageHead, QuarantineBadge};
}
