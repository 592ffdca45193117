//! OpenTelemetry: texts that come in as log records and spans, and sessions that go out as traces.

mod export;
mod intake;
mod trace;
