//! Questions about decisions.

use std::collections::BTreeMap;

use app::audit::{AuditedTask, DecisionQuery, Facet, StoredDecision};

use super::all_of;
use crate::model::decisions::Records;
use crate::model::play::Pair;

/// Values that are asked for together. Each finding and each task is asked for besides.
const QUERIES: &[&str] = &[
    "",
    "class=STATE_TRANSITION",
    "layer=layer_2_spawn_detection&class=STATE_TRANSITION",
    "level=L3_RUNTIME_HOOK_EVIDENCE",
    "actor=harness&task=task-81",
    "actor=nobody",
    "signals=4",
    "task=task-81&finding=state-jump",
    "finding=step-back&layer=layer_2_spawn_detection",
];

pub(super) async fn decisions(pair: &Pair) {
    let records = pair.model.records();
    for query in QUERIES {
        records_of(pair, &records, serde_urlencoded::from_str(query).unwrap()).await;
    }
    let found = pair.store.decisions(DecisionQuery::default()).await.unwrap();
    for facet in found.facets {
        let counts: Vec<u64> = facet.values.iter().map(|(_, count)| *count).collect();
        assert!(counts.is_sorted_by(|one, next| one >= next), "{counts:?}");
        assert!(!facet.is_cut);
        assert_eq!(facet.values.into_iter().collect::<BTreeMap<_, _>>(), records.counts(facet.facet));
    }
    for finding in records.counts(Facet::Finding).into_keys() {
        records_of(pair, &records, DecisionQuery { finding: Some(finding), ..DecisionQuery::default() })
            .await;
    }
    let tasks = tasks(pair).await;
    assert_eq!(tasks, records.tasks(), "the store (left) and the model differ in their tasks");
    for task in tasks.into_iter().map(|task| task.task).chain(["nothing".to_owned()]) {
        let query = DecisionQuery { task: Some(task.clone()), ..DecisionQuery::default() };
        let trail = pair.store.decisions(query.clone()).await.unwrap().trail;
        assert_eq!(
            trail,
            records.trail(&task),
            "the store (left) and the model differ in the trail of {task}"
        );
        records_of(pair, &records, query).await;
    }
}

/// Walks through all pages of records.
async fn records_of(pair: &Pair, records: &Records<'_>, query: DecisionQuery) {
    let found = all_of(async |before| {
        let page = pair.store.decisions(DecisionQuery { before, ..query.clone() }).await.unwrap();
        (page.records, page.next)
    });
    let mut found = found.await;
    for link in found.iter_mut().flat_map(|record: &mut StoredDecision| &mut record.links) {
        assert!(records.leads(link), "{link:?} of {query:?}");
        link.target = None;
    }
    assert_eq!(found, records.with(&query), "the store (left) and the model differ in {query:?}");
}

/// Walks through all pages of tasks.
async fn tasks(pair: &Pair) -> Vec<AuditedTask> {
    let found = all_of(async |tasks_before| {
        let query = DecisionQuery { tasks_before, ..DecisionQuery::default() };
        let page = pair.store.decisions(query).await.unwrap();
        (page.tasks, page.next_tasks)
    });
    found.await
}
