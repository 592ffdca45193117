-- Which formats of a team a document was read by: the key of their catalog. NULL is none.
ALTER TABLE facet ADD COLUMN catalog INTEGER;

-- The catalogs that documents were read by, in the order in which they were taken up, with the text of each format.
CREATE TABLE catalog (
  number INTEGER PRIMARY KEY,
  key INTEGER NOT NULL UNIQUE,
  formats TEXT NOT NULL
) STRICT;
