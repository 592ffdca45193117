//! Widgets. A viewer composes them; they know tokens, no formats.

mod badge;
mod banner;
mod bars;
mod copy_button;
mod diagnostics;
mod empty;
mod fact;
mod icon;
mod in_source;
mod json;
#[cfg(feature = "hydrate")]
mod keyboard;
pub mod linking;
mod loaded;
mod markdown;
mod masthead;
mod moment;
mod row_pages;
mod score;
mod sentence;
pub mod size;
mod skeleton;
mod source;
mod tabs;
mod tally;
mod toast;
mod tone;
mod view_context;
pub mod visible;

pub use badge::{Badge, Tag};
pub use banner::Banner;
pub use bars::Bars;
pub use copy_button::{Command, CopyButton};
pub use diagnostics::{DiagnosticCard, DiagnosticNote};
pub use empty::Empty;
pub use fact::{Fact, Facts, Unread};
pub use icon::{Glyph, Icon};
pub use in_source::InSource;
pub use json::JsonView;
#[cfg(feature = "hydrate")]
pub use keyboard::is_shortcut;
pub use loaded::Loaded;
pub use markdown::{Inline, Markdown};
pub use masthead::Masthead;
pub use moment::{Moment, utc};
pub use row_pages::row_page;
pub use score::Score;
pub use sentence::sentence;
pub use skeleton::Skeleton;
pub use source::{SourceView, page_of};
pub use tabs::{Tab, Tabs};
pub use tally::{Deviations, Tally};
pub use toast::{Toast, ToastCard, Toasts};
pub use tone::Tone;
pub use view_context::ViewContext;
