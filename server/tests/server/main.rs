//! The server from outside: requests, sockets, folders, and the command.

#![expect(clippy::unwrap_used, reason = "a test that can not go on has failed")]

mod access;
mod api;
mod attention;
mod batches;
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
mod indexing;
mod ingest;
mod keeping;
#[cfg(unix)]
mod kill;
mod limits;
mod live;
mod mcp;
#[cfg(unix)]
mod mirror;
mod model;
mod opinions;
mod otlp;
mod own_formats;
mod ping;
mod previews;
#[path = "../support/process.rs"]
mod process;
mod projects;
mod quarantine;
mod render;
mod reports;
mod requests;
mod running;
mod scale;
mod search;
mod security;
mod shared;
mod sign_in;
mod store;
mod stores;
mod upkeep;
mod verdicts;
mod viewers;
mod webhooks;
mod worst;
