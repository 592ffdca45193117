-- What lists are narrowed by, beside the rows of texts.
CREATE TABLE facet (
  seq INTEGER PRIMARY KEY REFERENCES document (seq) ON DELETE CASCADE,
  session TEXT,
  received_ms INTEGER NOT NULL,
  -- The gravest finding: 4 critical, 3 high, 2 medium, 1 low or other, 0 none.
  severity INTEGER NOT NULL
) STRICT;

CREATE INDEX facet_session ON facet (session, seq) WHERE session IS NOT NULL;
CREATE INDEX facet_severity ON facet (severity, seq) WHERE severity > 0;

INSERT INTO facet (seq, session, received_ms, severity)
SELECT
  seq,
  head ->> '$.source.session',
  head ->> '$.received_ms',
  coalesce((
    SELECT max(CASE
      WHEN block.value ->> '$.summary.tally.critical' > 0 THEN 4
      WHEN block.value ->> '$.summary.tally.high' > 0 THEN 3
      WHEN block.value ->> '$.summary.tally.medium' > 0 THEN 2
      WHEN block.value ->> '$.summary.tally.low' > 0 OR block.value ->> '$.summary.tally.other' > 0 THEN 1
      ELSE 0
    END)
    FROM json_each(head, '$.blocks') AS block
    WHERE NOT block.value ->> '$.fenced'
  ), 0)
FROM document;

-- Words are found by the full-text index, which stands in files of its own.
ALTER TABLE document DROP COLUMN words;
