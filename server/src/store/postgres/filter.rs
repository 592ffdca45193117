//! The filters of a list as SQL conditions.

use app::api::{ListQuery, asked};
use app::document::DocumentHead;
use app::reading::{DAY_MS, start_of_day};
use tokio_postgres::types::ToSql;

use super::partitions::day_of;
use super::sql::{as_name, place_or_end};
use super::versions::IS_NEWEST;
use crate::store::sqlite::filter::rank;

/// Conditions on `document`, and their values in order.
pub(super) struct Filter<'q> {
    sql: String,
    values: Vec<Box<dyn ToSql + Sync + Send>>,
    /// What no index has: the source of a document. Whoever lists documents decides how many are looked at for it.
    query: &'q ListQuery,
}

/// How the places of days are bounded: the comparison of places and of days, the one of the next day, which place of a day
/// counts, and the order of days.
struct Bound {
    compared: &'static str,
    next: &'static str,
    place: &'static str,
    order: &'static str,
}

const FROM_DAY: Bound = Bound { compared: ">=", next: ">", place: "min", order: "ASC" };
const UNTIL_DAY: Bound = Bound { compared: "<=", next: "<", place: "max", order: "DESC" };

impl<'q> Filter<'q> {
    /// Everything of the query but its words and its page. An invalid day, severity or state ([`ListQuery::errors`])
    /// matches no document.
    pub fn of(query: &'q ListQuery) -> Self {
        let mut filter = Self { sql: String::new(), values: Vec::new(), query };
        // A run and a commit have versions of their own.
        if asked(&query.run).or(asked(&query.commit)).is_none() {
            filter.sql.push_str(&format!(" AND {IS_NEWEST}"));
        }
        let words = [
            ("state = $", &query.state),
            ("kind = $", &query.kind),
            ("session = $", &query.session),
            ("seq IN (SELECT seq FROM document_format WHERE format = $", &query.format),
        ];
        for (condition, asked_for) in words {
            if let Some(word) = asked(asked_for) {
                filter.add(condition, as_name(word).into_owned());
            }
        }
        if let Some(severity) = asked(&query.severity) {
            filter.add("severity > 0 AND severity >= $", rank(severity));
        }
        match asked(&query.pinned) {
            Some("true") => filter.sql.push_str(" AND pinned"),
            Some("false") => filter.sql.push_str(" AND NOT pinned"),
            Some(_) => filter.sql.push_str(" AND false"),
            None => {}
        }
        if let Some(day) = asked(&query.from) {
            let start = start_of_day(day).unwrap_or(i64::MAX);
            filter.add("received_ms >= $", start);
            filter.add_bound(&FROM_DAY, day_of(start));
        }
        if let Some(day) = asked(&query.to) {
            let end = start_of_day(day).map_or(i64::MIN, |start| start + DAY_MS);
            filter.add("received_ms < $", end);
            filter.add_bound(&UNTIL_DAY, day_of(end.saturating_sub(1)));
        }
        filter
    }

    /// Only documents before a place in the order.
    pub fn before(&mut self, before: Option<u64>) {
        if before.is_some() {
            self.add("seq < $", place_or_end(before));
        }
    }

    /// Returns whether the filter has conditions that [`Filter::fits`] decides.
    pub fn has_source(&self) -> bool {
        let ListQuery { run, commit, repository, agent, path, .. } = self.query;
        [run, commit, repository, agent, path].into_iter().any(|asked_for| asked(asked_for).is_some())
    }

    /// Returns whether a document is of the source that is asked for.
    pub fn fits(&self, head: &DocumentHead) -> bool {
        let ListQuery { run, commit, repository, agent, path, .. } = self.query;
        let source = &head.source;
        let is_of = |asked_for: &Option<String>, found: &Option<String>| {
            asked(asked_for).is_none_or(|word| found.as_deref() == Some(word))
        };
        let is_in = |folder: &str| source.path.as_deref().is_some_and(|path| path.starts_with(folder));
        let is_of_path = match asked(path) {
            Some(folder) if folder.ends_with('/') => is_in(folder),
            _ => is_of(path, &source.path),
        };
        is_of_path
            && is_of(run, &source.ci_run)
            && is_of(commit, &source.commit)
            && is_of(repository, &source.repository)
            && is_of(agent, &source.agent)
    }

    /// Returns a statement that begins with `select`, newest first. The most rows are the last of [`Filter::values`].
    pub fn statement(&self, select: &str) -> String {
        format!("{select}{} ORDER BY seq DESC LIMIT ${}", self.sql, self.values.len() + 1)
    }

    pub fn values<'v>(&'v self, most: &'v i64) -> Vec<&'v (dyn ToSql + Sync)> {
        let values = self.values.iter().map(|value| value.as_ref() as &(dyn ToSql + Sync));
        values.chain([most as &(dyn ToSql + Sync)]).collect()
    }

    /// Bounds the places in the order by those of days, which an index has: without that, all newer documents would be read to
    /// find old ones. The times of documents nearly have the order of their places.
    fn add_bound(&mut self, Bound { compared, next, place, order }: &Bound, day: i64) {
        self.values.push(Box::new(day));
        let number = self.values.len();
        self.sql.push_str(&format!(
            " AND seq {compared} (
               WITH RECURSIVE of_day (day) AS (
                 (SELECT day FROM document WHERE day {compared} ${number} ORDER BY day {order} LIMIT 1)
                 UNION ALL
                 SELECT (
                   SELECT document.day FROM document WHERE document.day {next} of_day.day ORDER BY document.day {order} LIMIT 1)
                 FROM of_day WHERE of_day.day IS NOT NULL
               )
               SELECT {place}(place) FROM (
                 SELECT (SELECT {place}(seq) FROM document WHERE document.day = of_day.day) AS place
                 FROM of_day WHERE of_day.day IS NOT NULL) AS of_days)"
        ));
    }

    /// Adds a condition, whose value comes last, maybe inside of brackets.
    pub fn add(&mut self, condition: &str, value: impl ToSql + Sync + Send + 'static) {
        self.values.push(Box::new(value));
        let closed = if condition.contains('(') { ")" } else { "" };
        self.sql.push_str(&format!(" AND {condition}{}{closed}", self.values.len()));
    }
}
