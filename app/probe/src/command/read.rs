//! Prints what is parsed, for other programs to compare.

use std::io::{BufWriter, Result, Write, stdout};
use std::process::ExitCode;

use app::report::Report;
use app::scan::Blocks;
use app::text::Text;
use probe::documents::Document;
use probe::line;

/// One line a document.
pub fn lines(documents: &[Document]) -> Result<ExitCode> {
    let mut out = BufWriter::new(stdout().lock());
    for document in documents {
        writeln!(out, "{}", line::of_document(&document.name, &document.bytes))?;
    }
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

/// One line a block, as `harmony parse --jsonl` prints it.
pub fn blocks(documents: &[Document]) -> Result<ExitCode> {
    let mut out = BufWriter::new(stdout().lock());
    for document in documents {
        let text = Text::from_bytes(&document.bytes);
        for block in Blocks::of(&text, None).batches().flatten() {
            serde_json::to_writer(&mut out, &Report::of(&block).in_file(&document.name))?;
            writeln!(out)?;
        }
    }
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

/// The names alone.
pub fn names(documents: &[Document]) -> Result<ExitCode> {
    let mut out = BufWriter::new(stdout().lock());
    for document in documents {
        writeln!(out, "{}", document.name)?;
    }
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}
