//! Widgets. A viewer composes them; they know tokens, no formats.

mod view_context;

pub use view_context::ViewContext;
