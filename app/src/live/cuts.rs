//! Whatever happens to a connection, the page ends in the same state as without interruptions: after any sequence of
//! cuts, replays, repeats, resyncs, restored backups and late loads.

use proptest::prelude::*;

use super::ring::Ring;
use crate::document::DocumentHead;
use crate::event::{Applied, Cursor, Envelope, Event, Feed, Quarantine, QuarantineAction, Replaced};

/// Smaller than in production, so that every limit is reached.
const KEPT: usize = 6;
const FURTHEST_BEHIND: u64 = 12;

#[derive(Clone, Debug)]
enum Step {
    /// This many documents arrive at the server.
    Arrive(u8),
    /// The oldest document that the feed shows has a new version.
    Change,
    Quarantine,
    /// The oldest document that the feed shows is removed.
    Remove,
    /// A backup is restored: the order is rewound and gets a new epoch.
    Restore(u8),
    Connect,
    Cut,
    /// This many messages get through.
    Deliver(u8),
    /// The server repeats what it sent.
    Repeat(u8),
    /// A load arrives, with the state of when it was requested.
    Loaded,
}

struct Server {
    epoch: u32,
    log: Vec<Event>,
    feed: Feed,
}

#[derive(Default)]
struct Page {
    ring: Ring,
    feed: Feed,
    loading: Option<Feed>,
    /// The messages under way, if there is a connection.
    connection: Option<Vec<Envelope>>,
}

impl Server {
    fn new() -> Self {
        let feed = Feed { cursor: Cursor { epoch: 1, seq: 0 }, ..Feed::default() };
        Self { epoch: 1, log: Vec::new(), feed }
    }

    fn newest(&self) -> Cursor {
        Cursor { epoch: self.epoch, seq: self.log.len() as u64 }
    }

    fn happen(&mut self, event: Event) {
        self.log.push(event.clone());
        let cursor = self.newest();
        if let Event::DocumentsRemoved { ids } = &event {
            // Like a store, which has all documents and not only a feed.
            let is_gone = |document: &mut DocumentHead| ids.contains(&document.id);
            let gone: Vec<_> = self.feed.documents.extract_if(.., is_gone).collect();
            gone.iter().for_each(|document| self.feed.totals.remove(document));
            self.feed.cursor = cursor;
        } else {
            self.feed.apply(&Envelope { cursor, event });
        }
    }

    fn arrive(&mut self, replaces: Option<Replaced>) {
        let seq = self.log.len() as u64 + 1;
        let document = DocumentHead { id: format!("{}-{seq}", self.epoch), seq, ..DocumentHead::default() };
        self.happen(Event::DocumentEvent { document, replaces });
    }

    fn restore(&mut self, back: usize) {
        let kept = self.log.len().saturating_sub(back);
        let log: Vec<Event> = self.log.drain(..kept).collect();
        let epoch = self.epoch + 1;
        *self = Self { epoch, log: Vec::new(), feed: Feed::default() };
        self.feed.cursor.epoch = epoch;
        log.into_iter().for_each(|event| self.happen(event));
    }

    /// Returns everything that a viewer with a cursor gets, up to now.
    fn since(&self, place: Option<Cursor>) -> Vec<Envelope> {
        let newest = self.newest();
        let place = place.unwrap_or(newest);
        let is_ours = place.epoch == newest.epoch && place.seq <= newest.seq;
        if !is_ours || newest.seq - place.seq > FURTHEST_BEHIND {
            return vec![Envelope { cursor: newest, event: Event::Resync }];
        }
        let mut messages = self.after(place.seq);
        messages.push(Envelope { cursor: newest, event: Event::Heartbeat });
        messages
    }

    fn after(&self, seq: u64) -> Vec<Envelope> {
        let events = (1..).zip(&self.log).skip(seq as usize);
        let envelope = |(seq, event): (u64, &Event)| Envelope {
            cursor: Cursor { epoch: self.epoch, seq },
            event: event.clone(),
        };
        events.map(envelope).collect()
    }
}

