-- What a person was done with, the last first.
CREATE INDEX inbox_done ON inbox_choice (at_ms DESC) WHERE until_ms IS NULL;
