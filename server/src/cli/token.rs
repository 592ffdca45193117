//! `harmony token`: creates, lists and revokes tokens, on a running server or in a store.

use anyhow::Context;
use app::access::{Role, Token as Listed};
use axum::http::Method;
use clap::{Args, Subcommand, ValueEnum};
use serde_json::{Value, json};

use super::asked::{Asked, Format};
use super::output::{self, visible};
use super::reach::Access;
use super::{CONFORMS, FINDINGS, length_of_time, wait_for};
use crate::clock;

#[derive(Debug, Args)]
pub(super) struct Token {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Create a token and print its secret, which is shown this once
    #[command(
        after_help = "The first token needs the role operate: from then on a server asks everybody for one."
    )]
    Create {
        /// Who or what uses it
        name: String,
        /// What it is for
        #[arg(long, value_enum)]
        role: RoleName,
        /// Time after which it expires, as in 90d, 12h or 2w [default: never]
        #[arg(long, value_name = "TIME", value_parser = length_of_time)]
        expires: Option<String>,
        #[command(flatten)]
        options: Asked,
    },
    /// List tokens and logins, without their secrets
    List {
        #[command(flatten)]
        options: Asked,
    },
    /// Revoke a token, and log out everybody who logged in with it
    #[command(after_help = "Exit status: 0 it is revoked, 1 it was not active, 2 failure.")]
    Revoke {
        /// Number of the token, as `harmony token list` prints it
        id: i64,
        #[command(flatten)]
        options: Asked,
    },
}

#[derive(Copy, Clone, Debug, ValueEnum)]
enum RoleName {
    /// Reads everything, and changes nothing
    Read,
    /// Sends documents, and can do nothing else
    Ingest,
    /// Publishes preview links, and can do nothing else
    Publish,
    /// Everything, tokens included
    Operate,
}

impl From<RoleName> for Role {
    fn from(name: RoleName) -> Self {
        match name {
            RoleName::Read => Self::Read,
            RoleName::Ingest => Self::Ingest,
            RoleName::Publish => Self::Publish,
            RoleName::Operate => Self::Operate,
        }
    }
}

const PATH: &str = "/api/tokens";

pub(super) fn run(Token { command }: Token) -> anyhow::Result<u8> {
    wait_for(execute(command))
}

async fn execute(command: Command) -> anyhow::Result<u8> {
    match command {
        Command::Create { name, role, expires, options } => {
            let body = json!({ "name": name, "role": Role::from(role), "expires": expires });
            let body = serde_json::to_vec(&body)?;
            let answer = options
                .reach(Access::ReadWrite)?
                .ask(Method::POST, PATH, Some(("application/json", body)))
                .await?;
            let created: Value = answer.read()?;
            match options.format {
                Format::Json => output::print_line(&created.to_string())?,
                Format::Human => {
                    let secret = created["secret"].as_str().context("the response has no secret")?;
                    output::print_line(secret)?;
                }
            }
            Ok(CONFORMS)
        }
        Command::List { options } => {
            let list: Value = options.reach(Access::ReadOnly)?.get(PATH).await?;
            if options.format == Format::Json {
                output::print_line(&list.to_string())?;
                return Ok(CONFORMS);
            }
            let tokens: Vec<Listed> = serde_json::from_value(list["tokens"].clone())
                .context("the response can't be read: is Harmony running there?")?;
            for token in &tokens {
                output::print_line(&describe(token, clock::now_ms()))?;
            }
            if tokens.is_empty() {
                output::print_line("there are no tokens")?;
            }
            Ok(CONFORMS)
        }
        Command::Revoke { id, options } => {
            let answer =
                options.reach(Access::ReadWrite)?.ask(Method::DELETE, &format!("{PATH}/{id}"), None).await?;
            let was_active = !answer.is_problem("no-token");
            if was_active {
                answer.expect_success()?;
            }
            match options.format {
                Format::Json => output::print_line(&json!({ "revoked": was_active }).to_string())?,
                Format::Human if was_active => output::print_line(&format!("revoked token {id}"))?,
                Format::Human => output::print_line(&format!("there is no active token {id}"))?,
            }
            Ok(if was_active { CONFORMS } else { FINDINGS })
        }
    }
}

/// Returns a line: `3  CI of billing  ingest  until 2027-02-25T16:00:00Z, never used`.
fn describe(token: &Listed, now_ms: i64) -> String {
    let state = match (token.revoked_ms, token.expires_ms) {
        (Some(at), _) => format!("revoked {}", clock::iso(at)),
        (None, Some(at)) if token.is_active(now_ms) => format!("until {}", clock::iso(at)),
        (None, Some(at)) => format!("expired {}", clock::iso(at)),
        (None, None) => "until it is revoked".to_owned(),
    };
    let used =
        token.used_ms.map_or_else(|| "never used".to_owned(), |at| format!("last used {}", clock::iso(at)));
    let login = if token.is_login { "login, " } else { "" };
    let (id, name, role) = (token.id, visible(&token.name), token.role.as_str());
    format!("{id:>4}  {name}  {role}  {login}{state}, {used}")
}
