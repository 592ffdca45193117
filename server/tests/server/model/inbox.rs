//! What waits for a person. Whether an item is open is decided whenever it is asked for.

use std::collections::{BTreeSet, HashMap};

use app::document::DocumentHead;
use app::event::Event;
use app::inbox::{Handled, Item, ItemKind, Notice, key};
use server::store::{InboxChoice, Waiting, WaitingQuery};

use super::Model;
use super::documents::series;

/// What a document, a quarantine or a chain asks, or the verdict of a work item that asks nothing.
#[derive(PartialEq)]
pub struct Asked {
    pub item: Option<Item>,
    /// What only the newest document decides about, or what replaces all of its items.
    pub topic: Option<String>,
    /// The document that asks.
    pub seq: Option<u64>,
    pub ends_ms: Option<i64>,
}

impl Model {
    /// Adds what a new document asks.
    pub fn ask(&mut self, head: &DocumentHead, notices: &[Notice]) {
        let first = self.items.len();
        self.items.extend(Asked::all_of(head, notices));
        for at in first..self.items.len() {
            let is_new = self.items[..at].iter().all(|other| other.key() != self.items[at].key());
            if let Some(item) =
                self.items[at].item.clone().filter(|_| is_new && self.is_open(&self.items[at]))
            {
                self.queue(&item, Some(head.seq));
            }
        }
    }

    /// Replaces what a document asks, which isn't reported. Returns whether it is something else.
    pub fn ask_again(&mut self, head: &DocumentHead, notices: &[Notice]) -> bool {
        let asked = Asked::all_of(head, notices);
        let before = self.items.iter().filter(|before| before.seq == Some(head.seq));
        let is_same = before.eq(&asked);
        if !is_same {
            self.items.retain(|before| before.seq != Some(head.seq));
            self.items.extend(asked);
        }
        !is_same
    }

    /// Removes what a document asked, with what a person did with it unless something else asks the same.
    pub fn unask(&mut self, seq: u64) {
        let gone: Vec<Asked> = self.items.extract_if(.., |asked| asked.seq == Some(seq)).collect();
        for key in gone.iter().filter_map(Asked::key) {
            if !self.has_item(key.to_owned()) {
                self.choices.remove(key);
            }
        }
        for hook in &mut self.webhooks {
            hook.deliveries.retain(|delivery| delivery.document != Some(seq));
        }
    }

    /// Replaces the items of a topic that no document states.
    pub fn replace_topic(&mut self, topic: &str, items: Vec<Item>, ends_ms: Option<i64>) {
        let before: Vec<Asked> =
            self.items.extract_if(.., |asked| asked.topic.as_deref() == Some(topic)).collect();
        for item in items {
            let is_new = before.iter().all(|asked| asked.key() != Some(&item.key));
            if is_new && !self.is_done(&item.key) {
                self.queue(&item, None);
            }
            self.items.push(Asked { item: Some(item), topic: Some(topic.to_owned()), seq: None, ends_ms });
        }
    }

    fn is_done(&self, key: &str) -> bool {
        self.choices.get(key).is_some_and(|choice| choice.handled == Some(Handled::Done))
    }

    /// Returns whether an item waits or is hidden until a time: a document asks only in its newest version, and about a work
    /// item only if no later one has a verdict of it.
    fn is_open(&self, asked: &Asked) -> bool {
        let Some(item) = &asked.item else { return false };
        let counts = asked.seq.is_none_or(|seq| {
            let is_newest =
                self.documents.iter().any(|other| other.head.seq == seq && self.is_newest(&other.head));
            let is_later = |other: &Asked| other.topic == asked.topic && other.seq > asked.seq;
            is_newest && (asked.topic.is_none() || !self.items.iter().any(is_later))
        });
        counts && !self.is_done(&item.key)
    }

    /// Returns the open items that have not ended.
    fn open(&self, now_ms: i64) -> impl Iterator<Item = &Item> {
        let has_ended = move |asked: &Asked| asked.ends_ms.is_some_and(|ends_ms| ends_ms <= now_ms);
        let open = self.items.iter().filter(move |asked| self.is_open(asked) && !has_ended(asked));
        open.filter_map(|asked| asked.item.as_ref())
    }

