//! The parts of a store that are copied one by one: a table of PostgreSQL, and where SQLite has the same.

/// A statement that writes to SQLite, and which of a row's columns it takes.
pub(super) type Write = (&'static str, &'static [usize]);

pub(super) struct Part {
    /// The table of PostgreSQL.
    pub table: &'static str,
    pub columns: &'static [&'static str],
    /// Where not all rows are copied.
    pub condition: &'static str,
    /// What SQLite has in its place; the same table if it is empty.
    pub sqlite: &'static str,
    /// How a row is written to SQLite; as an insertion into the same table if it is empty.
    pub writes: &'static [Write],
    /// New rows are numbered in this column.
    pub numbered: Option<&'static str>,
}

impl Part {
    const fn of(table: &'static str, columns: &'static [&'static str]) -> Self {
        Self { table, columns, condition: "", sqlite: "", writes: &[], numbered: None }
    }

    const fn numbered(table: &'static str, columns: &'static [&'static str], column: &'static str) -> Self {
        Self { numbered: Some(column), ..Self::of(table, columns) }
    }

    fn names(&self) -> String {
        self.columns.iter().map(|column| format!("\"{column}\"")).collect::<Vec<_>>().join(", ")
    }

    pub fn select_of_postgres(&self) -> String {
        format!("SELECT {} FROM {} {}", self.names(), self.table, self.condition)
    }

    pub fn copy_into_postgres(&self) -> String {
        format!("COPY {} ({}) FROM STDIN BINARY", self.table, self.names())
    }

    pub fn select_of_sqlite(&self) -> String {
        if self.sqlite.is_empty() { self.select_of_postgres() } else { self.sqlite.to_owned() }
    }

    /// Returns the statements that write a row to SQLite, each with the columns that it takes.
    pub fn writes_to_sqlite(&self) -> Vec<(String, Vec<usize>)> {
        if self.writes.is_empty() {
            let columns: Vec<usize> = (0..self.columns.len()).collect();
            let values: Vec<String> = columns.iter().map(|column| format!("?{}", column + 1)).collect();
            let insert =
                format!("INSERT INTO {} ({}) VALUES ({})", self.table, self.names(), values.join(", "));
            return vec![(insert, columns)];
        }
        self.writes.iter().map(|(sql, columns)| ((*sql).to_owned(), columns.to_vec())).collect()
    }
}

/// The days since 1970 at which a document was received.
macro_rules! day {
    () => {
        "(received_ms - ((received_ms % 86400000) + 86400000) % 86400000) / 86400000"
    };
}

/// In the order in which they are written, so that what a row refers to is there.
pub(super) const PARTS: &[Part] = &[
    Part {
        sqlite: concat!(
            "SELECT seq, id, ",
            day!(),
            ", sample, kind, state, head, session, received_ms, severity, series, version, pinned, catalog
             FROM document JOIN facet USING (seq)"
        ),
        writes: &[
            (
                "INSERT INTO document (seq, id, sample, kind, state, head, codec, raw) VALUES (?1, ?2, ?3, ?4, ?5, ?6, 0, x'')",
                &[0, 1, 3, 4, 5, 6],
            ),
            (
                "INSERT INTO facet (seq, session, received_ms, severity, series, version, pinned, catalog)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
                &[0, 7, 8, 9, 10, 11, 12, 13],
            ),
        ],
        ..Part::of(
            "document",
            &[
                "seq", "id", "day", "sample", "kind", "state", "head", "session", "received_ms", "severity",
                "series", "version", "pinned", "catalog",
            ],
        )
    },
    Part {
        // The texts of removed documents are there until the day is over.
        condition: "WHERE EXISTS (SELECT 1 FROM document WHERE document.seq = text.seq)",
        sqlite: concat!("SELECT ", day!(), ", seq, codec, raw FROM document JOIN facet USING (seq)"),
        writes: &[("UPDATE document SET codec = ?2, raw = ?3 WHERE seq = ?1", &[1, 2, 3])],
        ..Part::of("text", &["day", "seq", "codec", "raw"])
    },
    Part::of("document_format", &["format", "seq"]),
    Part::of("event", &["seq", "frame"]),
    Part::of("removal", &["seq", "at", "id"]),
    Part {
        condition: "WHERE name IN ('derivation', 'mirror', 'rederived', 'reread')",
        sqlite: "SELECT name, CAST(value AS TEXT) FROM meta WHERE name IN ('derivation', 'mirror', 'rederived', 'reread')",
        writes: &[(
            "INSERT INTO meta (name, value)
             VALUES (?1, CASE WHEN ?1 IN ('derivation', 'reread') THEN CAST(?2 AS INTEGER) ELSE ?2 END)",
            &[0, 1],
        )],
        ..Part::of("meta", &["name", "value"])
    },
    Part {
        sqlite: "SELECT session, seq, number, line, what,
                   what ->> '$.move' NOT IN ('report', 'learned', 'indexed', 'session-started', 'routed') FROM mention",
        writes: &[(
            "INSERT INTO mention (session, seq, number, line, what) VALUES (?1, ?2, ?3, ?4, ?5)",
            &[0, 1, 2, 3, 4],
        )],
        ..Part::of("mention", &["session", "seq", "number", "line", "what", "is_of_chain"])
    },
    Part::of("session", &["name", "documents", "first_ms", "newest_ms", "newest_seq", "state"]),
    Part::of("session_count", &["state", "sessions"]),
    Part::of("session_due", &["session", "token"]),
    Part::numbered(
        "inbox_item",
        &[
            "id", "key", "kind", "urgency", "at_ms", "seq", "topic", "ends_ms", "snoozed_until_ms", "is_open", "item",
        ],
        "id",
    ),
    Part::of("inbox_count", &["kind", "open"]),
    Part::of("inbox_choice", &["key", "at_ms", "until_ms"]),
    Part::numbered(
        "quarantine",
        &[
            "id", "target_type", "target_id", "place", "number", "record", "at", "at_ms", "ends_ms", "origin",
            "document", "is_active",
        ],
        "id",
    ),
    Part::numbered(
        "webhook",
        &["id", "name", "url", "shape", "secret", "kinds", "urgency", "session"],
        "id",
    ),
    Part::numbered(
        "webhook_delivery",
        &[
            "id", "webhook", "seq", "kind", "session", "item", "attempts", "due_ms", "tried_ms", "took_ms", "status",
            "error",
        ],
        "id",
    ),
    Part::of("recommended", &["key"]),
    Part::numbered(
        "preview",
        &[
            "id", "token", "title", "summary", "documents", "bytes", "published_ms", "expires_ms", "revoked_ms",
        ],
        "id",
    ),
    Part::of("preview_document", &["preview", "place", "head", "codec", "raw"]),
    Part::numbered("view", &["id", "name", "query"], "id"),
    Part::numbered(
        "token",
        &[
            "id", "name", "role", "digest", "login", "parent", "created_ms", "created_by", "expires_ms",
            "revoked_ms", "used_ms",
        ],
        "id",
    ),
    Part::numbered("audit", &["id", "at_ms", "actor", "action", "subject", "status"], "id"),
    Part::of("bookmark", &["file", "offset", "line", "digest"]),
    Part::of(
        "trace",
        &[
            "seq", "number", "gate", "format", "at_ms", "errors", "warnings", "infos", "session", "agent", "model",
            "lost",
        ],
    ),
    Part::of("gate_hour", &["hour", "gate", "format", "traces", "failed", "lost"]),
    Part::of("author_day", &["day", "kind", "name", "traces", "failed", "lost"]),
    Part::of("session_health", &["session", "traces", "failed", "lost"]),
    Part::of("broken_rule", &["rule", "format", "at_ms", "seq", "number", "severity", "count"]),
    Part::of(
        "rule_hour",
        &["hour", "rule", "format", "severity", "traces", "count", "first_ms", "last_ms"],
    ),
    Part::numbered(
        "healing_decision",
        &["number", "rule", "format", "decision", "reason", "at_ms"],
        "number",
    ),
    Part::of("verdict", &["seq", "number", "task", "record"]),
    Part::of("work_item", &["task", "newest"]),
    Part::of("transcript_line", &["session", "key", "at_ms", "received_ms", "facts"]),
    Part::of("catalog", &["number", "key", "formats"]),
    Part::of("decision_log", &["seq", "digest", "is_live"]),
    Part::numbered("decision_word", &["id", "facet", "word", "uses", "records"], "id"),
    Part::of(
        "decision",
        &[
            "place", "is_live", "at_us", "line", "task", "layer", "class", "level", "actor", "signals", "reason",
            "spawn", "closeout", "watchdog", "stated", "lit", "key", "id", "ts", "links", "findings",
        ],
    ),
    Part::of("decision_step", &["task", "machine", "at_us", "place", "step"]),
    Part::of("decision_finding", &["finding", "place", "severity", "task"]),
    Part::of("decision_task", &["task", "newest", "end_finding", "end_place"]),
    Part::of("decision_task_finding", &["task", "finding", "severity", "records"]),
    // The last one: without an order, nobody can add to it.
    Part {
        sqlite: "SELECT 0, (SELECT value FROM meta WHERE name = 'epoch'), (SELECT coalesce(max(seq), 0) FROM event),
                   (SELECT value FROM meta WHERE name = 'totals')",
        writes: &[
            ("INSERT OR REPLACE INTO meta (name, value) VALUES ('epoch', ?1)", &[1]),
            (
                "INSERT OR REPLACE INTO meta (name, value) SELECT 'totals', ?1 WHERE ?1 IS NOT NULL",
                &[3],
            ),
        ],
        ..Part::of("shard", &["number", "epoch", "seq", "totals"])
    },
];
