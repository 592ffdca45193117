-- What documents leave at gates. They go with their document, or before it; score and verdict follow from the counts.
CREATE TABLE trace (
  seq INTEGER NOT NULL REFERENCES document (seq) ON DELETE CASCADE,
  number INTEGER NOT NULL,
  gate INTEGER NOT NULL,
  format TEXT NOT NULL,
  at_ms INTEGER NOT NULL,
  errors INTEGER NOT NULL,
  warnings INTEGER NOT NULL,
  infos INTEGER NOT NULL,
  PRIMARY KEY (seq, number)
) WITHOUT ROWID, STRICT;

-- What the policy lets go, oldest first.
CREATE INDEX trace_at ON trace (at_ms);
