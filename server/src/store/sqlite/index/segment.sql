DROP TABLE IF EXISTS word;
DROP TABLE IF EXISTS progress;

CREATE TABLE progress (
  epoch INTEGER NOT NULL,
  seq INTEGER NOT NULL,
  removed INTEGER NOT NULL,
  reworded INTEGER NOT NULL
) STRICT;

-- The texts are in the store; here are only their words. No second key beside the row's number, so that the newest
-- come first without sorting.
CREATE VIRTUAL TABLE word USING fts5 (title, body, content='', contentless_delete=1, tokenize="unicode61 remove_diacritics 2", prefix='3 4');
