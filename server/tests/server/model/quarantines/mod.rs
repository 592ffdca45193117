//! Quarantines: all that was stated of each target. What was stated last decides.

mod answers;

use std::collections::BTreeSet;

use app::document::DocumentHead;
use app::event::Event;
use app::inbox::{Item, key};
use app::quarantine::{Origin, QuarantineChange};
use app::reading::instant;
use server::store::QuarantineRequest;

use super::Model;
use super::documents::series;

#[derive(Clone)]
pub struct Stated {
    change: QuarantineChange,
    origin: Origin,
    /// Where it counts in the order: what several versions of a document state, where the first of them did.
    place: u64,
    number: usize,
    at_ms: i64,
    ends_ms: Option<i64>,
    /// The document that states it, unless it has expired.
    pub document: Option<u64>,
}

type Target = (String, String);
type Before = Vec<(Target, Option<Stated>)>;

impl Stated {
    fn of(change: QuarantineChange, origin: Origin, heard_ms: i64, ends_ms: Option<i64>) -> Self {
        // Nothing happened later than it was heard of, and what is stated to the second was maybe heard within it.
        let stated = instant(change.at()).map(|stated| stated.milliseconds);
        let at_ms = stated.filter(|ms| ms.div_euclid(1000) < heard_ms.div_euclid(1000)).unwrap_or(heard_ms);
        let ends_ms = match &change {
            QuarantineChange::Add(record) if record.auto_release => {
                Some(ends_ms.unwrap_or(at_ms + record.ttl as i64 * 1000))
            }
            _ => None,
        };
        Self { change, origin, place: 0, number: 0, at_ms, ends_ms, document: None }
    }

    fn is_of(&self, (target_type, target_id): (&str, &str)) -> bool {
        self.change.target() == (target_type, target_id)
    }
}

impl Model {
    pub fn quarantine(&mut self, request: QuarantineRequest) -> bool {
        let QuarantineRequest { change, origin, now_ms, ends_ms } = request;
        if matches!(change, QuarantineChange::Release { .. }) && self.active(change.target()).is_none() {
            return false;
        }
        let place = self.seq + 1;
        self.quarantines.push(Stated { place, ..Stated::of(change.clone(), origin, now_ms, ends_ms) });
        self.settle(change.target());
        self.log(Event::QuarantineEvent(change.event()), None);
        true
    }

    /// Applies what a new document states. What an earlier version stated is no event.
    pub fn state_quarantines(&mut self, head: &DocumentHead, changes: Vec<QuarantineChange>) {
        for (number, change) in changes.into_iter().enumerate() {
            let is_new = self.state(head, number, change.clone());
            self.settle(change.target());
            if is_new {
                self.log(Event::QuarantineEvent(change.event()), Some(&head.id));
            }
        }
    }

    /// Replaces what a document states. Only what is thereby quarantined or released is an event.
    pub fn replace_quarantines(&mut self, head: &DocumentHead, changes: Vec<QuarantineChange>) {
        let mut before = self.unstate(std::slice::from_ref(head));
        for change in &changes {
            let target = owned(change.target());
            if before.iter().all(|(known, _)| *known != target) {
                before.push((target, self.active(change.target()).cloned()));
            }
        }
        before.sort_by(|(left, _), (right, _)| left.cmp(right));
        for (number, change) in changes.into_iter().enumerate() {
            self.state(head, number, change);
        }
        self.announce_since(before);
    }

    /// Notes what a document states. Returns whether no earlier version stated the same.
    fn state(&mut self, head: &DocumentHead, number: usize, change: QuarantineChange) -> bool {
        let older: Vec<u64> = match series(&head.source) {
            Some(_) => self.versions_of(&head.source).iter().map(|other| other.head.seq).collect(),
            None => Vec::new(),
        };
        let is_same = |stated: &&Stated| {
            stated.change == change
                && stated.document.is_some_and(|seq| seq < head.seq && older.contains(&seq))
        };
        let first = self.quarantines.iter().filter(is_same).map(|stated| stated.place).min();
        let stated = Stated::of(change, Origin::Document, head.received_ms, None);
        let place = first.unwrap_or(head.seq);
        self.quarantines.push(Stated { place, number, document: Some(head.seq), ..stated });
        first.is_none()
    }

    /// Returns what a document states.
    pub fn stated_by(&self, seq: u64) -> Vec<QuarantineChange> {
        let stated = self.quarantines.iter().filter(|stated| stated.document == Some(seq));
        stated.map(|stated| stated.change.clone()).collect()
    }

    /// Forgets what documents state. Returns what quarantined each of their targets before.
    pub fn unstate(&mut self, gone: &[DocumentHead]) -> Before {
        let is_of = |stated: &Stated| gone.iter().any(|head| stated.document == Some(head.seq));
        let targets: BTreeSet<Target> = self
            .quarantines
            .iter()
            .filter(|stated| is_of(stated))
            .map(|stated| owned(stated.change.target()))
            .collect();
        let before = targets.into_iter().map(|target| {
            let was = self.active((&target.0, &target.1)).cloned();
            (target, was)
        });
        let before = before.collect();
        self.quarantines.retain(|stated| !is_of(stated));
        before
    }

