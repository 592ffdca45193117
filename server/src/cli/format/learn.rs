use std::path::PathBuf;

use anyhow::anyhow;
use app::catalog::compile;
use app::learn::{Example, learn};
use clap::Args;

use super::output;
use crate::cli::inputs::Input;
use crate::cli::{CONFORMS, inputs};

#[derive(Debug, Args)]
#[command(
    after_help = "Example: harmony format learn incidents/*.md > formats/incident-report.format.toml\n\n\
                        Two or three examples are best; one is a start. What all of them have becomes required, what \
                        some have optional. Each decision is a comment in the file, and `Unsure` marks what to look at.\n\n\
                        Exit status: 0 a file was printed, 2 the examples have no format in common"
)]
pub(super) struct Learn {
    /// Documents of one format, in Markdown, JSON or JSON lines; folders are searched
    #[arg(required = true, value_name = "EXAMPLE")]
    examples: Vec<PathBuf>,
    /// Name of the format [default: the words that open all examples, or for JSON the name of the file]
    #[arg(long)]
    name: Option<String>,
}

pub(super) fn run(arguments: &Learn) -> anyhow::Result<u8> {
    let mut inputs: Vec<Input> = Vec::new();
    for path in inputs::find(&arguments.examples) {
        // Values are quoted in comments.
        inputs.push(inputs::read(&path?)?.masked());
    }
    let examples: Vec<Example<'_>> =
        inputs.iter().map(|input| Example { name: &input.name, text: &input.text }).collect();
    let learned = learn(&examples, arguments.name.as_deref(), compile);
    let source = learned.map_err(|error| anyhow!("no format was learned: {error}"))?;
    output::print_line(source.trim_end())?;
    Ok(CONFORMS)
}
