CREATE TABLE meta (
  name TEXT PRIMARY KEY,
  value TEXT NOT NULL
);

-- The newest place in the order. Whoever writes locks its row until the commit, so that places have no gaps and become
-- visible in order.
CREATE TABLE shard (
  number BIGINT PRIMARY KEY,
  epoch BIGINT NOT NULL,
  seq BIGINT NOT NULL,
  -- As JSON.
  totals TEXT
);

CREATE TABLE document (
  seq BIGINT PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  -- Since 1970, when it was received: the partition of its text.
  day BIGINT NOT NULL,
  sample BOOLEAN NOT NULL,
  kind TEXT,
  state TEXT NOT NULL,
  -- As JSON.
  head TEXT NOT NULL,
  session TEXT,
  received_ms BIGINT NOT NULL,
  -- The gravest finding: 4 critical, 3 high, 2 medium, 1 low or other, 0 none.
  severity BIGINT NOT NULL,
  -- Documents of one source are its versions. A document that names no path has none but itself.
  series TEXT,
  version BIGINT NOT NULL,
  -- What a person wants kept, whatever the policy says.
  pinned BOOLEAN NOT NULL,
  -- Which formats of a team it was read by: the key of their catalog.
  catalog BIGINT
);

CREATE INDEX document_state ON document (state, seq);
CREATE INDEX document_kind ON document (kind, seq);
CREATE INDEX document_sample ON document (seq) WHERE sample;
CREATE INDEX document_session ON document (session, seq) WHERE session IS NOT NULL;
CREATE INDEX document_severity ON document (severity, seq) WHERE severity > 0;
CREATE INDEX document_series ON document (series, version) WHERE series IS NOT NULL;
CREATE INDEX document_pinned ON document (seq) WHERE pinned;
CREATE INDEX document_received ON document (received_ms) WHERE NOT pinned;
CREATE INDEX document_day ON document (day);

-- The texts, by the day on which they were received: old ones are dropped by the day.
CREATE TABLE text (
  day BIGINT NOT NULL,
  seq BIGINT NOT NULL,
  codec BIGINT NOT NULL,
  raw BYTEA NOT NULL,
  PRIMARY KEY (day, seq)
) PARTITION BY RANGE (day);

CREATE TABLE document_format (
  format TEXT NOT NULL,
  seq BIGINT NOT NULL REFERENCES document (seq) ON DELETE CASCADE,
  PRIMARY KEY (format, seq)
);

CREATE INDEX document_format_seq ON document_format (seq);

-- The words of documents. A long text has several parts, since the words of one row have a limit.
CREATE TABLE word (
  seq BIGINT NOT NULL REFERENCES document (seq) ON DELETE CASCADE,
  part BIGINT NOT NULL,
  title TSVECTOR,
  body TSVECTOR NOT NULL,
  PRIMARY KEY (seq, part)
);

CREATE INDEX word_title ON word USING gin (title) WHERE title IS NOT NULL;
CREATE INDEX word_body ON word USING gin (body);

-- The outbox: what viewers are sent, written with the document itself.
CREATE TABLE event (
  seq BIGINT PRIMARY KEY,
  frame TEXT NOT NULL
);

-- Documents that were removed, and the event that said so: a file that is read again doesn't bring back what a person
-- deleted.
CREATE TABLE removal (
  seq BIGINT PRIMARY KEY,
  at BIGINT NOT NULL,
  id TEXT NOT NULL
);

CREATE INDEX removal_id ON removal (id);
