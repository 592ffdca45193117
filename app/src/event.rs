//! The events that the server sends to browsers, and the feed that both sides fold from them.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::document::{DocumentHead, Kind, State, Tally};

/// A place in the server's order. The epoch changes when the order is rewound by a restored backup.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cursor {
    pub epoch: u32,
    pub seq: u64,
}

impl fmt::Display for Cursor {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}.{}", self.epoch, self.seq)
    }
}

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct NotACursor;

impl fmt::Display for NotACursor {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a cursor is two numbers separated by a dot, as sent by the server")
    }
}

impl std::error::Error for NotACursor {}

impl FromStr for Cursor {
    type Err = NotACursor;

    fn from_str(text: &str) -> Result<Self, NotACursor> {
        let (epoch, seq) = text.split_once('.').ok_or(NotACursor)?;
        let (Ok(epoch), Ok(seq)) = (epoch.parse(), seq.parse()) else { return Err(NotACursor) };
        Ok(Self { epoch, seq })
    }
}

impl Serialize for Cursor {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Cursor {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

/// A message of the stream: an event and its place in the order.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Envelope {
    pub cursor: Cursor,
    pub event: Event,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", try_from = "Fields")]
#[allow(clippy::large_enum_variant, reason = "nearly every event is the large one; a box would only cost")]
pub enum Event {
    /// A document was stored.
    DocumentEvent {
        document: DocumentHead,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        replaces: Option<Replaced>,
    },
    /// A document quarantined or released something. Follows the document's own event.
    QuarantineEvent(Quarantine),
    /// A transcript names a new session or claims something in one, or a session is in another state.
    SessionEvent {
        session: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        state: Option<State>,
    },
    /// Documents were removed: by a person, or because they expired. Also replaces earlier events of removed documents.
    DocumentsRemoved { ids: Vec<String> },
    /// A document was pinned or unpinned.
    DocumentPinned { id: String, pinned: bool },
    /// A person decided something that is no document: of a recommendation, or of an item of the inbox.
    ChoiceMade,
    /// All documents were parsed again: reload.
    DocumentsReread,
    /// Missed events can't be replayed: reload. Not part of the log.
    Resync,
    /// Nothing happened; everything up to the cursor was sent. Not part of the log.
    Heartbeat,
}

/// The fields of all events, by which one is read. Serde would look for the tag in a copy of the event, with code that is a
/// twentieth of the browser's.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Fields {
    #[serde(rename = "type")]
    kind: String,
    document: Option<DocumentHead>,
    replaces: Option<Replaced>,
    action: Option<QuarantineAction>,
    target_type: Option<String>,
    target_id: Option<String>,
    reason: Option<String>,
    timestamp: Option<String>,
    session: Option<String>,
    state: Option<State>,
    ids: Option<Vec<String>>,
    id: Option<String>,
    pinned: Option<bool>,
}

impl TryFrom<Fields> for Event {
    type Error = &'static str;

    fn try_from(fields: Fields) -> Result<Self, Self::Error> {
        fields.event().ok_or("no event is of this kind and has these fields")
    }
}

impl Fields {
    fn event(self) -> Option<Event> {
        Some(match self.kind.as_str() {
            "DocumentEvent" => Event::DocumentEvent { document: self.document?, replaces: self.replaces },
            "QuarantineEvent" => Event::QuarantineEvent(Quarantine {
                action: self.action?,
                target_type: self.target_type?,
                target_id: self.target_id?,
                reason: self.reason,
                timestamp: self.timestamp?,
            }),
            "SessionEvent" => Event::SessionEvent { session: self.session?, state: self.state },
            "DocumentsRemoved" => Event::DocumentsRemoved { ids: self.ids? },
            "DocumentPinned" => Event::DocumentPinned { id: self.id?, pinned: self.pinned? },
            "ChoiceMade" => Event::ChoiceMade,
            "DocumentsReread" => Event::DocumentsReread,
            "Resync" => Event::Resync,
            "Heartbeat" => Event::Heartbeat,
            _ => return None,
        })
    }
}

/// The event of format 5.6. With the tag of [`Event`] its JSON is that of the contract.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Quarantine {
    pub action: QuarantineAction,
    pub target_type: String,
    pub target_id: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    pub timestamp: String,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum QuarantineAction {
    Add,
    Remove,
}

/// The former newest version of a source, which lists and totals no longer include.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Replaced {
    pub id: String,
    /// What it contributed to the totals.
    pub totals: Totals,
}

impl Replaced {
    pub fn of(document: &DocumentHead) -> Self {
        Self { id: document.id.clone(), totals: Totals::of(document) }
    }
}

/// The documents and totals of the overview at a cursor.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Feed {
    pub cursor: Cursor,
    /// Newest first, without events, with only the newest version of each source, at most [`Feed::KEPT`].
    pub documents: Vec<DocumentHead>,
    pub totals: Totals,
}

/// Counts of the newest versions of all sources.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ssr", derive(schemars::JsonSchema))]
pub struct Totals {
    pub documents: u64,
    pub samples: u64,
    /// Documents in which at least one block was recognized.
    pub recognized: u64,
    pub conforming: u64,
    pub passed: u64,
    pub failed: u64,
    #[serde(default)]
    pub contradicted: u64,
    pub findings: Tally,
    /// Documents with findings that could not be parsed, which `findings` lacks.
    #[serde(default)]
    pub findings_unread: u64,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Applied {
    Changed,
    Nothing,
    /// The feed can't be continued and must be reloaded.
    Reload,
}

impl Feed {
    pub const KEPT: usize = 50;

