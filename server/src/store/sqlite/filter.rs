//! What narrows a list, as conditions of a question to the store.

use app::api::{ListQuery, asked};
use app::reading::{DAY_MS, start_of_day};
use rusqlite::types::Value;

use super::versions::IS_NEWEST;

/// Conditions on `document` joined with `facet`, and their values in order.
pub(super) struct Filter {
    pub sql: String,
    pub values: Vec<Value>,
    /// An index of `document`, or of its formats, narrows the list.
    pub is_of_documents: bool,
}

impl Filter {
    /// All of the query but its words and its page. What is no day, severity or outcome ([`ListQuery::faults`]) fits no
    /// document.
    pub fn of(query: &ListQuery) -> Self {
        let mut filter =
            Self { sql: format!(" AND {IS_NEWEST}"), values: Vec::new(), is_of_documents: false };
        if let Some(outcome) = asked(&query.outcome) {
            filter.add(" AND outcome = ?", Value::Text(outcome.to_owned()));
            filter.is_of_documents = true;
        }
        if let Some(format) = asked(&query.format) {
            filter.add(
                " AND document.seq IN (SELECT seq FROM document_format WHERE format = ?)",
                Value::Text(format.to_owned()),
            );
            filter.is_of_documents = true;
        }
        if let Some(session) = asked(&query.session) {
            filter.add(" AND session = ?", Value::Text(session.to_owned()));
        }
        if let Some(severity) = asked(&query.severity) {
            filter.add(" AND severity >= ?", Value::Integer(rank(severity)));
        }
        match asked(&query.pinned) {
            // As the condition of the index that has only these.
            Some("true") => filter.sql.push_str(" AND facet.pinned = 1"),
            Some(other) => {
                filter.add(" AND facet.pinned = ?", Value::Integer(if other == "false" { 0 } else { 2 }))
            }
            None => {}
        }
        if let Some(day) = asked(&query.from) {
            filter.add(" AND received_ms >= ?", Value::Integer(start_of_day(day).unwrap_or(i64::MAX)));
        }
        if let Some(day) = asked(&query.to) {
            let end = start_of_day(day).map_or(i64::MIN, |start| start + DAY_MS);
            filter.add(" AND received_ms < ?", Value::Integer(end));
        }
        filter
    }

    fn add(&mut self, condition: &str, value: Value) {
        self.sql.push_str(condition);
        self.values.push(value);
    }
}

/// As `facet` counts severities; beyond all of them for what is none.
fn rank(severity: &str) -> i64 {
    match severity {
        "critical" => 4,
        "high" => 3,
        "medium" => 2,
        "low" => 1,
        _ => 5,
    }
}
