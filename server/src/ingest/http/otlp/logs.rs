//! The texts of log records: a body that is a text, or what an event of a model's answer says.

use opentelemetry_proto::tonic::collector::logs::v1::ExportLogsServiceRequest;
use opentelemetry_proto::tonic::common::v1::any_value::Value;
use opentelemetry_proto::tonic::logs::v1::LogRecord;

use super::collected::Collected;
use super::messages::{self, is_text};
use super::origin::{LOG, Origin, Place};
use crate::ingest::is_empty;

pub(super) fn collect(request: ExportLogsServiceRequest, into: &mut Collected) {
    let mut item = 0;
    for of_resource in request.resource_logs {
        for of_scope in of_resource.scope_logs {
            let origin = Origin::of(of_resource.resource.as_ref(), of_scope.scope.as_ref());
            for record in of_scope.log_records {
                collect_record(record, item, &origin, into);
                item += 1;
            }
        }
    }
}

fn collect_record(mut record: LogRecord, item: usize, origin: &Origin<'_>, into: &mut Collected) {
    let mut texts = match record.body.take().and_then(|body| body.value) {
        Some(Value::StringValue(text)) => vec![text],
        Some(structured) => messages::texts(structured),
        None => Vec::new(),
    };
    texts.retain(|text| !is_empty(text.as_bytes()));
    if texts.is_empty() {
        let stated = record.attributes.iter_mut().filter(|attribute| is_text(&attribute.key));
        let values = stated.filter_map(|attribute| attribute.value.take()?.value);
        texts = values.flat_map(messages::texts).filter(|text| !is_empty(text.as_bytes())).collect();
    }
    if texts.is_empty() {
        return into.refused.add(item, "a record has no text: send it as the body, as a string");
    }
    let at_ns = match record.time_unix_nano {
        0 => record.observed_time_unix_nano,
        at_ns => at_ns,
    };
    for text in texts {
        let place = Place { trace: &record.trace_id, span: &record.span_id, part: LOG.to_owned(), at_ns };
        let (source, key) = origin.of_text(&[&record.attributes], &place, &text);
        into.add(item, &key, source, text);
    }
}