    /// Says what is now quarantined or released. The time of a release is that of the store, which `questions` leaves out.
    pub fn announce_since(&mut self, before: Before) {
        for ((target_type, target_id), was) in before {
            self.settle((&target_type, &target_id));
            let is = self.active((&target_type, &target_id)).cloned();
            let change = match (was, is) {
                (Some(was), Some(is)) if was.change == is.change => continue,
                (_, Some(is)) => is.change,
                (Some(_), None) => {
                    QuarantineChange::Release { target_type, target_id, released_at: String::new() }
                }
                (None, None) => continue,
            };
            // Right after the events of a document it goes with these.
            let document = self.events.last().and_then(|logged| logged.document.clone());
            self.log(Event::QuarantineEvent(change.event()), document.as_deref());
        }
    }

    /// Keeps what is in force when its documents expire.
    pub fn outlive(&mut self, gone: &[DocumentHead]) {
        let mut targets: BTreeSet<Target> = BTreeSet::new();
        for stated in &mut self.quarantines {
            if gone.iter().any(|head| stated.document == Some(head.seq)) {
                stated.document = None;
                targets.insert(owned(stated.change.target()));
            }
        }
        targets.iter().for_each(|target| self.forget_past(target));
    }

    /// Forgets what expired documents stated of a target's past, with all before it, up to what a document that is left states.
    pub fn forget_past(&mut self, (target_type, target_id): &Target) {
        let target = (target_type.as_str(), target_id.as_str());
        let mut of_target: Vec<&Stated> =
            self.quarantines.iter().filter(|stated| stated.is_of(target)).collect();
        of_target.sort_by_key(|stated| (stated.place, stated.number));
        let of_nobody: Vec<&Stated> =
            of_target.into_iter().take_while(|stated| stated.document.is_none()).collect();
        let has_expired = |stated: &&Stated| stated.origin == Origin::Document && !self.is_active(stated);
        let Some(last) = of_nobody.iter().rposition(has_expired) else { return };
        let past = &of_nobody[..=last];
        // What no document stated is in the log at its place.
        let places: Vec<u64> = past.iter().map(|stated| stated.place).collect();
        let is_past = |stated: &Stated| past.iter().any(|gone| std::ptr::eq(*gone, stated));
        let kept = self.quarantines.iter().filter(|stated| !is_past(stated)).cloned().collect();
        for logged in self.events.iter_mut().filter(|logged| places.contains(&logged.seq)) {
            if matches!(logged.event, Event::QuarantineEvent(_)) {
                logged.event = Event::DocumentsRemoved { ids: Vec::new() };
            }
        }
        self.quarantines = kept;
    }

    pub fn active(&self, target: (&str, &str)) -> Option<&Stated> {
        let of_target = self.quarantines.iter().filter(|stated| stated.is_of(target));
        let last = of_target.max_by_key(|stated| (stated.place, stated.number))?;
        matches!(last.change, QuarantineChange::Add(_)).then_some(last)
    }

    fn is_active(&self, stated: &Stated) -> bool {
        self.active(stated.change.target()).is_some_and(|active| std::ptr::eq(active, stated))
    }

    /// Replaces what a target asks of a person.
    fn settle(&mut self, target: (&str, &str)) {
        if target.0 == "session" {
            self.sessions_due.insert(target.1.to_owned());
        }
        let active = self.active(target).cloned();
        let ends_ms = active.as_ref().and_then(|active| active.ends_ms);
        let item =
            active.and_then(|active| Some(Item::of_quarantine(&self.quarantined_by(&active)?, active.place)));
        self.replace_topic(&key(&["quarantine", target.0, target.1]), item.into_iter().collect(), ends_ms);
    }

    pub fn release_due(&mut self, now_ms: i64) -> u32 {
        let mut due: Vec<Stated> =
            self.quarantines.iter().filter(|stated| self.is_active(stated)).cloned().collect();
        due.retain(|stated| stated.ends_ms.is_some_and(|ends_ms| ends_ms <= now_ms));
        due.sort_by_key(|stated| stated.ends_ms);
        for stated in &due {
            let ends_ms = stated.ends_ms.unwrap();
            let (target_type, target_id) = owned(stated.change.target());
            let (date, time) = app::ui::utc(ends_ms);
            let change =
                QuarantineChange::Release { target_type, target_id, released_at: format!("{date}T{time}Z") };
            self.quarantine(QuarantineRequest {
                change,
                origin: Origin::Time,
                now_ms: ends_ms,
                ends_ms: None,
            });
        }
        due.len() as u32
    }
}

fn owned((target_type, target_id): (&str, &str)) -> Target {
    (target_type.to_owned(), target_id.to_owned())
}
