//! The command line.

mod address;
mod asked;
mod backup;
mod bounded;
mod check;
mod client;
mod completions;
mod contract;
mod copy;
mod export;
mod fix;
mod follow;
mod format;
mod gate;
mod hook;
mod ingest;
mod inputs;
mod instance;
mod mcp;
mod output;
mod parse;
mod ping;
mod preview;
mod project_option;
mod quarantine;
mod reach;
mod render;
mod reparse;
mod resolver;
mod rules;
mod serve;
mod sign_in;
mod store;
mod token;

use std::io::ErrorKind;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, anyhow};
use clap::{Args, Parser, Subcommand};

pub(crate) use output::drawn_problem;

use crate::config::kept_for;
use crate::config_file::{ConfigFile, ConfigFileError};

/// Reads what agents write, checks it against its contract, and shows it in a dashboard
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
    /// Start the dashboard and watch folders for reports (default)
    Serve(Box<serve::Serve>),
    /// Check documents against their contracts and suggest fixes
    Check(check::Check),
    /// Check how far formats keep their contracts, compare two contracts, or print one
    Contract(contract::Contract),
    /// List the rules of all formats, or explain one with an example
    Rules(rules::Rules),
    /// Declare a format of your own: write or learn its file, check and try it
    Format(format::Format),
    /// Judge the verdict of a quality gate: pass, fail or redeploy
    Gate(gate::Gate),
    /// Check commits and follow agents, by hooks of git and of Claude Code
    Hook(hook::Hook),
    /// Send documents to a running Harmony, or store them in a file
    Ingest(ingest::Ingest),
    /// Answer agents that ask, by the Model Context Protocol on standard input and output
    Mcp(mcp::Mcp),
    /// Parse documents and print each block as a line of JSON
    Parse(parse::Parse),
    /// Ask a running Harmony whether it is healthy
    Ping(ping::Ping),
    /// Publish reports on a server and print their link
    Preview(preview::Preview),
    /// Add, release, list or check quarantines
    Quarantine(quarantine::Quarantine),
    /// Create, list or revoke tokens, which have a role
    Token(token::Token),
    /// Copy a store from a file into a database, or back
    Copy(copy::Copy),
    /// Print what the store knows in a form of other tools: a session as an OpenTelemetry trace
    Export(export::Export),
    /// Print a script that completes this command in a shell
    Completions(completions::Completions),
    /// Write reports to one HTML file that opens anywhere
    Render(render::Render),
    /// Copy the store to a file, even while it is in use
    Backup(backup::Backup),
    /// Parse all stored documents again, as after an update of Harmony
    Reparse(reparse::Reparse),
}

/// Where the project's configuration is.
#[derive(Debug, Args)]
struct Config {
    /// Configuration to use [default: the nearest harmony.toml, from this folder upward]
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
}

impl Config {
    fn find(&self) -> Result<ConfigFile, ConfigFileError> {
        ConfigFile::find(self.config.as_deref())
    }
}

/// Success, without errors to report.
const CONFORMS: u8 = 0;
/// Success, with errors to report.
const FINDINGS: u8 = 1;
/// Failure.
const COULD_NOT_RUN: u8 = 2;
/// What a shell reports of a program that a closed pipe ended.
const OUTPUT_CLOSED: u8 = 141;

/// Checks a length of time that is sent as it is.
fn length_of_time(text: &str) -> Result<String, String> {
    kept_for(text).map(|_| text.to_owned())
}

pub fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return refuse(&error),
    };
    let outcome = match cli.command {
        None => serve::run(serve::Serve { paths: Vec::new(), exclude: Vec::new(), options: cli.serve }),
        Some(Command::Serve(serve)) => serve::run(*serve),
        Some(Command::Check(check)) => check::run(&check),
        Some(Command::Contract(arguments)) => contract::run(&arguments),
        Some(Command::Rules(arguments)) => rules::run(&arguments),
        Some(Command::Format(arguments)) => format::run(&arguments),
        Some(Command::Gate(gate)) => gate::run(&gate),
        Some(Command::Hook(arguments)) => hook::run(arguments),
        Some(Command::Ingest(ingest)) => ingest::run(ingest),
        Some(Command::Mcp(mcp)) => mcp::run(&mcp),
        Some(Command::Parse(parse)) => parse::run(&parse),
        Some(Command::Ping(ping)) => ping::run(&ping),
        Some(Command::Preview(preview)) => preview::run(preview),
        Some(Command::Render(render)) => render::run(&render),
        Some(Command::Quarantine(arguments)) => quarantine::run(arguments),
        Some(Command::Token(arguments)) => token::run(arguments),
        Some(Command::Completions(completions)) => completions::run(&completions),
        Some(Command::Backup(backup)) => backup::run(&backup),
        Some(Command::Copy(copy)) => copy::run(&copy),
        Some(Command::Export(arguments)) => export::run(arguments),
        Some(Command::Reparse(reparse)) => reparse::run(&reparse),
    };
    match outcome {
        Ok(code) => ExitCode::from(code),
        // The reader of the output has closed it, as `head` does. What was found may not have been written, so that it can't
        // count as success.
        Err(error) if is_broken_pipe(&error) => ExitCode::from(OUTPUT_CLOSED),
        Err(error) => {
            output::print_error(&error);
            ExitCode::from(COULD_NOT_RUN)
        }
    }
}

/// Prints the error of the arguments. Suggests commands where the first argument is a path.
fn refuse(error: &clap::Error) -> ExitCode {
    let named = std::env::args_os().nth(1).map(PathBuf::from).filter(|path| path.exists());
    if let (clap::error::ErrorKind::InvalidSubcommand | clap::error::ErrorKind::UnknownArgument, Some(path)) =
        (error.kind(), named)
    {
        let path = path.display();
        output::print_error(&anyhow!(
            "`{path}` is not a command: use `harmony serve {path}` to watch it, or `harmony check {path}` to check it"
        ));
        return ExitCode::from(COULD_NOT_RUN);
    }
    error.exit()
}

/// Runs a command that waits for others, on this thread.
fn wait_for<T>(work: impl Future<Output = anyhow::Result<T>>) -> anyhow::Result<T> {
    tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .context("the runtime can't be started")?
        .block_on(work)
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        let of_io = cause.downcast_ref::<std::io::Error>().map(std::io::Error::kind);
        let of_json = cause.downcast_ref::<serde_json::Error>().and_then(serde_json::Error::io_error_kind);
        of_io.or(of_json) == Some(ErrorKind::BrokenPipe)
    })
}
