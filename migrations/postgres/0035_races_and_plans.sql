-- What the file of this number beside this folder tells, in the dialect of PostgreSQL.

ALTER TABLE servers ADD COLUMN time_zone TEXT;

ALTER TABLE races ADD COLUMN first_at DOUBLE PRECISION;
ALTER TABLE races ADD COLUMN next_at DOUBLE PRECISION;
UPDATE races SET is_weekly = 0 WHERE is_weekly = 1 AND EXISTS (
    SELECT 1 FROM races AS other WHERE other.channel_id = races.channel_id AND other.is_weekly = 1 AND other.id > races.id
);
UPDATE races SET first_at = begun_at, next_at = begun_at + 604800 WHERE is_weekly = 1;
DROP INDEX races_weekly;
CREATE INDEX races_weekly ON races (next_at) WHERE is_weekly = 1;

ALTER TABLE plans ADD COLUMN is_drawn SMALLINT NOT NULL DEFAULT 1 CHECK (is_drawn IN (0, 1));
UPDATE plans SET is_drawn = 0 WHERE is_begun = 1 AND is_open = 1;

CREATE TABLE departures (
    user_id BIGINT  NOT NULL,
    race_id BIGINT  NOT NULL DEFAULT 0,
    day     INTEGER NOT NULL DEFAULT 0,
    ends_at DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (user_id, race_id, day)
);
