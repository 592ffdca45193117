//! Harmony's server and command line: reads texts, stores them, and sends their events to browsers.

// Pages are deeply nested types until they are rendered.
#![recursion_limit = "256"]
#![warn(clippy::print_stdout, clippy::print_stderr)]

pub mod cli;
pub mod config;
pub mod config_file;
pub mod inbox;
pub mod ingest;
pub mod library;
pub mod live;
mod metrics;
pub mod mirror;
pub mod openapi;
pub mod own_formats;
pub mod previews;
pub mod projects;
pub mod quarantine;
pub mod router;
pub mod security;
pub mod serve;
pub mod state;
pub mod store;
pub mod sweep;
pub mod tokens;
pub mod webhooks;

mod api;
mod assets;
mod clock;
mod cores;
mod error;
mod heavy;
mod lean;
mod link_preview;
mod opening;
mod otlp;
mod paced;
mod page_cache;
mod page_gzip;
mod page_request;
mod parameters;
mod plain_page;
mod telemetry;
mod tls;
mod translation;
mod visits;
