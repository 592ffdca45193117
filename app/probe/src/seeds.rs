//! What guided fuzzing starts from: the fixtures, as each target takes them.

use app::document::{DocumentHead, Source, State};
use app::event::{Cursor, Envelope, Event, Quarantine, QuarantineAction, Replaced};
use app::json::find_objects;
use app::markdown::Outline;
use app::text::Text;
use serde_json::json;

use crate::documents::Document;

/// Longer inputs cost time and reach nothing more.
const LONGEST: usize = 4_096;

/// Returns the seeds of each target.
pub fn seeds(fixtures: &[Document]) -> Vec<(&'static str, Vec<Vec<u8>>)> {
    let short: Vec<&[u8]> = fixtures.iter().map(|fixture| fixture.bytes.as_slice()).collect();
    let texts = short.iter().filter(|bytes| bytes.len() <= LONGEST).map(|bytes| bytes.to_vec());
    let texts: Vec<_> = texts.collect();
    vec![
        ("outline", texts.clone()),
        ("json", short.iter().flat_map(|bytes| objects(bytes)).collect()),
        ("envelopes", texts.iter().flat_map(|bytes| envelopes(&String::from_utf8_lossy(bytes))).collect()),
        ("frames", frames()),
        ("sockets", sockets()),
        ("reading", texts),
    ]
}

fn objects(bytes: &[u8]) -> Vec<Vec<u8>> {
    let text = Text::from_bytes(bytes);
    let found = find_objects(&text, &Outline::of(&text), text.span());
    let slices = found.iter().map(|object| text.slice(object.span).as_bytes().to_vec());
    slices.filter(|object| object.len() <= LONGEST).collect()
}

/// A text as a request carries it: alone, among others, and a line each.
fn envelopes(text: &str) -> [Vec<u8>; 3] {
    let source = Source { path: Some("a.md".to_owned()), said_ms: Some(1), ..Source::default() };
    let alone = json!({"text": text, "idempotencyKey": "a", "source": source});
    let one = json!({"text": text, "source": {"session": "s", "ci_run": "1"}});
    let among = json!({"documents": [&one, {"text": "b"}], "source": source});
    [alone.to_string(), among.to_string(), format!("{one}\n{alone}\n")].map(String::into_bytes)
}

/// Messages of the server, a line each.
fn frames() -> Vec<Vec<u8>> {
    let document = DocumentHead { id: "a".to_owned(), ..DocumentHead::default() };
    let replaces = Some(Replaced::of(&document));
    let events = [
        Event::DocumentEvent { document: document.clone(), replaces: None },
        Event::DocumentEvent { document, replaces },
        Event::QuarantineEvent(Quarantine {
            action: QuarantineAction::Add,
            target_type: "chain".to_owned(),
            target_id: "c".to_owned(),
            reason: Some("r".to_owned()),
            timestamp: "2026-11-25T10:00:00Z".to_owned(),
        }),
        Event::SessionEvent { session: "s".to_owned(), state: Some(State::Failed) },
        Event::DocumentsRemoved { ids: vec!["a".to_owned()] },
        Event::DocumentPinned { id: "a".to_owned(), pinned: true },
        Event::ChoiceMade,
        Event::DocumentsReread,
        Event::Heartbeat,
        Event::Resync,
    ];
    let envelopes =
        (1..).zip(events).map(|(seq, event)| Envelope { cursor: Cursor { epoch: 1, seq }, event });
    let lines: Vec<String> = envelopes.map(|envelope| json!(envelope).to_string()).collect();
    let steps = b"\x01\x01\x01\n\x01\x01\x01\n\x08\x01\x00\n\x01\x01\x05\n\x09\x02\x00".to_vec();
    lines.iter().map(|line| line.clone().into_bytes()).chain([lines.join("\n").into_bytes(), steps]).collect()
}

/// Frames of a client: a text, its two halves with a ping between, a pong, a close, and a length that never comes.
fn sockets() -> Vec<Vec<u8>> {
    let masked =
        |first: u8, content: &[u8]| [&[first, 0x80 | content.len() as u8, 0, 0, 0, 0], content].concat();
    let halves = [masked(0x01, b"ha"), masked(0x89, b"p"), masked(0x80, b"lf")].concat();
    let long = vec![0x82, 0xff, 0, 0, 0, 1, 0, 0, 0, 0, 1, 2, 3, 4, 5];
    let close = masked(0x88, &[0x03, 0xe8, b'b', b'y', b'e']);
    vec![masked(0x81, b"text"), halves, masked(0x8a, b""), close, long, masked(0x82, &[0xff; 120])]
}
