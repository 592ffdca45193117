//! Sessions, counted from their documents.

use std::collections::{BTreeMap, BTreeSet};

use app::api::{SessionHead, SessionList, SessionsQuery};
use app::document::State;
use app::event::Event;
use app::inbox::key;
use app::moves::Move;
use app::track::{Mention, SourceRef, dedupe_versions};
use server::store::{FoldedSession, PAGE};

use super::Model;
use super::documents::{Document, series};

impl Model {
    /// Returns all sessions, the last changed first. One that no delivery names is listed once its documents mention a chain, or
    /// a transcript names it.
    pub fn listed_sessions(&self) -> Vec<SessionHead> {
        let of_documents = self.documents.iter().map(|document| document.head.session().into_owned());
        let names: BTreeSet<String> = of_documents.chain(self.traced.keys().cloned()).collect();
        let mut listed: Vec<SessionHead> = names.into_iter().filter_map(|name| self.session(name)).collect();
        listed.sort_by_key(|session| std::cmp::Reverse(session.newest_seq));
        listed
    }

    fn counted(&self, name: &str) -> Option<SessionHead> {
        let of_session = self.documents.iter().filter(|document| document.head.session() == name);
        let is_named = |document: &Document| document.head.source.session.is_some();
        let documents: Vec<_> =
            of_session.filter(|document| is_named(document) || !document.mentions.is_empty()).collect();
        let continues = |document: &Document| document.mentions.iter().any(|(_, what)| is_of_chain(what));
        if !documents.iter().any(|document| is_named(document) || continues(document)) {
            return None;
        }
        let times = || documents.iter().map(|document| document.head.received_ms);
        Some(SessionHead {
            name: name.to_owned(),
            documents: documents.len() as u64,
            first_ms: times().min()?,
            newest_ms: times().max()?,
            newest_seq: documents.last()?.head.seq,
            state: self.states.get(name).copied().unwrap_or_default(),
        })
    }

    pub fn sessions(&self, query: SessionsQuery) -> SessionList {
        let listed = self.listed_sessions();
        let mut counts = BTreeMap::new();
        listed.iter().for_each(|session| *counts.entry(session.state).or_default() += 1);
        let part = query.name.unwrap_or_default().to_lowercase();
        let mut sessions: Vec<_> = listed
            .into_iter()
            .filter(|session| query.state.is_none_or(|state| state == session.state))
            .filter(|session| query.before.is_none_or(|before| session.newest_seq < before))
            .filter(|session| session.name.to_lowercase().contains(&part))
            .collect();
        let there_is_more = sessions.len() > PAGE;
        sessions.truncate(PAGE);
        let next = sessions.last().filter(|_| there_is_more).map(|last| last.newest_seq);
        SessionList { sessions, counts, next }
    }

    pub fn session(&self, name: String) -> Option<SessionHead> {
        let traced = || {
            let state = self.states.get(&name).copied().unwrap_or_default();
            let session = self.traced.get(&name).filter(|_| self.is_traced(&name))?;
            Some(SessionHead { documents: 0, state, ..session.clone() })
        };
        self.counted(&name).or_else(traced)
    }

    pub fn session_at(&self, seq: u64) -> Option<String> {
        let document = self.documents.iter().find(|document| document.head.seq == seq)?;
        (!document.mentions.is_empty()).then(|| document.head.session().into_owned())
    }

    pub fn mentions(&self, session: String, up_to: Option<u64>) -> Vec<Mention> {
        let mut found = Vec::new();
        for Document { head, mentions, .. } in &self.documents {
            if head.session() != session || up_to.is_some_and(|up_to| head.seq > up_to) {
                continue;
            }
            let oldest = self.versions_of(&head.source).first().map_or(head.seq, |oldest| oldest.head.seq);
            let source = if series(&head.source).is_none() || head.version == 1 { head.seq } else { oldest };
            found.extend(mentions.iter().map(|(line, what)| {
                let place = SourceRef { seq: head.seq, line: *line, document: head.id.clone() };
                let (path, agent) = (head.source.path.clone(), head.source.agent.clone());
                let is_dated = head.source.said_ms.is_some();
                (source, Mention { place, at_ms: head.at_ms(), is_dated, path, agent, what: what.clone() })
            }));
        }
        dedupe_versions(found)
    }

    /// Notes that a session is to be folded again, if it is listed.
    pub fn is_due(&mut self, name: &str) {
        if self.session(name.to_owned()).is_some() {
            self.sessions_due.insert(name.to_owned());
        }
    }

    pub fn sessions_due(&self) -> BTreeSet<String> {
        self.sessions_due.clone()
    }

    /// Sets what chains were folded to. One that changed meanwhile stays due.
    pub fn settle_chains(
        &mut self,
        FoldedSession { session, state, items, .. }: FoldedSession,
        has_changed: bool,
    ) {
        let state = if self.active(("session", &session)).is_some() { State::Quarantined } else { state };
        if self.session(session.clone()).is_some_and(|listed| listed.state != state) {
            self.states.insert(session.clone(), state);
            self.log(Event::SessionEvent { session: session.clone(), state: Some(state) }, None);
        }
        self.replace_topic(&key(&["chain", &session]), items, None);
        if !has_changed {
            self.sessions_due.remove(&session);
        }
    }
}

/// Returns whether a mention makes or continues a chain.
fn is_of_chain(what: &Move) -> bool {
    use Move::{Indexed, Learned, Report, Routed, SessionStarted};

    !matches!(what, Report { .. } | Learned { .. } | Indexed { .. } | SessionStarted { .. } | Routed { .. })
}
