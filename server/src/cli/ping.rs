//! `harmony ping`: the health check of containers and of supervisors, which have no other program that can ask.

use clap::Args;

use super::client::Client;
use super::output::{self, visible};
use super::{CONFORMS, FINDINGS};

#[derive(Debug, Args)]
#[command(after_help = "Needs no token, and prints what the server answers at /healthz.\n\n\
                        Exit status: 0 healthy, 1 unhealthy or not running, 2 the address is none")]
pub(super) struct Ping {
    /// Address of the Harmony to ask, by http:// or https://
    #[arg(long, visible_alias = "server", value_name = "ADDRESS", default_value = "http://127.0.0.1:4180")]
    to: String,
}

pub(super) fn run(ping: &Ping) -> anyhow::Result<u8> {
    let client = Client::new(&ping.to, None)?;
    match client.get("/healthz") {
        Ok(response) => {
            output::print_line(&visible(String::from_utf8_lossy(&response.body).trim()))?;
            Ok(if response.status.is_success() { CONFORMS } else { FINDINGS })
        }
        // To who checks, a server that isn't there is as unhealthy.
        Err(error) => {
            output::print_error(&error);
            Ok(FINDINGS)
        }
    }
}
