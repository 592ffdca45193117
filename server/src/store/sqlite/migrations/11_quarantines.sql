-- What documents, people and programs did to targets of quarantines. The newest change of a target decides.
CREATE TABLE quarantine (
  id INTEGER PRIMARY KEY,
  target_type TEXT NOT NULL,
  target_id TEXT NOT NULL,
  -- The place in the order at which it was first stated, and its number within the document.
  place INTEGER NOT NULL,
  number INTEGER NOT NULL,
  -- As JSON; a release has none.
  record TEXT,
  -- As stated, and within the store's time.
  at TEXT NOT NULL,
  at_ms INTEGER NOT NULL,
  ends_ms INTEGER,
  origin TEXT NOT NULL,
  -- The place of the document that states it. Without a document, the place of its own event.
  document INTEGER,
  -- It quarantines its target now.
  is_active INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE INDEX quarantine_target ON quarantine (target_type, target_id, place, number);
CREATE INDEX quarantine_document ON quarantine (document) WHERE document IS NOT NULL;
CREATE INDEX quarantine_active ON quarantine (place) WHERE is_active = 1;
CREATE INDEX quarantine_released ON quarantine (place) WHERE record IS NULL;
