-- What the lines of transcripts add to the claims and facts of their sessions; folded when it is asked for. A line that
-- several files repeat has one key.
CREATE TABLE transcript_line (
  session TEXT NOT NULL,
  key TEXT NOT NULL,
  at_ms INTEGER NOT NULL,
  received_ms INTEGER NOT NULL,
  facts TEXT NOT NULL,
  PRIMARY KEY (session, key)
) WITHOUT ROWID, STRICT;

-- What the policy deletes, oldest first.
CREATE INDEX transcript_line_received ON transcript_line (received_ms);
