//! The options of commands that ask a server, or a store without one, and print what it answers.

use clap::{Args, ValueEnum};

use super::reach::{Access, Destination, Reach};
use super::store;

#[derive(Debug, Args)]
pub(super) struct Asked {
    #[command(flatten)]
    destination: Destination,
    /// Output format
    #[arg(long, value_enum, default_value_t = Format::Human)]
    pub format: Format,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Format {
    Human,
    Json,
}

impl Asked {
    /// A store that doesn't exist is an error, which names others nearby.
    pub fn reach(&self, access: Access) -> anyhow::Result<Reach> {
        if let Some(file) = &self.destination.store {
            store::existing(Some(file), None)?;
        }
        Reach::of(&self.destination, access)
    }
}
