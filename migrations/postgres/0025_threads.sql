-- What the file of this number beside this folder tells, in the dialect of PostgreSQL.

ALTER TABLE matches ADD COLUMN parent_id BIGINT;
ALTER TABLE invitations ADD COLUMN parent_id BIGINT;
CREATE INDEX matches_running_below ON matches (parent_id, id) WHERE result IS NULL AND parent_id IS NOT NULL;

ALTER TABLE servers ADD COLUMN has_threads SMALLINT NOT NULL DEFAULT 0 CHECK (has_threads IN (0, 1));
