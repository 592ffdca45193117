//! The API for programs: `/api/…` and `/healthz`.

pub mod documents;
pub mod fixed;
pub mod health;
pub mod keeping;
pub mod samples;
pub mod traces;
