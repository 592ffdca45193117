use std::io::{BufWriter, Write};
use std::path::PathBuf;

use app::report::Report;
use app::scan;
use app::scan::Blocks;
use clap::Args;
use serde::Serialize;

use super::format::FormatFolders;
use super::inputs::{self, Input};
use super::output::{self, Summary};
use super::{CONFORMS, COULD_NOT_RUN, Config, follow};

#[derive(Debug, Args)]
#[command(after_help = "Exit status: 0 all files were read, 2 a file could not be read")]
pub(super) struct Parse {
    /// Files and folders to parse; `-` for standard input
    #[arg(required_unless_present = "follow")]
    files: Vec<PathBuf>,
    /// Print one JSON object per line and block (default)
    #[arg(long)]
    jsonl: bool,
    /// Explain which formats were recognized where, and why; add `--jsonl` for JSON
    #[arg(long)]
    explain: bool,
    /// Parse standard input while it is being written, as in `tail -f log.md | harmony parse --follow`
    #[arg(long, conflicts_with_all = ["files", "explain"])]
    follow: bool,
    #[command(flatten)]
    formats: FormatFolders,
    #[command(flatten)]
    config: Config,
}

#[derive(Serialize)]
struct Line<'a, T> {
    file: &'a str,
    #[serde(flatten)]
    line: T,
}

pub(super) fn run(parse: &Parse) -> anyhow::Result<u8> {
    parse.formats.take_up(&parse.config.find()?)?;
    let mut out = BufWriter::new(std::io::stdout().lock());
    if parse.follow {
        follow::run(out)?;
        return Ok(CONFORMS);
    }
    let mut code = CONFORMS;
    let mut summary = Summary::default();
    for file in inputs::find(&parse.files) {
        let input = match file.and_then(|file| inputs::read(&file)) {
            Ok(input) => input.masked(),
            Err(error) => {
                output::print_error(&error);
                code = COULD_NOT_RUN;
                continue;
            }
        };
        match (parse.explain, parse.jsonl) {
            (false, _) => {
                let blocks = Blocks::of(&input.text, None);
                if blocks.is_empty() {
                    summary.add_unknown(&input.name, &input.text);
                }
                for block in blocks.batches().flatten() {
                    write_line(&mut out, &input, Report::of(&block))?;
                }
            }
            (true, true) => {
                let claims = scan::explain(&input.text);
                if claims.is_empty() {
                    summary.add_unknown(&input.name, &input.text);
                }
                for claim in &claims {
                    write_line(&mut out, &input, claim.json(&input.text))?;
                }
            }
            (true, false) => {
                let claims = scan::explain(&input.text);
                let explained = output::explanation(&input.name, &input.text, &claims);
                out.write_all(explained.as_bytes())?;
            }
        }
    }
    out.flush()?;
    // Standard output is for programs; a person would see nothing at all.
    summary.describe_unknown().iter().for_each(|line| output::print_note(line));
    Ok(code)
}

fn write_line(out: &mut impl Write, input: &Input, line: impl Serialize) -> anyhow::Result<()> {
    serde_json::to_writer(&mut *out, &Line { file: &input.name, line })?;
    out.write_all(b"\n")?;
    Ok(())
}
