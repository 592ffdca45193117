//! OpenTelemetry: sessions as traces, in the encodings of its protocol (OTLP).

pub mod attributes;
pub mod session_trace;
