//! The server from outside: requests, sockets, folders, and the command.

#![expect(clippy::unwrap_used, reason = "a test that can not go on has failed")]

mod api;
mod attention;
mod catalogs;
mod checking;
mod checkouts;
#[cfg(unix)]
mod ci;
mod cli;
mod contract;
mod copying;
mod damage;
mod decisions;
mod delivery;
mod documents;
mod evidence;
mod folder;
mod gate;
mod growing;
mod health;
mod hooks;
mod inbox;
mod ingest;
mod keeping;
#[cfg(unix)]
mod kill;
mod limits;
mod live;
mod mcp;
#[cfg(unix)]
mod mirror;
mod opinions;
mod own_formats;
mod ping;
mod previews;
#[path = "../support/process.rs"]
mod process;
mod quarantine;
mod render;
mod reports;
mod requests;
mod running;
mod scale;
mod search;
mod security;
mod shared;
mod store;
mod stores;
mod upkeep;
mod verdicts;
mod viewers;
mod webhooks;
mod worst;
