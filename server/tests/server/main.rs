//! The server from outside: requests, sockets, folders, and the command.

#![expect(clippy::unwrap_used, reason = "a test that can not go on has failed")]

mod cli;
mod delivery;
mod documents;
mod folder;
mod growing;
mod ingest;
mod limits;
mod live;
mod requests;
mod running;
mod search;
mod security;
mod store;
mod viewers;
