-- What waits for a person: stated by documents, by quarantines, or folded from chains.
CREATE TABLE inbox_item (
  id INTEGER PRIMARY KEY,
  key TEXT NOT NULL,
  -- Empty for the verdict of a work item that asks nothing.
  kind TEXT NOT NULL,
  urgency INTEGER NOT NULL,
  at_ms INTEGER NOT NULL,
  -- The document that states it. What has none goes with its topic.
  seq INTEGER REFERENCES document (seq) ON DELETE CASCADE,
  -- The work item of a verdict, of which only the newest counts; the session of a chain; the target of a quarantine.
  topic TEXT,
  -- When it ends by itself, and until when a person does not want to see it.
  ends_ms INTEGER,
  snoozed_until_ms INTEGER,
  is_open INTEGER NOT NULL,
  -- As JSON.
  item TEXT NOT NULL
) STRICT;

CREATE INDEX inbox_open ON inbox_item (urgency DESC, at_ms DESC, id DESC) WHERE is_open = 1;
CREATE INDEX inbox_open_kind ON inbox_item (kind, urgency DESC, at_ms DESC, id DESC) WHERE is_open = 1;
CREATE INDEX inbox_hidden ON inbox_item (kind)
WHERE is_open = 1 AND (snoozed_until_ms IS NOT NULL OR ends_ms IS NOT NULL);
CREATE INDEX inbox_seq ON inbox_item (seq) WHERE seq IS NOT NULL;
CREATE INDEX inbox_topic ON inbox_item (topic, seq) WHERE topic IS NOT NULL;
CREATE INDEX inbox_key ON inbox_item (key);

-- Open items of each kind, so that nobody counts them.
CREATE TABLE inbox_count (
  kind TEXT PRIMARY KEY,
  open INTEGER NOT NULL
) WITHOUT ROWID, STRICT;

CREATE TRIGGER inbox_added AFTER INSERT ON inbox_item WHEN new.is_open = 1 BEGIN
  INSERT INTO inbox_count (kind, open) VALUES (new.kind, 1) ON CONFLICT (kind) DO UPDATE SET open = open + 1;
END;

CREATE TRIGGER inbox_changed AFTER UPDATE OF is_open ON inbox_item WHEN new.is_open <> old.is_open BEGIN
  INSERT INTO inbox_count (kind, open) VALUES (new.kind, new.is_open - old.is_open)
  ON CONFLICT (kind) DO UPDATE SET open = open + excluded.open;
END;

CREATE TRIGGER inbox_removed AFTER DELETE ON inbox_item WHEN old.is_open = 1 BEGIN
  UPDATE inbox_count SET open = open - 1 WHERE kind = old.kind;
END;

-- What a person did with an item: it is done, or not shown until then.
CREATE TABLE inbox_choice (
  key TEXT PRIMARY KEY,
  at_ms INTEGER NOT NULL,
  until_ms INTEGER
) WITHOUT ROWID, STRICT;

-- Sessions whose chains are to be folded again. The token tells whether they changed meanwhile.
CREATE TABLE session_due (
  session TEXT PRIMARY KEY,
  token INTEGER NOT NULL
) WITHOUT ROWID, STRICT;

CREATE TRIGGER mention_removed AFTER DELETE ON mention BEGIN
  INSERT INTO session_due (session, token) VALUES (old.session, random())
  ON CONFLICT (session) DO UPDATE SET token = excluded.token;
END;

INSERT INTO session_due (session, token) SELECT session, random() FROM mention GROUP BY session;

INSERT INTO inbox_item (key, kind, urgency, at_ms, topic, ends_ms, is_open, item)
SELECT
  json_array('quarantine', target_type, target_id, CAST(place AS TEXT)), 'quarantine', 1, at_ms,
  json_array('quarantine', target_type, target_id), ends_ms, 1,
  json_object(
    'key', json_array('quarantine', target_type, target_id, CAST(place AS TEXT)) || '',
    'kind', 'quarantine', 'urgency', 'high', 'at_ms', at_ms,
    'session', CASE target_type WHEN 'session' THEN target_id END,
    'title', target_type || ' ' || target_id,
    'question', substr(coalesce(record ->> '$.reason', 'Release it?'), 1, 300),
    'place', json_object('at', 'quarantine')
  )
FROM quarantine WHERE is_active = 1;
