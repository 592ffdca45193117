-- Decision records, for the audit across documents. Only those of the newest version of a source are live: they are
-- counted, listed and part of trails.

-- Documents that hold decision records.
CREATE TABLE decision_log (
  seq INTEGER PRIMARY KEY REFERENCES document (seq) ON DELETE CASCADE,
  -- Of its records.
  digest INTEGER NOT NULL,
  is_live INTEGER NOT NULL
) STRICT;

-- The values by which records are chosen, each once.
CREATE TABLE decision_word (
  id INTEGER PRIMARY KEY,
  facet INTEGER NOT NULL,
  word TEXT NOT NULL,
  -- All rows that name it, and the live ones.
  uses INTEGER NOT NULL DEFAULT 0,
  records INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE UNIQUE INDEX decision_word_word ON decision_word (facet, word);
CREATE INDEX decision_word_records ON decision_word (facet, records);

CREATE TABLE decision (
  -- The document's place in the order, and the number within the document.
  place INTEGER PRIMARY KEY,
  is_live INTEGER NOT NULL,
  at_us INTEGER NOT NULL,
  line INTEGER NOT NULL,
  -- Words.
  task INTEGER,
  layer INTEGER,
  class INTEGER,
  level INTEGER,
  actor INTEGER,
  signals INTEGER,
  reason INTEGER,
  -- States by their number.
  spawn INTEGER,
  closeout INTEGER,
  watchdog INTEGER,
  -- Signals as bits.
  stated INTEGER NOT NULL,
  lit INTEGER NOT NULL,
  -- The hash of its id, by which links find it.
  key INTEGER,
  id TEXT,
  ts TEXT,
  -- As JSON: the ids that it is linked to, and what was found in the record alone.
  links TEXT,
  findings TEXT
) STRICT;

CREATE INDEX decision_by_live ON decision (is_live) WHERE is_live = 1;
CREATE INDEX decision_by_task ON decision (task) WHERE is_live = 1 AND task IS NOT NULL;
CREATE INDEX decision_by_layer ON decision (layer) WHERE is_live = 1 AND layer IS NOT NULL;
CREATE INDEX decision_by_class ON decision (class) WHERE is_live = 1 AND class IS NOT NULL;
CREATE INDEX decision_by_level ON decision (level) WHERE is_live = 1 AND level IS NOT NULL;
CREATE INDEX decision_by_actor ON decision (actor) WHERE is_live = 1 AND actor IS NOT NULL;
CREATE INDEX decision_by_signals ON decision (signals) WHERE is_live = 1 AND signals IS NOT NULL;
CREATE INDEX decision_by_key ON decision (key) WHERE is_live = 1 AND key IS NOT NULL;

-- The states of tasks in the order of time.
CREATE TABLE decision_step (
  task INTEGER NOT NULL,
  machine INTEGER NOT NULL,
  at_us INTEGER NOT NULL,
  place INTEGER NOT NULL,
  step INTEGER NOT NULL,
  PRIMARY KEY (task, machine, at_us, place)
) WITHOUT ROWID, STRICT;

CREATE INDEX decision_step_reached ON decision_step (task, machine, step, at_us, place);

-- What was found in live records, and in the trails of their tasks.
CREATE TABLE decision_finding (
  finding INTEGER NOT NULL,
  place INTEGER NOT NULL,
  severity TEXT NOT NULL,
  task INTEGER,
  PRIMARY KEY (finding, place)
) WITHOUT ROWID, STRICT;

CREATE INDEX decision_finding_place ON decision_finding (place);

CREATE TABLE decision_task (
  task INTEGER PRIMARY KEY,
  newest INTEGER NOT NULL,
  -- What is missing at its end, and at which record.
  end_finding INTEGER,
  end_place INTEGER
) STRICT;

CREATE INDEX decision_task_newest ON decision_task (newest);

-- Findings by task, so that nobody counts them.
CREATE TABLE decision_task_finding (
  task INTEGER NOT NULL,
  finding INTEGER NOT NULL,
  severity TEXT NOT NULL,
  records INTEGER NOT NULL,
  PRIMARY KEY (task, finding)
) WITHOUT ROWID, STRICT;

CREATE TRIGGER decision_found AFTER INSERT ON decision_finding BEGIN
  UPDATE decision_word SET uses = uses + 1, records = records + 1 WHERE id = new.finding;
  INSERT INTO decision_task_finding (task, finding, severity, records)
  SELECT new.task, new.finding, new.severity, 1 WHERE new.task IS NOT NULL
  ON CONFLICT (task, finding) DO UPDATE SET records = records + 1;
END;

CREATE TRIGGER decision_finding_gone AFTER DELETE ON decision_finding BEGIN
  UPDATE decision_word SET uses = uses - 1, records = records - 1 WHERE id = old.finding;
  UPDATE decision_task_finding SET records = records - 1 WHERE task = old.task AND finding = old.finding;
  DELETE FROM decision_task_finding WHERE task = old.task AND finding = old.finding AND records = 0;
END;
