//! The quarantines that are in force.

use std::collections::HashSet;

use app::api::ListQuery;
use app::document::{DocumentHead, State};

use crate::store::{SharedStore, StoreError};

/// The format of quarantines.
const QUARANTINE: &str = "5.6";

/// Returns the documents whose quarantine was neither released nor is over, newest first.
pub(super) async fn in_force(store: &SharedStore, now_ms: i64) -> Result<Vec<DocumentHead>, StoreError> {
    let mut query = ListQuery { format: Some(QUARANTINE.to_owned()), ..ListQuery::default() };
    let mut newest_first = Vec::new();
    loop {
        let page = store.list(query.clone()).await?;
        newest_first.extend(page.documents);
        if page.next.is_none() {
            return Ok(still_held(newest_first, now_ms));
        }
        query.before = page.next;
    }
}

/// Returns the records whose target no newer record or release names and whose time is not over.
fn still_held(newest_first: Vec<DocumentHead>, now_ms: i64) -> Vec<DocumentHead> {
    let mut targets = HashSet::new();
    let mut held = Vec::new();
    for document in newest_first {
        let records = document.blocks.iter().filter(|block| block.format == QUARANTINE && !block.fenced);
        let mut is_held = false;
        for summary in records.map(|block| &block.summary) {
            if let Some(target) = &summary.title {
                let is_over = summary.ends_ms.is_some_and(|ends_ms| ends_ms <= now_ms);
                is_held |= targets.insert(target.clone()) && summary.state == State::Quarantined && !is_over;
            }
        }
        if is_held {
            held.push(document);
        }
    }
    held
}

#[cfg(test)]
mod tests {
    use app::document::{BlockHead, Summary};

    use super::*;

    fn record(id: &str, target: &str, state: State) -> DocumentHead {
        until(id, target, state, None)
    }

    fn until(id: &str, target: &str, state: State, ends_ms: Option<i64>) -> DocumentHead {
        let summary = Summary { title: Some(target.to_owned()), state, ends_ms, ..Summary::default() };
        let block = BlockHead { format: QUARANTINE.to_owned(), summary, ..BlockHead::default() };
        DocumentHead { id: id.to_owned(), blocks: vec![block], ..DocumentHead::default() }
    }

    fn check(newest_first: Vec<DocumentHead>, expected: &[&str]) {
        let held = still_held(newest_first, 1000);
        assert_eq!(held.iter().map(|document| document.id.as_str()).collect::<Vec<_>>(), expected);
    }

    #[test]
    fn a_released_target_is_not_held() {
        check(
            vec![
                record("5", "2 active quarantines", State::None),
                record("4", "chain a", State::Quarantined),
                record("3", "chain b", State::None),
                record("2", "chain b", State::Quarantined),
                record("1", "chain a", State::Quarantined),
            ],
            &["4"],
        );
    }

    #[test]
    fn a_quarantine_whose_time_is_over_is_not_held() {
        check(
            vec![
                until("3", "chain a", State::Quarantined, Some(1001)),
                until("2", "chain b", State::Quarantined, Some(1000)),
                until("1", "chain b", State::Quarantined, Some(9000)),
            ],
            &["3"],
        );
    }
}
