//! The server from outside: requests, sockets, folders, and the command.

mod cli;
mod documents;
mod folder;
mod limits;
mod live;
mod requests;
mod security;
mod store;
