//! The command line.

mod backup;
mod check;
mod fix;
mod follow;
mod ingest;
mod inputs;
mod output;
mod parse;
mod reparse;
mod serve;

use std::io::ErrorKind;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::anyhow;
use clap::{Parser, Subcommand};

/// Shows what your agents really did: reads their reports, says where they deviate, and keeps them.
#[derive(Debug, Parser)]
#[command(name = "harmony", version, args_conflicts_with_subcommands = true)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    serve: serve::Options,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Open the dashboard over folders that agents write their reports to (the default)
    Serve(serve::Serve),
    /// Say where texts deviate from their format, and how to fix it
    Check(check::Check),
    /// Store texts: in a running Harmony, or straight in a store's file
    Ingest(ingest::Ingest),
    /// Print what was read, as one line of JSON per block
    Parse(parse::Parse),
    /// Copy the store to a file, while it is in use
    Backup(backup::Backup),
    /// Read all stored texts again, after an update that reads more
    Reparse(reparse::Reparse),
}

/// It did what it was asked, and there is nothing to complain about.
const CONFORMS: u8 = 0;
/// It did what it was asked, and found errors.
const FINDINGS: u8 = 1;
/// It could not do what it was asked.
const COULD_NOT_RUN: u8 = 2;

pub fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return refuse(&error),
    };
    let outcome = match cli.command {
        None => serve::run(serve::Serve { paths: Vec::new(), exclude: Vec::new(), options: cli.serve }),
        Some(Command::Serve(serve)) => serve::run(serve),
        Some(Command::Check(check)) => check::run(&check),
        Some(Command::Ingest(ingest)) => ingest::run(ingest),
        Some(Command::Parse(parse)) => parse::run(&parse),
        Some(Command::Backup(backup)) => backup::run(&backup),
        Some(Command::Reparse(reparse)) => reparse::run(&reparse),
    };
    match outcome {
        Ok(code) => ExitCode::from(code),
        // Who reads only the first lines, as `head` does, has had enough.
        Err(error) if is_broken_pipe(&error) => ExitCode::from(CONFORMS),
        Err(error) => {
            output::print_error(&error);
            ExitCode::from(COULD_NOT_RUN)
        }
    }
}

/// Who names a folder instead of a command most likely wants it followed.
fn refuse(error: &clap::Error) -> ExitCode {
    let named = std::env::args_os().nth(1).map(PathBuf::from).filter(|path| path.exists());
    if let (clap::error::ErrorKind::InvalidSubcommand | clap::error::ErrorKind::UnknownArgument, Some(path)) =
        (error.kind(), named)
    {
        let path = path.display();
        output::print_error(&anyhow!(
            "`{path}` is no command: `harmony serve {path}` follows it, `harmony check {path}` checks it"
        ));
        return ExitCode::from(COULD_NOT_RUN);
    }
    error.exit()
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        let of_io = cause.downcast_ref::<std::io::Error>().map(std::io::Error::kind);
        let of_json = cause.downcast_ref::<serde_json::Error>().and_then(serde_json::Error::io_error_kind);
        of_io.or(of_json) == Some(ErrorKind::BrokenPipe)
    })
}
