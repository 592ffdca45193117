-- Documents without a session shared one with an empty name, in which unrelated chains met. Those of a folder belong
-- together; a file that has parts or no folder is on its own, and so is a document without a path.
UPDATE mention SET session = (
  SELECT CASE
    WHEN head ->> '$.source.path' IS NULL THEN 'document:' || id
    WHEN head ->> '$.source.part' IS NOT NULL OR instr(head ->> '$.source.path', '/') = 0
      THEN 'file:' || coalesce((head ->> '$.source.repository') || '/', '') || (head ->> '$.source.path')
    ELSE 'folder:' || coalesce((head ->> '$.source.repository') || '/', '') || substr(
      head ->> '$.source.path', 1,
      length(rtrim(head ->> '$.source.path', replace(head ->> '$.source.path', '/', ''))) - 1)
  END
  FROM document WHERE document.seq = mention.seq
) WHERE session = '';

DELETE FROM session WHERE name = '';
DELETE FROM session_due WHERE session = '';
DELETE FROM inbox_item WHERE topic = '["chain",""]';

INSERT INTO session (name, documents, first_ms, newest_ms, newest_seq)
SELECT mention.session, count(DISTINCT seq), min(received_ms), max(received_ms), max(seq)
FROM mention JOIN facet USING (seq) WHERE facet.session IS NULL
GROUP BY mention.session
HAVING max(what ->> '$.move' NOT IN ('report', 'learned', 'indexed', 'session-started', 'routed'))
ON CONFLICT (name) DO NOTHING;

INSERT INTO session_due (session, token) SELECT name, random() FROM session WHERE true
ON CONFLICT (session) DO NOTHING;
