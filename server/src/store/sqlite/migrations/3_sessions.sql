-- What documents say of chains, in the order in which it was said; folded to a state when it is asked for. Documents of
-- no session share the empty name.
CREATE TABLE mention (
  session TEXT NOT NULL,
  seq INTEGER NOT NULL REFERENCES document (seq) ON DELETE CASCADE,
  number INTEGER NOT NULL,
  line INTEGER NOT NULL,
  what TEXT NOT NULL,
  PRIMARY KEY (session, seq, number)
) WITHOUT ROWID, STRICT;

CREATE INDEX mention_seq ON mention (seq);

-- Counted with each document, so that nobody counts a million rows.
CREATE TABLE session (
  name TEXT PRIMARY KEY,
  documents INTEGER NOT NULL,
  first_ms INTEGER NOT NULL,
  newest_ms INTEGER NOT NULL,
  newest_seq INTEGER NOT NULL
) WITHOUT ROWID, STRICT;

CREATE INDEX session_newest ON session (newest_seq);

INSERT INTO session (name, documents, first_ms, newest_ms, newest_seq)
SELECT session, count(*), min(received_ms), max(received_ms), max(seq)
FROM facet
WHERE session IS NOT NULL
GROUP BY session;