    pub fn waiting(&self, WaitingQuery { kind, most, now_ms }: WaitingQuery) -> Waiting {
        let hides = |choice: &InboxChoice| choice.handled.is_some_and(|handled| handled.hides(now_ms));
        let is_hidden = |item: &Item| self.choices.get(&item.key).is_some_and(hides);
        let shown: Vec<&Item> = self.open(now_ms).filter(|item| !is_hidden(item)).collect();
        let count = |kind| (kind, shown.iter().filter(|item| item.kind == kind).count() as u64);
        let counts = ItemKind::ALL.into_iter().map(count).collect();
        let mut items: Vec<Item> = shown
            .into_iter()
            .rev()
            .filter(|item| kind.is_none_or(|kind| kind == item.kind))
            .cloned()
            .collect();
        items.sort_by(Item::compare);
        items.truncate(most as usize);
        Waiting { items, counts }
    }

    pub fn done(&self, most: u32) -> Vec<Item> {
        let mut done: Vec<&InboxChoice> =
            self.choices.values().filter(|choice| self.is_done(&choice.key)).collect();
        done.sort_by_key(|choice| (-choice.at_ms, &choice.key));
        let newest =
            |key: &String| self.items.iter().rev().find(|asked| asked.key() == Some(key))?.item.clone();
        let items = done
            .iter()
            .filter_map(|choice| Some(Item { done_ms: Some(choice.at_ms), ..newest(&choice.key)? }));
        items.take(most as usize).collect()
    }

    pub fn snoozed(&self, most: u32, now_ms: i64) -> Vec<Item> {
        let mut items: Vec<Item> = Vec::new();
        for choice in self.choices.values() {
            let Some(Handled::Until(until_ms)) = choice.handled.filter(|handled| handled.hides(now_ms))
            else {
                continue;
            };
            let newest = self.open(now_ms).filter(|item| item.key == choice.key).last();
            items.extend(newest.map(|item| Item { until_ms: Some(until_ms), ..item.clone() }));
        }
        items.sort_by_key(|item| (item.until_ms, item.key.clone()));
        items.truncate(most as usize);
        items
    }

    pub fn handled(&self, keys: Vec<String>) -> HashMap<String, InboxChoice> {
        keys.into_iter().filter_map(|key| Some((key.clone(), self.choices.get(&key)?.clone()))).collect()
    }

    pub fn has_item(&self, key: String) -> bool {
        self.items.iter().any(|asked| asked.key() == Some(&key))
    }

    /// Returns the keys of all items, and those with which something was done.
    pub fn known_keys(&self) -> Vec<String> {
        let items = self.items.iter().filter_map(Asked::key);
        items
            .chain(self.choices.keys().map(String::as_str))
            .map(str::to_owned)
            .collect::<BTreeSet<_>>()
            .into_iter()
            .collect()
    }

    pub fn choose(&mut self, choice: InboxChoice) {
        match choice.handled {
            Some(_) => self.choices.insert(choice.key.clone(), choice),
            None => self.choices.remove(&choice.key),
        };
        self.log(Event::ChoiceMade, None);
    }
}

impl Asked {
    /// Returns what a document asks. What it says twice is asked once.
    fn all_of(head: &DocumentHead, notices: &[Notice]) -> Vec<Self> {
        let repository = head.source.repository.as_deref().unwrap_or_default();
        let mut all: Vec<Self> = Vec::new();
        for notice in notices {
            let item = notice.item(head, series(&head.source).as_deref());
            let topic = notice.work.as_deref().map(|work| key(&["work", repository, work]));
            let asked = Self { item, topic, seq: Some(head.seq), ends_ms: None };
            if !all.iter().any(|other| (other.key(), &other.topic) == (asked.key(), &asked.topic)) {
                all.push(asked);
            }
        }
        all
    }

    fn key(&self) -> Option<&str> {
        self.item.as_ref().map(|item| item.key.as_str())
    }
}
