//! `harmony mcp`: a server of the Model Context Protocol on standard input and output, for agents that ask Harmony.

mod limit;
mod protocol;
mod tools;

use std::io::{BufRead, BufReader, Read, Write, stdin, stdout};

use clap::Args;

use super::format::FormatFolders;
use super::reach::{Access, Destination, Reach};
use super::{CONFORMS, Config};
use protocol::Protocol;
use tools::Tools;

#[derive(Debug, Args)]
#[command(after_help = "Without --write, the tools change nothing, and a store is opened read-only.\n\n\
                        Exit status: 0 the client has closed standard input, 2 failure")]
pub(super) struct Mcp {
    #[command(flatten)]
    destination: Destination,
    /// Offer tools that change something: store texts, quarantine and release, and finish items of the inbox
    #[arg(long)]
    write: bool,
    #[command(flatten)]
    formats: FormatFolders,
    #[command(flatten)]
    config: Config,
}

/// The longest message: a text of 16 MB whose characters are escaped.
const LONGEST_MESSAGE: u64 = 64 * 1024 * 1024;

pub(super) fn run(mcp: &Mcp) -> anyhow::Result<u8> {
    mcp.formats.take_up(&mcp.config.find()?)?;
    let access = if mcp.write { Access::ReadWrite } else { Access::ReadOnly };
    let protocol = Protocol::new(Tools::new(Reach::of(&mcp.destination, access)?, access));
    let mut input = BufReader::new(stdin().lock());
    let mut out = stdout().lock();
    while let Some(message) = next_message(&mut input)? {
        let answer = match message {
            Message::Whole(line) => protocol.answer(&line),
            Message::TooLong => Some(protocol::too_long(LONGEST_MESSAGE)),
        };
        if let Some(answer) = answer {
            // A message is a line.
            serde_json::to_writer(&mut out, &answer)?;
            out.write_all(b"\n")?;
            out.flush()?;
        }
    }
    Ok(CONFORMS)
}

enum Message {
    Whole(Vec<u8>),
    TooLong,
}

/// Returns the next line that isn't blank; `None` at the end.
fn next_message(input: &mut impl BufRead) -> std::io::Result<Option<Message>> {
    loop {
        let mut line = Vec::new();
        let length = input.by_ref().take(LONGEST_MESSAGE).read_until(b'\n', &mut line)?;
        if length == 0 {
            return Ok(None);
        }
        if length as u64 == LONGEST_MESSAGE && line.last() != Some(&b'\n') {
            // The rest of it, in parts that fit.
            while !line.is_empty() && line.last() != Some(&b'\n') {
                line.clear();
                input.by_ref().take(LONGEST_MESSAGE).read_until(b'\n', &mut line)?;
            }
            return Ok(Some(Message::TooLong));
        }
        if !line.trim_ascii().is_empty() {
            return Ok(Some(Message::Whole(line)));
        }
    }
}
