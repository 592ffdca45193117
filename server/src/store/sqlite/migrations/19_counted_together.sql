-- The traces of new documents are counted once for all documents of a transaction; see `traces::count`. What is removed is
-- subtracted by triggers as before.
DROP TRIGGER trace_added;
DROP TRIGGER broken_rule_added;
