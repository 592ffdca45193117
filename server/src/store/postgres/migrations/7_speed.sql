-- Counted once for all rows of a statement.
CREATE FUNCTION items_added() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  INSERT INTO inbox_count (kind, open) SELECT kind, count(*) FROM added WHERE is_open GROUP BY kind
  ON CONFLICT (kind) DO UPDATE SET open = inbox_count.open + excluded.open;
  RETURN NULL;
END $$;

CREATE FUNCTION items_removed() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  UPDATE inbox_count SET open = inbox_count.open - less.open
  FROM (SELECT kind, count(*) AS open FROM gone WHERE is_open GROUP BY kind) AS less
  WHERE inbox_count.kind = less.kind;
  RETURN NULL;
END $$;

-- The kind of an item never changes.
CREATE FUNCTION items_changed() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  INSERT INTO inbox_count (kind, open)
  SELECT kind, sum(change) FROM (
    SELECT kind, 1 AS change FROM added WHERE is_open UNION ALL SELECT kind, -1 FROM gone WHERE is_open
  ) AS changed GROUP BY kind HAVING sum(change) <> 0
  ON CONFLICT (kind) DO UPDATE SET open = inbox_count.open + excluded.open;
  RETURN NULL;
END $$;

DROP TRIGGER inbox_counted ON inbox_item;
DROP TRIGGER inbox_changed ON inbox_item;
DROP FUNCTION count_inbox_item();
CREATE TRIGGER inbox_added AFTER INSERT ON inbox_item REFERENCING NEW TABLE AS added
FOR EACH STATEMENT EXECUTE FUNCTION items_added();
CREATE TRIGGER inbox_removed AFTER DELETE ON inbox_item REFERENCING OLD TABLE AS gone
FOR EACH STATEMENT EXECUTE FUNCTION items_removed();
CREATE TRIGGER inbox_changed AFTER UPDATE ON inbox_item REFERENCING OLD TABLE AS gone NEW TABLE AS added
FOR EACH STATEMENT EXECUTE FUNCTION items_changed();

CREATE FUNCTION sessions_added() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  INSERT INTO session_count (state, sessions) SELECT state, count(*) FROM added GROUP BY state
  ON CONFLICT (state) DO UPDATE SET sessions = session_count.sessions + excluded.sessions;
  RETURN NULL;
END $$;

CREATE FUNCTION sessions_removed() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  UPDATE session_count SET sessions = session_count.sessions - less.sessions
  FROM (SELECT state, count(*) AS sessions FROM gone GROUP BY state) AS less
  WHERE session_count.state = less.state;
  RETURN NULL;
END $$;

CREATE FUNCTION sessions_changed() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  INSERT INTO session_count (state, sessions)
  SELECT state, sum(change) FROM (
    SELECT state, 1 AS change FROM added UNION ALL SELECT state, -1 FROM gone
  ) AS changed GROUP BY state HAVING sum(change) <> 0
  ON CONFLICT (state) DO UPDATE SET sessions = session_count.sessions + excluded.sessions;
  RETURN NULL;
END $$;

DROP TRIGGER session_counted ON session;
DROP TRIGGER session_changed ON session;
DROP FUNCTION count_session();
CREATE TRIGGER session_added AFTER INSERT ON session REFERENCING NEW TABLE AS added
FOR EACH STATEMENT EXECUTE FUNCTION sessions_added();
CREATE TRIGGER session_removed AFTER DELETE ON session REFERENCING OLD TABLE AS gone
FOR EACH STATEMENT EXECUTE FUNCTION sessions_removed();
CREATE TRIGGER session_changed AFTER UPDATE ON session REFERENCING OLD TABLE AS gone NEW TABLE AS added
FOR EACH STATEMENT EXECUTE FUNCTION sessions_changed();

-- Lists of days find their places by these, and lists of what documents are and how they went.
DROP INDEX document_day;
CREATE INDEX document_day ON document (day, seq);
CREATE INDEX document_kind_state ON document (kind, state, seq);
-- Without these, the database takes what nothing is for something that is found soon.
CREATE STATISTICS document_facets (mcv) ON kind, state, severity FROM document;

-- Packing words gains little, and a row has room for most of them.
ALTER TABLE word ALTER COLUMN body SET STORAGE EXTERNAL;
ALTER TABLE word SET (toast_tuple_target = 8160);
