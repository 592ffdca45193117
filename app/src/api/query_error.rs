//! What of a list's address says nothing.

use super::order::Order;
use super::pages::ListQuery;
use crate::catalog::Catalog;
use crate::document::{Kind, State};
use crate::query_error::QueryError;
use crate::reading::start_of_day;

impl ListQuery {
    pub const SEVERITIES: [&str; 4] = ["critical", "high", "medium", "low"];
    /// What narrows or orders a list, by its name in the address of the page.
    pub const NARROWING: [&str; 16] = [
        "q", "in", "format", "kind", "state", "severity", "session", "run", "commit", "repository", "path",
        "agent", "from", "to", "pinned", "sort",
    ];
    /// The largest `limit`.
    pub const MOST: u32 = 200;

    /// All that is wrong with it. An empty field of a form asks for nothing.
    pub fn errors(&self) -> Vec<QueryError> {
        let Self { within, format, kind, state, severity, from, to, pinned, sort, .. } = self;
        let mut formats: Vec<&str> = Catalog::current().specs().map(|spec| spec.id).collect();
        formats.sort_unstable();
        let reversed = Order::ALL.map(|order| format!("-{}", order.as_str()));
        let orders: Vec<&str> =
            Order::ALL.map(Order::as_str).into_iter().chain(reversed.iter().map(String::as_str)).collect();
        let words = [
            ("in", within, ["title"].as_slice()),
            ("format", format, formats.as_slice()),
            ("kind", kind, &Kind::ALL.map(Kind::as_str)),
            ("state", state, &State::ALL.map(State::as_str)),
            ("severity", severity, &Self::SEVERITIES),
            ("pinned", pinned, &["true", "false"]),
            ("sort", sort, &orders),
        ];
        let mut errors: Vec<QueryError> = words
            .into_iter()
            .filter_map(|(name, value, known)| {
                let found = asked(value).filter(|found| !known.contains(found))?;
                Some(QueryError::new(name, found, format!("one of {}", known.join(", "))))
            })
            .collect();
        errors.extend([("from", from), ("to", to)].into_iter().filter_map(|(name, day)| {
            let found = asked(day).filter(|found| start_of_day(found).is_none())?;
            Some(QueryError::new(name, found, "a day of the calendar, as 2026-11-20"))
        }));
        if let Some(limit) = self.limit.filter(|limit| !(1..=Self::MOST).contains(limit)) {
            let allowed = format!("a number from 1 to {}", Self::MOST);
            errors.push(QueryError::new("limit", &limit.to_string(), allowed));
        }
        let first_and_last = asked(from).and_then(start_of_day).zip(asked(to).and_then(start_of_day));
        if let (Some((first, last)), Some(found)) = (first_and_last, asked(to))
            && first > last
        {
            errors.push(QueryError::new("to", found, "no day before `from`"));
        }
        errors
    }
}

/// An empty field of a form asks for nothing.
pub fn asked(value: &Option<String>) -> Option<&str> {
    value.as_deref().map(str::trim).filter(|value| !value.is_empty())
}

#[cfg(test)]
mod tests {
    use super::super::ListQuery;

    fn check(query: ListQuery, expected: &[&str]) {
        let found: Vec<String> = query.errors().iter().map(ToString::to_string).collect();
        assert_eq!(found, expected);
    }

    fn some(value: &str) -> Option<String> {
        Some(value.to_owned())
    }

    #[test]
    fn what_narrows_a_list_is_known() {
        let day = |from: &str, to: &str| ListQuery { from: some(from), to: some(to), ..ListQuery::default() };
        check(ListQuery::default(), &[]);
        check(ListQuery { severity: some(" "), format: some(""), ..day("", "") }, &[]);
        check(
            ListQuery {
                format: some("v36/decision"),
                state: some("passed"),
                severity: some("low"),
                pinned: some("false"),
                ..day("2024-02-29", "2024-02-29")
            },
            &[],
        );
        check(
            ListQuery { state: some("pass"), severity: some("sev"), ..ListQuery::default() },
            &[
                "`state` can't be `pass`: it is one of none, passed, running, failed, waiting, contradicted, quarantined",
                "`severity` can't be `sev`: it is one of critical, high, medium, low",
            ],
        );
        check(
            day("2026-02-30", "yesterday"),
            &[
                "`from` can't be `2026-02-30`: it is a day of the calendar, as 2026-11-20",
                "`to` can't be `yesterday`: it is a day of the calendar, as 2026-11-20",
            ],
        );
        for limit in [0, 201] {
            let expected = format!("`limit` can't be `{limit}`: it is a number from 1 to 200");
            check(ListQuery { limit: Some(limit), ..ListQuery::default() }, &[&expected]);
        }
        check(day("2026-11-21", "2026-11-20"), &["`to` can't be `2026-11-20`: it is no day before `from`"]);
        let [error] = ListQuery { format: some("9.9"), ..ListQuery::default() }.errors().try_into().unwrap();
        assert!(error.allowed.starts_with("one of ") && error.allowed.contains("5.1, "), "{error}");
    }
}
