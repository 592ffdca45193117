-- What documents leave at gates. They go with their document, or before it; score and verdict follow from the counts.
CREATE TABLE trace (
  seq BIGINT NOT NULL REFERENCES document (seq) ON DELETE CASCADE,
  number BIGINT NOT NULL,
  gate BIGINT NOT NULL,
  format TEXT NOT NULL,
  at_ms BIGINT NOT NULL,
  errors BIGINT NOT NULL,
  warnings BIGINT NOT NULL,
  infos BIGINT NOT NULL,
  session TEXT NOT NULL,
  agent TEXT NOT NULL,
  model TEXT NOT NULL,
  -- The points that it takes from the score, of 100.
  lost BIGINT NOT NULL,
  PRIMARY KEY (seq, number)
);

-- What the policy lets go, oldest first.
CREATE INDEX trace_at ON trace (at_ms);
-- The records that take most, first.
CREATE INDEX trace_lost ON trace (lost DESC, at_ms) WHERE lost > 0;
CREATE INDEX trace_gate ON trace (gate, seq);

-- What health is computed from. New traces are counted once for all documents of a transaction; triggers subtract what is
-- removed.
CREATE TABLE gate_hour (
  hour BIGINT NOT NULL,
  gate BIGINT NOT NULL,
  format TEXT NOT NULL,
  traces BIGINT NOT NULL,
  failed BIGINT NOT NULL,
  lost BIGINT NOT NULL,
  PRIMARY KEY (hour, gate, format)
);

-- By `agent` or `model`.
CREATE TABLE author_day (
  day BIGINT NOT NULL,
  kind TEXT NOT NULL,
  name TEXT NOT NULL,
  traces BIGINT NOT NULL,
  failed BIGINT NOT NULL,
  lost BIGINT NOT NULL,
  PRIMARY KEY (day, kind, name)
);

CREATE TABLE session_health (
  session TEXT PRIMARY KEY,
  traces BIGINT NOT NULL,
  failed BIGINT NOT NULL,
  lost BIGINT NOT NULL
);

CREATE FUNCTION subtract_traces() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  UPDATE gate_hour AS sum SET traces = sum.traces - less.traces, failed = sum.failed - less.failed, lost = sum.lost - less.lost
  FROM (
    SELECT at_ms / 3600000 AS hour, gate, format, count(*) AS traces,
      count(*) FILTER (WHERE errors > 0) AS failed, sum(lost)::bigint AS lost
    FROM gone GROUP BY 1, 2, 3
  ) AS less
  WHERE sum.hour = less.hour AND sum.gate = less.gate AND sum.format = less.format;
  DELETE FROM gate_hour USING gone WHERE traces = 0
    AND hour = gone.at_ms / 3600000 AND gate_hour.gate = gone.gate AND gate_hour.format = gone.format;
  UPDATE session_health AS sum SET traces = sum.traces - less.traces, failed = sum.failed - less.failed, lost = sum.lost - less.lost
  FROM (
    SELECT session, count(*) AS traces, count(*) FILTER (WHERE errors > 0) AS failed, sum(lost)::bigint AS lost
    FROM gone GROUP BY 1
  ) AS less
  WHERE sum.session = less.session;
  DELETE FROM session_health USING gone WHERE traces = 0 AND session_health.session = gone.session;
  UPDATE author_day AS sum SET traces = sum.traces - less.traces, failed = sum.failed - less.failed, lost = sum.lost - less.lost
  FROM (
    SELECT at_ms / 86400000 AS day, kind, name, count(*) AS traces,
      count(*) FILTER (WHERE errors > 0) AS failed, sum(lost)::bigint AS lost
    FROM gone CROSS JOIN LATERAL (VALUES ('agent', agent), ('model', model)) AS author (kind, name) GROUP BY 1, 2, 3
  ) AS less
  WHERE sum.day = less.day AND sum.kind = less.kind AND sum.name = less.name;
  DELETE FROM author_day USING gone WHERE traces = 0 AND day = gone.at_ms / 86400000
    AND ((kind = 'agent' AND name = gone.agent) OR (kind = 'model' AND name = gone.model));
  RETURN NULL;
END $$;

CREATE TRIGGER trace_removed AFTER DELETE ON trace REFERENCING OLD TABLE AS gone
FOR EACH STATEMENT EXECUTE FUNCTION subtract_traces();

