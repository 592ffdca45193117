-- Tokens of people and programs. Their secrets are nowhere.
CREATE TABLE token (
  -- Not used again, so that nothing else is revoked.
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  role TEXT NOT NULL,
  -- Of its secret.
  digest BLOB NOT NULL UNIQUE,
  -- It belongs to a browser in which somebody logged in, perhaps by another token.
  login INTEGER NOT NULL,
  parent INTEGER REFERENCES token (id) ON DELETE CASCADE,
  created_ms INTEGER NOT NULL,
  created_by TEXT NOT NULL,
  expires_ms INTEGER,
  revoked_ms INTEGER,
  used_ms INTEGER
) STRICT;
CREATE INDEX token_parent ON token (parent) WHERE parent IS NOT NULL;

-- Who changed what.
CREATE TABLE audit (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  at_ms INTEGER NOT NULL,
  actor TEXT NOT NULL,
  action TEXT NOT NULL,
  subject TEXT NOT NULL,
  status INTEGER
) STRICT;
