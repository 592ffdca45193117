-- Documents whose words changed after they were stored, in the order in which they last did: the search index follows.
CREATE TABLE reworded (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  seq INTEGER NOT NULL UNIQUE REFERENCES document (seq) ON DELETE CASCADE
) STRICT;
