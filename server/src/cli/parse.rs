use std::io::{BufWriter, ErrorKind, Write};
use std::path::PathBuf;

use app::scan;
use clap::Args;
use serde::Serialize;

use super::{CONFORMS, inputs};
use crate::block::BlockJson;

#[derive(Debug, Args)]
pub(super) struct Parse {
    /// Files and folders; `-` is the standard input
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// One JSON object a line, one line per block (what it does in any case, spelled out)
    #[arg(long)]
    jsonl: bool,
}

#[derive(Serialize)]
struct Line<'a> {
    file: &'a str,
    #[serde(flatten)]
    block: BlockJson,
}

pub(super) fn run(parse: &Parse) -> anyhow::Result<u8> {
    let mut out = BufWriter::new(std::io::stdout().lock());
    for file in inputs::find(&parse.files)? {
        let input = inputs::read(&file)?;
        for block in scan::read(&input.text) {
            serde_json::to_writer(&mut out, &Line { file: &input.name, block: BlockJson::of(&block) })?;
            if let Err(error) = out.write_all(b"\n") {
                return ended(error);
            }
        }
    }
    out.flush().map_or_else(ended, |()| Ok(CONFORMS))
}

/// Who reads only the first lines, as `head` does, has had enough.
fn ended(error: std::io::Error) -> anyhow::Result<u8> {
    if error.kind() == ErrorKind::BrokenPipe { Ok(CONFORMS) } else { Err(error.into()) }
}
