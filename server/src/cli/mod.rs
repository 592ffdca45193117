//! The command line.

mod inputs;
mod output;
mod parse;
mod serve;

use std::process::ExitCode;

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
    /// Print what was read, as one line of JSON per block
    Parse(parse::Parse),
}

/// It did what it was asked, and there is nothing to complain about.
const CONFORMS: u8 = 0;
/// It could not do what it was asked.
const COULD_NOT_RUN: u8 = 2;

pub fn main() -> ExitCode {
    let cli = Cli::parse();
    let outcome = match cli.command {
        None => serve::run(serve::Serve { paths: Vec::new(), options: cli.serve }),
        Some(Command::Serve(serve)) => serve::run(serve),
        Some(Command::Parse(parse)) => parse::run(&parse),
    };
    match outcome {
        Ok(code) => ExitCode::from(code),
        Err(error) => {
            output::complain(&error);
            ExitCode::from(COULD_NOT_RUN)
        }
    }
}
