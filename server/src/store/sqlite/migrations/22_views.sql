-- Lists of documents that a team named: the query of an address, as in `state=failed&session=night`.
CREATE TABLE view (
  -- Not used again, so that nothing else is removed.
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL UNIQUE,
  query TEXT NOT NULL
) STRICT;
