use app::contract::{Documents, example, json_schema, template, typescript};
use clap::{Args, ValueEnum};

use super::{Formats, format_of, output};
use crate::cli::CONFORMS;

#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  harmony contract schema 5.1 > review-report.schema.json\n  \
                        harmony contract schema review-report --as template > review.md\n\n\
                        Exit status: 0 printed, 2 there is no such format")]
pub(super) struct Schema {
    /// Format, by id or name: `5.1`, `review-report`
    #[arg(value_name = "FORMAT")]
    id: String,
    /// What to print
    #[arg(long = "as", value_enum, default_value_t)]
    what: What,
    /// Describe what is read of any document, also of one that deviates: every field may be null, and a value may be another
    /// than the contract allows
    #[arg(long)]
    any: bool,
    #[command(flatten)]
    formats: Formats,
}

#[derive(Copy, Clone, Debug, Default, ValueEnum)]
enum What {
    #[default]
    JsonSchema,
    Typescript,
    /// A blank document
    Template,
    /// A document that states every field
    Example,
}

pub(super) fn run(schema: &Schema) -> anyhow::Result<u8> {
    let catalog = schema.formats.catalog()?;
    let format = format_of(&catalog, &schema.id)?;
    let documents = if schema.any { Documents::Any } else { Documents::Conforming };
    let printed = match schema.what {
        What::JsonSchema => serde_json::to_string_pretty(&json_schema(format.spec, documents))?,
        What::Typescript => typescript(format.spec, documents),
        What::Template => template(format),
        What::Example => example(&catalog, format),
    };
    output::print_line(printed.trim_end())?;
    Ok(CONFORMS)
}