impl Page {
    fn open(server: &Server) -> Self {
        let mut page = Self { ring: Ring::keeping(KEPT), feed: server.feed.clone(), ..Self::default() };
        page.ring.begin_at(page.feed.cursor);
        page
    }

    fn connect(&mut self, server: &Server) {
        self.connection.get_or_insert_with(|| server.since(self.ring.cursor()));
    }

    fn deliver(&mut self, server: &Server, count: usize) {
        let Some(waiting) = &mut self.connection else { return };
        let count = count.min(waiting.len());
        let mut is_news = false;
        for message in waiting.drain(..count) {
            is_news |= self.ring.push(message);
        }
        if is_news {
            self.fold(server);
        }
    }

    fn fold(&mut self, server: &Server) {
        if self.ring.fold_into(&mut self.feed) == Applied::Reload && self.loading.is_none() {
            self.loading = Some(server.feed.clone());
        }
    }

    fn loaded(&mut self, server: &Server) {
        let Some(feed) = self.loading.take() else { return };
        self.feed = feed;
        self.fold(server);
    }
}

fn take(step: &Step, server: &mut Server, page: &mut Page) {
    let before = server.log.len();
    match step {
        Step::Arrive(count) => (0..*count).for_each(|_| server.arrive(None)),
        Step::Change => {
            let oldest = server.feed.documents.last().map(Replaced::of);
            server.arrive(oldest);
        }
        Step::Quarantine => server.happen(Event::QuarantineEvent(Quarantine {
            action: QuarantineAction::Add,
            target_type: "chain".to_owned(),
            target_id: "c".to_owned(),
            reason: None,
            timestamp: String::new(),
        })),
        Step::Remove => {
            let ids = server.feed.documents.last().map(|document| document.id.clone());
            server.happen(Event::DocumentsRemoved { ids: ids.into_iter().collect() });
        }
        Step::Restore(back) => {
            server.restore((*back).into());
            page.connection = None;
        }
        Step::Connect => page.connect(server),
        Step::Cut => page.connection = None,
        Step::Deliver(count) => page.deliver(server, (*count).into()),
        Step::Repeat(count) => {
            if let (Some(waiting), Some(place)) = (&mut page.connection, page.ring.cursor())
                && place.epoch == server.epoch
            {
                let again = server.after(place.seq.saturating_sub((*count).into()));
                waiting.splice(..0, again.into_iter().filter(|message| message.cursor.seq <= place.seq));
            }
        }
        Step::Loaded => page.loaded(server),
    }
    if !matches!(step, Step::Restore(_))
        && let Some(waiting) = &mut page.connection
    {
        waiting.extend(server.after(before as u64));
    }
}

/// The connection lasts, and everything that was requested arrives.
fn settle(server: &Server, page: &mut Page) {
    page.connect(server);
    page.deliver(server, usize::MAX);
    // A load that started before the last cut may not fit; the one after it does.
    for _ in 0..2 {
        page.loaded(server);
    }
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let step = prop_oneof![
        6 => (1..5_u8).prop_map(Step::Arrive),
        1 => (10..20_u8).prop_map(Step::Arrive),
        2 => Just(Step::Change),
        1 => Just(Step::Quarantine),
        1 => Just(Step::Remove),
        1 => (0..9_u8).prop_map(Step::Restore),
        4 => Just(Step::Connect),
        3 => Just(Step::Cut),
        8 => (0..9_u8).prop_map(Step::Deliver),
        2 => (0..9_u8).prop_map(Step::Repeat),
        3 => Just(Step::Loaded),
    ];
    proptest::collection::vec(step, 0..120)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn a_page_that_was_cut_ends_as_one_that_was_not(steps in steps()) {
        let mut server = Server::new();
        let mut page = Page::open(&server);
        for step in &steps {
            take(step, &mut server, &mut page);
        }
        settle(&server, &mut page);
        prop_assert_eq!(&page.loading, &None);
        // A quarantine changes nothing in the feed, so that its cursor may lag behind.
        page.ring.fold_into(&mut page.feed);
        prop_assert_eq!(page.feed, server.feed);
    }
}
