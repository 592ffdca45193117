//! A text as it came, with its lines, and what was odd about its encoding.
//!
//! Spans always speak of the stored text. Damage (mojibake, invalid UTF-8) is repaired where a fragment is
//! read, never in the stored bytes, so that no span has to be mapped back.

#[cfg(feature = "reading")]
mod assigned;
#[cfg(feature = "reading")]
mod byte_block;
#[cfg(feature = "reading")]
mod byte_set;
#[cfg(feature = "reading")]
mod encoding;
#[cfg(feature = "reading")]
mod head;
#[cfg(feature = "reading")]
mod key_shapes;
#[cfg(feature = "reading")]
mod lines;
#[cfg(feature = "reading")]
mod secrets;
mod span;
#[cfg(feature = "reading")]
mod stored;

#[cfg(feature = "reading")]
pub(crate) use byte_block::ByteBlock;
#[cfg(feature = "reading")]
pub(crate) use byte_set::ByteSet;
#[cfg(feature = "reading")]
pub use encoding::repair_mojibake;
#[cfg(feature = "reading")]
pub use head::head_of;
#[cfg(feature = "reading")]
pub use lines::{LineIndex, Position};
#[cfg(feature = "reading")]
pub use secrets::{holds_secret, mask_secrets};
pub use span::Span;
#[cfg(feature = "reading")]
pub use stored::{Oddities, Text};