-- The errors and warnings of each trace, by rule.
CREATE TABLE broken_rule (
  rule TEXT NOT NULL,
  format TEXT NOT NULL,
  at_ms BIGINT NOT NULL,
  seq BIGINT NOT NULL,
  number BIGINT NOT NULL,
  severity TEXT NOT NULL,
  count BIGINT NOT NULL,
  PRIMARY KEY (rule, format, seq, number),
  FOREIGN KEY (seq, number) REFERENCES trace (seq, number) ON DELETE CASCADE
);

CREATE INDEX broken_rule_trace ON broken_rule (seq, number);

CREATE TABLE rule_hour (
  hour BIGINT NOT NULL,
  rule TEXT NOT NULL,
  format TEXT NOT NULL,
  severity TEXT NOT NULL,
  traces BIGINT NOT NULL,
  count BIGINT NOT NULL,
  first_ms BIGINT NOT NULL,
  last_ms BIGINT NOT NULL,
  PRIMARY KEY (hour, rule, format)
);

CREATE FUNCTION subtract_broken_rules() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  UPDATE rule_hour AS sum SET traces = sum.traces - less.traces, count = sum.count - less.count
  FROM (
    SELECT at_ms / 3600000 AS hour, rule, format, count(*) AS traces, sum(count)::bigint AS count FROM gone GROUP BY 1, 2, 3
  ) AS less
  WHERE sum.hour = less.hour AND sum.rule = less.rule AND sum.format = less.format;
  DELETE FROM rule_hour USING gone WHERE traces = 0
    AND hour = gone.at_ms / 3600000 AND rule_hour.rule = gone.rule AND rule_hour.format = gone.format;
  RETURN NULL;
END $$;

CREATE TRIGGER broken_rule_removed AFTER DELETE ON broken_rule REFERENCING OLD TABLE AS gone
FOR EACH STATEMENT EXECUTE FUNCTION subtract_broken_rules();

-- What a person decided of a pattern that calls for healing. The newest decision counts; all are kept.
CREATE TABLE healing_decision (
  number BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  rule TEXT NOT NULL,
  format TEXT NOT NULL,
  decision TEXT NOT NULL,
  reason TEXT,
  at_ms BIGINT NOT NULL
);

CREATE INDEX healing_decision_pattern ON healing_decision (rule, format, number DESC);

-- What gates answered about work items. A row goes with its document.
CREATE TABLE verdict (
  seq BIGINT NOT NULL REFERENCES document (seq) ON DELETE CASCADE,
  -- Its number within the document.
  number BIGINT NOT NULL,
  task TEXT NOT NULL,
  -- As JSON.
  record TEXT NOT NULL,
  PRIMARY KEY (seq, number)
);

CREATE INDEX verdict_task ON verdict (task, seq, number);

-- Work items by their newest answer: its document's place in the order, and its number within the document.
CREATE TABLE work_item (
  task TEXT PRIMARY KEY,
  newest BIGINT NOT NULL
);

CREATE INDEX work_item_newest ON work_item (newest);

CREATE FUNCTION verdicts_added() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  INSERT INTO work_item (task, newest) SELECT task, max((seq << 16) + number) FROM added GROUP BY task
  ON CONFLICT (task) DO UPDATE SET newest = greatest(work_item.newest, excluded.newest);
  RETURN NULL;
END $$;

CREATE TRIGGER verdict_added AFTER INSERT ON verdict REFERENCING NEW TABLE AS added
FOR EACH STATEMENT EXECUTE FUNCTION verdicts_added();

CREATE FUNCTION verdicts_removed() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  DELETE FROM work_item USING gone WHERE work_item.task = gone.task;
  INSERT INTO work_item (task, newest)
  SELECT task, max((seq << 16) + number) FROM verdict WHERE task IN (SELECT task FROM gone) GROUP BY task;
  RETURN NULL;
END $$;

CREATE TRIGGER verdict_removed AFTER DELETE ON verdict REFERENCING OLD TABLE AS gone
FOR EACH STATEMENT EXECUTE FUNCTION verdicts_removed();

-- What the lines of transcripts add to the claims and facts of their sessions; folded when it is asked for. A line that
-- several files repeat has one key.
CREATE TABLE transcript_line (
  session TEXT NOT NULL,
  key TEXT NOT NULL,
  at_ms BIGINT NOT NULL,
  received_ms BIGINT NOT NULL,
  facts TEXT NOT NULL,
  PRIMARY KEY (session, key)
);

-- What the policy deletes, oldest first.
CREATE INDEX transcript_line_received ON transcript_line (received_ms);

-- The catalogs of a team's formats that documents were read by, in the order in which they were taken up, with the text of
-- each format.
CREATE TABLE catalog (
  number BIGINT PRIMARY KEY,
  key BIGINT NOT NULL UNIQUE,
  formats TEXT NOT NULL
);
