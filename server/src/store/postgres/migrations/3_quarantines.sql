-- What documents, people and programs did to targets of quarantines. The newest change of a target decides.
CREATE TABLE quarantine (
  id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  target_type TEXT NOT NULL,
  target_id TEXT NOT NULL,
  -- The place in the order at which it was first stated, and its number within the document.
  place BIGINT NOT NULL,
  number BIGINT NOT NULL,
  -- As JSON; a release has none.
  record TEXT,
  -- As stated, and within the store's time.
  at TEXT NOT NULL,
  at_ms BIGINT NOT NULL,
  ends_ms BIGINT,
  origin TEXT NOT NULL,
  -- The place of the document that states it. Without a document, the place of its own event.
  document BIGINT,
  -- It quarantines its target now.
  is_active BOOLEAN NOT NULL
);

CREATE INDEX quarantine_target ON quarantine (target_type, target_id, place, number);
CREATE INDEX quarantine_document ON quarantine (document) WHERE document IS NOT NULL;
CREATE INDEX quarantine_place ON quarantine (place);
CREATE INDEX quarantine_active ON quarantine (place) WHERE is_active;
CREATE INDEX quarantine_released ON quarantine (place) WHERE record IS NULL;

-- Where items of the inbox are reported.
CREATE TABLE webhook (
  id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name TEXT NOT NULL,
  url TEXT NOT NULL,
  shape TEXT NOT NULL,
  secret TEXT,
  -- As a JSON array; all if it is empty.
  kinds TEXT NOT NULL,
  -- The least.
  urgency BIGINT NOT NULL,
  session TEXT
);

-- What is to be sent, and the log of what was.
CREATE TABLE webhook_delivery (
  id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  webhook BIGINT NOT NULL REFERENCES webhook (id) ON DELETE CASCADE,
  -- The document that states the item. Its deliveries go with it.
  seq BIGINT REFERENCES document (seq) ON DELETE CASCADE,
  -- The kind of the item, or `test`.
  kind TEXT NOT NULL,
  session TEXT,
  -- As JSON. Words of documents that no longer exist are kept no longer than it takes to send them.
  item TEXT,
  attempts BIGINT NOT NULL,
  -- When it is sent; NULL once it was delivered or given up.
  due_ms BIGINT,
  -- A server is sending it. Another one may after this time.
  leased_until_ms BIGINT,
  -- Of the last attempt.
  tried_ms BIGINT,
  took_ms BIGINT,
  status BIGINT,
  error TEXT
);

CREATE INDEX webhook_due ON webhook_delivery (webhook, id) WHERE due_ms IS NOT NULL;
CREATE INDEX webhook_log ON webhook_delivery (webhook, id);
CREATE INDEX webhook_tried ON webhook_delivery (webhook, tried_ms) WHERE tried_ms IS NOT NULL;
CREATE INDEX webhook_seq ON webhook_delivery (seq) WHERE seq IS NOT NULL;

-- The recommendations that are open, by the keys of their items: health is computed, and they have no rows.
CREATE TABLE recommended (key TEXT PRIMARY KEY);

-- Documents that were published for readers outside of the dashboard. Nothing else is derived from them: whoever may
-- publish may change nothing of the library.
CREATE TABLE preview (
  id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- The secret of the link.
  token TEXT NOT NULL UNIQUE,
  title TEXT NOT NULL,
  -- Of the worst document, in JSON.
  summary TEXT NOT NULL,
  documents BIGINT NOT NULL,
  -- Of all texts.
  bytes BIGINT NOT NULL,
  published_ms BIGINT NOT NULL,
  expires_ms BIGINT NOT NULL,
  revoked_ms BIGINT
);

-- Until the preview ends; its own row stays for a while, to say so.
CREATE TABLE preview_document (
  preview BIGINT NOT NULL REFERENCES preview (id) ON DELETE CASCADE,
  -- From 1, the worst first.
  place BIGINT NOT NULL,
  head TEXT NOT NULL,
  codec BIGINT NOT NULL,
  raw BYTEA NOT NULL,
  PRIMARY KEY (preview, place)
);

-- Lists of documents that a team named: the query of an address, as in `state=failed&session=night`.
CREATE TABLE view (
  id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  query TEXT NOT NULL
);

-- How far growing files were read.
CREATE TABLE bookmark (
  file TEXT PRIMARY KEY,
  "offset" BIGINT NOT NULL,
  line BIGINT NOT NULL,
  digest BYTEA NOT NULL
);
