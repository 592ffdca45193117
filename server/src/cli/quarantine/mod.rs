//! `harmony quarantine`: adds, releases, lists and checks quarantines, on a running server or in a store.

mod target;

use app::ui::time_left;
use clap::builder::NonEmptyStringValueParser;
use clap::{Args, Subcommand};
use serde_json::json;

use self::target::Target;
use super::asked::{Asked, Format};
use super::output::visible;
use super::reach::Access;
use super::{CONFORMS, FINDINGS, output, wait_for};
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
        #[arg(long, value_name = "TEXT", value_parser = NonEmptyStringValueParser::new())]
        reason: String,
        /// Release it automatically when its time is over
        #[arg(long)]
        auto_release: bool,
        /// Seconds until then [default: 86400 with --auto-release, or else 604800]
        #[arg(long, value_name = "SECONDS", value_parser = seconds)]
        ttl: Option<u64>,
        /// The flow that heals it, as in audit-and-fix/
        #[arg(long, value_name = "NAME")]
        flow: Option<String>,
        #[command(flatten)]
        options: Asked,
    },
    /// Release a target
    #[command(after_help = "Exit status: 0 it is released, 1 it was not quarantined, 2 failure.")]
    Release {
        #[command(flatten)]
        target: Named,
        #[command(flatten)]
        options: Asked,
    },
    /// List everything that is quarantined
    List {
        #[command(flatten)]
        options: Asked,
    },
    /// Check whether a target is quarantined
    #[command(after_help = "Exit status: 0 it is not quarantined, 1 it is, 2 that could not be found out.")]
    Check {
        #[command(flatten)]
        target: Named,
        #[command(flatten)]
        options: Asked,
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

pub(super) fn run(Quarantine { command }: Quarantine) -> anyhow::Result<u8> {
    wait_for(execute(command))
}

async fn execute(command: Command) -> anyhow::Result<u8> {
    match command {
        Command::Add { target, reason, auto_release, ttl, flow, options } => {
            let Named { target_type, target_id } = target;
            let new =
                NewQuarantine { target_type, target_id, reason, auto_release, ttl, suggested_flow: flow };
            let added = Target::of(&options, Access::ReadWrite)?.add(new).await?;
            match options.format {
                Format::Json => print_json(&added)?,
                Format::Human => output::print_line(&format!("quarantined {}", describe(&added)))?,
            }
            Ok(CONFORMS)
        }
        Command::Release { target: Named { target_type, target_id }, options } => {
            let was_active =
                Target::of(&options, Access::ReadWrite)?.release(&target_type, &target_id).await?;
            let name = format!("{target_type} {}", visible(&target_id));
            match options.format {
                Format::Json => print_json(&json!({ "released": was_active }))?,
                Format::Human if was_active => output::print_line(&format!("released {name}"))?,
                Format::Human => output::print_line(&format!("{name} is not quarantined"))?,
            }
            Ok(if was_active { CONFORMS } else { FINDINGS })
        }
        Command::List { options } => {
            let list = Target::of(&options, Access::ReadOnly)?.list().await?;
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
            let found = Target::of(&options, Access::ReadOnly)?.find(&target_type, &target_id).await?;
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

fn seconds(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| "write a number of seconds, as in 86400 for a day".to_owned())
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
