-- How sessions go, as their chains were folded last. All are folded again, so that those of older versions get a state.
ALTER TABLE session ADD COLUMN state TEXT NOT NULL DEFAULT 'none';

CREATE INDEX session_state ON session (state, newest_seq);

-- Sessions in each state, so that nobody counts them.
CREATE TABLE session_count (
  state TEXT PRIMARY KEY,
  sessions INTEGER NOT NULL
) WITHOUT ROWID, STRICT;

INSERT INTO session_count (state, sessions) SELECT state, count(*) FROM session GROUP BY state;

CREATE TRIGGER session_added AFTER INSERT ON session BEGIN
  INSERT INTO session_count (state, sessions) VALUES (new.state, 1)
  ON CONFLICT (state) DO UPDATE SET sessions = sessions + 1;
END;

CREATE TRIGGER session_changed AFTER UPDATE OF state ON session WHEN new.state <> old.state BEGIN
  UPDATE session_count SET sessions = sessions - 1 WHERE state = old.state;
  INSERT INTO session_count (state, sessions) VALUES (new.state, 1)
  ON CONFLICT (state) DO UPDATE SET sessions = sessions + 1;
END;

CREATE TRIGGER session_removed AFTER DELETE ON session BEGIN
  UPDATE session_count SET sessions = sessions - 1 WHERE state = old.state;
END;

INSERT INTO session_due (session, token) SELECT name, random() FROM session WHERE true
ON CONFLICT (session) DO NOTHING;
