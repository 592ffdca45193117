-- Decision records, for the audit across documents. Only those of the newest version of a source are live: they are counted,
-- listed and part of trails.

-- Documents that hold decision records.
CREATE TABLE decision_log (
  seq BIGINT PRIMARY KEY REFERENCES document (seq) ON DELETE CASCADE,
  -- Of its records.
  digest BIGINT NOT NULL,
  is_live BOOLEAN NOT NULL
);

-- The values by which records are chosen, each once.
CREATE TABLE decision_word (
  id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  facet BIGINT NOT NULL,
  word TEXT NOT NULL,
  -- All rows that name it, and the live ones.
  uses BIGINT NOT NULL DEFAULT 0,
  records BIGINT NOT NULL DEFAULT 0
);

CREATE UNIQUE INDEX decision_word_word ON decision_word (facet, word);
CREATE INDEX decision_word_records ON decision_word (facet, records);

CREATE TABLE decision (
  -- The document's place in the order, and the number within the document.
  place BIGINT PRIMARY KEY,
  is_live BOOLEAN NOT NULL,
  at_us BIGINT NOT NULL,
  line BIGINT NOT NULL,
  -- Words.
  task BIGINT,
  layer BIGINT,
  class BIGINT,
  level BIGINT,
  actor BIGINT,
  signals BIGINT,
  reason BIGINT,
  -- States by their number.
  spawn BIGINT,
  closeout BIGINT,
  watchdog BIGINT,
  -- Signals as bits.
  stated BIGINT NOT NULL,
  lit BIGINT NOT NULL,
  -- The hash of its id, by which links find it.
  key BIGINT,
  id TEXT,
  ts TEXT,
  -- As JSON: the ids that it is linked to, and what was found in the record alone.
  links TEXT,
  findings TEXT
);

CREATE INDEX decision_by_live ON decision (place) WHERE is_live;
CREATE INDEX decision_by_task ON decision (task, place) WHERE is_live AND task IS NOT NULL;
CREATE INDEX decision_by_layer ON decision (layer, place) WHERE is_live AND layer IS NOT NULL;
CREATE INDEX decision_by_class ON decision (class, place) WHERE is_live AND class IS NOT NULL;
CREATE INDEX decision_by_level ON decision (level, place) WHERE is_live AND level IS NOT NULL;
CREATE INDEX decision_by_actor ON decision (actor, place) WHERE is_live AND actor IS NOT NULL;
CREATE INDEX decision_by_signals ON decision (signals, place) WHERE is_live AND signals IS NOT NULL;
CREATE INDEX decision_by_key ON decision (key) WHERE is_live AND key IS NOT NULL;

-- The states of tasks in the order of time.
CREATE TABLE decision_step (
  task BIGINT NOT NULL,
  machine BIGINT NOT NULL,
  at_us BIGINT NOT NULL,
  place BIGINT NOT NULL,
  step BIGINT NOT NULL,
  PRIMARY KEY (task, machine, at_us, place)
);

CREATE INDEX decision_step_reached ON decision_step (task, machine, step, at_us, place);

-- What was found in live records, and in the trails of their tasks.
CREATE TABLE decision_finding (
  finding BIGINT NOT NULL,
  place BIGINT NOT NULL,
  severity TEXT NOT NULL,
  task BIGINT,
  PRIMARY KEY (finding, place)
);

CREATE INDEX decision_finding_place ON decision_finding (place);

CREATE TABLE decision_task (
  task BIGINT PRIMARY KEY,
  newest BIGINT NOT NULL,
  -- What is missing at its end, and at which record.
  end_finding BIGINT,
  end_place BIGINT
);

CREATE INDEX decision_task_newest ON decision_task (newest);

-- Findings by task, so that nobody counts them.
CREATE TABLE decision_task_finding (
  task BIGINT NOT NULL,
  finding BIGINT NOT NULL,
  severity TEXT NOT NULL,
  records BIGINT NOT NULL,
  PRIMARY KEY (task, finding)
);

CREATE FUNCTION decision_findings_added() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  UPDATE decision_word SET uses = uses + more.records, records = decision_word.records + more.records
  FROM (SELECT finding, count(*) AS records FROM added GROUP BY finding) AS more WHERE id = more.finding;
  INSERT INTO decision_task_finding AS sum (task, finding, severity, records)
  SELECT task, finding, min(severity), count(*) FROM added WHERE task IS NOT NULL GROUP BY task, finding
  ON CONFLICT (task, finding) DO UPDATE SET records = sum.records + excluded.records;
  RETURN NULL;
END $$;

CREATE TRIGGER decision_found AFTER INSERT ON decision_finding REFERENCING NEW TABLE AS added
FOR EACH STATEMENT EXECUTE FUNCTION decision_findings_added();

CREATE FUNCTION decision_findings_gone() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  UPDATE decision_word SET uses = uses - less.records, records = decision_word.records - less.records
  FROM (SELECT finding, count(*) AS records FROM gone GROUP BY finding) AS less WHERE id = less.finding;
  UPDATE decision_task_finding AS sum SET records = sum.records - less.records
  FROM (SELECT task, finding, count(*) AS records FROM gone WHERE task IS NOT NULL GROUP BY task, finding) AS less
  WHERE sum.task = less.task AND sum.finding = less.finding;
  DELETE FROM decision_task_finding AS sum USING gone
  WHERE sum.task = gone.task AND sum.finding = gone.finding AND sum.records = 0;
  RETURN NULL;
END $$;

CREATE TRIGGER decision_finding_gone AFTER DELETE ON decision_finding REFERENCING OLD TABLE AS gone
FOR EACH STATEMENT EXECUTE FUNCTION decision_findings_gone();
