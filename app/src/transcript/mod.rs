//! Transcripts of Claude Code: what is read of a line.

mod lenient;
mod line;

pub use lenient::Lenient;
pub use line::{Block, Content, Input, Line, Message, ToolResult, UNNAMED_SUB_AGENT, Usage};
