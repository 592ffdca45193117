-- Documents that were published for readers outside of the dashboard. Nothing else is derived from them: whoever may
-- publish may change nothing of the library.
CREATE TABLE preview (
  -- Not used again, so that nothing else is revoked.
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  -- The secret of the link.
  token TEXT NOT NULL UNIQUE,
  title TEXT NOT NULL,
  -- Of the worst document, in JSON.
  summary TEXT NOT NULL,
  documents INTEGER NOT NULL,
  -- Of all texts.
  bytes INTEGER NOT NULL,
  published_ms INTEGER NOT NULL,
  expires_ms INTEGER NOT NULL,
  revoked_ms INTEGER
) STRICT;

-- Until the preview ends; its own row stays for a while, to say so.
CREATE TABLE preview_document (
  preview INTEGER NOT NULL REFERENCES preview (id) ON DELETE CASCADE,
  -- From 1, the worst first.
  place INTEGER NOT NULL,
  head TEXT NOT NULL,
  codec INTEGER NOT NULL,
  raw BLOB NOT NULL,
  UNIQUE (preview, place)
) STRICT;
