-- What a person wants kept, whatever the policy says.
ALTER TABLE facet ADD COLUMN pinned INTEGER NOT NULL DEFAULT 0;

CREATE INDEX facet_pinned ON facet (seq) WHERE pinned = 1;
-- What the policy lets go, oldest first.
CREATE INDEX facet_received ON facet (received_ms) WHERE pinned = 0;

-- Documents that went, and the event that told of it: the search index follows, and a file that is read again does
-- not bring back what a person deleted.
CREATE TABLE removal (
  seq INTEGER PRIMARY KEY,
  at INTEGER NOT NULL,
  id TEXT NOT NULL
) STRICT;

CREATE INDEX removal_at ON removal (at);
CREATE INDEX removal_id ON removal (id);
