-- What documents say of chains, in the order in which it was said; folded to a state when it is asked for.
CREATE TABLE mention (
  session TEXT NOT NULL,
  seq BIGINT NOT NULL REFERENCES document (seq) ON DELETE CASCADE,
  number BIGINT NOT NULL,
  line BIGINT NOT NULL,
  -- As JSON, and whether it makes or continues a chain.
  what TEXT NOT NULL,
  is_of_chain BOOLEAN NOT NULL,
  PRIMARY KEY (session, seq, number)
);

CREATE INDEX mention_seq ON mention (seq);

-- Counted with each document, so that nobody counts a million rows.
CREATE TABLE session (
  name TEXT PRIMARY KEY,
  documents BIGINT NOT NULL,
  first_ms BIGINT NOT NULL,
  newest_ms BIGINT NOT NULL,
  newest_seq BIGINT NOT NULL,
  -- How it goes, as its chains were folded last.
  state TEXT NOT NULL DEFAULT 'none'
);

CREATE INDEX session_newest ON session (newest_seq);
CREATE INDEX session_state ON session (state, newest_seq);

-- Sessions in each state, so that nobody counts them.
CREATE TABLE session_count (
  state TEXT PRIMARY KEY,
  sessions BIGINT NOT NULL
);

CREATE FUNCTION count_session() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  IF TG_OP <> 'INSERT' THEN
    UPDATE session_count SET sessions = sessions - 1 WHERE state = old.state;
  END IF;
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO session_count (state, sessions) VALUES (new.state, 1)
    ON CONFLICT (state) DO UPDATE SET sessions = session_count.sessions + 1;
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER session_counted AFTER INSERT OR DELETE ON session FOR EACH ROW EXECUTE FUNCTION count_session();
CREATE TRIGGER session_changed AFTER UPDATE OF state ON session FOR EACH ROW
WHEN (new.state <> old.state) EXECUTE FUNCTION count_session();

-- Sessions whose chains are to be folded again. The token says whether they changed meanwhile.
CREATE TABLE session_due (
  session TEXT PRIMARY KEY,
  token BIGINT NOT NULL
);

CREATE FUNCTION session_is_due() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  INSERT INTO session_due (session, token) SELECT session, floor(random() * 9007199254740991)::bigint FROM gone GROUP BY session
  ON CONFLICT (session) DO UPDATE SET token = excluded.token;
  RETURN NULL;
END $$;

CREATE TRIGGER mention_removed AFTER DELETE ON mention REFERENCING OLD TABLE AS gone
FOR EACH STATEMENT EXECUTE FUNCTION session_is_due();

-- What waits for a person: stated by documents, by quarantines, or folded from chains.
CREATE TABLE inbox_item (
  id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  key TEXT NOT NULL,
  -- Empty for the verdict of a work item that asks nothing.
  kind TEXT NOT NULL,
  urgency BIGINT NOT NULL,
  at_ms BIGINT NOT NULL,
  -- The document that states it. What has none goes with its topic.
  seq BIGINT REFERENCES document (seq) ON DELETE CASCADE,
  -- The work item of a verdict, of which only the newest counts; the session of a chain; the target of a quarantine.
  topic TEXT,
  -- When it ends by itself, and until when a person does not want to see it.
  ends_ms BIGINT,
  snoozed_until_ms BIGINT,
  is_open BOOLEAN NOT NULL,
  -- As JSON.
  item TEXT NOT NULL
);

CREATE INDEX inbox_open ON inbox_item (urgency DESC, at_ms DESC, id DESC) WHERE is_open;
CREATE INDEX inbox_open_kind ON inbox_item (kind, urgency DESC, at_ms DESC, id DESC) WHERE is_open;
CREATE INDEX inbox_hidden ON inbox_item (kind) WHERE is_open AND (snoozed_until_ms IS NOT NULL OR ends_ms IS NOT NULL);
CREATE INDEX inbox_seq ON inbox_item (seq) WHERE seq IS NOT NULL;
CREATE INDEX inbox_topic ON inbox_item (topic, seq) WHERE topic IS NOT NULL;
CREATE INDEX inbox_key ON inbox_item (key);

-- Open items of each kind, so that nobody counts them.
CREATE TABLE inbox_count (
  kind TEXT PRIMARY KEY,
  open BIGINT NOT NULL
);

CREATE FUNCTION count_inbox_item() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  IF TG_OP <> 'INSERT' AND old.is_open THEN
    UPDATE inbox_count SET open = open - 1 WHERE kind = old.kind;
  END IF;
  IF TG_OP <> 'DELETE' AND new.is_open THEN
    INSERT INTO inbox_count (kind, open) VALUES (new.kind, 1)
    ON CONFLICT (kind) DO UPDATE SET open = inbox_count.open + 1;
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER inbox_counted AFTER INSERT OR DELETE ON inbox_item FOR EACH ROW EXECUTE FUNCTION count_inbox_item();
CREATE TRIGGER inbox_changed AFTER UPDATE OF is_open ON inbox_item FOR EACH ROW
WHEN (new.is_open <> old.is_open) EXECUTE FUNCTION count_inbox_item();

-- What a person did with an item: it is done, or not shown until then.
CREATE TABLE inbox_choice (
  key TEXT PRIMARY KEY,
  at_ms BIGINT NOT NULL,
  until_ms BIGINT
);

CREATE INDEX inbox_done ON inbox_choice (at_ms DESC) WHERE until_ms IS NULL;
