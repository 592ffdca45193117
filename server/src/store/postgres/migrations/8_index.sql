-- The place in the order up to which the words of documents are written, after the documents themselves. Whoever writes words
-- locks its row, so that servers take turns.
CREATE TABLE indexed (
  seq BIGINT NOT NULL
);

-- Words were written with their document until now.
INSERT INTO indexed SELECT coalesce(max(seq), 0) FROM word;

-- The texts of several parts, in which two words may be far from each other.
CREATE INDEX word_long ON word (seq) WHERE part > 1;
