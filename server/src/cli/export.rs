//! `harmony export`: prints what a server or a store knows in a form of other tools.

use anyhow::bail;
use axum::http::Method;
use clap::{Args, Subcommand};

use super::reach::{Access, Answer, Destination, Reach};
use super::{CONFORMS, output, wait_for};

#[derive(Debug, Args)]
pub(super) struct Export {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Print the chains of a session as an OpenTelemetry trace, in OTLP/JSON
    #[command(after_help = "Collectors take it as it is: harmony export trace SESSION | \
                            curl --data-binary @- -H 'Content-Type: application/json' http://localhost:4318/v1/traces")]
    Trace {
        /// Name of the session
        #[arg(value_name = "SESSION")]
        session: String,
        /// Id of one of its chains [default: all of them]
        #[arg(long, value_name = "ID")]
        chain: Option<String>,
        /// State after this place in the server's order [default: the newest]
        #[arg(long, value_name = "PLACE")]
        at: Option<u64>,
        #[command(flatten)]
        destination: Destination,
    },
}

pub(super) fn run(Export { command }: Export) -> anyhow::Result<u8> {
    let Command::Trace { session, chain, at, destination } = command;
    let mut named = vec![("session", session)];
    named.extend(chain.map(|chain| ("chain", chain)));
    named.extend(at.map(|at| ("at", at.to_string())));
    let path = format!("/api/sessions/trace?{}", serde_urlencoded::to_string(named)?);
    let reach = Reach::of(&destination, Access::ReadOnly)?;
    let answer = wait_for(reach.ask(Method::GET, &path, None))?;
    answer.expect_success()?;
    let Answer { body, .. } = answer;
    let Ok(trace) = String::from_utf8(body) else {
        bail!("the response can't be read: is Harmony running there?");
    };
    output::print_line(&trace)?;
    Ok(CONFORMS)
}
