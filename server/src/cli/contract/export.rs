use app::contract::Contract;
use clap::Args;

use super::{Formats, output};
use crate::cli::CONFORMS;

#[derive(Debug, Args)]
#[command(
    after_help = "Example: harmony contract export > contract.json, and after an update `harmony contract diff contract.json current`"
)]
pub(super) struct Export {
    #[command(flatten)]
    formats: Formats,
}

pub(super) fn run(export: &Export) -> anyhow::Result<u8> {
    let contract = Contract::of(export.formats.catalog()?.specs());
    output::print_line(&serde_json::to_string_pretty(&contract)?)?;
    Ok(CONFORMS)
}
