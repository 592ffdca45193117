-- Tokens of people and programs. Their secrets are nowhere.
CREATE TABLE token (
  id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name TEXT NOT NULL,
  role TEXT NOT NULL,
  -- Of its secret.
  digest BYTEA NOT NULL UNIQUE,
  -- It belongs to a browser in which somebody logged in, perhaps by another token.
  login BIGINT NOT NULL,
  parent BIGINT REFERENCES token (id) ON DELETE CASCADE,
  created_ms BIGINT NOT NULL,
  created_by TEXT NOT NULL,
  expires_ms BIGINT,
  revoked_ms BIGINT,
  used_ms BIGINT
);
CREATE INDEX token_parent ON token (parent) WHERE parent IS NOT NULL;

-- Who changed what.
CREATE TABLE audit (
  id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at_ms BIGINT NOT NULL,
  actor TEXT NOT NULL,
  action TEXT NOT NULL,
  subject TEXT NOT NULL,
  status BIGINT
);
