//! What is derived from the texts again, as a newer Harmony does.

use std::collections::BTreeSet;

use app::document::{DocumentHead, title_of};
use app::event::Event;
use app::quarantine::QuarantineChange;
use app::text::Text;
use app::trace::Trace;
use server::ingest::derive;
use server::store::{Arrival, Reached, Rederived};

use super::Model;
use super::documents::Document;

impl Model {
    /// Returns the documents as a Harmony would derive them that knows no format.
    pub fn forgotten(&self) -> Rederived {
        let forget = |document: &Document| {
            let Document { head, raw, .. } = document;
            let title = title_of(&Text::from_bytes(raw), &[], &head.source);
            let bare = DocumentHead { title, blocks: Vec::new(), beyond: <_>::default(), ..head.clone() };
            Arrival { quarantines: stated_in(document), ..Arrival::of(bare, raw.clone()) }
        };
        Rederived { documents: self.documents.iter().map(forget).collect(), reached: Reached::End }
    }

    /// Returns how many documents differ from what such a Harmony derives.
    pub fn changed_by(&self, Rederived { documents, .. }: &Rederived) -> u64 {
        let pairs = self.documents.iter().zip(documents);
        pairs.filter(|(document, forgotten)| document.head != forgotten.head).count() as u64
    }

    /// Notes that documents were derived again, and with them the sessions that their chains make.
    pub fn rederive(&mut self, changed: u64) {
        if changed > 0 {
            let listed = self.listed_sessions();
            self.sessions_due.extend(listed.into_iter().map(|session| session.name));
            self.log(Event::DocumentsReread, None);
        }
    }

    /// What documents asked goes, and comes again as the newest; likewise what they said about chains. A session that only
    /// chains make isn't listed meanwhile. Traces come again as well, until they expire once more.
    pub fn forget(&mut self) {
        self.documents.iter_mut().for_each(|document| document.traces = Trace::all_of(&document.head));
        self.items.sort_by_key(|asked| asked.seq);
        let mentioning = self.documents.iter().filter(|document| !document.mentions.is_empty());
        self.sessions_due.extend(mentioning.map(|document| document.head.session().into_owned()));
        let sources = self.documents.iter().map(|document| &document.head.source);
        let named = sources.filter_map(|source| source.session.as_ref());
        let kept: BTreeSet<&String> = named.chain(self.lines.keys().map(|(session, _)| session)).collect();
        self.states.retain(|name, _| kept.contains(name));
    }
}

fn stated_in(document: &Document) -> Vec<QuarantineChange> {
    derive(document.head.clone(), document.raw.clone()).quarantines
}
