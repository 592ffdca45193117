//! The orders of a list of documents other than by time. The newest documents that match are ordered, not all of them, so
//! that a list costs the same however many there are.

use std::cmp::Ordering;

use super::pages::{DocumentList, ListQuery};
use crate::document::{BlockHead, DocumentHead, Tally};

crate::named::named! {
    /// What needs a look first comes first; `-` before the name turns the order around.
    pub enum Order {
        /// The lowest score first.
        Score = "score",
        /// The gravest findings first.
        Findings = "findings",
        /// The most issues first.
        Issues = "issues",
        Title = "title",
    }
}

impl Order {
    /// The newest documents that are ordered together.
    pub const WINDOW: usize = 1000;

    /// Returns an order by its name, and whether it is turned around.
    pub fn of(written: &str) -> Option<(Self, bool)> {
        let (name, is_reversed) = written.strip_prefix('-').map_or((written, false), |name| (name, true));
        Self::named(name).map(|order| (order, is_reversed))
    }

    /// Orders documents. Those that the order doesn't concern, such as one without a score, come last either way.
    pub fn arrange(self, is_reversed: bool, documents: &mut [DocumentHead]) {
        let compare: fn(&DocumentHead, &DocumentHead) -> Ordering = match self {
            Self::Score => |left, right| score(left).cmp(&score(right)),
            Self::Findings => |left, right| findings(right).cmp(&findings(left)),
            Self::Issues => |left, right| issues(right).cmp(&issues(left)),
            Self::Title => |left, right| left.title.to_lowercase().cmp(&right.title.to_lowercase()),
        };
        let concerns = |head: &DocumentHead| match self {
            Self::Score => score(head).is_some(),
            Self::Findings => findings(head) != [0; 5],
            Self::Issues => issues(head) != [0; 3],
            Self::Title => true,
        };
        documents.sort_by(|left, right| {
            let order = compare(left, right);
            let order = if is_reversed { order.reverse() } else { order };
            concerns(right).cmp(&concerns(left)).then(order)
        });
    }
}

fn score(head: &DocumentHead) -> Option<u32> {
    head.lead().and_then(|block| block.summary.score).map(u32::from)
}

/// The counts of findings, the gravest level first.
fn findings(head: &DocumentHead) -> [u32; 5] {
    let Tally { critical, high, medium, low, other } =
        head.lead().map_or_else(Tally::default, |block: &BlockHead| block.summary.tally);
    [critical, high, medium, low, other]
}

fn issues(head: &DocumentHead) -> [u32; 3] {
    [head.errors(), head.warnings(), head.infos()]
}

impl ListQuery {
    /// The order that is asked for, and whether it is turned around; `None` is by time.
    pub fn order(&self) -> Option<(Order, bool)> {
        Order::of(super::asked(&self.sort)?)
    }
}

impl DocumentList {
    /// Orders the documents and leaves a page of them: `most` from `skipped` on.
    pub fn arranged(mut self, (order, is_reversed): (Order, bool), skipped: usize, most: usize) -> Self {
        order.arrange(is_reversed, &mut self.documents);
        self.ordered = self.documents.len() as u64;
        self.documents = self.documents.into_iter().skip(skipped).take(most).collect();
        self.excerpts.retain(|id, _| self.documents.iter().any(|head| head.id == *id));
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::Summary;

    fn head(title: &str, score: Option<u8>, critical: u32, low: u32) -> DocumentHead {
        let tally = Tally { critical, low, ..Tally::default() };
        let summary = Summary { score, tally, ..Summary::default() };
        let block = BlockHead { summary, errors: low, ..BlockHead::default() };
        DocumentHead { title: title.to_owned(), blocks: vec![block], ..DocumentHead::default() }
    }

    #[track_caller]
    fn check(sort: &str, expected: [&str; 3]) {
        let documents = vec![head("b", None, 0, 0), head("C", Some(95), 1, 1), head("a", Some(60), 0, 9)];
        let list = DocumentList { documents, ..DocumentList::default() };
        let list = list.arranged(Order::of(sort).unwrap(), 0, 9);
        assert_eq!(list.documents.iter().map(|head| head.title.as_str()).collect::<Vec<_>>(), expected);
    }

    #[test]
    fn what_needs_a_look_comes_first_and_what_has_none_last() {
        check("score", ["a", "C", "b"]);
        check("-score", ["C", "a", "b"]);
        check("findings", ["C", "a", "b"]);
        check("-findings", ["a", "C", "b"]);
        check("issues", ["a", "C", "b"]);
        check("title", ["a", "b", "C"]);
        check("-title", ["C", "b", "a"]);
    }

    #[test]
    fn a_page_is_a_part_of_what_was_ordered() {
        let documents = vec![head("c", None, 0, 0), head("a", None, 0, 0), head("b", None, 0, 0)];
        let list = DocumentList { documents, ..DocumentList::default() };
        let list = list.arranged((Order::Title, false), 1, 1);
        assert_eq!((list.documents[0].title.as_str(), list.documents.len(), list.ordered), ("b", 1, 3));
    }
}
