-- What gates answered about work items. A row goes with its document.
CREATE TABLE verdict (
  seq INTEGER NOT NULL REFERENCES document (seq) ON DELETE CASCADE,
  -- Its number within the document.
  number INTEGER NOT NULL,
  task TEXT NOT NULL,
  -- As JSON.
  record TEXT NOT NULL,
  PRIMARY KEY (seq, number)
) WITHOUT ROWID, STRICT;

CREATE INDEX verdict_task ON verdict (task, seq, number);

-- Work items by their newest answer: its document's place in the order, and its number within the document.
CREATE TABLE work_item (
  task TEXT PRIMARY KEY,
  newest INTEGER NOT NULL
) WITHOUT ROWID, STRICT;

CREATE INDEX work_item_newest ON work_item (newest);

CREATE TRIGGER verdict_added AFTER INSERT ON verdict BEGIN
  INSERT INTO work_item (task, newest) VALUES (new.task, (new.seq << 16) + new.number)
  ON CONFLICT DO UPDATE SET newest = max(newest, excluded.newest);
END;

CREATE TRIGGER verdict_removed AFTER DELETE ON verdict BEGIN
  DELETE FROM work_item WHERE task = old.task;
  INSERT INTO work_item (task, newest)
  SELECT task, (seq << 16) + number FROM verdict WHERE task = old.task
  ORDER BY seq DESC, number DESC LIMIT 1;
END;
