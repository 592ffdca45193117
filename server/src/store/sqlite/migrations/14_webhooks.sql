-- Where items of the inbox are reported.
CREATE TABLE webhook (
  -- Not used again, so that no attempt is recorded of another one.
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  url TEXT NOT NULL,
  shape TEXT NOT NULL,
  secret TEXT,
  -- As a JSON array; all if it is empty.
  kinds TEXT NOT NULL,
  -- The least.
  urgency INTEGER NOT NULL,
  session TEXT
) STRICT;

-- What is to be sent, and the log of what was.
CREATE TABLE webhook_delivery (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  webhook INTEGER NOT NULL REFERENCES webhook (id) ON DELETE CASCADE,
  -- The document that states the item. Its deliveries go with it.
  seq INTEGER REFERENCES document (seq) ON DELETE CASCADE,
  -- The kind of the item, or `test`.
  kind TEXT NOT NULL,
  session TEXT,
  -- As JSON. Words of documents that no longer exist are kept no longer than it takes to send them.
  item TEXT,
  attempts INTEGER NOT NULL,
  -- When it is sent; NULL once it was delivered or given up.
  due_ms INTEGER,
  -- Of the last attempt.
  tried_ms INTEGER,
  took_ms INTEGER,
  status INTEGER,
  error TEXT
) STRICT;

CREATE INDEX webhook_due ON webhook_delivery (webhook, due_ms) WHERE due_ms IS NOT NULL;
CREATE INDEX webhook_log ON webhook_delivery (webhook, id);
CREATE INDEX webhook_tried ON webhook_delivery (webhook, tried_ms) WHERE tried_ms IS NOT NULL;
CREATE INDEX webhook_seq ON webhook_delivery (seq) WHERE seq IS NOT NULL;

-- The recommendations that are open, by the keys of their items: health is computed, and they have no rows.
CREATE TABLE recommended (key TEXT PRIMARY KEY) WITHOUT ROWID, STRICT;
