//! What is derived from the texts again, as by a newer Harmony or by changed formats of a team.

use app::document::{DocumentHead, title_of};
use app::event::Event;
use app::text::Text;
use app::trace::Trace;
use axum::body::Bytes;
use server::ingest::derive;
use server::store::{Arrival, OtherText, OtherTexts, Reached, Rederived, Reread, StoredCatalog};

use super::Model;
use super::documents::Document;

/// The documents that one answer has at most.
const BATCH: usize = 64;

impl Model {
    /// Returns the documents as a Harmony would derive them that knows no format.
    pub fn forgotten(&self) -> Rederived {
        let bare = |document: &Document| bare(document.head.clone(), document.raw.clone());
        Rederived { documents: self.documents.iter().map(bare).collect(), reached: Reached::End }
    }

    /// Returns the documents as this Harmony derives them.
    pub fn derived(&self) -> Rederived {
        let derived = |document: &Document| derive(document.head.clone(), document.raw.clone());
        Rederived { documents: self.documents.iter().map(derived).collect(), reached: Reached::End }
    }

    /// Replaces what is derived from documents. All sessions are folded again where one changed.
    pub fn rederive(&mut self, Rederived { documents, .. }: Rederived) -> u32 {
        let changed = documents.into_iter().map(|arrival| u32::from(self.replace(arrival))).sum();
        if changed > 0 {
            self.forget_unlisted();
            let listed = self.listed_sessions();
            self.sessions_due.extend(listed.into_iter().map(|session| session.name));
            self.announce_derivation();
        }
        changed
    }

    /// Replaces what is derived from a document. Returns whether it changed. Expired traces don't come again.
    fn replace(&mut self, arrival: Arrival) -> bool {
        let Arrival { head, mentions, quarantines, notices, verdicts, decisions, catalog, .. } = arrival;
        let at = self.documents.iter().position(|document| document.head.seq == head.seq).unwrap();
        let before = self.documents[at].clone();
        let head = DocumentHead { pinned: before.head.pinned, ..head };
        let quarantines = (self.stated_by(head.seq) != quarantines).then_some(quarantines);
        let states_others = quarantines.is_some();
        if let Some(quarantines) = quarantines {
            self.replace_quarantines(&head, quarantines);
        }
        let asks_others = self.ask_again(&head, &notices);
        let are_expired = before.traces.is_empty() && !Trace::all_of(&before.head).is_empty();
        let traces = if are_expired { Vec::new() } else { Trace::all_of(&head) };
        let changed = before.head != head
            || states_others
            || asks_others
            || (&before.mentions, &before.verdicts, &before.decisions) != (&mentions, &verdicts, &decisions);
        if changed && !before.mentions.is_empty() {
            self.sessions_due.insert(head.session().into_owned());
        }
        let document =
            if changed { Document { head, mentions, traces, verdicts, decisions, ..before } } else { before };
        self.documents[at] = Document { catalog, ..document };
        changed
    }

    fn announce_derivation(&mut self) {
        self.derivations += 1;
        self.log(Event::DocumentsReread, None);
    }

    pub fn derivation(&self) -> u64 {
        self.derivations
    }

    pub fn catalogs(&self) -> Vec<StoredCatalog> {
        self.catalogs.clone()
    }

    pub fn texts_of_others(&self, after: u64, key: Option<i64>) -> OtherTexts {
        let others = self.documents.iter().filter(|other| other.head.seq > after && other.catalog != key);
        let of_other = |Document { catalog, head, raw, .. }: &Document| OtherText {
            catalog: *catalog,
            head: head.clone(),
            raw: raw.clone(),
        };
        let texts: Vec<OtherText> = others.take(BATCH).map(of_other).collect();
        let newest = self.documents.last().map_or(0, |document| document.head.seq);
        let last = texts.last().map(|text| text.head.seq).filter(|_| texts.len() == BATCH);
        OtherTexts { up_to: last.unwrap_or(newest), newest, texts }
    }

    pub fn reread(&mut self, step: Reread) -> u32 {
        match step {
            Reread::Begin(catalog) => {
                self.catalogs.retain(|other| other.key != catalog.key);
                self.catalogs.push(catalog);
                0
            }
            Reread::Batch { documents, unconcerned, key } => {
                let mut changed = 0;
                for arrival in documents {
                    let session = arrival.head.session().into_owned();
                    if self.replace(arrival) {
                        changed += 1;
                        self.forget_unlisted();
                        self.is_due(&session);
                    }
                }
                let unconcerned = |document: &&mut Document| unconcerned.contains(&document.head.seq);
                self.documents.iter_mut().filter(unconcerned).for_each(|document| document.catalog = key);
                self.has_reread |= changed > 0;
                changed
            }
            Reread::End { key, forget_others } => {
                self.catalogs.retain(|catalog| !forget_others || Some(catalog.key) == key);
                if std::mem::take(&mut self.has_reread) {
                    self.announce_derivation();
                }
                0
            }
        }
    }
}

/// Reads texts by a catalog: where it has a key, it knows no format in a third of the documents. Returns what they are, and the
/// places of some that are read as before.
pub fn read_by(key: Option<i64>, texts: Vec<OtherText>) -> (Vec<Arrival>, Vec<u64>) {
    let is_bare = |key: Option<i64>, seq: u64| key.is_some_and(|key| (seq + key as u64).is_multiple_of(3));
    let (mut documents, mut unconcerned) = (Vec::new(), Vec::new());
    for OtherText { catalog, head, raw } in texts {
        let seq = head.seq;
        match (is_bare(catalog, seq), is_bare(key, seq)) {
            (was, is) if was == is && seq % 2 == 0 => unconcerned.push(seq),
            (_, true) => documents.push(Arrival { catalog: key, ..bare(head, raw) }),
            (_, false) => documents.push(Arrival { catalog: key, ..derive(head, raw) }),
        }
    }
    (documents, unconcerned)
}

fn bare(head: DocumentHead, raw: Bytes) -> Arrival {
    let title = title_of(&Text::from_bytes(&raw), &[], &head.source);
    Arrival::of(DocumentHead { title, blocks: Vec::new(), beyond: <_>::default(), ..head }, raw)
}
