-- Documents of one source are its versions, in the order in which they came. A document that names no path has none
-- but itself.
ALTER TABLE facet ADD COLUMN series TEXT;
ALTER TABLE facet ADD COLUMN version INTEGER NOT NULL DEFAULT 1;

UPDATE facet SET series = (
  SELECT json_array(
    head ->> '$.source.session', head ->> '$.source.repository', head ->> '$.source.path', head ->> '$.source.part'
  )
  FROM document
  WHERE document.seq = facet.seq AND head ->> '$.source.path' IS NOT NULL
);

UPDATE facet SET version = numbered.version
FROM (
  SELECT seq, row_number() OVER (PARTITION BY series ORDER BY seq) AS version FROM facet WHERE series IS NOT NULL
) AS numbered
WHERE numbered.seq = facet.seq;

UPDATE document SET head = json_set(head, '$.version', facet.version)
FROM facet
WHERE facet.seq = document.seq AND facet.version > 1;

CREATE INDEX facet_series ON facet (series, version) WHERE series IS NOT NULL;

-- How far growing files were read.
CREATE TABLE bookmark (
  file TEXT PRIMARY KEY,
  offset INTEGER NOT NULL,
  line INTEGER NOT NULL,
  digest BLOB NOT NULL
) WITHOUT ROWID, STRICT;
