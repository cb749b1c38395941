-- What the file of this number beside this folder tells, in the dialect of PostgreSQL.

ALTER TABLE servers ADD COLUMN shows_votes SMALLINT NOT NULL DEFAULT 0 CHECK (shows_votes IN (0, 1));
