-- What the file of this number beside this folder tells, in the dialect of PostgreSQL.

ALTER TABLE matches ADD COLUMN gone_at DOUBLE PRECISION;
