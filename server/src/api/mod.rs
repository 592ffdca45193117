//! The API for programs: `/api/…` and `/healthz`.

pub mod badge;
pub mod chains;
pub mod choices;
pub mod contract;
pub mod decisions;
pub mod documents;
pub mod evidence;
pub mod fixed;
pub mod formats;
pub mod harmony;
pub mod health;
pub mod inbox;
pub mod keeping;
pub mod previews;
pub mod projects;
pub mod quarantine;
pub mod samples;
pub mod search;
pub mod selection;
pub mod sessions;
mod streamed;
pub mod tokens;
pub mod traces;
pub mod verdicts;
pub mod views;
pub mod webhooks;
