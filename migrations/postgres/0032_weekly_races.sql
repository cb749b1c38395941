-- What the file of this number beside this folder tells, in the dialect of PostgreSQL.

ALTER TABLE races ADD COLUMN parent_id BIGINT;
ALTER TABLE races ADD COLUMN is_weekly SMALLINT NOT NULL DEFAULT 0 CHECK (is_weekly IN (0, 1));
CREATE INDEX races_weekly ON races (begun_at) WHERE is_weekly = 1;
