-- What health is computed from. Triggers keep the sums, so that they are exact however a trace goes: with its document, by
-- a new derivation, or because it is too old.
ALTER TABLE trace ADD COLUMN session TEXT NOT NULL DEFAULT '';
ALTER TABLE trace ADD COLUMN agent TEXT NOT NULL DEFAULT '';
ALTER TABLE trace ADD COLUMN model TEXT NOT NULL DEFAULT '';
-- The points that it takes from the score, of 100.
ALTER TABLE trace ADD COLUMN lost INTEGER NOT NULL DEFAULT 0;

UPDATE trace SET
  session = (SELECT coalesce(facet.session, '') FROM facet WHERE facet.seq = trace.seq),
  agent = (SELECT coalesce(head ->> '$.source.agent', '') FROM document WHERE document.seq = trace.seq),
  lost = min(100, 20 * errors + 5 * warnings);

-- The records that take most, first.
CREATE INDEX trace_lost ON trace (lost DESC, at_ms) WHERE lost > 0;
CREATE INDEX trace_gate ON trace (gate, seq);

CREATE TABLE gate_hour (
  hour INTEGER NOT NULL,
  gate INTEGER NOT NULL,
  format TEXT NOT NULL,
  traces INTEGER NOT NULL,
  failed INTEGER NOT NULL,
  lost INTEGER NOT NULL,
  PRIMARY KEY (hour, gate, format)
) WITHOUT ROWID, STRICT;

-- By `agent` or `model`.
CREATE TABLE author_day (
  day INTEGER NOT NULL,
  kind TEXT NOT NULL,
  name TEXT NOT NULL,
  traces INTEGER NOT NULL,
  failed INTEGER NOT NULL,
  lost INTEGER NOT NULL,
  PRIMARY KEY (day, kind, name)
) WITHOUT ROWID, STRICT;

CREATE TABLE session_health (
  session TEXT PRIMARY KEY,
  traces INTEGER NOT NULL,
  failed INTEGER NOT NULL,
  lost INTEGER NOT NULL
) WITHOUT ROWID, STRICT;

INSERT INTO gate_hour (hour, gate, format, traces, failed, lost)
SELECT at_ms / 3600000, gate, format, count(*), sum(errors > 0), sum(lost) FROM trace GROUP BY 1, 2, 3;

INSERT INTO author_day (day, kind, name, traces, failed, lost)
SELECT at_ms / 86400000, 'agent', agent, count(*), sum(errors > 0), sum(lost) FROM trace WHERE agent <> '' GROUP BY 1, 3;

INSERT INTO session_health (session, traces, failed, lost)
SELECT session, count(*), sum(errors > 0), sum(lost) FROM trace WHERE session <> '' GROUP BY 1;

CREATE TRIGGER trace_added AFTER INSERT ON trace BEGIN
  INSERT INTO gate_hour (hour, gate, format, traces, failed, lost)
  VALUES (new.at_ms / 3600000, new.gate, new.format, 1, new.errors > 0, new.lost)
  ON CONFLICT DO UPDATE SET
    traces = traces + 1, failed = failed + excluded.failed, lost = lost + excluded.lost;
  INSERT INTO session_health (session, traces, failed, lost)
  SELECT new.session, 1, new.errors > 0, new.lost WHERE new.session <> ''
  ON CONFLICT DO UPDATE SET
    traces = traces + 1, failed = failed + excluded.failed, lost = lost + excluded.lost;
  INSERT INTO author_day (day, kind, name, traces, failed, lost)
  SELECT new.at_ms / 86400000, 'agent', new.agent, 1, new.errors > 0, new.lost WHERE new.agent <> ''
  UNION ALL
  SELECT new.at_ms / 86400000, 'model', new.model, 1, new.errors > 0, new.lost WHERE new.model <> ''
  ON CONFLICT DO UPDATE SET
    traces = traces + 1, failed = failed + excluded.failed, lost = lost + excluded.lost;
END;

CREATE TRIGGER trace_removed AFTER DELETE ON trace BEGIN
  UPDATE gate_hour SET traces = traces - 1, failed = failed - (old.errors > 0), lost = lost - old.lost
  WHERE hour = old.at_ms / 3600000 AND gate = old.gate AND format = old.format;
  DELETE FROM gate_hour
  WHERE hour = old.at_ms / 3600000 AND gate = old.gate AND format = old.format AND traces = 0;
  UPDATE session_health SET traces = traces - 1, failed = failed - (old.errors > 0), lost = lost - old.lost
  WHERE session = old.session;
  DELETE FROM session_health WHERE session = old.session AND traces = 0;
  UPDATE author_day SET traces = traces - 1, failed = failed - (old.errors > 0), lost = lost - old.lost
  WHERE day = old.at_ms / 86400000 AND ((kind = 'agent' AND name = old.agent) OR (kind = 'model' AND name = old.model));
  DELETE FROM author_day
  WHERE day = old.at_ms / 86400000 AND traces = 0
    AND ((kind = 'agent' AND name = old.agent) OR (kind = 'model' AND name = old.model));
END;

-- The errors and warnings of each trace, by rule.
CREATE TABLE broken_rule (
  rule TEXT NOT NULL,
  format TEXT NOT NULL,
  at_ms INTEGER NOT NULL,
  seq INTEGER NOT NULL,
  number INTEGER NOT NULL,
  severity TEXT NOT NULL,
  count INTEGER NOT NULL,
  PRIMARY KEY (rule, format, seq, number),
  FOREIGN KEY (seq, number) REFERENCES trace (seq, number) ON DELETE CASCADE
) WITHOUT ROWID, STRICT;

CREATE INDEX broken_rule_trace ON broken_rule (seq, number);

CREATE TABLE rule_hour (
  hour INTEGER NOT NULL,
  rule TEXT NOT NULL,
  format TEXT NOT NULL,
  severity TEXT NOT NULL,
  traces INTEGER NOT NULL,
  count INTEGER NOT NULL,
  first_ms INTEGER NOT NULL,
  last_ms INTEGER NOT NULL,
  PRIMARY KEY (hour, rule, format)
) WITHOUT ROWID, STRICT;

CREATE TRIGGER broken_rule_added AFTER INSERT ON broken_rule BEGIN
  INSERT INTO rule_hour (hour, rule, format, severity, traces, count, first_ms, last_ms)
  VALUES (new.at_ms / 3600000, new.rule, new.format, new.severity, 1, new.count, new.at_ms, new.at_ms)
  ON CONFLICT DO UPDATE SET
    traces = traces + 1, count = count + excluded.count,
    first_ms = min(first_ms, excluded.first_ms), last_ms = max(last_ms, excluded.last_ms);
END;

CREATE TRIGGER broken_rule_removed AFTER DELETE ON broken_rule BEGIN
  UPDATE rule_hour SET traces = traces - 1, count = count - old.count
  WHERE hour = old.at_ms / 3600000 AND rule = old.rule AND format = old.format;
  DELETE FROM rule_hour
  WHERE hour = old.at_ms / 3600000 AND rule = old.rule AND format = old.format AND traces = 0;
END;

-- What a person decided of a pattern that calls for healing. The newest decision counts; all are kept.
CREATE TABLE healing_decision (
  number INTEGER PRIMARY KEY,
  rule TEXT NOT NULL,
  format TEXT NOT NULL,
  decision TEXT NOT NULL,
  reason TEXT,
  at_ms INTEGER NOT NULL
) STRICT;
