//! Lines of transcripts, and the sessions that only they name.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use app::api::SessionHead;
use app::document::DocumentHead;
use app::event::Event;
use app::evidence::LineFacts;
use server::store::SessionLines;

use super::Model;

pub struct StoredLine {
    received_ms: i64,
    facts: LineFacts,
}

impl Model {
    pub fn add_lines(&mut self, lines: Vec<LineFacts>, received_ms: i64) {
        let mut claims: BTreeMap<String, bool> = BTreeMap::new();
        for facts in lines {
            *claims.entry(facts.session.clone()).or_default() |= !facts.claims.is_empty();
            let key = (facts.session.clone(), facts.key.clone());
            self.lines.insert(key, StoredLine { received_ms, facts });
        }
        for (name, has_claims) in claims {
            let is_listed = self.session(name.clone()).is_some();
            if !is_listed {
                let traced = SessionHead {
                    name: name.clone(),
                    documents: 0,
                    first_ms: received_ms,
                    newest_ms: received_ms,
                    newest_seq: self.seq + 1,
                    state: <_>::default(),
                };
                self.traced.insert(name.clone(), traced);
                self.is_due(&name);
            }
            if !is_listed || has_claims {
                self.log(Event::SessionEvent { session: name, state: None }, None);
            }
        }
    }

    pub fn lines(&self, session: String) -> SessionLines {
        let lines: Vec<_> = self.lines_of(&session).map(|line| line.facts.clone()).collect();
        let of_session =
            self.documents.iter().filter(|document| document.head.source.session.as_ref() == Some(&session));
        let quoted = |head: &DocumentHead| Some((message_of(head)?.to_owned(), head.id.clone()));
        let documents: HashMap<_, _> = of_session.filter_map(|document| quoted(&document.head)).collect();
        let documents = if lines.is_empty() { HashMap::new() } else { documents };
        SessionLines { lines, documents, is_cut: false }
    }

    fn lines_of(&self, session: &str) -> impl Iterator<Item = &StoredLine> {
        self.lines.values().filter(move |line| line.facts.session == session)
    }

    pub fn is_traced(&self, session: &str) -> bool {
        self.lines_of(session).next().is_some()
    }

    /// Forgets the lines that quote a document.
    pub fn forget_lines_of(&mut self, head: &DocumentHead) {
        if let (Some(session), Some(message)) = (&head.source.session, message_of(head)) {
            let quoted = serde_json::to_string(message).unwrap();
            let quotes = |facts: &LineFacts| serde_json::to_string(facts).unwrap().contains(&quoted);
            self.lines.retain(|_, line| line.facts.session != *session || !quotes(&line.facts));
        }
    }

    /// Forgets the lines of sessions whose documents are samples alone.
    pub fn forget_sampled_lines(&mut self) {
        let sessions_of = |is_sample: bool| -> BTreeSet<&String> {
            let sources = self.documents.iter().map(|document| &document.head.source);
            sources
                .filter(|source| source.sample == is_sample)
                .filter_map(|source| source.session.as_ref())
                .collect()
        };
        let (samples, others) = (sessions_of(true), sessions_of(false));
        self.lines.retain(|(session, _), _| !samples.contains(session) || others.contains(session));
    }

    pub fn expire_lines(&mut self, before_ms: i64) {
        self.lines.retain(|_, line| line.received_ms >= before_ms);
        self.forget_unlisted();
    }

    /// Forgets what is kept about sessions of which nothing is left.
    pub fn forget_unlisted(&mut self) {
        let lines = &self.lines;
        self.traced.retain(|name, _| lines.keys().any(|(session, _)| session == name));
        let listed = self.listed_sessions();
        self.states.retain(|name, _| listed.iter().any(|session| session.name == *name));
    }
}

/// Returns the message of a transcript that a document is the text of.
fn message_of(head: &DocumentHead) -> Option<&str> {
    head.source.part.as_deref()?.strip_prefix("message ")
}
