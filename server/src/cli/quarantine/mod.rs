//! `harmony quarantine`: adds, releases, lists and checks quarantines, on a running server or in a store.

mod target;

use std::path::PathBuf;

use anyhow::Context;
use app::ui::time_left;
use clap::{Args, Subcommand, ValueEnum};
use serde_json::json;

use self::target::Target;
use super::output::visible;
use super::{CONFORMS, FINDINGS, output};
use crate::quarantine::{ActiveQuarantine, NewQuarantine};

#[derive(Debug, Args)]
pub(super) struct Quarantine {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Quarantine a chain, a session or a format
    Add {
        #[command(flatten)]
        target: Named,
        /// Why
        #[arg(long, value_name = "TEXT")]
        reason: String,
        /// Release it automatically when its time is over
        #[arg(long)]
        auto_release: bool,
        /// Seconds until then [default: 86400 with --auto-release, or else 604800]
        #[arg(long, value_name = "SECONDS")]
        ttl: Option<u64>,
        /// The flow that heals it, as in audit-and-fix/
        #[arg(long, value_name = "NAME")]
        flow: Option<String>,
        #[command(flatten)]
        options: Options,
    },
    /// Release a target
    #[command(after_help = "Exit status: 0 it is released, 1 it was not quarantined, 2 failure.")]
    Release {
        #[command(flatten)]
        target: Named,
        #[command(flatten)]
        options: Options,
    },
    /// List everything that is quarantined
    List {
        #[command(flatten)]
        options: Options,
    },
    /// Check whether a target is quarantined
    #[command(after_help = "Exit status: 0 it is not quarantined, 1 it is, 2 that could not be found out.")]
    Check {
        #[command(flatten)]
        target: Named,
        #[command(flatten)]
        options: Options,
    },
}

#[derive(Debug, Args)]
struct Named {
    /// `chain`, `session` or `format`
    #[arg(value_name = "TYPE", value_parser = app::quarantine::TARGET_TYPES)]
    target_type: String,
    /// Id or name of the target
    #[arg(value_name = "ID")]
    target_id: String,
}

#[derive(Debug, Args)]
struct Options {
    /// Address of the Harmony to ask, as in `localhost:4180` or `https://harmony.example`
    #[arg(long, value_name = "ADDRESS", default_value = "http://127.0.0.1:4180")]
    to: String,
    /// Access token of the server
    #[arg(long, env = "HARMONY_TOKEN", hide_env_values = true)]
    token: Option<String>,
    /// Use the store in this file instead of a server
    #[arg(long, value_name = "FILE|ADDRESS", conflicts_with = "to")]
    store: Option<PathBuf>,
    /// Output format
    #[arg(long, value_enum, default_value_t = Format::Human)]
    format: Format,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    Human,
    Json,
}

pub(super) fn run(Quarantine { command }: Quarantine) -> anyhow::Result<u8> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .context("the runtime can't be started")?;
    runtime.block_on(execute(command))
}

async fn execute(command: Command) -> anyhow::Result<u8> {
    match command {
        Command::Add { target, reason, auto_release, ttl, flow, options } => {
            let Named { target_type, target_id } = target;
            let new =
                NewQuarantine { target_type, target_id, reason, auto_release, ttl, suggested_flow: flow };
            let added = Target::of(&options).await?.add(new).await?;
            match options.format {
                Format::Json => print_json(&added)?,
                Format::Human => output::print_line(&format!("quarantined {}", describe(&added)))?,
            }
            Ok(CONFORMS)
        }
        Command::Release { target: Named { target_type, target_id }, options } => {
            let was_active =
                Target::of(&options).await?.release(target_type.clone(), target_id.clone()).await?;
            let name = format!("{target_type} {}", visible(&target_id));
            match options.format {
                Format::Json => print_json(&json!({ "released": was_active }))?,
                Format::Human if was_active => output::print_line(&format!("released {name}"))?,
                Format::Human => output::print_line(&format!("{name} is not quarantined"))?,
            }
            Ok(if was_active { CONFORMS } else { FINDINGS })
        }
        Command::List { options } => {
            let list = Target::of(&options).await?.list().await?;
            if options.format == Format::Json {
                print_json(&list)?;
                return Ok(CONFORMS);
            }
            for found in &list.quarantines {
                output::print_line(&describe(found))?;
            }
            let more = list.total.saturating_sub(list.quarantines.len() as u64);
            match (list.total, more) {
                (0, _) => output::print_line("nothing is quarantined")?,
                (_, 0) => {}
                _ => output::print_line(&format!("and {more} more"))?,
            }
            Ok(CONFORMS)
        }
        Command::Check { target: Named { target_type, target_id }, options } => {
            let found = Target::of(&options).await?.find(target_type.clone(), target_id.clone()).await?;
            let name = format!("{target_type} {}", visible(&target_id));
            match (options.format, &found) {
                (Format::Json, found) => {
                    print_json(&json!({ "quarantined": found.is_some(), "quarantine": found }))?;
                }
                (Format::Human, Some(found)) => {
                    output::print_line(&format!("quarantined: {}", describe(found)))?;
                }
                (Format::Human, None) => output::print_line(&format!("{name} is not quarantined"))?,
            }
            Ok(if found.is_some() { FINDINGS } else { CONFORMS })
        }
    }
}

fn print_json(value: &impl serde::Serialize) -> anyhow::Result<()> {
    output::print_line(&serde_json::to_string(value)?)?;
    Ok(())
}

/// Returns a line: `session night: It loops. (since …, 23 h 59 min left)`.
fn describe(found: &ActiveQuarantine) -> String {
    let record = &found.record;
    let reason = record.reason.as_deref().map(|reason| format!(": {}", visible(reason))).unwrap_or_default();
    let end = match found.remaining {
        Some(seconds) => time_left(seconds.saturating_mul(1000), 0),
        None => "until it is released".to_owned(),
    };
    let (target_type, id, since) =
        (visible(&record.target_type), visible(&record.target_id), visible(&record.quarantined_at));
    format!("{target_type} {id}{reason} (since {since}, {end})")
}
