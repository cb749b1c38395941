-- What the file of this number beside this folder tells, in the dialect of PostgreSQL. The clock of seen_at is the server's.

ALTER TABLE matches ADD COLUMN is_reminded SMALLINT NOT NULL DEFAULT 0 CHECK (is_reminded IN (0, 1));
CREATE INDEX matches_due ON matches (due_at) WHERE result IS NULL AND due_at IS NOT NULL AND message_id IS NOT NULL;

CREATE TABLE awake (
    id      BIGINT           PRIMARY KEY CHECK (id = 1),
    seen_at DOUBLE PRECISION NOT NULL,
    lost    DOUBLE PRECISION NOT NULL
);