    /// Applies a message. A repeated one changes nothing.
    pub fn apply(&mut self, envelope: &Envelope) -> Applied {
        let is_of_log = !matches!(envelope.event, Event::Resync | Event::Heartbeat);
        if is_of_log && envelope.cursor.epoch != self.cursor.epoch {
            return Applied::Reload;
        }
        if is_of_log && envelope.cursor.seq <= self.cursor.seq {
            return Applied::Nothing;
        }
        match &envelope.event {
            Event::Resync | Event::DocumentsRemoved { .. } | Event::DocumentsReread => Applied::Reload,
            Event::Heartbeat => Applied::Nothing,
            // The feed shows documents alone.
            Event::QuarantineEvent(_) | Event::SessionEvent { .. } | Event::ChoiceMade => {
                self.cursor = envelope.cursor;
                Applied::Nothing
            }
            Event::DocumentPinned { id, pinned } => {
                self.cursor = envelope.cursor;
                let shown = self.documents.iter_mut().find(|document| document.id == *id);
                if let Some(document) = shown {
                    document.pinned = *pinned;
                }
                Applied::Changed
            }
            Event::DocumentEvent { document, replaces } => {
                self.cursor = envelope.cursor;
                self.totals.add(document);
                if let Some(Replaced { id, totals }) = replaces {
                    self.totals.subtract(*totals);
                    self.documents.retain(|shown| shown.id != *id);
                }
                if document.lead().is_none_or(|lead| lead.kind != Kind::Event) {
                    self.documents.insert(0, document.clone());
                }
                self.documents.truncate(Self::KEPT);
                Applied::Changed
            }
        }
    }
}

impl Totals {
    pub fn add(&mut self, document: &DocumentHead) {
        self.combine(Self::of(document), u64::saturating_add, u32::saturating_add);
    }

    pub fn remove(&mut self, document: &DocumentHead) {
        self.subtract(Self::of(document));
    }

    fn subtract(&mut self, other: Self) {
        self.combine(other, u64::saturating_sub, u32::saturating_sub);
    }

    fn of(document: &DocumentHead) -> Self {
        let counted = Self { documents: 1, samples: u64::from(document.source.sample), ..Self::default() };
        let Some(lead) = document.lead() else { return counted };
        // An event passes judgment on nothing.
        let judged = |state| u64::from(lead.kind != Kind::Event && lead.summary.state == state);
        Self {
            recognized: 1,
            conforming: u64::from(document.conforms()),
            passed: judged(State::Passed),
            failed: judged(State::Failed),
            contradicted: judged(State::Contradicted),
            findings: lead.summary.tally,
            findings_unread: u64::from(lead.findings_unread),
            ..counted
        }
    }

    fn combine(&mut self, other: Self, count: fn(u64, u64) -> u64, tally: fn(u32, u32) -> u32) {
        self.documents = count(self.documents, other.documents);
        self.samples = count(self.samples, other.samples);
        self.recognized = count(self.recognized, other.recognized);
        self.conforming = count(self.conforming, other.conforming);
        self.passed = count(self.passed, other.passed);
        self.failed = count(self.failed, other.failed);
        self.contradicted = count(self.contradicted, other.contradicted);
        self.findings_unread = count(self.findings_unread, other.findings_unread);
        self.findings = self.findings.combine(other.findings, tally);
    }
}

#[cfg(test)]
mod tests {
    use super::{Event, Quarantine, QuarantineAction, Replaced, Totals};
    use crate::document::{DocumentHead, State};

    #[test]
    fn every_event_is_read_as_it_was_written() {
        let quarantine = Quarantine {
            action: QuarantineAction::Add,
            target_type: "agent".to_owned(),
            target_id: "a".to_owned(),
            reason: None,
            timestamp: "2026-11-25T10:00:00Z".to_owned(),
        };
        let replaces = Some(Replaced { id: "b".to_owned(), totals: Totals::default() });
        let (id, ids) = ("c".to_owned(), vec!["c".to_owned()]);
        for event in [
            Event::DocumentEvent { document: DocumentHead::default(), replaces },
            Event::DocumentEvent { document: DocumentHead::default(), replaces: None },
            Event::QuarantineEvent(quarantine),
            Event::SessionEvent { session: "s".to_owned(), state: Some(State::Failed) },
            Event::DocumentsRemoved { ids },
            Event::DocumentPinned { id, pinned: true },
            Event::ChoiceMade,
            Event::DocumentsReread,
            Event::Resync,
            Event::Heartbeat,
        ] {
            let written = serde_json::to_string(&event).unwrap();
            assert_eq!(serde_json::from_str::<Event>(&written).ok(), Some(event), "{written}");
        }
        assert!(serde_json::from_str::<Event>(r#"{"type": "DocumentEvent"}"#).is_err());
        assert!(serde_json::from_str::<Event>(r#"{"type": "unknown"}"#).is_err());
    }
}
