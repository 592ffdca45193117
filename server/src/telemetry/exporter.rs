//! The exporter that the standard variables of OpenTelemetry ask for: OTLP over HTTP, in protobuf.

use std::env;

use opentelemetry_otlp::{
    ExporterBuildError, OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT, Protocol,
    SpanExporter, WithExportConfig, WithHttpConfig,
};
use opentelemetry_sdk::Resource;
use opentelemetry_sdk::trace::SdkTracerProvider;

use super::client::Client;

/// The name of the service, unless the environment states another.
const SERVICE: &str = "harmony";

/// Returns what hands finished spans to a thread of its own, which sends them in batches and drops what is too much for the
/// collector. `None` if the environment names no collector, or wants no spans.
pub(super) fn of_environment() -> Result<Option<SdkTracerProvider>, ExporterBuildError> {
    let stated = |name: &str| env::var(name).ok().filter(|value| !value.trim().is_empty());
    let is =
        |name: &str, value: &str| stated(name).is_some_and(|found| found.trim().eq_ignore_ascii_case(value));
    let endpoint = stated(OTEL_EXPORTER_OTLP_TRACES_ENDPOINT).or_else(|| stated(OTEL_EXPORTER_OTLP_ENDPOINT));
    let is_unwanted = is("OTEL_SDK_DISABLED", "true") || is("OTEL_TRACES_EXPORTER", "none");
    let Some(endpoint) = endpoint.filter(|_| !is_unwanted) else { return Ok(None) };
    let exporter = SpanExporter::builder()
        .with_http()
        .with_http_client(Client::new(&endpoint))
        .with_protocol(Protocol::HttpBinary)
        .build()?;
    let names_service = stated("OTEL_SERVICE_NAME").is_some()
        || stated("OTEL_RESOURCE_ATTRIBUTES").is_some_and(|stated| stated.contains("service.name="));
    let resource = Resource::builder();
    let resource = if names_service { resource } else { resource.with_service_name(SERVICE) };
    Ok(Some(
        SdkTracerProvider::builder().with_batch_exporter(exporter).with_resource(resource.build()).build(),
    ))
}
