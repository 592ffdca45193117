CREATE TABLE meta (
  name TEXT PRIMARY KEY,
  value ANY NOT NULL
) WITHOUT ROWID, STRICT;

-- `raw` stands last, so that a list never reads through the pages of a text.
CREATE TABLE document (
  seq INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  sample INTEGER NOT NULL,
  outcome TEXT NOT NULL,
  words TEXT NOT NULL,
  head TEXT NOT NULL,
  digest BLOB NOT NULL,
  codec INTEGER NOT NULL,
  raw BLOB NOT NULL
) STRICT;

CREATE INDEX document_outcome ON document (outcome, seq);
CREATE INDEX document_sample ON document (seq) WHERE sample = 1;

CREATE TABLE document_format (
  format TEXT NOT NULL,
  seq INTEGER NOT NULL REFERENCES document (seq) ON DELETE CASCADE,
  PRIMARY KEY (format, seq)
) WITHOUT ROWID, STRICT;

CREATE INDEX document_format_seq ON document_format (seq);

-- The outbox: what viewers are told, in the bytes they are told it, written with the document itself.
CREATE TABLE event (
  seq INTEGER PRIMARY KEY,
  frame TEXT NOT NULL
) STRICT;
