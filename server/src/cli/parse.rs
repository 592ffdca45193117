use std::io::{BufWriter, Write};
use std::path::PathBuf;

use app::{report, scan};
use clap::Args;
use serde::Serialize;
use serde_json::Value;

use super::{CONFORMS, COULD_NOT_RUN, follow, inputs, output};

#[derive(Debug, Args)]
pub(super) struct Parse {
    /// Files and folders; `-` is the standard input
    #[arg(required_unless_present = "follow")]
    files: Vec<PathBuf>,
    /// One JSON object a line, one line per block (what it does in any case, spelled out)
    #[arg(long)]
    jsonl: bool,
    /// Read the standard input while it is being written, as in `tail -f log.md | harmony parse --follow`
    #[arg(long, conflicts_with = "files")]
    follow: bool,
}

#[derive(Serialize)]
struct Line<'a> {
    file: &'a str,
    #[serde(flatten)]
    block: Value,
}

pub(super) fn run(parse: &Parse) -> anyhow::Result<u8> {
    let mut out = BufWriter::new(std::io::stdout().lock());
    if parse.follow {
        follow::run(out)?;
        return Ok(CONFORMS);
    }
    let mut code = CONFORMS;
    for file in inputs::find(&parse.files) {
        let input = match file.and_then(|file| inputs::read(&file)) {
            Ok(input) => input,
            Err(error) => {
                output::complain(&error);
                code = COULD_NOT_RUN;
                continue;
            }
        };
        for block in scan::read(&input.text) {
            serde_json::to_writer(&mut out, &Line { file: &input.name, block: report::json(&block) })?;
            out.write_all(b"\n")?;
        }
    }
    out.flush()?;
    Ok(code)
}
