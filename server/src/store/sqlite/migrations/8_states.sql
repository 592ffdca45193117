-- What a document is and how it went, in one vocabulary. `reparse` fills in what older versions did not derive.
DROP INDEX document_outcome;
ALTER TABLE document RENAME COLUMN outcome TO state;
ALTER TABLE document ADD COLUMN kind TEXT;

UPDATE document SET state = CASE state WHEN 'pass' THEN 'passed' WHEN 'fail' THEN 'failed' ELSE 'none' END;

CREATE INDEX document_state ON document (state, seq);
CREATE INDEX document_kind ON document (kind, seq);

-- Counted again when they are next asked for.
DELETE FROM meta WHERE name = 'totals';
