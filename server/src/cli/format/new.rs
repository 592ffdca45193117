use app::catalog::TEMPLATE;
use clap::Args;

use super::output;
use crate::cli::CONFORMS;

#[derive(Debug, Args)]
#[command(
    after_help = "Example: harmony format new \"Incident Report\" > formats/incident-report.format.toml"
)]
pub(super) struct New {
    /// Name of the format, as its documents' heading has it
    name: String,
}

pub(super) fn run(new: &New) -> anyhow::Result<u8> {
    // The name goes into texts of TOML, which know the escapes of JSON.
    let name = serde_json::to_string(new.name.trim())?;
    output::print_line(TEMPLATE.replace("\"NAME\"", &name).trim_end())?;
    Ok(CONFORMS)
}
