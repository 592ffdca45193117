//! What the machine needs. Installs it where possible, and otherwise prints the command that does.

pub mod browser;
pub mod debian;
pub mod node;
pub mod programs;
pub mod rust;
