//! Documents: what is the same one, and which versions a source has.

use app::audit::DecisionRecord;
use app::document::Kind;
use app::document::{DocumentHead, Source, Versions};
use app::event::{Cursor, Event, Feed, Replaced, Totals};
use app::moves::Move;
use app::trace::{Trace, TraceQuery};
use app::work_item::GateRecord;
use axum::body::Bytes;
use server::store::{Arrival, Basis, Identity, Receipt, StoredDocument};

use super::{EPOCH, Model};

#[derive(Clone)]
pub struct Document {
    pub head: DocumentHead,
    pub raw: Bytes,
    pub mentions: Vec<(u32, Move)>,
    /// Those that aren't expired.
    pub traces: Vec<Trace>,
    pub verdicts: Vec<GateRecord>,
    pub decisions: Vec<DecisionRecord>,
    /// The key of the catalog that it was read by.
    pub catalog: Option<i64>,
}

/// Returns the name that all versions of a source share, as the keys of items have it.
pub fn series(source: &Source) -> Option<String> {
    let Source { session, repository, path, part, .. } = source;
    path.as_ref().map(|path| serde_json::json!([session, repository, path, part]).to_string())
}

impl Model {
    pub fn append(&mut self, batch: Vec<Arrival>) -> Vec<Receipt> {
        let receipts: Vec<Receipt> = batch.into_iter().map(|arrival| self.append_one(arrival)).collect();
        for receipt in &receipts {
            let Receipt::Stored(head) = receipt else { continue };
            let mentions =
                self.documents.iter().any(|known| known.head.id == head.id && !known.mentions.is_empty());
            if head.source.session.is_some() || mentions {
                self.is_due(&head.session());
            }
        }
        receipts
    }

    fn append_one(&mut self, arrival: Arrival) -> Receipt {
        let Arrival {
            mut head,
            raw,
            mentions,
            notices,
            quarantines,
            verdicts,
            decisions,
            catalog,
            basis,
            ..
        } = arrival;
        let newest = self.newest_of(&head.source).cloned();
        match self.document(&head.id).cloned() {
            None => {
                if let Some(newest) =
                    newest.as_ref().filter(|newest| newest.raw == raw && covers(&newest.head, &head))
                    && basis != Basis::Key
                {
                    return Receipt::Duplicate(newest.head.clone());
                }
                if basis == Basis::File && self.removed.contains(&head.id) {
                    return Receipt::Duplicate(head);
                }
            }
            Some(earlier) => {
                let replaced =
                    newest.as_ref().filter(|newest| basis == Basis::File && newest.head.id != head.id);
                let Some(newest) = replaced else {
                    let is_same = earlier.raw == raw;
                    return if is_same {
                        Receipt::Duplicate(earlier.head)
                    } else {
                        Receipt::Conflict(earlier.head)
                    };
                };
                if newest.raw == raw {
                    return Receipt::Duplicate(newest.head.clone());
                }
                // The file was changed back.
                head.id = Identity::of_return(&head.id, &newest.head.id).document_id();
            }
        }
        head.version = newest.as_ref().map_or(1, |newest| newest.head.version + 1);
        head.seq = self.seq + 1;
        let traces = Trace::all_of(&head);
        self.documents.push(Document {
            head: head.clone(),
            raw,
            mentions,
            traces,
            verdicts,
            decisions,
            catalog,
        });
        let replaces = newest.map(|newest| Replaced::of(&newest.head));
        self.log(Event::DocumentEvent { document: head.clone(), replaces }, Some(&head.id));
        self.ask(&head, &notices);
        self.state_quarantines(&head, quarantines);
        Receipt::Stored(head)
    }

    pub fn document(&self, id: &str) -> Option<&Document> {
        self.documents.iter().find(|document| document.head.id == id)
    }

    /// Returns the versions of a source that are stored, the oldest first.
    pub fn versions_of(&self, source: &Source) -> Vec<&Document> {
        self.documents.iter().filter(|other| is_version(&other.head.source, source)).collect()
    }

    pub fn newest_of(&self, source: &Source) -> Option<&Document> {
        self.versions_of(source).last().copied()
    }

    pub fn is_newest(&self, head: &DocumentHead) -> bool {
        self.newest_of(&head.source).is_none_or(|newest| newest.head.seq == head.seq)
    }

    pub fn get(&self, id: String) -> Option<StoredDocument> {
        let Document { head, raw, .. } = self.document(&id)?.clone();
        let others = self.versions_of(&head.source);
        let newest = others.last().map_or(&head, |newest| &newest.head);
        let id_of = |other: &&Document| other.head.id.clone();
        let versions = Versions {
            newest: newest.version,
            newest_id: newest.id.clone(),
            older: others.iter().rfind(|other| other.head.version < head.version).map(id_of),
            newer: others.iter().find(|other| other.head.version > head.version).map(id_of),
        };
        Some(StoredDocument { versions, raw, head })
    }

    pub fn totals(&self) -> Totals {
        let mut totals = Totals::default();
        self.documents
            .iter()
            .filter(|document| self.is_newest(&document.head))
            .for_each(|document| totals.add(&document.head));
        totals
    }

    pub fn feed(&self) -> Feed {
        let is_event = |head: &DocumentHead| head.lead().is_some_and(|lead| lead.kind == Kind::Event);
        let heads = self.documents.iter().rev().map(|document| &document.head);
        let shown =
            heads.filter(|head| self.is_newest(head) && !is_event(head)).take(Feed::KEPT).cloned().collect();
        Feed { cursor: Cursor { epoch: EPOCH, seq: self.seq }, documents: shown, totals: self.totals() }
    }

    /// Returns all traces that fit, those of the newest documents first.
    pub fn traces(&self, query: &TraceQuery) -> Vec<Trace> {
        let TraceQuery { gate, format, rule, session, .. } = query;
        let breaks = |trace: &Trace, rule: &String| trace.broken.iter().any(|broken| broken.rule == *rule);
        let traces = self.documents.iter().rev().flat_map(|document| &document.traces).filter(|trace| {
            gate.is_none_or(|gate| gate == trace.gate)
                && format.as_ref().is_none_or(|format| *format == trace.format)
                && rule.as_ref().is_none_or(|rule| breaks(trace, rule))
                && session.as_ref().is_none_or(|name| trace.session.as_ref() == Some(name))
        });
        traces.cloned().collect()
    }
}

/// Returns whether documents with these sources are versions of one. A source without a path has no versions.
fn is_version(one: &Source, other: &Source) -> bool {
    let names = |source: &Source| {
        let Source { session, repository, path, part, .. } = source.clone();
        (path, session, repository, part)
    };
    one.path.is_some() && one.path == other.path && names(one) == names(other)
}

/// Returns whether a text of the same source that is sent without a key is no new version where it is the same: it names no
/// other commit and no other run.
fn covers(newest: &DocumentHead, next: &DocumentHead) -> bool {
    let is_same = |next: &Option<String>, newest: &Option<String>| next.is_none() || next == newest;
    newest.source.sample == next.source.sample
        && is_same(&next.source.commit, &newest.source.commit)
        && is_same(&next.source.ci_run, &newest.source.ci_run)
}
