//! Every route of the description that a server gives of itself, from places that have no business there.

mod hosts;
mod inputs;
mod origins;
mod paths;
mod routes;
mod tokens;
mod wire;

use anyhow::Result;

use super::request::{Request, exchange};
use super::servers::{Servers, TOKEN};

/// A text that nobody may see without the token.
pub const CANARY: &str = "canary-4f1d-of-the-attack";

/// Returns whether every door is closed that has to be.
pub async fn attack(servers: &Servers, is_short: bool) -> Result<bool> {
    let (open, guarded) = (servers.open.address, servers.guarded.address);
    let routes = routes::of(open).await?;
    println!("{} routes", routes.len());
    for address in [open, guarded] {
        let text = format!("# Review Report: {CANARY}\n\n## Verdict: APPROVED\n## Score: 91%\n");
        let request =
            Request::new(address, "POST", "/api/documents").bearing(TOKEN).sending("text/markdown", text);
        exchange(address, &request.bytes()).await?;
    }
    let mut holds = tokens::right(&routes, guarded).await.print("right token");
    holds &= hosts::attack(&routes, open, guarded).await.print("foreign host");
    holds &= origins::attack(&routes, open).await.print("foreign origin");
    holds &= tokens::missing(&routes, guarded).await.print("missing token");
    holds &= tokens::wrong(&routes, guarded).await.print("wrong token");
    holds &= tokens::of_ci(&routes, guarded).await.print("token of CI");
    holds &= paths::attack(&routes, guarded, is_short).await.print("tricks with paths, without a token");
    holds &= paths::redirects(&routes, guarded).await.print("redirects to other sites");
    holds &= inputs::attack(&routes, open, is_short).await.print("senseless queries and bodies");
    holds &= wire::attack(guarded).await.print("smuggled and malformed requests");
    Ok(holds)
}
