//! What machines ask: `/api/…` and `/healthz`.

pub mod documents;
pub mod health;
pub mod keeping;
pub mod mended;
pub mod samples;
pub mod traces;
