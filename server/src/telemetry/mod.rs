//! What a server says of itself while it runs: its log, and spans for a collector of OpenTelemetry.

mod client;
mod exporter;
mod request;

use std::io::{IsTerminal, stderr};
use std::time::Duration;

use clap::ValueEnum;
use opentelemetry::trace::TracerProvider;
use opentelemetry_otlp::ExporterBuildError;
use opentelemetry_sdk::trace::SdkTracerProvider;
use tracing::Subscriber;
use tracing_subscriber::filter::{LevelFilter, filter_fn};
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::registry::LookupSpan;
use tracing_subscriber::util::SubscriberInitExt;
use tracing_subscriber::{EnvFilter, Layer};

pub use request::traced;

/// The target of all spans, by which an exporter finds them. A log has them with `RUST_LOG=harmony=debug`.
pub const SPANS: &str = "harmony";

/// How long the last spans may take.
const FAREWELL: Duration = Duration::from_secs(2);

/// How the log is written.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum LogFormat {
    /// Lines for people
    #[default]
    Text,
    /// A JSON object a line, for programs
    Json,
}

/// Exports spans, if the environment asks for that.
pub struct Exporter(Option<SdkTracerProvider>);

/// Begins the log and, if the environment names a collector, the export of spans. An error is about the environment.
pub fn begin(format: LogFormat) -> Result<Exporter, ExporterBuildError> {
    let provider = exporter::of_environment()?;
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new("info"));
    let log = log(format, filter);
    let Some(provider) = provider else {
        log.init();
        return Ok(Exporter(None));
    };
    let is_exported = filter_fn(|metadata| metadata.is_span() && metadata.target() == SPANS);
    let spans = tracing_opentelemetry::layer()
        .with_tracer(provider.tracer("harmony"))
        .with_location(false)
        .with_threads(false)
        .with_target(false)
        .with_level(false)
        .with_tracked_inactivity(false)
        .with_filter(is_exported.with_max_level_hint(LevelFilter::DEBUG));
    log.with(spans).init();
    Ok(Exporter(Some(provider)))
}

/// Returns the log alone. Beside a layer that is `None`, which has no filter, all spans would be made once the log of
/// some module asks for their level.
fn log(format: LogFormat, filter: EnvFilter) -> impl Subscriber + for<'a> LookupSpan<'a> {
    let lines = tracing_subscriber::fmt::layer().with_target(false).with_writer(stderr);
    let lines = match format {
        LogFormat::Text => lines.with_ansi(stderr().is_terminal()).boxed(),
        LogFormat::Json => lines.json().flatten_event(true).with_span_list(false).boxed(),
    };
    tracing_subscriber::registry().with(lines.with_filter(filter))
}

impl Exporter {
    /// Exports the spans that are left, if the collector takes them soon.
    pub fn end(self) {
        if let Some(provider) = self.0 {
            // A collector that is away was reported before.
            let _ = provider.shutdown_with_timeout(FAREWELL);
        }
    }
}

#[cfg(test)]
mod tests {
    use tracing::debug_span;
    use tracing::subscriber::with_default;
    use tracing_subscriber::EnvFilter;

    use super::{LogFormat, SPANS, log};

    #[test]
    fn a_span_that_nobody_records_is_not_made() {
        let is_made = |filter| {
            let log = log(LogFormat::Text, EnvFilter::new(filter));
            with_default(log, || !debug_span!(target: SPANS, "request").is_disabled())
        };
        assert!(!is_made("info"));
        assert!(!is_made("info,server::store=debug"));
        assert!(is_made("info,harmony=debug"));
    }
}
