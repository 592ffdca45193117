//! What is removed, expires or stays, and the log of events.

use app::document::DocumentHead;
use app::event::{Cursor, Envelope, Event};
use server::store::{Bookmark, Due, Expired};

use super::{EPOCH, Model};

impl Model {
    pub fn remove(&mut self, id: String) -> bool {
        if let Some(head) = self.document(&id).map(|document| document.head.clone()) {
            self.forget_lines_of(&head);
        }
        self.delete(|head| head.id == id) > 0
    }

    pub fn remove_samples(&mut self) -> u32 {
        self.forget_sampled_lines();
        self.delete(|head| head.source.sample)
    }

    /// Removes documents on behalf of a person, with what they state.
    fn delete(&mut self, goes: impl Fn(&DocumentHead) -> bool) -> u32 {
        let gone: Vec<_> = self.documents.iter().map(|document| document.head.clone()).filter(goes).collect();
        let before = self.unstate(&gone);
        let targets: Vec<_> = before.iter().map(|(target, _)| target.clone()).collect();
        self.let_go(&gone);
        self.announce_since(before);
        targets.iter().for_each(|target| self.forget_past(target));
        gone.len() as u32
    }

    pub fn expire(&mut self, due: Due) -> Expired {
        let heads = self.documents.iter().map(|document| document.head.clone());
        let is_due = |head: &DocumentHead| head.received_ms < due.documents_before_ms && !head.pinned;
        let mut gone: Vec<_> = heads.filter(is_due).collect();
        gone.sort_by_key(|head| (head.received_ms, head.seq));
        self.outlive(&gone);
        self.let_go(&gone);
        self.expire_lines(due.documents_before_ms);
        let mut traces = 0;
        for document in self.documents.iter_mut().filter(|document| !document.head.pinned) {
            let before = document.traces.len();
            document.traces.retain(|trace| trace.at_ms >= due.traces_before_ms);
            traces += before - document.traces.len();
        }
        Expired { documents: gone.len() as u32, traces: traces as u32, there_is_more: false }
    }

    fn let_go(&mut self, gone: &[DocumentHead]) {
        let before: Vec<_> =
            gone.iter().filter_map(|head| self.session(head.session().into_owned())).collect();
        self.traced.extend(before.into_iter().map(|session| (session.name.clone(), session)));
        for head in gone {
            let removed = Event::DocumentsRemoved { ids: vec![head.id.clone()] };
            let of_document =
                self.events.iter_mut().filter(|logged| logged.document.as_ref() == Some(&head.id));
            of_document.for_each(|logged| logged.event = removed.clone());
            let found = self.documents.iter().position(|document| document.head.id == head.id).unwrap();
            if !self.documents.remove(found).mentions.is_empty() {
                self.sessions_due.insert(head.session().into_owned());
            }
            self.removed.insert(head.id.clone());
            self.unask(head.seq);
        }
        self.forget_unlisted();
        if !gone.is_empty() {
            self.log(
                Event::DocumentsRemoved { ids: gone.iter().map(|head| head.id.clone()).collect() },
                None,
            );
        }
    }

    pub fn pin(&mut self, id: String, pinned: bool) -> bool {
        let Some(document) = self.documents.iter_mut().find(|document| document.head.id == id) else {
            return false;
        };
        if document.head.pinned != pinned {
            document.head.pinned = pinned;
            self.log(Event::DocumentPinned { id, pinned }, None);
        }
        true
    }

    pub fn head(&self) -> Cursor {
        Cursor { epoch: EPOCH, seq: self.seq }
    }

    /// Returns the events after a cursor, or `None` if the state must be reloaded.
    pub fn replay(&self, after: Cursor, limit: u32) -> Option<Vec<Envelope>> {
        if after.epoch != EPOCH || after.seq > self.seq {
            return None;
        }
        let events = self.events.iter().filter(|logged| logged.seq > after.seq).take(limit as usize);
        let envelope =
            |seq, event: &Event| Envelope { cursor: Cursor { epoch: EPOCH, seq }, event: event.clone() };
        Some(events.map(|logged| envelope(logged.seq, &logged.event)).collect())
    }

    pub fn mark(&mut self, file: String, bookmark: Bookmark) {
        self.bookmarks.insert(file, bookmark);
    }

    pub fn bookmark(&self, file: String) -> Option<Bookmark> {
        self.bookmarks.get(&file).copied()
    }

    pub fn set_mirror(&mut self, known: String) {
        self.mirror = Some(known);
    }

    pub fn mirror(&self) -> Option<String> {
        self.mirror.clone()
    }
}
