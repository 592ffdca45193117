//! The filters of a list as SQL conditions.

use app::api::{ListQuery, asked};
use app::reading::{DAY_MS, start_of_day};
use rusqlite::types::Value;

use super::versions::IS_NEWEST;

/// Conditions on `document` joined with `facet`, and their values in order.
pub(super) struct Filter {
    pub sql: String,
    pub values: Vec<Value>,
    /// A further condition, on what no index has: the source of a document. Whoever lists documents decides how many are
    /// looked at for it.
    pub of_source: String,
    pub of_source_values: Vec<Value>,
    /// The list is filtered by an index of `document`.
    pub is_of_documents: bool,
    /// The list is that of a session, which has few documents.
    pub is_of_session: bool,
    pub format: Option<String>,
    /// The lowest severity of findings.
    pub severity: Option<i64>,
}

/// The rank of the gravest severity in `facet`.
pub(in crate::store) const CRITICAL: i64 = 4;

impl Filter {
    /// Everything of the query but its words and its page. An invalid day, severity or state ([`ListQuery::errors`])
    /// matches no document.
    pub fn of(query: &ListQuery) -> Self {
        // A run and a commit have versions of their own.
        let is_of_versions = asked(&query.run).or(asked(&query.commit)).is_some();
        let newest = if is_of_versions { String::new() } else { format!(" AND {IS_NEWEST}") };
        let mut filter = Self {
            sql: newest,
            values: Vec::new(),
            of_source: "1".to_owned(),
            of_source_values: Vec::new(),
            is_of_documents: false,
            is_of_session: asked(&query.session).is_some(),
            format: asked(&query.format).map(str::to_owned),
            severity: asked(&query.severity).map(rank),
        };
        for (condition, asked_for) in [(" AND state = ?", &query.state), (" AND kind = ?", &query.kind)] {
            if let Some(word) = asked(asked_for) {
                filter.add(condition, Value::Text(word.to_owned()));
                filter.is_of_documents = true;
            }
        }
        if let Some(format) = asked(&query.format) {
            filter.add(
                " AND EXISTS (SELECT 1 FROM document_format WHERE format = ? AND document_format.seq = document.seq)",
                Value::Text(format.to_owned()),
            );
        }
        if let Some(session) = asked(&query.session) {
            filter.add(" AND session = ?", Value::Text(session.to_owned()));
        }
        if let Some(rank) = filter.severity {
            filter.add(" AND severity >= ?", Value::Integer(rank));
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
        for (name, asked_for) in [
            ("ci_run", &query.run),
            ("commit", &query.commit),
            ("repository", &query.repository),
            ("agent", &query.agent),
        ] {
            if let Some(word) = asked(asked_for) {
                filter.add_of_source(&format!("head ->> '$.source.{name}' = ?"), word);
            }
        }
        match asked(&query.path) {
            // A slash sorts right before a zero.
            Some(folder) if folder.ends_with('/') => {
                filter.add_of_source("head ->> '$.source.path' >= ?", folder);
                filter.add_of_source(
                    "head ->> '$.source.path' < ?",
                    &format!("{}0", folder.trim_end_matches('/')),
                );
            }
            Some(path) => filter.add_of_source("head ->> '$.source.path' = ?", path),
            None => {}
        }
        filter
    }

    pub fn has_source(&self) -> bool {
        !self.of_source_values.is_empty()
    }

    fn add_of_source(&mut self, condition: &str, value: &str) {
        self.of_source.push_str(" AND ");
        self.of_source.push_str(condition);
        self.of_source_values.push(Value::Text(value.to_owned()));
    }

    fn add(&mut self, condition: &str, value: Value) {
        self.sql.push_str(condition);
        self.values.push(value);
    }
}

/// Returns the rank of a severity in `facet`; a rank above all for an unknown word.
pub(in crate::store) fn rank(severity: &str) -> i64 {
    match severity {
        "critical" => CRITICAL,
        "high" => 3,
        "medium" => 2,
        "low" => 1,
        _ => CRITICAL + 1,
    }
}
