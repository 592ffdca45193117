//! Where a text comes from, by the attributes of its record or span, of its scope and of its resource.

use std::fmt::Write;

use app::document::Source;
use data_encoding::HEXLOWER;
use opentelemetry_proto::tonic::common::v1::any_value::Value;
use opentelemetry_proto::tonic::common::v1::{InstrumentationScope, KeyValue};
use opentelemetry_proto::tonic::resource::v1::Resource;
use sha2::{Digest as _, Sha256};

/// The names of a session, that of Harmony first.
const SESSION: &[&str] = &["harmony.session", "session.id", "gen_ai.conversation.id"];
const MODEL: &[&str] = &["gen_ai.response.model", "gen_ai.request.model"];
/// The name of a text of which nothing says where it is from.
const UNNAMED: &str = "otlp";

pub(super) struct Origin<'a> {
    resource: &'a [KeyValue],
    scope: &'a [KeyValue],
    logger: &'a str,
}

/// A text's place in the telemetry.
pub(super) struct Place<'a> {
    pub trace: &'a [u8],
    pub span: &'a [u8],
    /// What of the span or record it is.
    pub part: String,
    pub at_ns: u64,
}

impl<'a> Origin<'a> {
    pub fn of(resource: Option<&'a Resource>, scope: Option<&'a InstrumentationScope>) -> Self {
        Self {
            resource: resource.map_or(&[], |resource| &resource.attributes),
            scope: scope.map_or(&[], |scope| &scope.attributes),
            logger: scope.map_or("", |scope| &scope.name),
        }
    }

    /// Returns the source of a text, and the key by which it is stored once.
    pub fn of_text(&self, own: &[&[KeyValue]], place: &Place<'_>, text: &str) -> (Source, String) {
        let named = |names: &[&str]| {
            let groups = || own.iter().copied().chain([self.scope, self.resource]);
            names.iter().find_map(|name| groups().find_map(|attributes| word(attributes, name)))
        };
        let path = named(&["harmony.path"]);
        let key = place.key(
            || {
                let name = path.clone().unwrap_or_else(|| self.name());
                [named(SESSION).unwrap_or_default(), name]
                    .map(|part| format!("{} {part}", part.len()))
                    .concat()
            },
            text,
        );
        let source = Source {
            session: named(SESSION),
            // A file has versions; what is said one after the other is no version of what was said before.
            part: path.is_none().then(|| format!("{} {}", place.part, short(&key))),
            path: Some(path.unwrap_or_else(|| self.name())),
            repository: named(&["vcs.repository.name"]),
            commit: named(&["vcs.ref.head.revision"]),
            branch: named(&["vcs.ref.head.name"]),
            ci_run: named(&["cicd.pipeline.run.id"]),
            agent: named(&["harmony.agent"]),
            model: named(MODEL),
            said_ms: (place.at_ns > 0).then_some((place.at_ns / 1_000_000) as i64),
            sample: false,
        };
        (source, key)
    }

    /// Returns the name of the service and of the logger within it.
    fn name(&self) -> String {
        let service = word(self.resource, "service.name");
        let parts = [service.as_deref().unwrap_or_default(), self.logger];
        let named: Vec<&str> = parts.into_iter().filter(|part| !part.is_empty()).collect();
        if named.is_empty() { UNNAMED.to_owned() } else { named.join("/") }
    }
}

impl Place<'_> {
    /// Returns the key of a text: of a span, its place in it; of a record, which has no id, its time and its text as well.
    fn key(&self, origin: impl FnOnce() -> String, text: &str) -> String {
        let mut key = format!("otlp {}", self.part);
        let is_of_span = is_id(self.trace, 16) && is_id(self.span, 8);
        if is_of_span {
            // Writing to a string never fails.
            let _ = write!(key, " {} {}", HEXLOWER.encode(self.trace), HEXLOWER.encode(self.span));
        }
        if !is_of_span || self.part == LOG {
            let mut digest = Sha256::new();
            digest.update(origin().as_bytes());
            digest.update(text.as_bytes());
            let _ = write!(key, " {} {}", self.at_ns, HEXLOWER.encode(&digest.finalize()));
        }
        key
    }
}

/// The part of a text that is the body of a record.
pub(super) const LOG: &str = "log";

/// Returns whether an id is valid: of the right length, and not all zeros.
fn is_id(id: &[u8], length: usize) -> bool {
    id.len() == length && id.iter().any(|byte| *byte != 0)
}

fn short(key: &str) -> String {
    HEXLOWER.encode(&Sha256::digest(key.as_bytes())[..6])
}

/// Returns the value of an attribute if it is a word or a number.
fn word(attributes: &[KeyValue], name: &str) -> Option<String> {
    let found = attributes.iter().find(|attribute| attribute.key == name)?;
    match found.value.as_ref()?.value.as_ref()? {
        Value::StringValue(word) if !word.trim().is_empty() => Some(word.clone()),
        Value::IntValue(number) => Some(number.to_string()),
        _ => None,
    }
}
