use leptos_router::params::ParamsMap;

use crate::audit::{DecisionQuery, Facet};
use crate::format::Format;
use crate::formats::V36Decision;

/// What another page begins with.
pub(super) enum Next {
    Records(u64),
    Tasks(u64),
}

pub(super) fn decisions_href(query: &DecisionQuery) -> String {
    let mut map = ParamsMap::new();
    for (facet, value) in query.chosen() {
        map.insert(facet.as_str(), value.to_owned());
    }
    for (name, place) in [("before", query.before), ("tasks_before", query.tasks_before)] {
        if let Some(place) = place {
            map.insert(name, place.to_string());
        }
    }
    format!("/decisions{}", map.to_query_string())
}

/// The address of another page of records or tasks, with what is chosen.
pub(super) fn next_href(query: &DecisionQuery, next: Next) -> String {
    let mut query = query.clone();
    match next {
        Next::Records(before) => query.before = Some(before),
        Next::Tasks(before) => query.tasks_before = Some(before),
    }
    decisions_href(&query)
}

/// The newest records of a task, or those of it with a finding.
pub(super) fn with_finding(task: Option<&str>, finding: &str) -> String {
    let query = DecisionQuery {
        task: task.map(str::to_owned),
        finding: Some(finding.to_owned()),
        ..DecisionQuery::default()
    };
    decisions_href(&query)
}

pub(super) const fn label_of(facet: Facet) -> &'static str {
    match facet {
        Facet::Task => "Task",
        Facet::Layer => "Layer",
        Facet::Class => "Decision",
        Facet::Level => "Evidence level",
        Facet::Actor => "Actor",
        Facet::Signals => "Signals lit",
        Facet::Finding => "Finding",
    }
}

/// What is wrong where a rule is broken, in one sentence.
pub(super) fn summary_of(rule: &str) -> Option<&'static str> {
    V36Decision::SPEC.all_rules().find(|known| known.id == rule).map(|known| known.summary)
}
