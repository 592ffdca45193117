//! The filters of a list as SQL conditions.

use app::api::{ListQuery, asked};
use app::reading::{DAY_MS, start_of_day};
use rusqlite::types::Value;

use super::versions::IS_NEWEST;

/// Conditions on `document` joined with `facet`, and their values in order.
pub(super) struct Filter {
    pub sql: String,
    pub values: Vec<Value>,
    /// The list is filtered by an index of `document` or of its formats.
    pub is_of_documents: bool,
}

impl Filter {
    /// Everything of the query but its words and its page. An invalid day, severity or state ([`ListQuery::errors`])
    /// matches no document.
    pub fn of(query: &ListQuery) -> Self {
        let mut filter =
            Self { sql: format!(" AND {IS_NEWEST}"), values: Vec::new(), is_of_documents: false };
        for (condition, asked_for) in [(" AND state = ?", &query.state), (" AND kind = ?", &query.kind)] {
            if let Some(word) = asked(asked_for) {
                filter.add(condition, Value::Text(word.to_owned()));
                filter.is_of_documents = true;
            }
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
            // Written like the condition of the partial index.
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

/// Returns the rank of a severity in `facet`; a rank above all for an unknown word.
fn rank(severity: &str) -> i64 {
    match severity {
        "critical" => 4,
        "high" => 3,
        "medium" => 2,
        "low" => 1,
        _ => 5,
    }
}
