use std::collections::HashSet;
use std::io::{BufWriter, Write};
use std::path::PathBuf;

use app::claim::Claim;
use app::read_as::ReadAs;
use app::report::Report;
use app::scan;
use app::scan::Blocks;
use app::text::Span;
use clap::Args;
use serde::Serialize;

use super::check::{As, Ignores};
use super::format::{FormatFolders, unless_refused};
use super::inputs::{self, Input, Texts, texts_in_strings};
use super::output::{self, Summary};
use super::{CONFORMS, COULD_NOT_RUN, Config, follow};

#[derive(Debug, Args)]
#[command(
    after_help = "Exit status: 0 all files were read, 2 a file could not be read, or one declares no format"
)]
pub(super) struct Parse {
    /// Files, folders and patterns such as 'reports/**/*.md' to parse; `-` for standard input
    #[arg(required_unless_present = "follow")]
    files: Vec<PathBuf>,
    /// Print one JSON object per line and block (default)
    #[arg(long)]
    jsonl: bool,
    /// Explain which formats were recognized where, and why; add `--jsonl` for JSON
    #[arg(long)]
    explain: bool,
    /// Parse standard input while it is being written, as in `tail -f log.md | harmony parse --follow`
    #[arg(long, conflicts_with_all = ["files", "explain", "as"])]
    follow: bool,
    #[command(flatten)]
    read_as: As,
    #[command(flatten)]
    formats: FormatFolders,
    #[command(flatten)]
    config: Config,
}

#[derive(Serialize)]
struct Line<'a, T> {
    file: &'a str,
    /// Where the text is in the file, if it is in a string: `message msg_01`.
    #[serde(rename = "in", skip_serializing_if = "Option::is_none")]
    part: Option<&'a str>,
    /// The line of the file that the string begins in.
    #[serde(rename = "inLine", skip_serializing_if = "Option::is_none")]
    part_line: Option<u32>,
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
    let read_as = parse.read_as.read_as()?;
    let mut code = CONFORMS;
    let mut summary = Summary::default();
    let mut has_blocks = false;
    let mut repeated = HashSet::new();
    for input in Texts::of(inputs::find(&parse.files), &parse.files) {
        let input = match input {
            Ok(input) => input.masked(),
            Err(error) => {
                output::print_error(&error);
                code = COULD_NOT_RUN;
                continue;
            }
        };
        // Most messages are conversation.
        if input.part.is_some() && scan::explain(&input.text).is_empty() {
            continue;
        }
        if input.repeats(&mut repeated) {
            has_blocks = true;
            continue;
        }
        let mut read = parse.print(&mut out, &input, read_as)?;
        read.sort_unstable();
        for part in texts_in_strings(&input, &read) {
            if !scan::explain(&part.text).is_empty() {
                has_blocks |= !parse.print(&mut out, &part, read_as)?.is_empty();
            }
        }
        has_blocks |= !read.is_empty();
        if input.is_last && !std::mem::take(&mut has_blocks) {
            parse.note_unknown(&mut out, &input, &mut summary)?;
        }
    }
    out.flush()?;
    // Standard output is for programs; a person would see nothing at all.
    summary.describe_unknown().iter().for_each(|line| output::print_note(line));
    Ok(unless_refused(code))
}

impl Parse {
    /// Prints what is read in a text, or why. Returns the spans of the blocks.
    fn print(
        &self,
        out: &mut impl Write,
        input: &Input,
        read_as: Option<ReadAs>,
    ) -> anyhow::Result<Vec<Span>> {
        if self.explain {
            let claims = scan::explain(&input.text);
            let spans = claims.iter().map(Claim::span).collect();
            if self.jsonl {
                claims.iter().try_for_each(|claim| write_line(out, input, claim.json(&input.text)))?;
            } else if !claims.is_empty() {
                out.write_all(output::explanation(&input.name_at(0), &input.text, &claims).as_bytes())?;
            }
            return Ok(spans);
        }
        let ignores = Ignores::of(&input.text);
        let blocks = Blocks::of(ignores.stripped(&input.text), read_as);
        let mut spans = Vec::with_capacity(blocks.len());
        for mut block in blocks.batches().flatten() {
            ignores.put_back(&mut block);
            block.diagnostics.retain(|found| ignores.keep(found));
            spans.push(block.span);
            write_line(out, input, Report::of(&block))?;
        }
        Ok(spans)
    }

    /// Notes that a file has no known format.
    fn note_unknown(&self, out: &mut impl Write, input: &Input, summary: &mut Summary) -> anyhow::Result<()> {
        if self.explain && !self.jsonl {
            out.write_all(output::explanation(&input.name, &input.text, &[]).as_bytes())?;
        } else {
            summary.add_unknown(&input.name, &input.text);
        }
        Ok(())
    }
}

fn write_line(out: &mut impl Write, input: &Input, line: impl Serialize) -> anyhow::Result<()> {
    let part = input.part.as_ref();
    let part_line = part.map(|_| input.place(0).line);
    let part = part.map(|part| part.name.as_str());
    serde_json::to_writer(&mut *out, &Line { file: &input.name, part, part_line, line })?;
    out.write_all(b"\n")?;
    Ok(())
}
